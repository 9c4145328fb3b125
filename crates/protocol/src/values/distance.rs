//! Odometer readings and distances, in miles or kilometres.

use std::{cmp::Ordering, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::words;

words! {
    /// The unit of a distance.
    pub enum DistanceUnit { Miles = "mi", Kilometres = "km" }
}

/// A whole number of miles or kilometres. Distances compare exactly across
/// units; none is ever converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// The number, zero or more.
    pub value: u64,
    /// Its unit.
    pub unit: DistanceUnit,
}

/// Millimetres in an international mile (exact by definition).
const MILE_IN_MILLIMETRES: u128 = 1_609_344;
/// Millimetres in a kilometre.
const KILOMETRE_IN_MILLIMETRES: u128 = 1_000_000;

impl Distance {
    /// The exact length in millimetres.
    #[must_use]
    pub fn millimetres(self) -> u128 {
        let unit = match self.unit {
            DistanceUnit::Miles => MILE_IN_MILLIMETRES,
            DistanceUnit::Kilometres => KILOMETRE_IN_MILLIMETRES,
        };
        u128::from(self.value) * unit
    }

    /// Compares two distances exactly, whatever their units.
    #[must_use]
    pub fn cmp_exact(self, other: Self) -> Ordering {
        self.millimetres().cmp(&other.millimetres())
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.value.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        write!(f, " {}", self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_compare_by_the_exact_mile() {
        let mi = |value| Distance { value, unit: DistanceUnit::Miles };
        let km = |value| Distance { value, unit: DistanceUnit::Kilometres };
        assert_eq!(mi(15_625).cmp_exact(km(25_146)), Ordering::Equal);
        assert_eq!(mi(100).cmp_exact(km(160)), Ordering::Greater);
        assert_eq!(mi(100).cmp_exact(km(161)), Ordering::Less);
        assert_eq!(mi(u64::MAX).cmp_exact(km(u64::MAX)), Ordering::Greater);
        assert_eq!(mi(12_345).to_string(), "12,345 mi");
    }
}
