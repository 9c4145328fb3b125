//! A folder, a door out and a clock for each test.

use std::{path::Path, sync::LazyLock, time::Duration};

use dealeragent_egress::{Egress, EgressPolicy, RetrySettings};
use dealeragent_protocol::values::Text;
use dealeragent_protocol::values::Timestamp;
use dealeragent_sources::{
    Fetched, FetchedFile, FolderSection, Limits, Look, S3Section, SftpSection, Source, SourceFault, SourceKeys,
    SourcePlan, Spool, UrlSection, Validators,
};
use serde::Deserialize;
use tempfile::TempDir;

/// The part of a feed's table that this crate reads.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) path: Option<Text<1, 500>>,
    pub(crate) folder: Option<FolderSection>,
    pub(crate) url: Option<UrlSection>,
    pub(crate) sftp: Option<SftpSection>,
    pub(crate) s3: Option<S3Section>,
}

impl Table {
    pub(crate) fn keys(&self) -> SourceKeys<'_> {
        SourceKeys {
            path: self.path.as_ref(),
            folder: self.folder.as_ref(),
            url: self.url.as_ref(),
            sftp: self.sftp.as_ref(),
            s3: self.s3.as_ref(),
        }
    }
}

pub(crate) fn plan(toml: &str) -> SourcePlan {
    toml::from_str::<Table>(toml).unwrap().keys().plan().unwrap()
}

/// Rules for tests: this machine, also by plain http, and no second tries.
pub(crate) fn policy() -> EgressPolicy {
    let mut policy = EgressPolicy::default().allow_host("127.0.0.1").unwrap().allow_plain_http("127.0.0.1").unwrap();
    policy.retry =
        RetrySettings { times: 0, first_wait: Duration::from_millis(1), longest_wait: Duration::from_millis(50) };
    policy
}

/// One for all, since it reads the system's certificates.
pub(crate) fn egress() -> Egress {
    static EGRESS: LazyLock<Egress> = LazyLock::new(|| Egress::new(policy()).unwrap());
    EGRESS.clone()
}

/// The moment `seconds` after 14:00 UTC on the first of September.
pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::parse("2026-09-01T14:00:00Z").unwrap().plus_seconds(seconds)
}

pub(crate) struct World {
    pub(crate) folder: TempDir,
    pub(crate) limits: Limits,
    pub(crate) egress: Egress,
    spool: Spool,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(&folder.path().join("data")).unwrap();
        let limits = Limits { bytes: 1000, within: Duration::from_secs(60), settle: Duration::from_secs(10) };
        Self { folder, limits, egress: egress(), spool }
    }

    pub(crate) fn source(&self, toml: &str) -> Source {
        Source::new(plan(toml), self.path(), self.egress.clone(), self.spool.clone(), self.limits)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file whose time is `seconds` after 14:00.
    pub(crate) fn write(&self, name: &str, text: &str, seconds: i64) {
        write(&self.path().join(name), text, seconds);
    }

    /// A secret's own file, for its owner alone.
    pub(crate) fn secret(&self, name: &str, text: &str) {
        private(&self.path().join(name), text);
    }

    /// Files that are waiting in the spool.
    pub(crate) fn incoming(&self) -> usize {
        let processes = std::fs::read_dir(self.path().join("data/incoming")).unwrap();
        let folders = processes.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
        let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|e| e == "part")).count()
    }
}

pub(crate) fn write(path: &Path, text: &str, seconds: i64) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    let since = Duration::from_secs(at(seconds).as_second().unsigned_abs());
    file.set_modified(std::time::UNIX_EPOCH + since).unwrap();
}

pub(crate) fn private(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
}

pub(crate) fn nothing() -> Validators {
    Validators::default()
}

pub(crate) fn file(outcome: Result<Fetched, SourceFault>) -> FetchedFile {
    match outcome {
        Ok(Fetched::File(file)) => *file,
        other => panic!("no file: {other:?}"),
    }
}

pub(crate) fn is_unchanged(outcome: &Result<Fetched, SourceFault>) -> bool {
    matches!(outcome, Ok(Fetched::Unchanged))
}

pub(crate) fn not_yet(outcome: Result<Fetched, SourceFault>) -> String {
    match outcome {
        Ok(Fetched::NotYet(reason)) => reason.to_string(),
        other => panic!("not \"not yet\": {other:?}"),
    }
}

pub(crate) fn text(file: &FetchedFile) -> String {
    std::fs::read_to_string(file.path()).unwrap()
}

/// Two looks, the second when the file had time to settle.
pub(crate) async fn settled(source: &Source, known: &Validators, seconds: i64) -> Result<Fetched, SourceFault> {
    not_yet(source.look(known, at(seconds)).await);
    source.look(known, at(seconds + 10)).await
}
