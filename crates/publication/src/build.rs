//! One dealer's document and feed.

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_feeds::inventory_csv::{self, LeftOutListing};
use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{
        DisclosureDefaults, FeedAuthority, FeedFormat, FeedSlaSeconds, GovernmentChargeStatus, ProtocolVersion,
        PublishedFeed, PublishedRooftop, WellKnown,
    },
    values::{ContentDigest, List, RooftopId, Set, Timestamp, Uri},
};
use sha2::{Digest as _, Sha256};

use crate::{
    Addresses, DealerToPublish, PublicationFault, RooftopToPublish, address, charges, promise::promise,
    schedule::length,
};

/// A publication: two files, and what is to be known about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Publication {
    /// The document's bytes: JSON, UTF-8.
    pub document: Vec<u8>,
    /// Digest of the document.
    pub document_digest: ContentDigest,
    /// The feed's bytes: inventory CSV 0.1.
    pub feed: Vec<u8>,
    /// Digest of the feed.
    pub feed_digest: ContentDigest,
    /// Rows below the feed's header.
    pub rows: u64,
    /// Units that the format has no row for, and why.
    pub left_out: Vec<LeftOutListing>,
    /// The target that the document declares.
    pub freshness_sla: FeedSlaSeconds,
    /// When its newest source saw a lot.
    pub observed_at: Timestamp,
    /// What an operator should know.
    pub notes: Vec<Note>,
}

/// Something that an operator should know of a publication that was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Note {
    /// Nobody says how often exports come.
    #[error(
        "no `export_schedule` is stated, so the feed declares 24 hours, the longest there is; state it, so that the \
         target is checked"
    )]
    ScheduleUnstated,
    /// A source is older than the declared target.
    #[error(
        "rooftop {rooftop_id}: its last export is {} old, older than the {} that the feed declares; readers will call \
         it stale", length(age_seconds - age_seconds % 3_600), length(*declared_seconds)
    )]
    Late {
        /// The rooftop.
        rooftop_id: RooftopId,
        /// The age of its source, in seconds.
        age_seconds: u32,
        /// The declared target, in seconds.
        declared_seconds: u32,
    },
    /// Charges in another currency than prices.
    #[error(
        "rooftop {rooftop_id}: its charges are in another currency than the price of {units} unit(s); a row has one \
         currency, so their charges stay unknown"
    )]
    ForeignCharges {
        /// The rooftop.
        rooftop_id: RooftopId,
        /// How many of its units.
        units: u64,
    },
}

impl Publication {
    /// Makes a dealer's publication of these units. Units of rooftops that are
    /// not the dealer's to publish stay out. `longest_gap_seconds` is the
    /// longest time between two exports, where it is known; `now` only tells
    /// which sources are late, and is in neither file.
    ///
    /// # Errors
    /// [`PublicationFault`]: what was published before is to stay.
    pub fn build<'l>(
        dealer: &DealerToPublish,
        units: impl IntoIterator<Item = &'l Listing>,
        addresses: &Addresses,
        longest_gap_seconds: Option<u32>,
        now: Timestamp,
    ) -> Result<Self, PublicationFault> {
        check_addresses(dealer, addresses)?;
        let freshness_sla = promise(dealer, longest_gap_seconds)?;
        let mut notes = Vec::new();
        if longest_gap_seconds.is_none() {
            notes.push(Note::ScheduleUnstated);
        }
        let mut lots = lots(dealer, units)?;
        notes.extend(dealer.rooftops.iter().filter_map(|rooftop| late(rooftop, freshness_sla, now)));
        for (id, lot) in &mut lots {
            notes.extend(complete(id, lot));
        }
        let (feed, rows, left_out) = write_feed(lots)?;
        let document = document(dealer, addresses, freshness_sla)?;
        let mut document = serde_json::to_vec_pretty(&document).map_err(|_| PublicationFault::Unwritable)?;
        document.push(b'\n');
        let observed_at = dealer.rooftops.iter().map(|rooftop| rooftop.observed_at).max();
        Ok(Self {
            document_digest: digest(&document),
            feed_digest: digest(&feed),
            document,
            feed,
            rows,
            left_out,
            freshness_sla,
            observed_at: observed_at.ok_or(PublicationFault::NoRooftop)?,
            notes,
        })
    }
}

/// A rooftop with its units in the order of the feed.
struct Lot<'d> {
    rooftop: &'d RooftopToPublish,
    units: Vec<Listing>,
}

type Lots<'d> = BTreeMap<&'d RooftopId, Lot<'d>>;

fn lots<'d, 'l>(
    dealer: &'d DealerToPublish,
    units: impl IntoIterator<Item = &'l Listing>,
) -> Result<Lots<'d>, PublicationFault> {
    let mut lots = Lots::new();
    for rooftop in &dealer.rooftops {
        if lots.insert(&rooftop.rooftop_id, Lot { rooftop, units: Vec::new() }).is_some() {
            return Err(PublicationFault::RepeatedRooftop { rooftop_id: rooftop.rooftop_id.clone() });
        }
    }
    if lots.is_empty() {
        return Err(PublicationFault::NoRooftop);
    }
    let mut seen = BTreeSet::new();
    for unit in units.into_iter().filter(|unit| unit.organization_id == dealer.organization_id) {
        let Some(lot) = lots.get_mut(&unit.rooftop_id) else { continue };
        // The format refuses a second row of one VIN at one rooftop.
        if !seen.insert((unit.rooftop_id.clone(), unit.vin.clone())) {
            return Err(PublicationFault::Repeated { vehicle_id: unit.vehicle_id.clone() });
        }
        lot.units.push(unit.clone());
    }
    for lot in lots.values_mut() {
        lot.units.sort_by(|a, b| (&a.stock_number, &a.vin).cmp(&(&b.stock_number, &b.vin)));
    }
    Ok(lots)
}

/// Adds to units what is known of their rooftop, and takes off what is not for
/// everybody.
fn complete(id: &RooftopId, lot: &mut Lot<'_>) -> Option<Note> {
    let mut foreign = 0;
    for unit in &mut lot.units {
        if !charges::fill(unit, lot.rooftop.charges.as_deref()) {
            foreign += 1;
        }
        if !lot.rooftop.history_reports {
            unit.evidence.history_reports.clear();
        }
    }
    (foreign > 0).then(|| Note::ForeignCharges { rooftop_id: id.clone(), units: foreign })
}

fn write_feed(lots: Lots<'_>) -> Result<(Vec<u8>, u64, Vec<LeftOutListing>), PublicationFault> {
    let mut text = inventory_csv::write(&[]).text;
    let header = text.len();
    let (mut rows, mut left_out) = (0, Vec::new());
    for (id, lot) in lots {
        let csv = inventory_csv::write(&lot.units);
        if csv.rows == 0 {
            return Err(PublicationFault::EmptyRooftop { rooftop_id: id.clone() });
        }
        text.push_str(csv.text.get(header..).unwrap_or_default());
        rows += csv.rows;
        left_out.extend(csv.left_out);
    }
    Ok((text.into_bytes(), rows, left_out))
}

fn document(
    dealer: &DealerToPublish,
    addresses: &Addresses,
    freshness_sla: FeedSlaSeconds,
) -> Result<WellKnown, PublicationFault> {
    let mut rooftops: Vec<PublishedRooftop> = dealer
        .rooftops
        .iter()
        .map(|rooftop| PublishedRooftop { rooftop_id: rooftop.rooftop_id.clone(), name: rooftop.name.clone() })
        .collect();
    rooftops.sort_by(|a, b| a.rooftop_id.cmp(&b.rooftop_id));
    Ok(WellKnown {
        dealer_agent_protocol: ProtocolVersion::V01,
        organization_id: dealer.organization_id.clone(),
        rooftops: Set::new(rooftops).map_err(|_| PublicationFault::NoRooftop)?,
        gateway: addresses.gateway.clone(),
        published_feed: PublishedFeed {
            format: FeedFormat::InventoryCsv01,
            url: addresses.feed.clone(),
            freshness_sla_seconds: freshness_sla,
            authority: FeedAuthority::Asserted,
        },
        disclosure_defaults: DisclosureDefaults {
            required_dealer_charges: List::new(charges::shared(&dealer.rooftops))
                .map_err(|_| PublicationFault::Unwritable)?,
            // No source estimates or calculates them, and unknown is not zero.
            government_charges: GovernmentChargeStatus::Unknown,
        },
        handoff: dealer.handoff.clone(),
        upgrade_path: addresses.upgrade_path.clone(),
    })
}

fn check_addresses(dealer: &DealerToPublish, addresses: &Addresses) -> Result<(), PublicationFault> {
    let named = [
        ("the feed's address", Some(&addresses.feed)),
        ("the gateway's address", addresses.gateway.as_ref()),
        ("the upgrade path", addresses.upgrade_path.as_ref()),
        ("the policy's address", dealer.handoff.policy_url.as_ref()),
    ];
    let plain = |uri: &&Uri| !address::check(uri, addresses.transport);
    let wrong = named.into_iter().find_map(|(what, uri)| uri.filter(plain).map(|uri| (what, uri.clone())));
    wrong.map_or(Ok(()), |(what, uri)| Err(PublicationFault::NotHttps { what, uri }))
}

fn late(rooftop: &RooftopToPublish, declared: FeedSlaSeconds, now: Timestamp) -> Option<Note> {
    let age_seconds = u32::try_from(now.seconds_since(rooftop.observed_at)).ok()?;
    let declared_seconds = declared.as_seconds();
    let rooftop_id = rooftop.rooftop_id.clone();
    (age_seconds > declared_seconds).then_some(Note::Late { rooftop_id, age_seconds, declared_seconds })
}

fn digest(bytes: &[u8]) -> ContentDigest {
    ContentDigest::from_sha256(Sha256::digest(bytes).into())
}
