//! A page of search results in words.

use super::{SYNTHETIC, VehicleWords, source_name, vehicle_line};
use crate::values::Timestamp;

/// Said instead of a result where nothing that was asked for is loaded.
pub const INVENTORY_NOT_LOADED: &str =
    "The dealer's inventory has not been loaded yet, so nothing can be said about it.";

/// What the summary of a page needs.
#[derive(Debug, Clone, Copy)]
pub struct SearchWords<'a> {
    /// The dealer's name.
    pub dealer: &'a str,
    /// How many listings match in all.
    pub total: usize,
    /// Oldest observation of the whole match; of what was searched where
    /// nothing matches.
    pub oldest: Timestamp,
    /// Whether there is a next page.
    pub has_more: bool,
    /// Whether the page was cut to keep the answer small.
    pub page_shortened: bool,
    /// Filters that some rooftops' sources cannot answer.
    pub not_evaluated: &'a [NotEvaluated<'a>],
    /// Rooftops that were asked for and whose inventory is not loaded.
    pub not_loaded: &'a [String],
    /// Rooftops that can be searched by themselves alone, and were not here.
    pub searched_alone: &'a [String],
    /// A price filter in a currency that no listing is priced in.
    pub other_currency: Option<OtherCurrency<'a>>,
    /// Whether the data is made up.
    pub synthetic: bool,
}

/// A filter that was not applied to some rooftops.
#[derive(Debug, Clone, Copy)]
pub struct NotEvaluated<'a> {
    /// The filter's name.
    pub filter: &'a str,
    /// The rooftops.
    pub rooftop_ids: &'a [String],
}

/// A price filter that no listing can match.
#[derive(Debug, Clone, Copy)]
pub struct OtherCurrency<'a> {
    /// The filter's currency.
    pub filter: &'a str,
    /// Currencies of the listings.
    pub listings: &'a [String],
}

/// The summary of a page; one line a vehicle.
#[must_use]
pub fn search_summary(words: &SearchWords<'_>, vehicles: &[VehicleWords<'_>], now: Timestamp) -> String {
    let mut lines = vec![headline(words, vehicles.len(), now)];
    lines
        .extend(vehicles.iter().enumerate().map(|(at, vehicle)| format!("{}. {}", at + 1, vehicle_line(vehicle, now))));
    lines.extend(words.not_evaluated.iter().map(|filter| {
        format!("Not evaluated: {} at {}, whose data does not have it.", filter.filter, some_of(filter.rooftop_ids))
    }));
    match words.not_loaded {
        [] => {}
        [one] => lines.push(format!("Not searched: rooftop {one}, whose inventory is not loaded.")),
        several => lines.push(format!("Not searched: rooftops {}, whose inventory is not loaded.", some_of(several))),
    }
    if !words.searched_alone.is_empty() {
        let rooftops = some_of(words.searched_alone);
        lines.push(format!("Not searched: {rooftops}, to be searched one at a time with `rooftop_ids`."));
    }
    if let Some(currency) = words.other_currency {
        let listings = currency.listings.join(", ");
        lines.push(format!("Price filter in {}: the dealer's prices are in {listings}.", currency.filter));
    }
    if words.page_shortened {
        lines.push("This page was cut short to keep the answer small.".to_owned());
    }
    if words.has_more {
        lines.push("There is more: send the same arguments with page.cursor set to next_cursor.".to_owned());
    }
    if words.synthetic {
        lines.push(SYNTHETIC.to_owned());
    }
    lines.join("\n")
}

fn headline(words: &SearchWords<'_>, shown: usize, now: Timestamp) -> String {
    let what = match words.total {
        0 => format!("No published listing of {} matches.", words.dealer),
        1 => format!("1 listing matches at {}; {shown} shown.", words.dealer),
        total => format!("{total} listings match at {}; {shown} shown.", words.dealer),
    };
    let as_of = words.oldest.to_speech(now);
    format!("{what} This is what the dealer published, as of {as_of} or later, not a live check.")
}

/// Most rooftops that a sentence names.
const MOST_NAMED: usize = 10;

fn some_of(names: &[String]) -> String {
    let named: Vec<&str> = names.iter().take(MOST_NAMED).map(String::as_str).collect();
    match names.len().saturating_sub(MOST_NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Name of the source of a rooftop that is loaded and publishes nothing, so
/// that no listing names it.
#[must_use]
pub fn inventory_source(rooftop_id: &str, synthetic: bool) -> String {
    source_name(&format!("inventory of rooftop {rooftop_id}"), synthetic)
}
