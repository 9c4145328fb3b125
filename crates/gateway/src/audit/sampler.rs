//! How much is written down of refusals that nothing else bounds.

use std::sync::{Mutex, PoisonError};

use dealeragent_protocol::values::Timestamp;

/// Entries a minute about refusals of one kind: enough to see what is
/// going on, too few to fill a disk with junk traffic.
const PER_MINUTE: u32 = 60;

/// Lets so many through in each minute.
#[derive(Debug, Default)]
pub(super) struct Sampler(Mutex<Window>);

#[derive(Debug, Default)]
struct Window {
    minute: i64,
    taken: u32,
}

impl Sampler {
    /// Whether this one is written down.
    pub(super) fn takes(&self, now: Timestamp) -> bool {
        let minute = now.as_second().div_euclid(60);
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if window.minute != minute {
            *window = Window { minute, taken: 0 };
        }
        window.taken += 1;
        window.taken <= PER_MINUTE
    }
}
