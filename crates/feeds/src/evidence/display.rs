//! What became of a side file, on a terminal.

use std::fmt;

use super::{AttachReport, LeftOut};

impl fmt::Display for AttachReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "evidence for {} units, {} of them with sources that disagree", self.attached, self.conflicting)?;
        let counts = [
            (self.unmatched, "entries whose unit is not listed"),
            (self.other_rooftops, "entries for other rooftops"),
            (self.new_units, "entries for new units, not used"),
            (self.summaries_withheld, "summaries kept back, not authorized for sharing"),
        ];
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "; {count} {what}")?;
        }
        self.left_out.iter().try_for_each(|left_out| write!(f, "\n  {left_out}"))
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {} left out: {}", self.vin, self.rooftop_id, self.block, self.reason)
    }
}
