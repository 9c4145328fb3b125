//! A diff on a terminal: counts first, then the units.

use std::fmt;

use super::{Diff, UnitName, UpdatedUnit};
use crate::judge::FieldChange;

/// Units shown of each kind before the rest is only counted.
const SHOWN: usize = 20;

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let totals = &self.totals;
        writeln!(f, "{} units before, {} after", totals.before, totals.after)?;
        writeln!(
            f,
            "  {} created ({} known from before), {} updated, {} unchanged, {} removed",
            totals.created, totals.relisted, totals.updated, totals.unchanged, totals.removed
        )?;
        writeln!(
            f,
            "  {} missing, availability unknown ({} for the first time), {} held back and kept as they were",
            totals.missing, totals.newly_missing, totals.withheld
        )?;
        if self.source_switched {
            writeln!(f, "  another source takes over: what only the old one had goes")?;
        }
        for rooftop in &self.absent_rooftops {
            writeln!(f, "  nothing about rooftop {}: its {} units stay", rooftop.rooftop_id, rooftop.units)?;
        }
        if self.prices.moved > 0 {
            writeln!(f, "  {}", self.prices)?;
        }
        units(f, "+", totals.created, &self.created)?;
        updated(f, totals.updated, &self.updated)?;
        units(f, "?", totals.missing, &self.missing)?;
        units(f, "-", totals.removed, &self.removed)?;
        units(f, "!", totals.withheld, &self.withheld)
    }
}

fn units(f: &mut fmt::Formatter<'_>, sign: &str, count: u64, units: &[UnitName]) -> fmt::Result {
    for unit in units.iter().take(SHOWN) {
        writeln!(f, "  {sign} {unit}")?;
    }
    more(f, sign, count, units.len())
}

fn updated(f: &mut fmt::Formatter<'_>, count: u64, units: &[UpdatedUnit]) -> fmt::Result {
    for UpdatedUnit { unit, changes } in units.iter().take(SHOWN) {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        writeln!(f, "  ~ {unit}: {}", changes.join("; "))?;
    }
    more(f, "~", count, units.len())
}

fn more(f: &mut fmt::Formatter<'_>, sign: &str, count: u64, named: usize) -> fmt::Result {
    match count.saturating_sub(named.min(SHOWN) as u64) {
        0 => Ok(()),
        more => writeln!(f, "  {sign} and {more} more"),
    }
}

impl fmt::Display for FieldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
        write!(f, "{} {} -> {}", self.field, said(&self.old), said(&self.new))
    }
}
