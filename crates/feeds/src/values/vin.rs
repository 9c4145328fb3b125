//! VINs (B11 to B17, B40): accepted or refused with a hint, never repaired.

use dealeragent_protocol::values::Vin;

/// An accepted VIN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VinCell {
    /// The VIN.
    pub vin: Vin,
    /// Whether it was written with small letters.
    pub recased: bool,
}

/// Why a cell is no VIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VinProblem {
    /// Nothing there.
    #[error("there is no VIN")]
    Missing,
    /// All ones, `TBD` and the like.
    #[error("the VIN is a placeholder")]
    Placeholder,
    /// Stars or the like in place of characters.
    #[error("the VIN is masked")]
    Masked,
    /// The letters that no VIN has.
    #[error("the VIN has the letter {0}, which no VIN has")]
    LookAlike(char),
    /// Spaces, hyphens and the like inside.
    #[error("the VIN has a character that is neither a letter nor a digit")]
    Punctuation,
    /// 18 characters, the first of them I.
    #[error("the VIN has 18 characters and starts with I")]
    LeadingI,
    /// A chassis number from before 1981 or of a grey import.
    #[error("the VIN has only {0} characters")]
    Short(usize),
    /// Another length than 17.
    #[error("the VIN has {0} characters, not 17")]
    Length(usize),
}

impl VinProblem {
    /// How to mend it.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::Missing => "enter the VIN; without one there is no listing",
            Self::Placeholder => "enter the unit's own VIN",
            Self::Masked => "export the whole VIN; whoever writes the file can switch the masking off",
            Self::LookAlike('O' | 'Q') => "probably a zero; check the VIN on the unit",
            Self::LookAlike(_) => "probably a one; check the VIN on the unit",
            Self::Punctuation => "write the 17 characters without spaces or marks",
            Self::LeadingI => "leading I from a barcode scanner? take it off at the source",
            Self::Short(_) => "a chassis number from before 1981 cannot be listed; if it is a VIN, it is incomplete",
            Self::Length(length) if length < 17 => "a character is missing; check the VIN on the unit",
            Self::Length(_) => "there is a character too many; check the VIN on the unit",
        }
    }
}

/// Sequences that people type to get past a required field.
const PLACEHOLDERS: [&str; 3] = ["12345678901234567", "ABCDEFGHJKLMNPRST", "XXXXXXXXXXXXXXXXX"];
/// The shortest text that is taken for a VIN with something missing.
const NEARLY_A_VIN: usize = 14;

/// Reads a VIN cell.
///
/// # Errors
/// [`VinProblem`].
pub fn parse(cell: &str) -> Result<VinCell, VinProblem> {
    let text = cell.trim();
    if text.is_empty() {
        return Err(VinProblem::Missing);
    }
    let upper = text.to_ascii_uppercase();
    let recased = upper != text;
    match Vin::parse(&upper) {
        Ok(vin) if vin.is_placeholder() || PLACEHOLDERS.contains(&upper.as_str()) => Err(VinProblem::Placeholder),
        Ok(vin) => Ok(VinCell { vin, recased }),
        Err(_) => Err(problem(&upper)),
    }
}

fn problem(text: &str) -> VinProblem {
    let length = text.chars().count();
    let is_sequence = text.len() > 1 && text.bytes().all(|byte| Some(&byte) == text.as_bytes().first());
    if super::says_nothing(text) || is_sequence || matches!(text, "PENDING" | "UNKNOWN" | "NOVIN" | "NO VIN") {
        return VinProblem::Placeholder;
    }
    if text.contains(['*', '?', '…']) {
        return VinProblem::Masked;
    }
    if text.chars().any(|char| !char.is_ascii_alphanumeric()) {
        return VinProblem::Punctuation;
    }
    if length == 18 && text.starts_with('I') {
        return VinProblem::LeadingI;
    }
    if length < NEARLY_A_VIN {
        return VinProblem::Short(length);
    }
    if length != 17 {
        return VinProblem::Length(length);
    }
    text.chars().find(|char| matches!(char, 'I' | 'O' | 'Q')).map_or(VinProblem::Length(length), VinProblem::LookAlike)
}

/// The letters of model years 1980 to 2009, and again from 2010.
const YEAR_CODES: &[u8; 30] = b"ABCDEFGHJKLMNPRSTVWXY123456789";

/// Whether position 10 could stand for this model year. A code that is no
/// year's (many makers outside North America) contradicts nothing.
#[must_use]
pub fn year_fits(vin: &Vin, year: u16) -> bool {
    let code = vin.as_str().as_bytes().get(9);
    let place = code.and_then(|code| YEAR_CODES.iter().position(|known| known == code));
    let Some(place) = place.and_then(|place| u16::try_from(place).ok()) else { return true };
    year >= 1980 && (year - 1980) % 30 == place
}
