//! A page of search results in words.

use super::{SYNTHETIC, VehicleWords, vehicle_line};
use crate::values::Timestamp;

/// What the summary of a page needs.
#[derive(Debug, Clone, Copy)]
pub struct SearchWords<'a> {
    /// The dealer's name.
    pub dealer: &'a str,
    /// How many listings match in all.
    pub total: usize,
    /// Oldest observation of the whole match.
    pub oldest: Option<Timestamp>,
    /// Whether there is a next page.
    pub has_more: bool,
    /// Filters that some rooftops' sources cannot answer, in words.
    pub not_evaluated: &'a [String],
    /// Whether the data is made up.
    pub synthetic: bool,
}

/// The summary of a page; one line a vehicle.
#[must_use]
pub fn search_summary(words: &SearchWords<'_>, vehicles: &[VehicleWords<'_>], now: Timestamp) -> String {
    let mut text = headline(words, vehicles.len(), now);
    for (at, vehicle) in vehicles.iter().enumerate() {
        text.push_str(&format!("\n{}. {}", at + 1, vehicle_line(vehicle, now)));
    }
    for filter in words.not_evaluated {
        text.push_str(&format!("\nNot evaluated: {filter}."));
    }
    if words.has_more {
        text.push_str("\nThere is more: send the same arguments with page.cursor set to next_cursor.");
    }
    if words.synthetic {
        text.push('\n');
        text.push_str(SYNTHETIC);
    }
    text
}

fn headline(words: &SearchWords<'_>, shown: usize, now: Timestamp) -> String {
    let Some(oldest) = words.oldest.filter(|_| words.total > 0) else {
        return format!("No published listing of {} matches.", words.dealer);
    };
    let listings = if words.total == 1 { "listing matches" } else { "listings match" };
    format!(
        "{} {listings} at {}; {shown} shown. This is what the dealer published, as of {} or later, not a live check.",
        words.total,
        words.dealer,
        oldest.to_speech(now),
    )
}
