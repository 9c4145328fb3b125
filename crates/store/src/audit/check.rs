//! Goes along the chain, one link at a time: the same for a log and an export.

use super::{Anchor, AuditRecord, Broken, ChainHash, Defect, LogId, Mark, NotedTip, Place, Tip, Verification};

/// Where the check stands. Takes all anchors, then all entries.
pub(crate) struct ChainCheck {
    log_id: LogId,
    noted: Option<Tip>,
    found: Option<NotedTip>,
    anchors: u64,
    last_anchor: ChainHash,
    entries: u64,
    first: Option<Mark>,
    last: Option<Mark>,
    last_seq: u64,
    last_hash: ChainHash,
}

impl ChainCheck {
    pub(crate) fn new(log_id: LogId, noted: Option<Tip>) -> Self {
        let start = log_id.genesis();
        Self {
            log_id,
            noted,
            found: None,
            anchors: 0,
            last_anchor: start,
            entries: 0,
            first: None,
            last: None,
            last_seq: 0,
            last_hash: start,
        }
    }

    pub(crate) fn next_anchor(&self) -> Place {
        Place::Anchor(self.anchors.saturating_add(1))
    }

    pub(crate) fn next_entry(&self) -> Place {
        Place::Entry(self.last_seq.saturating_add(1))
    }

    /// The chain's end so far, from which an entry would go on.
    pub(crate) fn tip(&self) -> Tip {
        Tip { log_id: self.log_id, seq: self.last_seq, hash: self.last_hash }
    }

    /// Whether the noted tip is of this log at all; otherwise nothing else
    /// about it can be told.
    pub(crate) fn is_noted_log(&self) -> Result<(), Broken> {
        match &self.noted {
            Some(noted) if noted.log_id != self.log_id => Err(Broken { place: Place::Log, defect: Defect::OtherLog }),
            _ => Ok(()),
        }
    }

    /// What the next anchor follows.
    pub(crate) fn last_anchor(&self) -> ChainHash {
        self.last_anchor
    }

    pub(crate) fn anchor(&mut self, anchor: &Anchor) -> Result<(), Broken> {
        let broken = |defect| Err(Broken { place: self.next_anchor(), defect });
        if anchor.number != self.anchors.saturating_add(1) {
            return broken(Defect::OutOfSequence { found: anchor.number });
        }
        if anchor.encoding != Anchor::ENCODING {
            return broken(Defect::UnknownEncoding { found: anchor.encoding });
        }
        if anchor.previous_hash != self.last_anchor {
            return broken(Defect::Unlinked);
        }
        if anchor.computed_hash() != anchor.hash {
            return broken(Defect::Changed);
        }
        if anchor.first_seq != self.last_seq.saturating_add(1) || anchor.last_seq < anchor.first_seq {
            return broken(Defect::WrongRange);
        }
        if let Some(noted) =
            self.noted.as_ref().filter(|noted| (anchor.first_seq..=anchor.last_seq).contains(&noted.seq))
        {
            if noted.seq == anchor.last_seq && noted.hash != anchor.last_hash {
                return broken(Defect::NotAsNoted);
            }
            self.found = Some(NotedTip::Dropped);
        }
        self.anchors = anchor.number;
        self.last_anchor = anchor.hash;
        self.last_seq = anchor.last_seq;
        self.last_hash = anchor.last_hash;
        Ok(())
    }

    pub(crate) fn entry(&mut self, record: &AuditRecord) -> Result<(), Broken> {
        let broken = |defect| Err(Broken { place: self.next_entry(), defect });
        if record.seq != self.last_seq.saturating_add(1) {
            return broken(Defect::OutOfSequence { found: record.seq });
        }
        if record.encoding != AuditRecord::ENCODING {
            return broken(Defect::UnknownEncoding { found: record.encoding });
        }
        if record.previous_hash != self.last_hash {
            return broken(Defect::Unlinked);
        }
        if record.computed_hash() != record.hash {
            return broken(Defect::Changed);
        }
        if let Some(noted) = self.noted.as_ref().filter(|noted| noted.seq == record.seq) {
            if noted.hash != record.hash {
                return broken(Defect::NotAsNoted);
            }
            self.found = Some(NotedTip::Found);
        }
        let mark = Mark { seq: record.seq, at: record.at };
        self.first = self.first.or(Some(mark));
        self.last = Some(mark);
        self.entries = self.entries.saturating_add(1);
        self.last_seq = record.seq;
        self.last_hash = record.hash;
        Ok(())
    }

    /// Whether a noted tip was met, once everything was seen.
    pub(crate) fn noted(&mut self) -> Result<(), Broken> {
        let Some(noted) = &self.noted else { return Ok(()) };
        if noted.seq == 0 && noted.hash == self.log_id.genesis() {
            self.found = Some(NotedTip::Found);
        }
        match self.found {
            Some(_) => Ok(()),
            None => Err(Broken { place: self.next_entry(), defect: Defect::CutOff { noted: noted.seq } }),
        }
    }

    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.anchors, self.entries)
    }

    pub(crate) fn finish(self, broken: Option<Broken>) -> Verification {
        Verification {
            entries: self.entries,
            first: self.first,
            last: self.last,
            anchors: self.anchors,
            tip: self.tip(),
            noted: self.found.filter(|_| broken.is_none()),
            broken,
        }
    }
}
