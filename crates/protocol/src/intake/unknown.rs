//! Property names that a schema does not have. Near misses are named from our own
//! vocabulary; what was sent is never repeated.

use serde_json::{Map, Value};

/// Beyond this many names only their number is told: a hint helps a model that
/// mistyped, not one that sent something else.
const HINTS: usize = 100;
/// Beyond this length a name is no misspelling of ours.
const LONGEST: usize = 64;

/// What is wrong with one name, for a reader who knows which name it is.
#[must_use]
pub fn unknown_property(sent: &str, schema: &Value) -> String {
    let sentences = unknown_properties(std::slice::from_ref(&sent.to_owned()), schema);
    sentences.into_iter().next().unwrap_or_default()
}

/// What is wrong with these names, each sentence once.
pub(super) fn unknown_properties(sent: &[String], schema: &Value) -> Vec<String> {
    let nothing = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    let mut counted: Vec<(Hint<'_>, usize)> = Vec::new();
    for (index, name) in sent.iter().enumerate() {
        let hint = if index < HINTS { hint(name, known) } else { Hint::None };
        // There are no more hints than names of ours.
        match counted.iter_mut().find(|(known, _)| *known == hint) {
            Some((_, count)) => *count += 1,
            None => counted.push((hint, 1)),
        }
    }
    counted.into_iter().map(|(hint, count)| in_words(hint, count, known)).collect()
}

/// What a caller may have meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hint<'s> {
    /// A name of ours, misspelt.
    Near(&'s str),
    /// A name of ours that belongs into an object here.
    Inside { object: &'s str, name: &'s str },
    /// Nothing that we know.
    None,
}

fn hint<'s>(sent: &str, known: &'s Map<String, Value>) -> Hint<'s> {
    if sent.len() > LONGEST {
        return Hint::None;
    }
    let sent = sent.to_lowercase();
    if let Some(near) = near(&sent, known) {
        return Hint::Near(near);
    }
    let inside = known.iter().find_map(|(object, schema)| {
        let (name, _) = schema.get("properties")?.as_object()?.get_key_value(&sent)?;
        Some(Hint::Inside { object, name })
    });
    inside.unwrap_or(Hint::None)
}

/// The known name that is nearest, within a letter or two; or that has the same
/// words in another order.
fn near<'s>(sent: &str, known: &'s Map<String, Value>) -> Option<&'s str> {
    let allowed = |name: &str| 1 + name.len() / 4;
    let sent_words = words(sent);
    let distance = |name: &str| {
        if sent_words.len() > 1 && words(name) == sent_words {
            return Some(1);
        }
        // Names that differ in length by more cannot be nearer.
        let close = name.len().abs_diff(sent.len()) <= allowed(name);
        let distance = close.then(|| strsim::damerau_levenshtein(sent, name))?;
        (distance <= allowed(name)).then_some(distance)
    };
    let nearest = known.keys().filter_map(|name| Some((distance(name)?, name))).min();
    nearest.map(|(_, name)| name.as_str())
}

fn words(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split(['_', '-', '.', ' ']).collect();
    words.sort_unstable();
    words
}

fn in_words(hint: Hint<'_>, count: usize, known: &Map<String, Value>) -> String {
    let unknown = if count == 1 { "unknown property".to_owned() } else { format!("{count} unknown properties") };
    match hint {
        Hint::Near(name) => format!("{unknown}; did you mean `{name}`?"),
        Hint::Inside { object, name } => format!("{unknown}; `{name}` belongs into `{object}`"),
        Hint::None if known.is_empty() => format!("{unknown}; this takes none"),
        Hint::None => {
            let known: Vec<&str> = known.keys().map(String::as_str).collect();
            format!("{unknown}; known are: {}", known.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(sent: &[&str]) -> Vec<String> {
        let schema = json!({ "properties": {
            "rooftop_ids": {}, "price_max": {}, "page": { "properties": { "limit": {}, "cursor": {} } },
        } });
        unknown_properties(&sent.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), &schema)
    }

    #[test]
    fn near_misses_are_named() {
        assert_eq!(of(&["rooftop_id"]), ["unknown property; did you mean `rooftop_ids`?"]);
        assert_eq!(of(&["RoofTop_Ids"]), ["unknown property; did you mean `rooftop_ids`?"]);
        assert_eq!(of(&["max_price"]), ["unknown property; did you mean `price_max`?"]);
        assert_eq!(of(&["limit"]), ["unknown property; `limit` belongs into `page`"]);
        assert_eq!(of(&["colour"]), ["unknown property; known are: page, price_max, rooftop_ids"]);
    }

    #[test]
    fn many_are_counted() {
        let sent: Vec<String> = (0..5_000).map(|number| format!("{}{number}", "x".repeat(40))).collect();
        let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
        assert_eq!(of(&sent), ["5000 unknown properties; known are: page, price_max, rooftop_ids"]);
        assert_eq!(of(&["rooftop_id", "roof_top_ids"]), ["2 unknown properties; did you mean `rooftop_ids`?"]);
    }
}
