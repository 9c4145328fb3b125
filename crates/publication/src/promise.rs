//! How fresh a feed may be called (`discovery.md` section 4: the declared target
//! is no shorter than the actual export schedule).

use dealeragent_protocol::facts::FeedSlaSeconds;

use crate::{DealerToPublish, schedule::length};

/// Why no honest target can be declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleFault {
    /// More than a day between two exports.
    #[error(
        "there are up to {} between two exports, and a static publication cannot promise more than 24 hours: export at \
         least once in 24 hours on every day, or run the gateway instead (`dealeragent serve`), whose answers carry \
         each fact's own time", length(*gap_seconds)
    )]
    GapTooLong {
        /// The longest time between two exports, in seconds.
        gap_seconds: u32,
    },
    /// The target promises more than the exports can keep.
    #[error(
        "the freshness target of {} is shorter than the {} between two exports: set `freshness.inventory_seconds` of \
         the dealer's rooftops to at least {gap_seconds}, or export more often", length(*target_seconds),
        length(*gap_seconds)
    )]
    TargetTooShort {
        /// The target, in seconds.
        target_seconds: u32,
        /// The longest time between two exports, in seconds.
        gap_seconds: u32,
    },
    /// Facts may be older than a day, and nobody says how often exports come.
    #[error(
        "the freshness target of {} is longer than the 24 hours that a static publication can promise: state an \
         `export_schedule` of at least one export in 24 hours, or shorten `freshness.inventory_seconds`",
        length(*target_seconds)
    )]
    TargetTooLong {
        /// The target, in seconds.
        target_seconds: u32,
    },
}

/// The target that holds for every rooftop: the longest of theirs, at most a
/// day. Without a schedule it is a day, since nothing shorter can be checked.
pub(crate) fn promise(dealer: &DealerToPublish, gap_seconds: Option<u32>) -> Result<FeedSlaSeconds, ScheduleFault> {
    let target_seconds = dealer.rooftops.iter().map(|rooftop| rooftop.target_seconds).max().unwrap_or_default();
    let longest = FeedSlaSeconds::LONGEST.as_seconds();
    match gap_seconds {
        None if target_seconds > longest => Err(ScheduleFault::TargetTooLong { target_seconds }),
        None => Ok(FeedSlaSeconds::LONGEST),
        Some(gap_seconds) if gap_seconds > longest => Err(ScheduleFault::GapTooLong { gap_seconds }),
        Some(gap_seconds) if gap_seconds > target_seconds => {
            Err(ScheduleFault::TargetTooShort { target_seconds, gap_seconds })
        }
        Some(_) => Ok(FeedSlaSeconds::nearest(target_seconds)),
    }
}
