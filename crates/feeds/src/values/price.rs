//! Advertised prices (B01 to B06). Nothing is rounded, scaled or taken from
//! another column, and no float is involved.

use dealeragent_protocol::values::{Currency, InexactAmount, Money, NonNegativeMoney};

use super::{
    locale::Locale,
    number::{NumberFault, decimal, is_digits},
};

/// What a price cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// An exact amount.
    Known(NonNegativeMoney),
    /// That there is no price: blank, 0, 1, `Call`, `N/A` and the like.
    Unknown,
    /// Something that cannot be read without guessing.
    Refused(PriceProblem),
}

/// Why a price was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceProblem {
    /// `24.995`.
    #[error("could be a decimal or thousands")]
    Ambiguous,
    /// Not a number in the form of the source.
    #[error("is not a number as this source writes them; without a `locale`, plain or US-grouped")]
    Malformed,
    /// Two prices.
    #[error("is a range, not a price")]
    Range,
    /// Below zero.
    #[error("is negative")]
    Negative,
    /// A symbol or code of another currency.
    #[error("names another currency than the settings")]
    OtherCurrency,
    /// More decimals than the currency has.
    #[error("has more decimals than the currency")]
    TooPrecise,
    /// A column of minor units that holds something else.
    #[error("is not a whole number of minor units")]
    NotMinor,
    /// Out of range.
    #[error("is too large")]
    TooLarge,
    /// 999999 and the like.
    #[error("is a filler, not a price")]
    Filler,
}

/// Words that stand where a dealer gives no price.
const NO_PRICE: [&str; 12] = [
    "call",
    "call for price",
    "call us",
    "call for pricing",
    "please call",
    "contact us",
    "contact dealer",
    "price on request",
    "on request",
    "poa",
    "por",
    "ask",
];

/// How a column holds its amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Amounts {
    /// In the currency's main unit, written without a locale.
    #[default]
    Plain,
    /// In the currency's main unit, written as a locale writes numbers.
    Localised(Locale),
    /// Whole minor units, as in inventory CSV 0.1: cents for USD.
    Minor,
}

/// Reads a price cell. `currency` is the settings'; a cell that names another
/// is refused.
#[must_use]
pub fn parse(cell: &str, currency: Currency, amounts: Amounts) -> Price {
    let text = cell.trim();
    let words = text.trim_end_matches(['!', '.']);
    if super::says_nothing(text) || NO_PRICE.iter().any(|word| words.eq_ignore_ascii_case(word)) {
        return Price::Unknown;
    }
    let read = match amounts {
        Amounts::Plain => amount(text, currency, None),
        Amounts::Localised(locale) => amount(text, currency, Some(locale)),
        Amounts::Minor => minor(text, currency),
    };
    match read {
        Ok(money) if is_no_price(money) => Price::Unknown,
        Ok(money) => Price::Known(money),
        Err(problem) => Price::Refused(problem),
    }
}

/// Whole minor units: digits and nothing else.
fn minor(text: &str, currency: Currency) -> Result<NonNegativeMoney, PriceProblem> {
    if currency.exponent().is_none() {
        return Err(PriceProblem::OtherCurrency);
    }
    if text.strip_prefix('-').is_some_and(is_digits) {
        return Err(PriceProblem::Negative);
    }
    if !is_digits(text) {
        return Err(PriceProblem::NotMinor);
    }
    let amount_minor = text.parse().map_err(|_| PriceProblem::TooLarge)?;
    NonNegativeMoney::new(Money { amount_minor, currency }).map_err(|_| PriceProblem::Negative)
}

fn amount(text: &str, currency: Currency, locale: Option<Locale>) -> Result<NonNegativeMoney, PriceProblem> {
    let digits = without_dashes(without_currency(text, currency)?, locale);
    let decimal = decimal(digits, locale)?;
    let whole = decimal.split('.').next().unwrap_or_default();
    if whole.len() >= 6 && whole.bytes().all(|byte| byte == b'9') {
        return Err(PriceProblem::Filler);
    }
    let money = Money::from_decimal(&decimal, currency)?;
    NonNegativeMoney::new(money).map_err(|_| PriceProblem::Negative)
}

/// `24.995,-` and `24'995.–` are how people write "and no cents" where the
/// decimal mark is known.
fn without_dashes(text: &str, locale: Option<Locale>) -> &str {
    let Some(locale) = locale else { return text };
    let bare = text.strip_suffix(['-', '–', '—']).map(|text| text.trim_end_matches(['-', '–', '—']));
    bare.and_then(|text| text.strip_suffix(locale.decimal_mark())).unwrap_or(text)
}

/// 0 and 1 of the currency's main unit are how systems write "no price".
fn is_no_price(money: NonNegativeMoney) -> bool {
    let exponent = money.currency().exponent().unwrap_or(0);
    let one = 10_i64.checked_pow(exponent).unwrap_or(1);
    money.minor() == 0 || money.minor() == one
}

/// Takes off one symbol in front and one code behind or in front, if they are
/// this currency's.
fn without_currency(text: &str, currency: Currency) -> Result<&str, PriceProblem> {
    let mut rest = text;
    if let Some(start) = rest.get(..3).filter(|code| is_code(code)) {
        same(start, currency)?;
        rest = rest.get(3..).unwrap_or_default().trim_start();
    } else if let Some(start) = rest.len().checked_sub(3)
        && let Some(end) = rest.get(start..).filter(|code| is_code(code))
    {
        same(end, currency)?;
        rest = rest.get(..start).unwrap_or_default().trim_end();
    }
    for (symbol, codes) in SYMBOLS {
        let bare = rest.strip_prefix(*symbol).or_else(|| rest.strip_suffix(*symbol));
        if let Some(bare) = bare {
            return if codes.contains(&currency.code()) { Ok(bare.trim()) } else { Err(PriceProblem::OtherCurrency) };
        }
    }
    Ok(rest)
}

/// Symbols, longer ones first, and the currencies that write themselves so.
const SYMBOLS: &[(&str, &[&str])] = &[
    ("US$", &["USD"]),
    ("CA$", &["CAD"]),
    ("C$", &["CAD"]),
    ("AU$", &["AUD"]),
    ("A$", &["AUD"]),
    ("NZ$", &["NZD"]),
    ("$", &["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD"]),
    ("€", &["EUR"]),
    ("£", &["GBP"]),
    ("¥", &["JPY", "CNY"]),
];

fn is_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn same(code: &str, currency: Currency) -> Result<(), PriceProblem> {
    if code.eq_ignore_ascii_case(currency.code()) {
        Ok(())
    } else if Currency::parse(&code.to_ascii_uppercase()).is_ok() {
        Err(PriceProblem::OtherCurrency)
    } else {
        Err(PriceProblem::Malformed)
    }
}

impl From<NumberFault> for PriceProblem {
    fn from(fault: NumberFault) -> Self {
        match fault {
            NumberFault::Malformed => Self::Malformed,
            NumberFault::Ambiguous => Self::Ambiguous,
            NumberFault::Negative => Self::Negative,
            NumberFault::Range => Self::Range,
        }
    }
}

impl From<InexactAmount> for PriceProblem {
    fn from(refusal: InexactAmount) -> Self {
        match refusal {
            InexactAmount::Malformed => Self::Malformed,
            InexactAmount::TooPrecise => Self::TooPrecise,
            InexactAmount::TooLarge => Self::TooLarge,
            InexactAmount::NoMinorUnit => Self::OtherCurrency,
        }
    }
}
