//! Money: whole minor units of a currency, never a float, never rounded.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::Currency;

/// An exact amount in the currency's own minor unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// Exact amount in the ISO 4217 minor unit: cents for USD, yen for JPY.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: Currency,
}

/// Refusal of a decimal that the currency cannot hold exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InexactAmount {
    /// Not digits with at most one decimal point.
    #[error("must be a plain decimal number such as 18995.00")]
    Malformed,
    /// More decimals than the currency's minor unit has.
    #[error("has more decimals than the currency has")]
    TooPrecise,
    /// Beyond the range of the wire's integer.
    #[error("is too large")]
    TooLarge,
    /// The currency has no minor unit, so nothing can be priced in it.
    #[error("is in a code that is not a currency for prices")]
    NoMinorUnit,
}

impl Money {
    /// Reads a plain decimal (`18995`, `-12.50`), exactly.
    ///
    /// # Errors
    /// [`InexactAmount`]; a digit that would have to be rounded is refused,
    /// unless it is a zero.
    pub fn from_decimal(text: &str, currency: Currency) -> Result<Self, InexactAmount> {
        let exponent = currency.exponent().ok_or(InexactAmount::NoMinorUnit)? as usize;
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with('.') {
            return Err(InexactAmount::Malformed);
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > exponent {
            return Err(InexactAmount::TooPrecise);
        }
        let sign = if negative { "-" } else { "" };
        let minor = format!("{sign}{whole}{fraction:0<exponent$}").parse();
        Ok(Self { amount_minor: minor.map_err(|_| InexactAmount::TooLarge)?, currency })
    }

    /// The plain decimal with all its decimals, such as `18995.00`.
    #[must_use]
    pub fn to_decimal(self) -> String {
        let exponent = self.currency.exponent().unwrap_or(0) as usize;
        let digits = format!("{:0>width$}", self.amount_minor.unsigned_abs(), width = exponent + 1);
        let sign = if self.amount_minor < 0 { "-" } else { "" };
        let (whole, fraction) = digits.split_at(digits.len() - exponent);
        if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
    }
}

/// Code, then the amount with grouped thousands: `USD 18,995.00`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = self.to_decimal();
        let (sign, digits) = decimal.strip_prefix('-').map_or(("", decimal.as_str()), |rest| ("-", rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        write!(f, "{} {sign}", self.currency)?;
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        if fraction.is_empty() { Ok(()) } else { write!(f, ".{fraction}") }
    }
}

/// Money that is not below zero: every price and charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct NonNegativeMoney(Money);

impl JsonSchema for NonNegativeMoney {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "NonNegativeMoney".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Money::json_schema(generator);
        if let Some(amount) = schema.pointer_mut("/properties/amount_minor").and_then(|amount| amount.as_object_mut()) {
            amount.insert("minimum".into(), 0.into());
        }
        schema
    }
}

/// Refusal of an amount below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must not be negative")]
pub struct NegativeAmount;

impl NonNegativeMoney {
    /// Checks the sign.
    ///
    /// # Errors
    /// [`NegativeAmount`].
    pub fn new(money: Money) -> Result<Self, NegativeAmount> {
        if money.amount_minor < 0 { Err(NegativeAmount) } else { Ok(Self(money)) }
    }

    /// Zero of a currency: a known zero, never an unknown amount.
    #[must_use]
    pub fn zero(currency: Currency) -> Self {
        Self(Money { amount_minor: 0, currency })
    }

    /// The amount.
    #[must_use]
    pub fn money(self) -> Money {
        self.0
    }

    /// Minor units.
    #[must_use]
    pub fn minor(self) -> i64 {
        self.0.amount_minor
    }

    /// The currency.
    #[must_use]
    pub fn currency(self) -> Currency {
        self.0.currency
    }
}

impl fmt::Display for NonNegativeMoney {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for NonNegativeMoney {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Money::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn exponents_of_iso_4217() {
        for (text, code, minor) in [
            ("18995", "USD", 1_899_500),
            ("18995.5", "USD", 1_899_550),
            ("18995.500", "USD", 1_899_550),
            ("3200000", "JPY", 3_200_000),
            ("3200000.0", "JPY", 3_200_000),
            ("1.234", "KWD", 1_234),
            ("-0.01", "USD", -1),
        ] {
            assert_eq!(Money::from_decimal(text, currency(code)).unwrap().amount_minor, minor, "{text} {code}");
        }
    }

    #[test]
    fn nothing_is_rounded() {
        assert_eq!(Money::from_decimal("1.005", Currency::USD), Err(InexactAmount::TooPrecise));
        assert_eq!(Money::from_decimal("1.5", currency("JPY")), Err(InexactAmount::TooPrecise));
        assert_eq!(Money::from_decimal("99999999999999999999", Currency::USD), Err(InexactAmount::TooLarge));
        for bad in ["", ".", "1.", ".5", "1,000", "1e3", "--1", "+1", " 1", "0x1"] {
            assert_eq!(Money::from_decimal(bad, Currency::USD), Err(InexactAmount::Malformed), "{bad}");
        }
    }

    #[test]
    fn reads_well_aloud() {
        assert_eq!(Money { amount_minor: 1_899_500, currency: Currency::USD }.to_string(), "USD 18,995.00");
        assert_eq!(Money { amount_minor: 3_200_000, currency: currency("JPY") }.to_string(), "JPY 3,200,000");
        assert_eq!(Money { amount_minor: -5, currency: currency("KWD") }.to_string(), "KWD -0.005");
    }
}
