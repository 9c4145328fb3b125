//! Texts with a unit's own names in them.

use dealeragent_gateway::UnitKey;
use dealeragent_protocol::values::Text;

/// A name that a dealer's system may know a unit by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitName {
    /// `vin`.
    Vin,
    /// `stock`.
    Stock,
    /// `vehicle_id`: the gateway's own.
    VehicleId,
    /// `rooftop`: the gateway's id of the rooftop.
    Rooftop,
}

impl UnitName {
    /// The name behind a word of the configuration.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "vin" => Self::Vin,
            "stock" => Self::Stock,
            "vehicle_id" => Self::VehicleId,
            "rooftop" => Self::Rooftop,
            _ => return None,
        })
    }

    /// The unit's own; `None` for a stock number that it does not have.
    #[must_use]
    pub fn of(self, unit: &UnitKey) -> Option<&str> {
        match self {
            Self::Vin => Some(unit.vin.as_str()),
            Self::Stock => unit.stock_number.as_ref().map(Text::as_str),
            Self::VehicleId => Some(unit.vehicle_id.as_str()),
            Self::Rooftop => Some(unit.rooftop_id.as_str()),
        }
    }
}

/// An address with a unit's names in it: `https://dms.example/units/{vin}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitTemplate(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Fixed(String),
    Name(UnitName),
}

/// Refusal of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTemplate {
    /// It names no unit.
    #[error("must name the unit with {{vin}}, {{stock}} or {{vehicle_id}}, else every unit would get the same answer")]
    NoUnit,
    /// A brace that is not closed, or a word that is no name.
    #[error("has something else in braces than {{vin}}, {{stock}}, {{vehicle_id}} and {{rooftop}}")]
    Braces,
    /// A name stands where it could choose the server.
    #[error("has a unit's name before the path; scheme, host and port are fixed")]
    BeforePath,
}

impl UnitTemplate {
    /// Reads a template of an address.
    ///
    /// # Errors
    /// [`InvalidTemplate`].
    pub fn parse(text: &str) -> Result<Self, InvalidTemplate> {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            let (word, after) = after.split_once('}').ok_or(InvalidTemplate::Braces)?;
            let name = UnitName::parse(word).ok_or(InvalidTemplate::Braces)?;
            if parts.is_empty() && !has_path(before) {
                return Err(InvalidTemplate::BeforePath);
            }
            parts.extend([Part::Fixed(before.to_owned()), Part::Name(name)]);
            rest = after;
        }
        if rest.contains('}') {
            return Err(InvalidTemplate::Braces);
        }
        parts.push(Part::Fixed(rest.to_owned()));
        let is_unit = |part: &Part| matches!(part, Part::Name(name) if *name != UnitName::Rooftop);
        if parts.iter().any(is_unit) { Ok(Self(parts)) } else { Err(InvalidTemplate::NoUnit) }
    }

    /// The address of a unit, its names percent-encoded; `None` where it lacks one
    /// of them.
    #[must_use]
    pub fn fill(&self, unit: &UnitKey) -> Option<String> {
        let mut filled = String::new();
        for part in &self.0 {
            match part {
                Part::Fixed(text) => filled.push_str(text),
                Part::Name(name) => encode(name.of(unit)?, &mut filled),
            }
        }
        Some(filled)
    }
}

/// Whether what stands before a name reaches into the path.
fn has_path(before: &str) -> bool {
    before.split_once("://").is_some_and(|(_, rest)| rest.contains('/'))
}

/// Everything but the unreserved characters, so that a stock number can be no step
/// of a path and no parameter.
fn encode(text: &str, out: &mut String) {
    // A path step of dots alone is no name; its dots are encoded too.
    let only_dots = text.bytes().all(|byte| byte == b'.');
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~') || byte == b'.' && !only_dots;
        if plain {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
}
