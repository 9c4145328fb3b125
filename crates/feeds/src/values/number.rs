//! Decimal numbers as exports write them (B03).

use super::locale::Locale;

/// Why a number cannot be read without guessing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberFault {
    /// Not digits with whole groups and at most one decimal mark.
    Malformed,
    /// `24.995`: a decimal point or a grouping point.
    Ambiguous,
    /// Below zero.
    Negative,
    /// `10000-12000`.
    Range,
}

/// A plain decimal (`24995.50`) of a number written as the locale writes it.
/// Without a locale only what is the same everywhere is read, and the US form
/// where nothing else could be meant. Grouping must be whole: `24,99` is
/// refused, not read as 2499.
pub(super) fn decimal(text: &str, locale: Option<Locale>) -> Result<String, NumberFault> {
    if text.starts_with(['-', '−', '(']) {
        return Err(NumberFault::Negative);
    }
    if is_range(text) {
        return Err(NumberFault::Range);
    }
    let known = locale.unwrap_or(Locale::Us);
    let (whole, fraction) = match text.split_once(known.decimal_mark()) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let grouped = whole.contains(|char| known.groups(char));
    let whole = if grouped { ungrouped(whole, known).ok_or(NumberFault::Malformed)? } else { whole.to_owned() };
    if !is_digits(&whole) {
        return Err(NumberFault::Malformed);
    }
    let Some(fraction) = fraction else { return Ok(whole) };
    if !is_digits(fraction) {
        return Err(NumberFault::Malformed);
    }
    // Three digits behind the only mark and few before it could be thousands.
    if locale.is_none() && !grouped && fraction.len() == 3 && whole.len() <= 3 {
        return Err(NumberFault::Ambiguous);
    }
    Ok(format!("{whole}.{fraction}"))
}

/// The digits of a whole number that is grouped in threes by one and the same
/// mark; `None` when the groups are not whole.
pub(super) fn ungrouped(text: &str, locale: Locale) -> Option<String> {
    let mark = text.chars().find(|char| locale.groups(*char))?;
    let mut groups = text.split(mark);
    let first = groups.next()?;
    // `0,995` is a decimal comma, not 995.
    let first_ok = (1..=3).contains(&first.len()) && is_digits(first) && !first.starts_with('0');
    let rest_ok = groups.all(|group| group.len() == 3 && is_digits(group));
    (first_ok && rest_ok).then(|| text.chars().filter(|char| *char != mark).collect())
}

/// Two numbers with a dash or `to` between them.
fn is_range(text: &str) -> bool {
    let number = |part: &str| {
        let part = part.trim().trim_start_matches(['$', '€', '£', '¥']).trim();
        part.starts_with(|char: char| char.is_ascii_digit()) && part.ends_with(|char: char| char.is_ascii_digit())
    };
    ["-", "–", "—", " to "]
        .iter()
        .any(|dash| text.split_once(dash).is_some_and(|(from, to)| number(from) && number(to)))
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
