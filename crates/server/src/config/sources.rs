//! Where feeds' files come from and when they are looked at: the keys of
//! `[[feeds]]` that the crate `sources` understands.

use dealeragent_protocol::{
    intake::Violations,
    values::{Text, TimeOfDay, TimeZoneName},
};
use dealeragent_sources::{
    Every, FolderSection, S3Section, Schedule, ScheduleKeys, SftpSection, SourceKeys, SourcePlan, UrlSection,
};
use serde::Deserialize;
use serde_json::Value;

use super::file::FeedSection;

/// How often what is no plain file is looked at, where nothing is said.
const UNLESS_SAID: &str = "15m";

/// These keys of a raw feed, whatever stands in the others.
#[derive(Deserialize)]
struct Keys {
    path: Option<Text<1, 500>>,
    folder: Option<FolderSection>,
    url: Option<UrlSection>,
    sftp: Option<SftpSection>,
    s3: Option<S3Section>,
    every: Option<Every>,
    daily_at: Option<Vec<TimeOfDay>>,
}

/// Adds what does not fit together. Keys of a wrong shape are reported as such,
/// and alone.
pub(super) fn check(feed: &Value, at: &str, violations: &mut Violations) {
    let Ok(keys) = Keys::deserialize(feed) else { return };
    let Keys { path, folder, url, sftp, s3, .. } = &keys;
    let is_said = path.is_some() || folder.is_some() || url.is_some() || sftp.is_some() || s3.is_some();
    let source = SourceKeys {
        path: path.as_ref(),
        folder: folder.as_ref(),
        url: url.as_ref(),
        sftp: sftp.as_ref(),
        s3: s3.as_ref(),
    };
    let when = ScheduleKeys { every: keys.every, daily_at: keys.daily_at.as_deref() };
    // Which zone it is makes no difference to whether the keys fit.
    let misfits = TimeZoneName::parse("UTC").ok().zip(Every::parse(UNLESS_SAID).ok());
    let misfits = misfits.and_then(|(zone, usual)| when.plan("", &zone, usual).err());
    for fault in source.plan().err().into_iter().flatten().chain(misfits) {
        let key = fault.key.replace('.', "/");
        let place = if key.is_empty() { at.to_owned() } else { format!("{at}/{key}") };
        violations.add(&place, if is_said { "conflict" } else { "required" }, &fault.message);
    }
}

/// Where the file comes from, and when it is looked at: `None` there for a plain
/// file without a schedule. `zone` is the rooftop's.
pub(super) fn plan(feed: &FeedSection, zone: &TimeZoneName) -> Option<(SourcePlan, Option<Schedule>)> {
    let source = SourceKeys {
        path: feed.path.as_ref(),
        folder: feed.folder.as_ref(),
        url: feed.url.as_ref(),
        sftp: feed.sftp.as_ref(),
        s3: feed.s3.as_ref(),
    };
    let source = source.plan().ok()?;
    if feed.path.is_some() && !states_schedule(feed) {
        return Some((source, None));
    }
    let when = ScheduleKeys { every: feed.every, daily_at: feed.daily_at.as_deref() };
    let schedule = when.plan(feed.id.as_str(), zone, Every::parse(UNLESS_SAID).ok()?).ok()?;
    Some((source, Some(schedule)))
}

/// Whether the operator says when it is looked at.
pub(super) fn states_schedule(feed: &FeedSection) -> bool {
    feed.every.is_some() || feed.daily_at.is_some()
}
