//! Feeds: what the file says, and what is usual for the profile where it says
//! nothing.

use std::{path::PathBuf, sync::Arc};

use dealeragent_feeds::{Limits, Profile, Reading, SourceSettings, read::Delimiter};
use dealeragent_gateway::Dealer;
use dealeragent_protocol::values::{RooftopId, Text};

use super::judge;
use crate::config::{
    FeedPlan,
    file::{DelimiterWord, FeedLimitsSection, FeedSection, ReadingSection},
    sources,
};

/// `None` where the feed names what is not there, which was reported before.
pub(super) fn plan(
    feed: &FeedSection,
    rooftops: Vec<RooftopId>,
    profile: Arc<Profile>,
    dealers: &[Dealer],
) -> Option<FeedPlan> {
    let dealer = dealers.iter().find(|dealer| dealer.organization_id == feed.organization)?;
    let usual = profile.defaults();
    let first = rooftops.first()?;
    let zone = feed.time_zone.clone().or_else(|| usual.time_zone.clone());
    let local_zone = &dealer.rooftop(first)?.record.timezone;
    let (source, schedule) = sources::plan(feed, local_zone)?;
    let settings = SourceSettings {
        source_name: source_name(feed, dealer),
        organization_id: feed.organization.clone(),
        rooftop_id: first.clone(),
        time_zone: zone.unwrap_or_else(|| local_zone.clone()),
        currency: feed.currency.or(usual.currency)?,
        odometer_unit: feed.odometer_unit.or(usual.odometer_unit),
        price_column: feed.price_column.as_ref().map(ToString::to_string).or_else(|| usual.price_column.clone())?,
        price_includes_required_charges: feed.price_includes_required_charges,
        price_label: feed.price_label.clone(),
        listing_url_template: feed.listing_url_template.as_ref().map(ToString::to_string),
        observed_at: dealer.recorded_at,
        now: dealer.recorded_at,
        date_shift_days: 0,
        reading: reading(&feed.reading),
    };
    Some(FeedPlan {
        id: feed.id.clone(),
        source,
        path: feed.path.as_ref().map(|path| PathBuf::from(path.as_str())),
        schedule,
        evidence: feed.evidence.iter().map(|path| PathBuf::from(path.as_str())).collect(),
        profile,
        rooftops,
        limits: limits(&feed.limits),
        settings,
        rules: judge::rules(&feed.guard, &feed.grace),
        role: judge::role(feed.role),
    })
}

fn reading(section: &ReadingSection) -> Reading {
    let delimiter = section.delimiter.map(|word| match word {
        DelimiterWord::Comma => Delimiter::Comma,
        DelimiterWord::Semicolon => Delimiter::Semicolon,
        DelimiterWord::Tab => Delimiter::Tab,
        DelimiterWord::Pipe => Delimiter::Pipe,
    });
    Reading { encoding: section.encoding, delimiter, strict: section.strict }
}

fn limits(section: &FeedLimitsSection) -> Limits {
    let usual = Limits::default();
    let bytes = |number: Option<u32>, unit: u32, usual: usize| number.map_or(usual, |number| (number as usize) << unit);
    Limits {
        file_bytes: bytes(section.file_mib.map(|n| n.get()), 20, usual.file_bytes),
        unpacked_bytes: bytes(section.unpacked_mib.map(|n| n.get()), 20, usual.unpacked_bytes),
        rows: section.rows.map_or(usual.rows, |n| n.get().into()),
        columns: section.columns.map_or(usual.columns, |n| n.get() as usize),
        record_bytes: bytes(section.record_kib.map(|n| n.get()), 10, usual.record_bytes),
        cell_bytes: bytes(section.cell_kib.map(|n| n.get()), 10, usual.cell_bytes),
        ..usual
    }
}

/// Made-up data says so in the name of its source, and so in every answer.
fn source_name(feed: &FeedSection, dealer: &Dealer) -> Text<1, 128> {
    let name = feed.source_name.as_ref().map_or(feed.id.as_str(), Text::as_str);
    let name = if dealer.synthetic { format!("{name} (synthetic demonstration data)") } else { name.to_owned() };
    Text::bounded(&name)
}
