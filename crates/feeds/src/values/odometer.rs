//! Odometer readings (B09, B10). Never scaled, never without a unit.

use dealeragent_protocol::values::{Distance, DistanceUnit};

use super::number::{NumberFault, is_digits, plain_decimal, ungrouped};

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
    #[error("is not a plain or grouped number")]
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

/// Reads an odometer cell. `unit` is the settings', for cells that name none.
#[must_use]
pub fn parse(cell: &str, unit: Option<DistanceUnit>) -> Reading {
    let text = cell.trim();
    if super::says_nothing(text) || NO_READING.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Reading::None;
    }
    match read(text) {
        Ok((value, named)) => match named.or(unit) {
            Some(unit) => Reading::Known { distance: Distance { value, unit }, named: named.is_some() },
            None => Reading::NoUnit,
        },
        Err(problem) => Reading::Refused(problem),
    }
}

fn read(text: &str) -> Result<(u64, Option<DistanceUnit>), OdometerProblem> {
    let (digits, suffix) = match text.find(|char: char| char.is_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let named = unit(suffix.trim())?;
    let value = whole_number(digits.trim())?;
    let all_nines = value >= 999_999 && value.to_string().bytes().all(|byte| byte == b'9');
    if all_nines || MACHINE_LIMITS.contains(&value) {
        return Err(OdometerProblem::Filler);
    }
    Ok((value, named))
}

fn unit(suffix: &str) -> Result<Option<DistanceUnit>, OdometerProblem> {
    match suffix.trim_end_matches('.').to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "mi" | "mile" | "miles" => Ok(Some(DistanceUnit::Miles)),
        "km" | "kms" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => Ok(Some(DistanceUnit::Kilometres)),
        _ => Err(OdometerProblem::Unit),
    }
}

fn whole_number(text: &str) -> Result<u64, OdometerProblem> {
    let spaced = text.contains(is_space).then(|| {
        let text: String = text.chars().map(|char| if is_space(char) { ' ' } else { char }).collect();
        ungrouped(&text, ' ').ok_or(OdometerProblem::Malformed)
    });
    let decimal = match spaced {
        Some(digits) => digits?,
        None => plain_decimal(text)?,
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

/// Spaces that group digits: plain, no-break, thin.
fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

impl From<NumberFault> for OdometerProblem {
    fn from(fault: NumberFault) -> Self {
        match fault {
            NumberFault::Malformed => Self::Malformed,
            NumberFault::Ambiguous => Self::Ambiguous,
            NumberFault::Negative => Self::Negative,
        }
    }
}
