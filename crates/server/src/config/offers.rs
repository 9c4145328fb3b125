//! Files with incentives. Their problems are reported beside the
//! configuration's own, each under its file's name.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use dealeragent_gateway::{Incentive, IncentiveFile};
use dealeragent_protocol::values::Timestamp;
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    Problem,
    problems::Findings,
    raw::{items, text},
    source::Source,
};
use crate::files::Files;

/// Incentives by the path of their file.
pub(super) type Offers = BTreeMap<String, Vec<Arc<Incentive>>>;

/// Reads every file once, however many organizations name it.
pub(super) fn read(file: &Value, files: &Files, now: Timestamp, found: &mut Findings) -> Offers {
    let mut offers = Offers::new();
    for (at, organization) in items(file, "organizations") {
        for (index, path) in items(organization, "incentives") {
            let Some(path) = path.as_str().filter(|path| !offers.contains_key(*path)) else { continue };
            match content(path, files, now) {
                Ok(text) => {
                    let read = of_text(path, &text, found);
                    let read = read.into_iter().map(|offer| Arc::new(shifted(offer, files, now)));
                    offers.insert(path.to_owned(), read.collect());
                }
                Err(message) => {
                    found.violations.add(&format!("/organizations/{at}/incentives/{index}"), "file", &message);
                }
            }
        }
    }
    offers
}

fn content(path: &str, files: &Files, now: Timestamp) -> Result<String, String> {
    let file = files.read(Path::new(path), now).map_err(|fault| fault.to_string())?;
    String::from_utf8(file.bytes).map_err(|_| format!("{path} is not UTF-8"))
}

fn of_text(path: &str, text: &str, found: &mut Findings) -> Vec<Incentive> {
    let read = Source::parse(path, text).and_then(|source| {
        let between = between_keys(source.value());
        source.read_beside::<IncentiveFile>(between)
    });
    match read {
        Ok(file) => file.incentives,
        Err(errors) => {
            let here = |problem: Problem| Problem { file: Some(path.to_owned()), ..problem };
            found.elsewhere.extend(errors.problems.into_iter().map(here));
            Vec::new()
        }
    }
}

/// Ids and amounts, wherever the offer itself can be read.
fn between_keys(file: &Value) -> Findings {
    let mut found = Findings::default();
    let mut ids = BTreeSet::new();
    for (index, offer) in items(file, "incentives") {
        let at = format!("/incentives/{index}");
        if text(offer, "id").is_some_and(|id| !ids.insert(id)) {
            found.violations.add(&format!("{at}/id"), "unique", "another incentive has this id already");
        }
        if let Ok(offer) = Incentive::deserialize(offer)
            && let Err(message) = offer.known_amount()
        {
            found.violations.add(&format!("{at}/amount"), "amount", &message);
        }
    }
    found
}

/// The demo's offers move with its other dates; everybody else's stand.
fn shifted(mut offer: Incentive, files: &Files, now: Timestamp) -> Incentive {
    let seconds = files.date_shift_days(now) * 86_400;
    offer.observed_at = offer.observed_at.plus_seconds(seconds);
    for end in [&mut offer.valid_from, &mut offer.valid_until].into_iter().flatten() {
        *end = end.plus_seconds(seconds);
    }
    offer
}
