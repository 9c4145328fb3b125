//! Odometer readings (B09, B10). Never scaled, never without a unit.

use dealeragent_protocol::values::{Distance, DistanceUnit};

use super::{
    locale::{Locale, is_space},
    number::{NumberFault, decimal, is_digits, ungrouped},
};

/// What an odometer cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// A reading. `named` tells whether the cell itself has the unit.
    Known {
        /// The reading.
        distance: Distance,
        /// Whether the unit stands in the cell.
        named: bool,
    },
    /// That there is no reading: blank, `N/A`, `TMU`, `Exempt`.
    None,
    /// A number, and nobody says of what.
    NoUnit,
    /// Something that cannot be read without guessing.
    Refused(OdometerProblem),
}

/// Why a reading was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OdometerProblem {
    /// `12.345`.
    #[error("could be a decimal or thousands")]
    Ambiguous,
    /// Part of a mile.
    #[error("is not a whole number")]
    Fraction,
    /// Not a number in a known form.
    #[error("is not a number as this source writes them")]
    Malformed,
    /// Below zero.
    #[error("is negative")]
    Negative,
    /// A unit that is neither miles nor kilometres.
    #[error("has a unit that is neither miles nor kilometres")]
    Unit,
    /// 999999, 4294967295 and the like.
    #[error("is a filler, not a reading")]
    Filler,
}

/// From here on a reading is worth a look (B09).
pub const HIGH: u64 = 500_000;

/// Words that say there is no true reading.
const NO_READING: [&str; 8] =
    ["tmu", "exempt", "unknown", "true mileage unknown", "true miles unknown", "not actual", "call", "?"];

/// Largest values of machine integers, which broken exports write for "none".
const MACHINE_LIMITS: [u64; 2] = [2_147_483_647, 4_294_967_295];

/// Reads an odometer cell. `unit` is for cells that name none; `locale` is how
/// the source writes numbers, where its profile says so.
#[must_use]
pub fn parse(cell: &str, unit: Option<DistanceUnit>, locale: Option<Locale>) -> Reading {
    let text = cell.trim();
    if super::says_nothing(text) || NO_READING.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Reading::None;
    }
    match read(text, locale) {
        Ok((value, named)) => match named.or(unit) {
            Some(unit) => Reading::Known { distance: Distance { value, unit }, named: named.is_some() },
            None => Reading::NoUnit,
        },
        Err(problem) => Reading::Refused(problem),
    }
}

fn read(text: &str, locale: Option<Locale>) -> Result<(u64, Option<DistanceUnit>), OdometerProblem> {
    let (digits, suffix) = match text.find(|char: char| char.is_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let named = unit(suffix.trim())?;
    let value = whole_number(digits.trim(), locale)?;
    let all_nines = value >= 999_999 && value.to_string().bytes().all(|byte| byte == b'9');
    if all_nines || MACHINE_LIMITS.contains(&value) {
        return Err(OdometerProblem::Filler);
    }
    Ok((value, named))
}

fn unit(suffix: &str) -> Result<Option<DistanceUnit>, OdometerProblem> {
    if suffix.is_empty() { Ok(None) } else { unit_word(suffix).map(Some).ok_or(OdometerProblem::Unit) }
}

/// The unit that a word names; `None` for anything but miles and kilometres.
#[must_use]
pub fn unit_word(word: &str) -> Option<DistanceUnit> {
    match word.trim().trim_end_matches('.').to_ascii_lowercase().as_str() {
        // SMI and KMT are UN/CEFACT's codes, which schema.org uses.
        "mi" | "mile" | "miles" | "smi" => Some(DistanceUnit::Miles),
        "km" | "kms" | "kmt" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => {
            Some(DistanceUnit::Kilometres)
        }
        _ => None,
    }
}

fn whole_number(text: &str, locale: Option<Locale>) -> Result<u64, OdometerProblem> {
    // Without a locale a space can still be nothing but a mark between groups.
    let spaced = locale.is_none() && text.contains(is_space);
    let decimal = match spaced {
        true => ungrouped(text, Locale::Fr).ok_or(OdometerProblem::Malformed)?,
        false => decimal(text, locale)?,
    };
    let (whole, fraction) = decimal.split_once('.').unwrap_or((&decimal, ""));
    // `12345.0` is a spreadsheet's whole number; `12345.6` is not whole.
    if fraction.bytes().any(|byte| byte != b'0') {
        return Err(OdometerProblem::Fraction);
    }
    if !is_digits(whole) {
        return Err(OdometerProblem::Malformed);
    }
    whole.parse().map_err(|_| OdometerProblem::Malformed)
}

impl From<NumberFault> for OdometerProblem {
    fn from(fault: NumberFault) -> Self {
        match fault {
            NumberFault::Malformed => Self::Malformed,
            NumberFault::Ambiguous => Self::Ambiguous,
            NumberFault::Negative => Self::Negative,
            NumberFault::Range => Self::Malformed,
        }
    }
}
