//! Feeds: what they name must be there, and must fit together.

use std::collections::BTreeSet;

use dealeragent_feeds::{Profile, values::listing_url::Template};
use dealeragent_protocol::intake::Violations;
use serde::Deserialize as _;
use serde_json::Value;

use crate::config::{
    check::organization,
    file::{AccessSection, RooftopSection},
    raw::{by_id, ids, items, text},
};

pub(super) fn check(file: &Value, violations: &mut Violations) {
    let mut names = BTreeSet::new();
    let mut rooftops = BTreeSet::new();
    for (index, feed) in items(file, "feeds") {
        let at = format!("/feeds/{index}");
        if text(feed, "id").is_some_and(|id| !names.insert(id)) {
            violations.add(&format!("{at}/id"), "unique", "another feed has this id already");
        }
        if let Some(filled) = text(feed, "organization").zip(text(feed, "rooftop"))
            && !rooftops.insert(filled)
        {
            violations.add(&format!("{at}/rooftop"), "unique", "another feed fills this rooftop already");
        }
        check_profile(feed, &at, violations);
        check_template(feed, &at, violations);
        check_target(file, feed, &at, violations);
        check_charges(file, feed, &at, violations);
    }
}

/// A built-in profile that is broken is a defect of ours, but no reason to
/// fall over.
fn check_profile(feed: &Value, at: &str, violations: &mut Violations) {
    let Some(name) = text(feed, "profile") else { return };
    let message = match Profile::built_in(name) {
        Some(Ok(_)) => return,
        Some(Err(fault)) => fault.to_string(),
        None => format!("there is no such profile; built in are: {}", Profile::built_in_ids().join(", ")),
    };
    violations.add(&format!("{at}/profile"), "reference", &message);
}

fn check_template(feed: &Value, at: &str, violations: &mut Violations) {
    if let Some(Err(problem)) = text(feed, "listing_url_template").map(Template::parse) {
        let message = format!("{problem}; write it like https://dealer.example/vehicle/{{stock}}");
        violations.add(&format!("{at}/listing_url_template"), "format", &message);
    }
}

/// The organization and the rooftop that a feed fills must be there.
fn check_target(file: &Value, feed: &Value, at: &str, violations: &mut Violations) {
    let Some(name) = text(feed, "organization") else { return };
    let Some(organization) = by_id(file, "organizations", name) else {
        if let Some(known) = ids(file, "organizations") {
            let message = format!("there is no such organization; known are: {}", known.join(", "));
            violations.add(&format!("{at}/organization"), "reference", &message);
        }
        return;
    };
    let Some(known) = ids(organization, "rooftops") else { return };
    if text(feed, "rooftop").is_some_and(|id| !known.contains(&id)) {
        let message = format!("the organization has no such rooftop; it has: {}", known.join(", "));
        violations.add(&format!("{at}/rooftop"), "reference", &message);
    }
}

/// Price source and charges must say the same, where both can be read.
fn check_charges(file: &Value, feed: &Value, at: &str, violations: &mut Violations) {
    let Some(includes) = feed.get("price_includes_required_charges").and_then(Value::as_bool) else { return };
    let organization = text(feed, "organization").and_then(|id| by_id(file, "organizations", id));
    let rooftop = organization.zip(text(feed, "rooftop")).and_then(|(o, id)| by_id(o, "rooftops", id));
    let Some(Ok(rooftop)) = rooftop.map(RooftopSection::deserialize) else { return };
    if let Err(error) = organization::rooftop(&rooftop, &AccessSection::default()).check_charges(includes) {
        violations.add(&format!("{at}/price_includes_required_charges"), "conflict", &error.to_string());
    }
}
