//! Where an issuer's tokens say what a grant holds.

use std::collections::BTreeMap;

use dealeragent_protocol::values::Scope;
use serde_json::{Map, Value};

use crate::Rejected;

/// Where a claim stands: `org_id`, dotted for one inside another (`realm.org`),
/// or a JSON Pointer (`/realm/org`). A claim whose whole name has dots, as
/// `https://dealer.example/org`, is found by its whole name first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimPath(Box<str>);

/// Refusal of a text that is no place of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be the name of a claim, with dots between nested names, or a JSON Pointer; at most 200 characters")]
pub struct InvalidClaimPath;

impl ClaimPath {
    /// Reads a place.
    ///
    /// # Errors
    /// [`InvalidClaimPath`]: empty, too long, or with control characters.
    pub fn parse(text: &str) -> Result<Self, InvalidClaimPath> {
        let is_fine = !text.is_empty() && text.len() <= 200 && !text.contains(char::is_control);
        if is_fine { Ok(Self(text.into())) } else { Err(InvalidClaimPath) }
    }

    /// A name of our own.
    fn named(name: &str) -> Self {
        Self(name.into())
    }

    fn find<'c>(&self, claims: &'c Map<String, Value>) -> Option<&'c Value> {
        let found = match self.0.strip_prefix('/') {
            Some(pointer) => descend(claims, pointer.split('/').map(|part| part.replace("~1", "/").replace("~0", "~"))),
            None => claims.get(&*self.0).or_else(|| descend(claims, self.0.split('.').map(str::to_owned))),
        };
        found.filter(|value| !value.is_null())
    }

    /// The text there.
    pub(crate) fn text<'c>(
        &self,
        claims: &'c Map<String, Value>,
        name: &'static str,
    ) -> Result<Option<&'c str>, Rejected> {
        match self.find(claims) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Rejected::ClaimInvalid(name)),
        }
    }

    /// The words there: a list of texts, or one text with spaces between.
    pub(crate) fn words<'c>(
        &self,
        claims: &'c Map<String, Value>,
        name: &'static str,
    ) -> Result<Option<Vec<&'c str>>, Rejected> {
        match self.find(claims) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.split_ascii_whitespace().collect())),
            Some(Value::Array(items)) => {
                let words: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
                words.map(Some).ok_or(Rejected::ClaimInvalid(name))
            }
            Some(_) => Err(Rejected::ClaimInvalid(name)),
        }
    }
}

fn descend(claims: &Map<String, Value>, mut parts: impl Iterator<Item = String>) -> Option<&Value> {
    let first = claims.get(&parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Value::Object(inner) => inner.get(&part),
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Where each part of a grant stands. The default has the names of tokens that
/// the gateway issues itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaimMapping {
    /// The organization's id; `None` where tokens carry none.
    pub organization: Option<ClaimPath>,
    /// The rooftops, each by its id.
    pub rooftops: Option<ClaimPath>,
    /// The profiles.
    pub profiles: Option<ClaimPath>,
    /// What availability may be checked for.
    pub purposes: Option<ClaimPath>,
    /// The scopes; the first of these that a token has counts.
    pub scopes: Vec<ClaimPath>,
    /// Names that an issuer has for scopes of the protocol.
    pub scope_names: BTreeMap<String, Scope>,
    /// The id of a recorded delegation.
    pub delegation: Option<ClaimPath>,
    /// The client.
    pub client: Option<ClaimPath>,
}

impl Default for ClaimMapping {
    fn default() -> Self {
        let named = |name| Some(ClaimPath::named(name));
        Self {
            organization: named("dealeragent_organization"),
            rooftops: named("dealeragent_rooftops"),
            profiles: named("dealeragent_profiles"),
            purposes: named("dealeragent_purposes"),
            scopes: vec![ClaimPath::named("scope"), ClaimPath::named("scp")],
            scope_names: BTreeMap::new(),
            delegation: named("dealeragent_delegation"),
            client: named("client_id"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(path: &str) -> Result<Option<String>, Rejected> {
        let claims = json!({
            "org": "a", "realm": { "org": "b", "x/y": ["c"] }, "https://d.example/org": "d", "n": null, "list": ["e"]
        });
        let path = ClaimPath::parse(path).unwrap();
        path.text(claims.as_object().unwrap(), "organization").map(|text| text.map(str::to_owned))
    }

    #[test]
    fn names_dots_and_pointers() {
        for (path, text) in [
            ("org", Some("a")),
            ("realm.org", Some("b")),
            ("/realm/org", Some("b")),
            ("/realm/x~1y/0", Some("c")),
            ("https://d.example/org", Some("d")),
            ("n", None),
            ("realm.none", None),
            ("org.deeper", None),
        ] {
            assert_eq!(found(path), Ok(text.map(str::to_owned)), "{path}");
        }
        assert_eq!(found("list"), Err(Rejected::ClaimInvalid("organization")));
        assert_eq!(found("realm"), Err(Rejected::ClaimInvalid("organization")));
        assert_eq!(ClaimPath::parse(""), Err(InvalidClaimPath));
    }
}
