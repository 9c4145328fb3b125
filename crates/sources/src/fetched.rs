//! What a look at a source brings.

use std::{fmt, fs::File, io, path::Path, time::Duration};

use dealeragent_protocol::values::Timestamp;
use serde::{Deserialize, Serialize};

use crate::SpoolFile;

/// The outcome of a look that did not fail.
#[derive(Debug)]
pub enum Fetched {
    /// The source has what it had. Says nothing about freshness: that follows
    /// the source's own time.
    Unchanged,
    /// A file.
    File(Box<FetchedFile>),
    /// Nothing to take yet, which is no failure.
    NotYet(NotYet),
}

/// Why nothing is taken yet, and when to look again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotYet {
    /// In words for an operator.
    pub reason: String,
    /// Look again after this time; `None` where the schedule is soon enough.
    pub again_after: Option<Duration>,
}

impl fmt::Display for NotYet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A whole file, copied to the data folder. The copy goes when this is dropped.
#[derive(Debug)]
pub struct FetchedFile {
    pub(crate) file: SpoolFile,
    /// Its name at the source.
    pub name: String,
    /// The source's own time of it.
    pub source_time: SourceTime,
    /// Its length in bytes.
    pub length: u64,
    /// What its sender calls it, in lower case: `text/csv`. Often wrong; the
    /// reader looks at the content.
    pub media_type: Option<String>,
    /// What to ask with next time, once this file was used.
    pub validators: Validators,
    /// Other new files that match and were passed over for this newer one.
    pub passed_over: PassedOver,
}

impl FetchedFile {
    /// Where the copy is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The copy, for reading.
    ///
    /// # Errors
    /// When somebody took it away.
    pub fn open(&self) -> io::Result<File> {
        File::open(self.file.path())
    }
}

/// When the source says that the file was made, and what says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceTime {
    /// The moment.
    pub at: Timestamp,
    /// What says so.
    pub basis: TimeBasis,
}

/// What a source's time rests on, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeBasis {
    /// The time of modification in the file system.
    FileModified,
    /// `Last-Modified` of the answer.
    LastModified,
    /// `Date` of the answer: the file is no newer than this, perhaps older.
    AnswerDate,
    /// The source gave no time; this is when it came.
    Received,
}

impl TimeBasis {
    /// In words: `the time of the answer (the file may be older)`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::FileModified => "the file's time of modification",
            Self::LastModified => "the server's Last-Modified",
            Self::AnswerDate => "the time of the answer (the file may be older)",
            Self::Received => "the time of receipt (the file may be older)",
        }
    }
}

/// Names of files that were passed over: the first few, and how many.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// Newest first, twenty at most.
    pub names: Vec<String>,
    /// How many there were in all.
    pub count: usize,
}

/// What is known of the file that was used last. Plain data, to be kept with
/// the run that used it; of no use to a source at another place, which notices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Validators {
    /// Digest of the place that it came from.
    pub(crate) source: String,
    /// Its name there.
    pub(crate) name: Option<String>,
    /// `ETag` as it was sent.
    pub(crate) etag: Option<String>,
    /// `Last-Modified` as it was sent.
    pub(crate) last_modified: Option<String>,
    /// Its length.
    pub(crate) length: Option<u64>,
    /// Its time of modification, in nanoseconds since 1970.
    pub(crate) modified: Option<i64>,
}

impl Validators {
    /// These, if they are of the place with this digest; else none.
    pub(crate) fn of_source(&self, source: &str) -> Self {
        if self.source == source { self.clone() } else { Self { source: source.to_owned(), ..Self::default() } }
    }
}
