//! Profiles that feeds name: built-in ones, and files of the operator's own.
//! Problems of such a file are reported beside the configuration's, under its
//! name.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use dealeragent_feeds::{Profile, RooftopRule};
use dealeragent_protocol::values::{RooftopId, Timestamp};
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    Problem,
    file::RooftopsSection,
    problems::Findings,
    raw::{items, text},
};
use crate::files::Files;

/// The operator's profiles, by the path of their file.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    own: BTreeMap<String, Profile>,
}

impl Profiles {
    /// Reads every file once, however many feeds name it.
    pub(super) fn read(file: &Value, files: &Files, now: Timestamp, found: &mut Findings) -> Self {
        let mut profiles = Self::default();
        let mut seen = BTreeSet::new();
        for (at, feed) in items(file, "feeds") {
            let Some(path) = text(feed, "profile_file").filter(|path| seen.insert((*path).to_owned())) else {
                continue;
            };
            let read = files.read(Path::new(path), now).map_err(|fault| fault.to_string());
            match read.and_then(|file| String::from_utf8(file.bytes).map_err(|_| format!("{path} is not UTF-8"))) {
                Err(message) => found.violations.add(&format!("/feeds/{at}/profile_file"), "file", &message),
                Ok(toml) => match Profile::parse(&toml) {
                    Ok(profile) => {
                        profiles.own.insert(path.to_owned(), profile);
                    }
                    Err(fault) => found.elsewhere.push(Problem {
                        file: Some(path.to_owned()),
                        line: fault.line(&toml),
                        key: String::new(),
                        message: fault.to_string(),
                    }),
                },
            }
        }
        profiles
    }

    /// The profile of a feed, with the feed's own rooftop rule. `None` where it
    /// has none or a broken one, which is reported elsewhere.
    pub(super) fn of(&self, feed: &Value) -> Option<Arc<Profile>> {
        let profile = self.named(feed)?;
        match rule(feed) {
            Some(Ok(rule)) => profile.with_rooftops(rule).ok().map(Arc::new),
            Some(Err(_)) => None,
            None => Some(Arc::new(profile)),
        }
    }

    /// The same without the feed's rule.
    pub(super) fn named(&self, feed: &Value) -> Option<Profile> {
        match (text(feed, "profile"), text(feed, "profile_file")) {
            (Some(id), None) => Profile::built_in(id)?.ok(),
            (None, Some(path)) => self.own.get(path).cloned(),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }
}

/// A feed's rule of which rooftop a row belongs to; `None` where it has none.
pub(super) fn rule(feed: &Value) -> Option<Result<RooftopRule, &'static str>> {
    let section = RooftopsSection::deserialize(feed.get("rooftops")?).ok()?;
    let column = section.column.map(|column| column.to_string());
    Some(match (section.map, section.hosts) {
        (Some(map), None) => Ok(RooftopRule::Cells { column, map }),
        (None, Some(hosts)) if column.is_none() => Ok(RooftopRule::Hosts(hosts)),
        (None, Some(_)) => Err("`column` goes with `map`; hosts are those of the page address"),
        (Some(_), Some(_)) | (None, None) => Err("takes one of `map` and `hosts`"),
    })
}

/// The rooftops that a feed may fill; none where that cannot be told.
pub(super) fn filled(feed: &Value, profile: Option<&Profile>) -> Vec<RooftopId> {
    let by_rule: BTreeSet<RooftopId> = match rule(feed) {
        Some(Ok(RooftopRule::Cells { map: known, .. } | RooftopRule::Hosts(known))) => known.into_values().collect(),
        Some(Err(_)) => return Vec::new(),
        None => {
            let ids = profile.map(Profile::rooftop_ids).unwrap_or_default();
            ids.into_iter().filter_map(|id| RooftopId::parse(id).ok()).collect()
        }
    };
    if !by_rule.is_empty() {
        return by_rule.into_iter().collect();
    }
    text(feed, "rooftop").and_then(|id| RooftopId::parse(id).ok()).into_iter().collect()
}
