//! The reserved resource URIs (`discovery.md` section 5).

use super::{OrganizationId, PolicyId, RooftopId, VehicleId};

const SCHEME: &str = "dealeragent://";
/// Four ids of 128 characters with the words between them fit.
const LONGEST: usize = 640;

/// A resource URI of the protocol, in its one spelling: lower-case scheme, no
/// percent-encoding, no empty or dot segment, no query, no fragment. An
/// identifier's alphabet needs none of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResourceUri {
    /// `dealeragent://manifest`.
    Manifest,
    /// `dealeragent://organization/{organization_id}`.
    Organization(OrganizationId),
    /// `…/rooftop/{rooftop_id}`.
    Rooftop(OrganizationId, RooftopId),
    /// `…/rooftop/{rooftop_id}/vehicle/{vehicle_id}`.
    Vehicle(OrganizationId, RooftopId, VehicleId),
    /// `…/policy/{policy_id}`.
    Policy(OrganizationId, PolicyId),
}

impl ResourceUri {
    /// Reads a URI; `None` for everything that is not exactly one of the five
    /// forms.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let path = text.strip_prefix(SCHEME).filter(|_| text.len() <= LONGEST)?;
        let segments: Vec<&str> = path.splitn(7, '/').collect();
        let organization = |id| OrganizationId::parse(id).ok();
        let rooftop = |id| RooftopId::parse(id).ok();
        match segments.as_slice() {
            ["manifest"] => Some(Self::Manifest),
            ["organization", id] => Some(Self::Organization(organization(id)?)),
            ["organization", id, "rooftop", at] => Some(Self::Rooftop(organization(id)?, rooftop(at)?)),
            ["organization", id, "rooftop", at, "vehicle", unit] => {
                Some(Self::Vehicle(organization(id)?, rooftop(at)?, VehicleId::parse(unit).ok()?))
            }
            ["organization", id, "policy", policy] => {
                Some(Self::Policy(organization(id)?, PolicyId::parse(policy).ok()?))
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for ResourceUri {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(SCHEME)?;
        match self {
            Self::Manifest => f.write_str("manifest"),
            Self::Organization(id) => write!(f, "organization/{id}"),
            Self::Rooftop(id, rooftop) => write!(f, "organization/{id}/rooftop/{rooftop}"),
            Self::Vehicle(id, rooftop, unit) => write!(f, "organization/{id}/rooftop/{rooftop}/vehicle/{unit}"),
            Self::Policy(id, policy) => write!(f, "organization/{id}/policy/{policy}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_spellings_are_other_uris() {
        for wrong in [
            "",
            "manifest",
            "dealeragent:manifest",
            "DealerAgent://manifest",
            "dealeragent://Manifest",
            "dealeragent://manifest/",
            "dealeragent://manifest?x=1",
            "dealeragent://manifest#x",
            "dealeragent:///manifest",
            "dealeragent://organization",
            "dealeragent://organization/",
            "dealeragent://organization/a/",
            "dealeragent://organization//rooftop/b",
            "dealeragent://organization/%61",
            "dealeragent://organization/a%2Frooftop%2Fb",
            "dealeragent://organization/../manifest",
            "dealeragent://organization/a/rooftop/..",
            "dealeragent://organization/a/rooftop/b/vehicle/c/d",
            "dealeragent://organization/a/rooftop/b/vehicle",
            "dealeragent://organization/a/policy/",
            "dealeragent://organization/a\u{0}",
            "file:///etc/passwd",
            "https://organization/a",
        ] {
            assert_eq!(ResourceUri::parse(wrong), None, "{wrong}");
        }
        let long = format!("dealeragent://organization/{}", "a".repeat(129));
        assert_eq!(ResourceUri::parse(&long), None);
        assert_eq!(ResourceUri::parse(&"x".repeat(100_000)), None);
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_the_same(ids in prop::collection::vec("[A-Za-z0-9][A-Za-z0-9._:-]{0,20}", 3), form in 0..5u8) {
            let [a, b, c] = [&ids[0], &ids[1], &ids[2]];
            let uri = match form {
                0 => "dealeragent://manifest".to_owned(),
                1 => format!("dealeragent://organization/{a}"),
                2 => format!("dealeragent://organization/{a}/rooftop/{b}"),
                3 => format!("dealeragent://organization/{a}/rooftop/{b}/vehicle/{c}"),
                _ => format!("dealeragent://organization/{a}/policy/{b}"),
            };
            prop_assert_eq!(ResourceUri::parse(&uri).unwrap().to_string(), uri);
        }

        #[test]
        fn nothing_is_read_that_is_not_written_so(text in "dealeragent://[a-z%./?#: -]{0,40}|\\PC{0,60}") {
            if let Some(uri) = ResourceUri::parse(&text) {
                prop_assert_eq!(uri.to_string(), text);
            }
        }
    }
}
