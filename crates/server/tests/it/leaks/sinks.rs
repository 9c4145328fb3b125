//! Where what was sent could end up beside the answer: the log.

use std::{
    cell::RefCell,
    fmt::{Debug, Write as _},
    sync::Once,
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
    subscriber::Interest,
};

/// The log of one test, every line of every level, fields and all.
///
/// One subscriber serves every thread: what a thread without one meets first
/// would be switched off for all. A test runs on a thread of its own, so each
/// has lines of its own.
pub(crate) struct Log(());

thread_local! {
    /// The lines of this thread, where somebody looks at them.
    static LINES: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl Log {
    /// Begins to keep this thread's lines.
    pub(crate) fn of_this_thread() -> Self {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| tracing::subscriber::set_global_default(Lines).unwrap());
        LINES.with_borrow_mut(|lines| *lines = Some(String::new()));
        Self(())
    }

    /// What was written since the last time.
    pub(crate) fn take(&self) -> String {
        LINES.with_borrow_mut(|lines| lines.as_mut().map(std::mem::take)).unwrap_or_default()
    }
}

struct Lines;

fn write(record: impl FnOnce(&mut Line)) {
    LINES.with_borrow_mut(|lines| {
        if let Some(lines) = lines {
            let mut line = Line(std::mem::take(lines));
            record(&mut line);
            line.0.push('\n');
            *lines = line.0;
        }
    });
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }

    /// As it stands: a subscriber may write it so.
    fn record_str(&mut self, field: &Field, value: &str) {
        write!(self.0, " {field}={value}").unwrap();
    }
}

impl Subscriber for Lines {
    /// Each thread decides anew.
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        LINES.with_borrow(Option::is_some)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        write(|line| span.record(line));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        write(|line| values.record(line));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        write(|line| event.record(line));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
