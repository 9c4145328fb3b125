//! A feed's file and its side files, read.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use dealeragent_feeds::{
    AttachReport, Evidence, FileFault, Import, SourceSettings, import_reader,
    judge::{Candidate, FileFacts},
};
use dealeragent_inventory::FilterKind;
use dealeragent_protocol::values::{ContentDigest, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::{
    config::{Config, FeedPlan},
    files::{Files, OpenedFile},
};

/// Side files as they were last read well, with their digests.
pub(super) type KnownEvidence = BTreeMap<PathBuf, (Evidence, ContentDigest)>;

/// A feed that could be opened, or why it could not be read on our side.
pub(super) type Read = Result<ReadFeed, String>;

/// A feed's file as it was read.
pub(super) struct ReadFeed {
    pub(super) candidate: Candidate,
    pub(super) import: Result<Import, FileFault>,
    pub(super) evidence: Vec<AttachReport>,
    pub(super) evidence_faults: Vec<String>,
    /// The file's length, where it is known.
    pub(super) bytes: Option<u64>,
}

/// Reads feeds.
pub(super) struct Reader<'a> {
    pub(super) config: &'a Config,
    pub(super) files: &'a Files,
}

impl Reader<'_> {
    /// When the feed's files were written; `None` where one of them is missing,
    /// which is looked at again each time.
    pub(super) fn stamp(&self, path: &Path, plan: &FeedPlan, now: Timestamp) -> Option<Vec<Timestamp>> {
        let beside = plan.evidence.iter().map(PathBuf::as_path);
        std::iter::once(path).chain(beside).map(|path| self.files.modified_at(path, now)).collect()
    }

    pub(super) fn read(&self, plan: &FeedPlan, file: OpenedFile, now: Timestamp, known: &mut KnownEvidence) -> Read {
        let shift = self.files.date_shift_days(now);
        let settings = SourceSettings {
            observed_at: file.modified_at.to_whole_second(),
            now: now.to_whole_second(),
            date_shift_days: shift,
            ..plan.settings.clone()
        };
        let mut import = import_reader(file.input, &plan.profile, &settings, plan.limits);
        let (mut evidence, mut evidence_faults) = (Vec::new(), Vec::new());
        let mut reading = Fingerprint::of(plan, shift);
        for path in &plan.evidence {
            match self.evidence(path, now) {
                Ok(read) => {
                    known.insert(path.clone(), read);
                }
                Err(message) => evidence_faults.push(message),
            }
            // A side file that broke goes on saying what it last said well.
            let Some((found, digest)) = known.get(path) else { continue };
            reading.add(digest.as_str());
            let Ok(import) = &mut import else { continue };
            let attached = found.clone().shifted(shift).attach(&mut import.listings, now);
            let new = attached.answers.iter().filter(|filter| !import.answers.contains(filter));
            let new: Vec<FilterKind> = new.copied().collect();
            import.answers.extend(new);
            evidence.push(attached);
        }
        if let Ok(import) = &import {
            self.check_rooftops(plan, import)?;
        }
        let candidate = Candidate {
            organization_id: plan.settings.organization_id.clone(),
            source: format!("{} as {}", plan.id, plan.profile.id()),
            file: FileFacts {
                digest: None,
                reading: reading.close(),
                source_time: file.modified_at.to_whole_second(),
                basis: file.basis,
            },
        };
        Ok(ReadFeed { candidate, import, evidence, evidence_faults, bytes: file.bytes })
    }

    /// A profile may name rooftops that the configuration does not have.
    fn check_rooftops(&self, plan: &FeedPlan, import: &Import) -> Result<(), String> {
        let dealer = self.config.dealers.iter().find(|dealer| dealer.organization_id == plan.settings.organization_id);
        let is_known = |rooftop| dealer.is_some_and(|dealer| dealer.rooftop(rooftop).is_some());
        let unknown = import.listings.iter().find(|listing| !is_known(&listing.rooftop_id));
        unknown.map_or(Ok(()), |listing| {
            let rooftop = &listing.rooftop_id;
            let place = plan.source.place();
            Err(format!("{place}: rooftop {rooftop} is not configured; add it to the organization, or to no profile"))
        })
    }

    fn evidence(&self, path: &Path, now: Timestamp) -> Result<(Evidence, ContentDigest), String> {
        let file = self.files.read(path, now).map_err(|fault| fault.to_string())?;
        let text = String::from_utf8(file.bytes).map_err(|_| format!("{}: not UTF-8", path.display()))?;
        let evidence = Evidence::read(&text).map_err(|fault| format!("{}: {fault}", path.display()))?;
        Ok((evidence, ContentDigest::from_sha256(Sha256::digest(text.as_bytes()).into())))
    }
}

/// How a file is read, in one word: another profile, setting, side file or
/// program makes another content of the same bytes.
struct Fingerprint(Sha256);

impl Fingerprint {
    fn of(plan: &FeedPlan, shift: i64) -> Self {
        let timeless = SourceSettings {
            observed_at: Timestamp::UNIX_EPOCH,
            now: Timestamp::UNIX_EPOCH,
            date_shift_days: shift,
            ..plan.settings.clone()
        };
        let mut fingerprint = Self(Sha256::new());
        fingerprint.add(env!("CARGO_PKG_VERSION"));
        fingerprint.add(&format!("{:?}", plan.profile));
        fingerprint.add(&format!("{timeless:?}"));
        // A file that waits under other bounds is judged anew.
        fingerprint.add(&format!("{:?}", plan.rules));
        fingerprint
    }

    fn add(&mut self, part: &str) {
        self.0.update(part.len().to_le_bytes());
        self.0.update(part.as_bytes());
    }

    fn close(self) -> String {
        ContentDigest::from_sha256(self.0.finalize().into()).to_string()
    }
}
