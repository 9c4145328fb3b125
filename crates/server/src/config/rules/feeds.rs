//! Feeds: what they name must be there, and must fit together.

use std::collections::BTreeSet;

use dealeragent_feeds::{Defaults, Profile, judge::Precedence, values::listing_url::Template};
use dealeragent_protocol::{intake::Violations, values::RooftopId};
use serde::Deserialize as _;
use serde_json::Value;

use crate::config::{
    check::organization,
    file::{AccessSection, RooftopSection},
    profiles::{Profiles, filled, rule},
    raw::{by_id, ids, items, text},
    sources,
};

pub(super) fn check(file: &Value, profiles: &Profiles, violations: &mut Violations) {
    let mut names = BTreeSet::new();
    let mut fillings = Vec::new();
    for (index, feed) in items(file, "feeds") {
        let at = format!("/feeds/{index}");
        if text(feed, "id").is_some_and(|id| !names.insert(id)) {
            violations.add(&format!("{at}/id"), "unique", "another feed has this id already");
        }
        let profile = profiles.named(feed);
        let filled = filled(feed, profile.as_ref());
        check_profile(feed, &at, violations);
        check_usual(feed, profile.as_ref(), &at, violations);
        check_rule(feed, profile, &filled, &at, violations);
        check_template(feed, &at, violations);
        sources::check(feed, &at, violations);
        check_target(file, feed, &filled, &at, violations);
        check_zones(file, feed, &filled, &at, violations);
        check_charges(file, feed, &filled, &at, violations);
        let organization = text(feed, "organization");
        fillings.push(Filling { organization, filled, adds: text(feed, "role") == Some("adds"), at });
    }
    check_roles(&fillings, violations);
    check_precedence(file, &names, violations);
}

/// Which rooftops a feed fills, and how.
struct Filling<'v> {
    organization: Option<&'v str>,
    filled: Vec<RooftopId>,
    adds: bool,
    at: String,
}

/// A feed that only adds needs another that lists: its own units are in no lot.
fn check_roles(feeds: &[Filling<'_>], violations: &mut Violations) {
    for feed in feeds.iter().filter(|feed| feed.adds) {
        let lists = |other: &Filling<'_>, id: &RooftopId| {
            !other.adds && other.organization == feed.organization && other.filled.contains(id)
        };
        let bare = feed.filled.iter().find(|id| !feeds.iter().any(|other| lists(other, id)));
        if let Some(id) = bare {
            let message = format!(
                "no feed lists the units of `{id}` that this one could add to; write \"lists\" here, \
                                   or give the rooftop another feed"
            );
            violations.add(&format!("{}/role", feed.at), "conflict", &message);
        }
    }
}

/// Feeds and facts that have a place must be there.
fn check_precedence(file: &Value, feeds: &BTreeSet<&str>, violations: &mut Violations) {
    let Some(section) = file.get("precedence") else { return };
    let unknown = |order: &Value, key: &str, at: &str, violations: &mut Violations| {
        for (index, name) in items(order, key) {
            if name.as_str().is_some_and(|name| !feeds.contains(name)) {
                let known: Vec<&str> = feeds.iter().copied().collect();
                let message = format!("there is no such feed; known are: {}", known.join(", "));
                violations.add(&format!("{at}/{key}/{index}"), "reference", &message);
            }
        }
    };
    unknown(section, "feeds", "/precedence", violations);
    let Some(facts) = section.get("facts") else { return };
    for fact in facts.as_object().into_iter().flat_map(|facts| facts.keys()) {
        let known = Precedence::facts().collect::<Vec<_>>();
        if !known.contains(&fact.as_str()) {
            let message = format!("there is no such fact; known are: {}", known.join(", "));
            violations.add(&format!("/precedence/facts/{fact}"), "reference", &message);
        }
        unknown(facts, fact, "/precedence/facts", violations);
    }
}

/// Where a feed says which rooftops it fills.
fn rooftop_at(feed: &Value, at: &str) -> String {
    let key = ["rooftops", "rooftop", "profile_file"].into_iter().find(|key| feed.get(*key).is_some());
    format!("{at}/{}", key.unwrap_or("rooftop"))
}

/// A built-in profile that is broken is a defect of ours, but no reason to
/// fall over.
fn check_profile(feed: &Value, at: &str, violations: &mut Violations) {
    let known = || Profile::built_in_ids().join(", ");
    let name = match (feed.get("profile"), feed.get("profile_file")) {
        (Some(_), Some(_)) => {
            let message = "a feed has `profile` (built in) or `profile_file` (your own): remove one";
            violations.add(&format!("{at}/profile_file"), "conflict", message);
            return;
        }
        (None, None) => {
            let message =
                format!("`profile` is required, or `profile_file` with one of your own; built in are: {}", known());
            violations.add(at, "required", &message);
            return;
        }
        (None, Some(_)) => return,
        (Some(name), None) => name,
    };
    let Some(name) = name.as_str() else { return };
    let message = match Profile::built_in(name) {
        Some(Ok(_)) => return,
        Some(Err(fault)) => fault.to_string(),
        None => format!("there is no such profile; built in are: {}", known()),
    };
    violations.add(&format!("{at}/profile"), "reference", &message);
}

/// What the profile has no usual value for has to be said.
fn check_usual(feed: &Value, profile: Option<&Profile>, at: &str, violations: &mut Violations) {
    let usual = profile.map(Profile::defaults);
    // A profile that cannot be read may have one: that is reported alone.
    let none = |has: fn(&Defaults) -> bool| usual.is_some_and(|usual| !has(usual));
    for (key, is_missing, why) in [
        ("currency", none(|usual| usual.currency.is_some()), "no export says what its amounts are in"),
        ("price_column", none(|usual| usual.price_column.is_some()), "name the one column with the advertised price"),
    ] {
        if is_missing && feed.get(key).is_none() {
            violations.add(at, "required", &format!("`{key}` is required: {why}, and the profile has no usual one"));
        }
    }
}

/// The rule that tells rooftops apart fits the profile and stands alone.
fn check_rule(feed: &Value, profile: Option<Profile>, filled: &[RooftopId], at: &str, violations: &mut Violations) {
    let place = format!("{at}/rooftops");
    let by_profile = profile.as_ref().is_some_and(|profile| !profile.rooftop_ids().is_empty());
    match (rule(feed), profile) {
        (Some(Err(problem)), _) => violations.add(&place, "conflict", problem),
        (Some(Ok(rule)), Some(profile)) => {
            if let Err(fault) = profile.with_rooftops(rule) {
                violations.add(&place, "conflict", &fault.to_string());
            }
        }
        (Some(Ok(_)) | None, _) => {}
    }
    let has_rule = feed.get("rooftops").is_some() || by_profile;
    if has_rule && feed.get("rooftop").is_some() {
        let said = if by_profile { "the profile's [rooftops]" } else { "`rooftops`" };
        let message = format!("remove it: {said} says which rooftop each row belongs to");
        violations.add(&format!("{at}/rooftop"), "conflict", &message);
    } else if !has_rule && filled.is_empty() && feed.get("rooftop").is_none() {
        let message = "`rooftop` is required, or `rooftops` where one file holds several";
        violations.add(at, "required", message);
    }
}

fn check_template(feed: &Value, at: &str, violations: &mut Violations) {
    if let Some(Err(problem)) = text(feed, "listing_url_template").map(Template::parse) {
        let message = format!("{problem}; write it like https://dealer.example/vehicle/{{stock}}");
        violations.add(&format!("{at}/listing_url_template"), "format", &message);
    }
}

/// The organization and the rooftops that a feed fills must be there.
fn check_target(file: &Value, feed: &Value, filled: &[RooftopId], at: &str, violations: &mut Violations) {
    let Some(name) = text(feed, "organization") else { return };
    let Some(organization) = by_id(file, "organizations", name) else {
        if let Some(known) = ids(file, "organizations") {
            let message = format!("there is no such organization; known are: {}", known.join(", "));
            violations.add(&format!("{at}/organization"), "reference", &message);
        }
        return;
    };
    let Some(known) = ids(organization, "rooftops") else { return };
    for id in filled.iter().filter(|id| !known.contains(&id.as_str())) {
        let such = if text(feed, "rooftop") == Some(id.as_str()) {
            "such rooftop".to_owned()
        } else {
            format!("rooftop `{id}`")
        };
        let message = format!("the organization has no {such}; it has: {}", known.join(", "));
        violations.add(&rooftop_at(feed, at), "reference", &message);
    }
}

/// The rooftops of a feed, as the file has them.
fn sections<'v>(file: &'v Value, feed: &Value, filled: &'v [RooftopId]) -> impl Iterator<Item = RooftopSection> + 'v {
    let organization = text(feed, "organization").and_then(|id| by_id(file, "organizations", id));
    let section =
        move |id: &RooftopId| RooftopSection::deserialize(by_id(organization?, "rooftops", id.as_str())?).ok();
    filled.iter().filter_map(section)
}

/// Dates without a zone are read in one zone, so the rooftops of one file need
/// one, or the feed says which.
fn check_zones(file: &Value, feed: &Value, filled: &[RooftopId], at: &str, violations: &mut Violations) {
    let zones: BTreeSet<String> = sections(file, feed, filled).map(|rooftop| rooftop.timezone.to_string()).collect();
    if zones.len() > 1 && feed.get("time_zone").is_none() {
        let zones: Vec<String> = zones.into_iter().collect();
        let message =
            format!("`time_zone` is required: the rooftops of this file lie in several ({})", zones.join(", "));
        violations.add(at, "required", &message);
    }
}

/// Price source and charges must say the same, where both can be read.
fn check_charges(file: &Value, feed: &Value, filled: &[RooftopId], at: &str, violations: &mut Violations) {
    let Some(includes) = feed.get("price_includes_required_charges").and_then(Value::as_bool) else { return };
    for rooftop in sections(file, feed, filled) {
        if let Err(error) = organization::rooftop(&rooftop, &AccessSection::default()).check_charges(includes) {
            violations.add(&format!("{at}/price_includes_required_charges"), "conflict", &error.to_string());
        }
    }
}
