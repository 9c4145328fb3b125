//! ISO 4217 currencies and the size of their minor unit.

use std::{borrow::Cow, fmt};

/// A currency of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

/// Refusal of a code that ISO 4217 does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a currency code of ISO 4217, such as USD")]
pub struct UnknownCurrency;

impl Currency {
    /// US dollar.
    pub const USD: Self = Self(iso_currency::Currency::USD);

    /// Reads the three capital letters of a code.
    ///
    /// # Errors
    /// [`UnknownCurrency`].
    pub fn parse(code: &str) -> Result<Self, UnknownCurrency> {
        if code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(UnknownCurrency);
        }
        iso_currency::Currency::from_code(code).map(Self).ok_or(UnknownCurrency)
    }

    /// The code, such as `USD`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// How many decimals the minor unit has: USD 2, JPY 0, KWD 3. `None` for
    /// the codes without one (gold, special drawing rights, test codes).
    #[must_use]
    pub fn exponent(self) -> Option<u32> {
        self.0.exponent().map(u32::from)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl PartialOrd for Currency {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Currency {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.code().cmp(other.code())
    }
}

impl serde::Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> serde::Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&code).map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for Currency {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Currency".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Z]{3}$", "format": "x-currency" })
    }
}
