//! The thread that commits. It alone decides whether the store is available.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use dealeragent_gateway::AuditUnavailable;
use dealeragent_protocol::error::ErrorCode;
use rusqlite::Connection;
use tokio::sync::{oneshot, watch};

use super::{LogId, WriterSettings, append, counts::Counts, draft::Draft, probe, state::State, tip};
use crate::{
    StoreFault,
    connection::{self, FileIdentity},
};

/// Who waits for a commit.
pub(crate) type Waiting = oneshot::Sender<Result<(), AuditUnavailable>>;

/// What the writer is asked to do.
pub(crate) enum Message {
    /// Write an entry.
    Entry(Box<Draft>, Waiting),
    /// Show that a commit goes through.
    Probe(Waiting),
}

/// An open database, with the proof that it is the log that we write.
pub(crate) struct Opened {
    pub(crate) connection: Connection,
    pub(crate) log_id: LogId,
    identity: FileIdentity,
}

impl Opened {
    pub(crate) fn open(path: &std::path::Path, busy_timeout: Duration) -> Result<Self, StoreFault> {
        let connection = connection::writable(path, busy_timeout)?;
        let identity = FileIdentity::of(path)?;
        let log_id = tip::read_log_id(&connection).map_err(StoreFault::database("read the audit log's id", path))?;
        Ok(Self { connection, log_id, identity })
    }
}

pub(crate) struct Writer {
    pub(crate) path: PathBuf,
    pub(crate) busy_timeout: Duration,
    pub(crate) settings: WriterSettings,
    pub(crate) queue: Receiver<Message>,
    pub(crate) state: watch::Sender<State>,
    pub(crate) counts: Arc<Counts>,
    pub(crate) opened: Opened,
    /// How long to wait for the next try. Only entries that were written set
    /// it back: a probe that goes through where entries do not must not make
    /// the writer try ever faster.
    pub(crate) back_off: Duration,
}

/// Everything that waited when the writer came by.
#[derive(Default)]
struct Group {
    drafts: Vec<Draft>,
    waiting: Vec<(Option<ErrorCode>, Waiting)>,
    probes: Vec<Waiting>,
}

impl Group {
    fn add(&mut self, message: Message) {
        match message {
            Message::Entry(draft, waiting) => {
                self.waiting.push((draft.outcome, waiting));
                self.drafts.push(*draft);
            }
            Message::Probe(waiting) => self.probes.push(waiting),
        }
    }
}

impl Writer {
    /// Works until nobody can send any more and the queue is empty.
    pub(crate) fn run(mut self) {
        while let Ok(message) = self.queue.recv() {
            let mut group = Group::default();
            group.add(message);
            // The queue's length bounds a transaction too.
            let more = self.settings.queue.get().saturating_sub(1);
            self.queue.try_iter().take(more).for_each(|message| group.add(message));
            if !self.settle(group) {
                self.wait_until_mended();
            }
        }
    }

    /// Commits the group and tells all who wait. The state changes first, so
    /// that whoever hears of a failure finds the store unavailable.
    fn settle(&mut self, group: Group) -> bool {
        let entries = group.drafts.len();
        let result = match self.commit(group.drafts) {
            Ok(()) => Ok(()),
            Err(fault) => {
                self.fail(fault);
                Err(AuditUnavailable)
            }
        };
        if result.is_ok() && entries > 0 {
            self.back_off = self.settings.first_retry;
            self.counts.commit(entries);
        }
        for (outcome, waiting) in group.waiting {
            if result.is_err() {
                self.counts.lose(outcome);
            }
            // Whether anybody listens is the caller's choice.
            let _ = waiting.send(result);
        }
        for waiting in group.probes {
            let _ = waiting.send(result);
        }
        result.is_ok()
    }

    fn commit(&mut self, drafts: Vec<Draft>) -> Result<(), StoreFault> {
        self.opened.identity.check(&self.path)?;
        let connection = &mut self.opened.connection;
        let written = if drafts.is_empty() { probe::probe(connection) } else { append::append(connection, drafts) };
        written.map_err(StoreFault::database("write audit entries", &self.path))
    }

    /// Tries again and again, ever more slowly; also when asked to. Entries
    /// that came in before their callers could know get an error.
    fn wait_until_mended(&mut self) {
        loop {
            let asked = match self.queue.recv_timeout(self.back_off) {
                Ok(Message::Entry(draft, waiting)) => {
                    self.counts.lose(draft.outcome);
                    let _ = waiting.send(Err(AuditUnavailable));
                    continue;
                }
                Ok(Message::Probe(waiting)) => Some(waiting),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mended = self.mend();
            if mended.is_ok() {
                tracing::warn!("the audit store takes entries again");
                self.state.send_replace(State::Available);
            }
            self.back_off = self.back_off.saturating_mul(2).min(self.settings.longest_retry);
            let result = mended.map_err(|fault| {
                self.state.send_replace(State::Failing(Arc::new(fault)));
                AuditUnavailable
            });
            if let Some(waiting) = asked {
                let _ = waiting.send(result);
            }
            if result.is_ok() {
                return;
            }
        }
    }

    /// Opens the database anew, since the file may have been put back or its
    /// disk mounted again, and commits.
    fn mend(&mut self) -> Result<(), StoreFault> {
        let opened = Opened::open(&self.path, self.busy_timeout)?;
        if opened.log_id != self.opened.log_id {
            return Err(StoreFault::Replaced { path: self.path.clone() });
        }
        self.opened = opened;
        self.commit(Vec::new())
    }

    fn fail(&self, fault: StoreFault) {
        tracing::error!(%fault, "the audit store takes no entries");
        self.state.send_replace(State::Failing(Arc::new(fault)));
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.state.send_replace(State::Ended);
    }
}
