//! Which file of several is taken, and when it may be taken.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use dealeragent_protocol::values::Timestamp;

use crate::{NamePattern, NotYet, PassedOver, SourceTime, TimeBasis, Validators, pattern::is_under_way, words::shown};

/// How far a file's time may lie ahead of this machine's clock, in nanoseconds.
const AHEAD: i64 = 600 * 1_000_000_000;

/// Most names that are told.
const TOLD: usize = 20;

/// A file as its folder lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) length: u64,
    /// Nanoseconds since 1970; `None` where the source does not say.
    pub(crate) modified: Option<i64>,
    /// What else tells versions of it apart.
    pub(crate) etag: Option<String>,
}

impl Entry {
    /// Whether this is what was used last.
    pub(crate) fn is(&self, known: &Validators) -> bool {
        let is_named = known.name.as_ref() == Some(&self.name);
        is_named && known.length == Some(self.length) && known.modified == self.modified && known.etag == self.etag
    }

    /// Its own time; `now` where the source does not say.
    pub(crate) fn source_time(&self, now: Timestamp) -> SourceTime {
        match self.modified {
            Some(at) => SourceTime { at: moment(at), basis: TimeBasis::FileModified },
            None => SourceTime { at: now, basis: TimeBasis::Received },
        }
    }

    pub(crate) fn validators(&self, source: String) -> Validators {
        Validators {
            source,
            name: Some(self.name.clone()),
            etag: self.etag.clone(),
            last_modified: None,
            length: Some(self.length),
            modified: self.modified,
        }
    }
}

/// What a list of files comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The newest one is what was used last, or older than that.
    Nothing,
    /// None can be taken.
    NotYet(NotYet),
    /// The newest one that matches.
    Take(Entry, PassedOver),
}

/// Chooses the newest of `entries` that matches: names of uploads under way are
/// left out, and so are times that lie in the future, which would win for ever.
/// Of two with one time it is the one whose name comes last.
pub(crate) fn choose(entries: Vec<Entry>, pattern: &NamePattern, known: &Validators, now: Timestamp) -> Choice {
    let total = entries.len();
    let is_meant = |entry: &Entry| pattern.matches(&entry.name) && !is_under_way(&entry.name);
    choose_of(entries.into_iter().filter(is_meant).collect(), total, pattern, known, now)
}

/// The newest of those that are `meant`, of `total` that there are.
pub(crate) fn choose_of(
    meant: Vec<Entry>,
    total: usize,
    pattern: &NamePattern,
    known: &Validators,
    now: Timestamp,
) -> Choice {
    let limit = nanoseconds(now).saturating_add(AHEAD);
    let is_ahead = |entry: &Entry| entry.modified.is_some_and(|at| at > limit);
    let (ahead, mut found): (Vec<Entry>, Vec<Entry>) = meant.into_iter().partition(is_ahead);
    found.sort_by(|one, other| (other.modified, &other.name).cmp(&(one.modified, &one.name)));
    let mut found = found.into_iter();
    let Some(newest) = found.next() else { return none(&ahead, total, pattern, known) };
    let is_older = known.name.is_some() && newest.modified < known.modified;
    if newest.is(known) || is_older && known.name.as_ref() != Some(&newest.name) {
        return Choice::Nothing;
    }
    // Another version of the known file may come with an older time; whoever
    // judges the run sees that. Files beside it that are older are no news.
    let mut passed = PassedOver::default();
    for other in found.take_while(|other| known.modified.is_none_or(|at| other.modified > Some(at))) {
        passed.count += 1;
        if passed.names.len() < TOLD {
            passed.names.push(shown(&other.name));
        }
    }
    Choice::Take(newest, passed)
}

fn none(ahead: &[Entry], total: usize, pattern: &NamePattern, known: &Validators) -> Choice {
    if let Some(first) = ahead.first() {
        let name = shown(&first.name);
        let reason = format!("{name}: its time lies in the future; check the clocks of this machine and of the sender");
        return Choice::NotYet(NotYet { reason, again_after: None });
    }
    if known.name.is_some() {
        return Choice::Nothing;
    }
    let reason = format!("none of {total} files has a name like {pattern}; check the pattern, or wait for the first");
    Choice::NotYet(NotYet { reason, again_after: None })
}

pub(crate) fn nanoseconds(at: Timestamp) -> i64 {
    i64::try_from(at.as_jiff().as_nanosecond()).unwrap_or(i64::MAX)
}

fn moment(nanoseconds: i64) -> Timestamp {
    jiff::Timestamp::from_nanosecond(nanoseconds.into()).map_or(Timestamp::UNIX_EPOCH, Timestamp::from)
}

/// Remembers what a file looked like, since only one that stays as it is for a
/// while is whole.
#[derive(Debug)]
pub(crate) struct Settling {
    wait: Duration,
    seen: Mutex<Option<(Entry, Timestamp)>>,
}

impl Settling {
    pub(crate) fn new(wait: Duration) -> Self {
        Self { wait, seen: Mutex::default() }
    }

    /// Whether `entry` is as it was at a look at least the wait ago.
    ///
    /// # Errors
    /// [`NotYet`], with the time after which it is worth another look.
    pub(crate) fn check(&self, entry: &Entry, now: Timestamp) -> Result<(), NotYet> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let name = shown(&entry.name);
        let wait = i64::try_from(self.wait.as_secs()).unwrap_or(i64::MAX);
        let (reason, left) = match &*seen {
            // A clock that was set back begins anew.
            Some((before, at)) if before == entry && *at <= now => {
                let passed = now.seconds_since(*at);
                if passed >= wait {
                    return Ok(());
                }
                (format!("{name}: seen a moment ago; taken if it stays as it is"), wait - passed)
            }
            before => {
                let is_growing = before.as_ref().is_some_and(|(before, _)| before.name == entry.name);
                *seen = Some((entry.clone(), now));
                let words = if is_growing { "still changes" } else { "seen for the first time" };
                (format!("{name}: {words}; taken if it stays as it is"), wait)
            }
        };
        Err(NotYet { reason, again_after: Some(Duration::from_secs(left.max(1).unsigned_abs())) })
    }
}
