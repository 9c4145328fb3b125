//! The wire form of a vehicle, written once but for its last few bytes.
//!
//! `used_vehicle` and `freshness` stand last in the protocol's `Vehicle`. Only
//! the age, its time and the choice between "current" and "stale" depend on the
//! time of the answer, so only these are put together per answer.

use std::{io::Write as _, ops::Range};

use dealeragent_protocol::{
    facts::{AgeBasis, Freshness, FreshnessState, Provenance},
    values::Timestamp,
};
use serde::{Serialize, ser::Error as _};

use super::{StoredListing, age_basis};
use crate::Tenure;

/// A vehicle's bytes.
#[derive(Debug)]
pub(super) struct WrittenVehicle {
    /// From the opening brace to the last member before `used_vehicle`.
    head: Box<[u8]>,
    /// Where in it the provenance says how each value came about.
    transformations: Option<Range<usize>>,
    used: Option<WrittenUsed>,
    freshness: WrittenFreshness,
}

impl WrittenVehicle {
    /// `None` without a price.
    pub(super) fn write(stored: &StoredListing) -> serde_json::Result<Option<Self>> {
        let observed_at = stored.listing.observed_at;
        let Some(mut vehicle) = stored.vehicle(observed_at) else { return Ok(None) };
        vehicle.used_vehicle = None;
        let mut head = serde_json::to_vec(&vehicle)?;
        let mut tail = MEMBER_FRESHNESS.to_vec();
        serde_json::to_writer(&mut tail, &vehicle.freshness)?;
        tail.push(b'}');
        if !head.ends_with(&tail) {
            return Err(serde_json::Error::custom("freshness is not the last member of a vehicle"));
        }
        head.truncate(head.len() - tail.len());
        let transformations = place_of_transformations(&head, &vehicle.provenance)?;
        let used = stored.summarised_tenure().map(|tenure| WrittenUsed::write(stored, tenure)).transpose()?;
        Ok(Some(Self {
            head: head.into_boxed_slice(),
            transformations,
            used,
            freshness: WrittenFreshness::write(&stored.freshness(observed_at))?,
        }))
    }

    /// Appends the whole vehicle as of `now`.
    pub(super) fn append(&self, now: Timestamp, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.head);
        self.append_rest(now, out);
    }

    /// The same without what its provenance says of each value's making.
    pub(super) fn append_short(&self, now: Timestamp, out: &mut Vec<u8>) {
        let cut = self.transformations.clone().unwrap_or(self.head.len()..self.head.len());
        out.extend_from_slice(self.head.get(..cut.start).unwrap_or_default());
        out.extend_from_slice(self.head.get(cut.end..).unwrap_or_default());
        self.append_rest(now, out);
    }

    fn append_rest(&self, now: Timestamp, out: &mut Vec<u8>) {
        let freshness = self.freshness.at(now);
        if let Some(used) = &self.used {
            used.append(now, freshness, out);
        }
        out.extend_from_slice(MEMBER_FRESHNESS);
        out.extend_from_slice(freshness);
        out.push(b'}');
    }
}

/// The provenance is the last member before freshness, and its transformations
/// are optional.
fn place_of_transformations(head: &[u8], provenance: &Provenance) -> serde_json::Result<Option<Range<usize>>> {
    let Some(transformations) = &provenance.transformations else { return Ok(None) };
    let mut member = b",\"transformations\":".to_vec();
    serde_json::to_writer(&mut member, transformations)?;
    let start = head.windows(member.len()).rposition(|window| window == member);
    Ok(start.map(|start| start..start + member.len()))
}

const MEMBER_FRESHNESS: &[u8] = b",\"freshness\":";

/// Both forms of a freshness, of which one holds at a time.
#[derive(Debug)]
struct WrittenFreshness {
    valid_until: Option<Timestamp>,
    current: Box<[u8]>,
    stale: Box<[u8]>,
}

impl WrittenFreshness {
    fn write(freshness: &Freshness) -> serde_json::Result<Self> {
        let valid_until = freshness.valid_until;
        let form = |state| serde_json::to_vec(&Freshness { state, ..freshness.clone() }).map(Vec::into_boxed_slice);
        Ok(Self { valid_until, current: form(FreshnessState::Current)?, stale: form(FreshnessState::Stale)? })
    }

    /// The same choice as `Freshness::at` makes.
    fn at(&self, now: Timestamp) -> &[u8] {
        if self.valid_until.is_some_and(|until| now < until) { &self.current } else { &self.stale }
    }
}

/// A used vehicle's summary around its age.
#[derive(Debug)]
struct WrittenUsed {
    tenure: Tenure,
    /// Up to the age.
    before_age: Box<[u8]>,
    /// From after `age_as_of` up to the tenure's freshness.
    before_freshness: Box<[u8]>,
    /// What follows the tenure.
    end: Box<[u8]>,
}

/// Members of a tenure before its age.
#[derive(Serialize)]
struct TenureStart {
    stocked_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_public_listing_at: Option<Timestamp>,
}

/// Members of a tenure between its age and its freshness.
#[derive(Serialize)]
struct TenureMiddle<'a> {
    age_basis: AgeBasis,
    provenance: &'a Provenance,
}

impl WrittenUsed {
    fn write(stored: &StoredListing, tenure: Tenure) -> serde_json::Result<Self> {
        let start = members(&TenureStart {
            stocked_at: tenure.stocked_at,
            first_public_listing_at: tenure.first_public_listing_at,
        })?;
        let provenance = stored.tenure_provenance(tenure.basis);
        let middle = members(&TenureMiddle { age_basis: age_basis(tenure.basis), provenance: &provenance })?;
        let (history, certification) = (stored.history_report_status(), stored.certification_type());
        let boxed = |text: String| text.into_bytes().into_boxed_slice();
        Ok(Self {
            tenure,
            before_age: boxed(format!(",\"used_vehicle\":{{\"inventory_tenure\":{{{start},\"age_days\":")),
            before_freshness: boxed(format!(",{middle},\"freshness\":")),
            end: boxed(format!(
                "}},\"history_report_status\":\"{history}\",\"certification_type\":\"{certification}\"}}"
            )),
        })
    }

    /// Appends nothing where the unit comes into stock after `now`.
    fn append(&self, now: Timestamp, freshness: &[u8], out: &mut Vec<u8>) {
        let Some(age_days) = self.tenure.age_days(now) else { return };
        out.extend_from_slice(&self.before_age);
        // Writing to a vector cannot fail.
        let _ = write!(out, "{age_days},\"age_as_of\":\"{}\"", now.to_whole_second());
        out.extend_from_slice(&self.before_freshness);
        out.extend_from_slice(freshness);
        out.extend_from_slice(&self.end);
    }
}

/// An object's members without its braces.
fn members(object: &impl Serialize) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(object)?;
    text.pop();
    text.remove(0);
    Ok(text)
}
