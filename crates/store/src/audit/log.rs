//! The audit port's store: queues entries for the writer.

use std::{
    future::Future,
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        mpsc::{SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use dealeragent_gateway::{AuditEntry, AuditLog, AuditUnavailable, Durable};
use dealeragent_protocol::error::ErrorCode;
use tokio::sync::{oneshot, watch};

use super::{
    Unwritten, WriterCounts,
    counts::Counts,
    state::State,
    writer::{Message, Opened, Writer},
};
use crate::{StoreFault, StoreSettings};

/// How the audit's writer works.
#[derive(Debug, Clone)]
pub struct WriterSettings {
    /// Entries that may wait; the next one is refused.
    pub queue: NonZeroUsize,
    /// How long after a failed commit it tries again, at first.
    pub first_retry: Duration,
    /// And at most, after many failures.
    pub longest_retry: Duration,
}

impl Default for WriterSettings {
    fn default() -> Self {
        Self {
            queue: NonZeroUsize::MIN.saturating_add(4095),
            first_retry: Duration::from_millis(100),
            longest_retry: Duration::from_secs(30),
        }
    }
}

/// Keeps entries in SQLite, by group commit: whatever waits goes into one
/// transaction. [`AuditStore::close`] writes what still waits; so does dropping
/// the last handle, but who must be sure of that closes it, since a task that
/// was forgotten may hold another. Entries are never given up silently.
pub struct AuditStore {
    /// Taken on closing, which tells the writer to end.
    queue: RwLock<Option<SyncSender<Message>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    state: watch::Receiver<State>,
    counts: Arc<Counts>,
}

impl AuditStore {
    pub(crate) fn start(path: PathBuf, settings: &StoreSettings) -> Result<Self, StoreFault> {
        let opened = Opened::open(&path, settings.busy_timeout)?;
        let (sender, queue) = sync_channel(settings.writer.queue.get());
        let (state, seen) = watch::channel(State::Available);
        let counts = Arc::new(Counts::new());
        let writer = Writer {
            path,
            busy_timeout: settings.busy_timeout,
            settings: settings.writer.clone(),
            queue,
            state,
            counts: Arc::clone(&counts),
            opened,
            back_off: settings.writer.first_retry,
        };
        let thread = thread::Builder::new().name("audit-writer".to_owned()).spawn(move || writer.run());
        let thread = thread.map_err(|source| StoreFault::Thread { source })?;
        Ok(Self { queue: RwLock::new(Some(sender)), writer: Mutex::new(Some(thread)), state: seen, counts })
    }

    /// Calls without an entry, by outcome.
    #[must_use]
    pub fn unwritten(&self) -> Unwritten {
        self.counts.unwritten()
    }

    /// What the writer has done.
    #[must_use]
    pub fn written(&self) -> WriterCounts {
        self.counts.written()
    }

    /// Why entries are not being kept, while that is so.
    #[must_use]
    pub fn fault(&self) -> Option<Arc<StoreFault>> {
        match &*self.state.borrow() {
            State::Failing(fault) => Some(Arc::clone(fault)),
            State::Available | State::Ended => None,
        }
    }

    /// Has the writer commit something at once, without an entry: resolves
    /// when the disk has it. A failing store becomes available again by it.
    ///
    /// # Errors
    /// [`AuditUnavailable`] when the queue is full or the writer is gone.
    pub fn probe(&self) -> Result<Durable, AuditUnavailable> {
        self.send(Message::Probe)
    }

    /// Resolves as soon as entries are being kept; at once where they are.
    pub fn when_available(&self) -> impl Future<Output = Result<(), AuditUnavailable>> + Send + use<> {
        let mut state = self.state.clone();
        async move { state.wait_for(State::is_available).await.map(|_| ()).map_err(|_| AuditUnavailable) }
    }

    /// Writes what still waits, ends the writer, and returns when the last
    /// commit is done. What comes later is refused. Blocks; closing again, from
    /// anywhere, waits for the same end.
    pub fn close(&self) {
        *self.queue.write().unwrap_or_else(PoisonError::into_inner) = None;
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(writer) = writer.take() {
            // A writer that panicked has nothing left to say.
            let _ = writer.join();
        }
    }

    fn send(
        &self,
        message: impl FnOnce(oneshot::Sender<Result<(), AuditUnavailable>>) -> Message,
    ) -> Result<Durable, AuditUnavailable> {
        let (sender, receiver) = oneshot::channel();
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        queue.as_ref().ok_or(AuditUnavailable)?.try_send(message(sender)).map_err(|_| AuditUnavailable)?;
        Ok(Box::pin(async { receiver.await.unwrap_or(Err(AuditUnavailable)) }))
    }
}

impl AuditLog for AuditStore {
    fn append(&self, entry: AuditEntry) -> Result<Durable, AuditUnavailable> {
        if !self.is_available() {
            return Err(AuditUnavailable);
        }
        self.send(|waiting| Message::Entry(Box::new(entry.into()), waiting))
    }

    fn is_available(&self) -> bool {
        self.state.borrow().is_available()
    }

    fn count_unwritten(&self, outcome: Option<ErrorCode>) {
        self.counts.skip(outcome);
    }
}

impl Drop for AuditStore {
    fn drop(&mut self) {
        self.close();
    }
}
