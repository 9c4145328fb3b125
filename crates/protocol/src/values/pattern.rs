//! Strings that are bound by a pattern and a length.

/// Why a string was refused. Says what is wanted, never what was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be {wanted}")]
pub struct InvalidText {
    /// What would have been accepted, in words.
    pub wanted: &'static str,
}

/// Defines a newtype over a shared string with one check, serde in both
/// directions and its JSON Schema.
macro_rules! checked_string {
    (
        $(#[$meta:meta])* $name:ident, error = $error:ty,
        check = $check:expr, reject = $reject:expr, schema = $schema:tt
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::sync::Arc<str>);

        impl $name {
            /// Parses the text.
            ///
            /// # Errors
            /// When the text does not keep to the rule of this type.
            pub fn parse(text: &str) -> Result<Self, $error> {
                let check: fn(&str) -> bool = $check;
                if check(text) { Ok(Self(text.into())) } else { Err($reject) }
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str { &self.0 }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, Self::Err> { Self::parse(text) }
        }
        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str { &self.0 }
        }
        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str { &self.0 }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool { true }
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}
pub(crate) use checked_string;

/// `[a-z0-9]+` words joined by single dots or hyphens, at least two of them.
pub(crate) fn is_reverse_domain(text: &str) -> bool {
    let mut words = 0;
    for word in text.split(['.', '-']) {
        if word.is_empty() || !word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            return false;
        }
        words += 1;
    }
    words >= 2
}

checked_string! {
    /// A provider's name in reverse-domain form, such as `example.history-one`.
    ProviderId, error = InvalidText,
    check = is_reverse_domain,
    reject = InvalidText { wanted: "a reverse-domain name of lower-case words" },
    schema = { "type": "string", "pattern": "^[a-z0-9]+(?:[.-][a-z0-9]+)+$" }
}

checked_string! {
    /// A profile with its version, such as `dealeragent.inventory.read/0.1`.
    ProfileName, error = InvalidText,
    check = is_profile_name,
    reject = InvalidText { wanted: "a profile name with its version" },
    schema = { "type": "string", "pattern": "^dealeragent\\.[a-z0-9.-]+/[0-9]+\\.[0-9]+$" }
}

checked_string! {
    /// An OAuth scope of the protocol, such as `dealeragent:inventory:read`.
    Scope, error = InvalidText,
    check = is_scope,
    reject = InvalidText { wanted: "a scope of the protocol" },
    schema = { "type": "string", "pattern": "^dealeragent:[a-z0-9:_-]+$" }
}

fn is_profile_name(text: &str) -> bool {
    let Some((name, version)) = text.strip_prefix("dealeragent.").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let is_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-';
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    !name.is_empty()
        && name.bytes().all(is_name)
        && version.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
}

fn is_scope(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b':' | b'_' | b'-');
    text.strip_prefix("dealeragent:").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_part))
}
