//! Files of SFTP servers.

mod copy;
mod faults;
mod host_key;
mod session;
mod sign_in;

use std::fmt;

use dealeragent_protocol::values::Timestamp;
use russh_sftp::{client::RawSftpSession, protocol::FileAttributes};

pub(crate) use host_key::{Fingerprint, HostKeys};

use crate::{
    FaultKind, Fetched, FetchedFile, NamePattern, NotYet, PassedOver, SecretRef, SourceFault, Validators,
    choose::{Choice, Entry, Settling, choose},
    source::Doors,
};

/// Most files of a folder that are looked at.
const MOST: usize = 10_000;

/// How the gateway signs in.
#[derive(Debug, Clone)]
pub(crate) enum SignIn {
    Password(SecretRef),
    /// A private key, and what it is locked with.
    Key(SecretRef, Option<SecretRef>),
}

/// One file, or the newest of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SftpPick {
    Path(String),
    Folder(String, NamePattern),
}

/// A server and what is taken from it.
#[derive(Clone)]
pub(crate) struct SftpPlan {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) user: String,
    pub(crate) sign_in: SignIn,
    pub(crate) host_keys: HostKeys,
    pub(crate) pick: SftpPick,
}

impl fmt::Debug for SftpPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SftpPlan").field("place", &self.place()).finish_non_exhaustive()
    }
}

impl SftpPlan {
    /// Host and path, without the user.
    pub(crate) fn place(&self) -> String {
        let port = if self.port == 22 { String::new() } else { format!(":{}", self.port) };
        let path = match &self.pick {
            SftpPick::Path(path) => path.clone(),
            SftpPick::Folder(folder, pattern) => format!("{}/{pattern}", folder.trim_end_matches('/')),
        };
        format!("sftp://{}{port}/{}", self.host, path.trim_start_matches('/'))
    }

    pub(crate) fn secrets(&self) -> Vec<(&'static str, &SecretRef)> {
        match &self.sign_in {
            SignIn::Password(password) => vec![("sftp.password", password)],
            SignIn::Key(key, passphrase) => {
                let passphrase = passphrase.iter().map(|secret| ("sftp.passphrase", secret));
                std::iter::once(("sftp.private_key", key)).chain(passphrase).collect()
            }
        }
    }

    pub(crate) async fn look(
        &self,
        known: &Validators,
        settling: &Settling,
        doors: &Doors,
        now: Timestamp,
    ) -> Result<Fetched, SourceFault> {
        let session = self.open(doors).await?;
        let looked = self.look_in(session.files(), known, settling, doors, now).await;
        session.close().await;
        looked
    }

    async fn look_in(
        &self,
        files: &RawSftpSession,
        known: &Validators,
        settling: &Settling,
        doors: &Doors,
        now: Timestamp,
    ) -> Result<Fetched, SourceFault> {
        let (path, entry, passed_over) = match &self.pick {
            SftpPick::Path(path) => {
                let found = files.stat(path.as_str()).await.map_err(|error| self.fault(&error))?.attrs;
                if kind_of(&found) == Some(FOLDER) {
                    let mend = "for a folder write folder = \"…\" and pattern = \"…\"";
                    return Err(SourceFault::new(FaultKind::Configuration, &self.place(), "is a folder", mend));
                }
                let name = path.rsplit('/').next().unwrap_or_default().to_owned();
                (path.clone(), entry(name, &found), PassedOver::default())
            }
            SftpPick::Folder(folder, pattern) => match choose(self.list(files, folder).await?, pattern, known, now) {
                Choice::Nothing => return Ok(Fetched::Unchanged),
                Choice::NotYet(reason) => return Ok(Fetched::NotYet(reason)),
                Choice::Take(entry, passed_over) => {
                    (format!("{}/{}", folder.trim_end_matches('/'), entry.name), entry, passed_over)
                }
            },
        };
        if entry.is(known) {
            return Ok(Fetched::Unchanged);
        }
        if entry.length > doors.limits.bytes {
            return Err(SourceFault::too_large(&self.place(), doors.limits.bytes));
        }
        if let Err(not_yet) = settling.check(&entry, now) {
            return Ok(Fetched::NotYet(not_yet));
        }
        let file = doors.spool.create()?;
        let length = self.copy(files, &path, &file, doors.limits.bytes).await?;
        let after = files.stat(path.as_str()).await.map_err(|error| self.fault(&error))?.attrs;
        if length != entry.length || self::entry(entry.name.clone(), &after) != entry {
            let reason = format!("{}: changed while it was read; taken when it stays as it is", self.place());
            return Ok(Fetched::NotYet(NotYet { reason, again_after: Some(doors.limits.settle) }));
        }
        Ok(Fetched::File(Box::new(FetchedFile {
            file,
            source_time: entry.source_time(now),
            length,
            media_type: None,
            validators: entry.validators(known.source.clone()),
            name: entry.name,
            passed_over,
        })))
    }

    /// The files of a folder, links left out as in folders of this machine.
    async fn list(&self, files: &RawSftpSession, folder: &str) -> Result<Vec<Entry>, SourceFault> {
        let handle = files.opendir(folder).await.map_err(|error| self.fault(&error))?.handle;
        let mut entries = Vec::new();
        let mut seen = 0;
        loop {
            let part = match files.readdir(handle.as_str()).await {
                Ok(part) => part.files,
                Err(error) if is_end(&error) => break,
                Err(error) => return Err(self.fault(&error)),
            };
            seen += part.len();
            // A part without names would be asked for again for ever.
            if seen > MOST || part.is_empty() {
                let problem = format!("lists more than {MOST} names, or sends empty lists");
                return Err(SourceFault::new(FaultKind::TooLarge, &self.place(), &problem, "move old files away"));
            }
            let regular = part.into_iter().filter(|file| is_regular(&file.attrs) && !file.filename.contains('/'));
            entries.extend(regular.map(|file| entry(file.filename, &file.attrs)));
        }
        let _ = files.close(handle).await;
        Ok(entries)
    }
}

/// The bits of `st_mode` that say what it is, and two of their values.
const KIND: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;

fn kind_of(found: &FileAttributes) -> Option<u32> {
    found.permissions.map(|mode| mode & KIND).filter(|kind| *kind != 0)
}

/// A file, or what a server does not tell the kind of.
fn is_regular(found: &FileAttributes) -> bool {
    kind_of(found).is_none_or(|kind| kind == REGULAR)
}

fn is_end(error: &russh_sftp::client::error::Error) -> bool {
    use russh_sftp::{client::error::Error, protocol::StatusCode};
    matches!(error, Error::Status(status) if status.status_code == StatusCode::Eof)
}

fn entry(name: String, found: &FileAttributes) -> Entry {
    let modified = found.mtime.map(|seconds| i64::from(seconds) * 1_000_000_000);
    Entry { name, length: found.size.unwrap_or(0), modified, etag: None }
}
