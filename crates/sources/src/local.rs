//! Files of this machine: one by its path, or the newest of a folder.

use std::{
    fs::{self, File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
};

use dealeragent_protocol::values::Timestamp;

use crate::{
    FaultKind, Fetched, FetchedFile, NamePattern, NotYet, PassedOver, SourceFault, SpoolFile, Validators,
    choose::{Choice, Entry, Settling, choose},
    source::Doors,
};

/// Most files of a folder that are looked at.
const MOST: usize = 10_000;

/// The file at `path`.
pub(crate) async fn file(
    path: &str,
    known: &Validators,
    settling: &Settling,
    doors: &Doors,
    now: Timestamp,
) -> Result<Fetched, SourceFault> {
    let whole = doors.folder.join(path);
    let place = whole.display().to_string();
    let found = blocking(&place, {
        let whole = whole.clone();
        move || fs::metadata(whole)
    });
    let found = found.await?.map_err(|error| SourceFault::of_file(&place, &error))?;
    if !found.is_file() {
        return Err(SourceFault::new(
            FaultKind::Configuration,
            &place,
            "is no file",
            "for a folder write folder = { … }",
        ));
    }
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let found = Found { path: whole, entry: entry(name, &found), passed_over: PassedOver::default(), is_chosen: false };
    found.take(known, settling, doors, now).await
}

/// The newest file of the folder at `path` whose name matches. Links are left
/// out: whoever may put files there must not choose others of this machine.
pub(crate) async fn folder(
    path: &str,
    pattern: &NamePattern,
    known: &Validators,
    settling: &Settling,
    doors: &Doors,
    now: Timestamp,
) -> Result<Fetched, SourceFault> {
    let whole = doors.folder.join(path);
    let place = whole.display().to_string();
    let entries = blocking(&place, {
        let whole = whole.clone();
        move || list(&whole)
    });
    let entries = entries.await?.map_err(|error| SourceFault::of_file(&place, &error))?;
    if entries.len() > MOST {
        let problem = format!("holds more than {MOST} files");
        return Err(SourceFault::new(FaultKind::TooLarge, &place, &problem, "move old ones away"));
    }
    match choose(entries, pattern, known, now) {
        Choice::Nothing => Ok(Fetched::Unchanged),
        Choice::NotYet(reason) => Ok(Fetched::NotYet(reason)),
        Choice::Take(entry, passed_over) => {
            let found = Found { path: whole.join(&entry.name), entry, passed_over, is_chosen: true };
            found.take(known, settling, doors, now).await
        }
    }
}

fn list(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for found in fs::read_dir(folder)?.take(MOST + 1) {
        let found = found?;
        let Ok(name) = found.file_name().into_string() else { continue };
        match found.metadata() {
            Ok(metadata) if metadata.is_file() => entries.push(entry(name, &metadata)),
            Ok(_) => {}
            // Taken away between the list and the look at it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}

fn entry(name: String, found: &Metadata) -> Entry {
    let modified = found.modified().ok().and_then(|at| jiff::Timestamp::try_from(at).ok());
    let modified = modified.and_then(|at| i64::try_from(at.as_nanosecond()).ok());
    Entry { name, length: found.len(), modified, etag: None }
}

/// A file that may be taken.
struct Found {
    path: PathBuf,
    entry: Entry,
    passed_over: PassedOver,
    /// Whether whoever writes to the folder chose its name, and might put a link
    /// in its place.
    is_chosen: bool,
}

impl Found {
    async fn take(
        self,
        known: &Validators,
        settling: &Settling,
        doors: &Doors,
        now: Timestamp,
    ) -> Result<Fetched, SourceFault> {
        let Self { path, entry, passed_over, is_chosen } = self;
        let place = path.display().to_string();
        if entry.is(known) {
            return Ok(Fetched::Unchanged);
        }
        if entry.length > doors.limits.bytes {
            return Err(SourceFault::too_large(&place, doors.limits.bytes));
        }
        if let Err(not_yet) = settling.check(&entry, now) {
            return Ok(Fetched::NotYet(not_yet));
        }
        let file = doors.spool.create()?;
        let wanted = entry.clone();
        let copied = blocking(&place, move || copy(&path, &wanted, is_chosen, file)).await?;
        let Some(file) = copied.map_err(|error| error.at(&place))? else {
            let reason = format!("{place}: changed while it was read; taken when it stays as it is");
            return Ok(Fetched::NotYet(NotYet { reason, again_after: Some(doors.limits.settle) }));
        };
        Ok(Fetched::File(Box::new(FetchedFile {
            file,
            source_time: entry.source_time(now),
            length: entry.length,
            media_type: None,
            validators: entry.validators(known.source.clone()),
            name: entry.name,
            passed_over,
        })))
    }
}

/// Which side of a copy failed.
enum CopyFault {
    Reading(io::Error),
    Disk(SourceFault),
}

impl CopyFault {
    fn at(self, place: &str) -> SourceFault {
        match self {
            Self::Reading(error) => SourceFault::of_file(place, &error),
            Self::Disk(fault) => fault,
        }
    }
}

/// Copies the file, so that what is read is not changed under the reader; `None`
/// where it is not (or no longer) what was looked at.
fn copy(path: &Path, wanted: &Entry, is_chosen: bool, file: SpoolFile) -> Result<Option<SpoolFile>, CopyFault> {
    let is_same = |metadata: &Metadata| entry(wanted.name.clone(), metadata) == *wanted;
    let source = File::open(path).map_err(CopyFault::Reading)?;
    let opened = source.metadata().map_err(CopyFault::Reading)?;
    let is_itself = !is_chosen || is_no_link(path, &opened).map_err(CopyFault::Reading)?;
    if !is_itself || !is_same(&opened) {
        return Ok(None);
    }
    let mut target = file.writer().map_err(CopyFault::Disk)?;
    // One byte more than expected shows that it grew.
    let copied = io::copy(&mut (&source).take(wanted.length.saturating_add(1)), &mut target);
    let copied = copied.map_err(|error| CopyFault::Disk(file.fault(&error)))?;
    let is_whole = copied == wanted.length && is_same(&source.metadata().map_err(CopyFault::Reading)?);
    Ok(is_whole.then_some(file))
}

/// Whether what was opened is what stands at the path itself, not what a link
/// there leads to.
#[cfg(unix)]
fn is_no_link(path: &Path, opened: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let there = fs::symlink_metadata(path)?;
    Ok(there.is_file() && (there.dev(), there.ino()) == (opened.dev(), opened.ino()))
}

#[cfg(not(unix))]
fn is_no_link(path: &Path, _: &Metadata) -> io::Result<bool> {
    Ok(fs::symlink_metadata(path)?.is_file())
}

async fn blocking<T: Send + 'static>(place: &str, work: impl FnOnce() -> T + Send + 'static) -> Result<T, SourceFault> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| SourceFault::new(FaultKind::Internal, place, "the look ended in a defect", "please report it"))
}
