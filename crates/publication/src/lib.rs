//! Static publication (`discovery.md` section 4): what a dealer without a
//! server puts on its website, as bytes.
//!
//! Pure: no files, no network, no clock. The same facts give the same bytes.
//!
//! - [`Publication::build`]: one dealer's document and feed, or why there is none.
//! - [`ExportSchedule`]: how often exports come, and the longest time between two.
//! - [`BaseAddress`]: where the files will stand; https unless a trial allows http.
//! - [`snippets`]: what web servers and hosts need to serve them right.

mod address;
mod build;
mod charges;
mod dealer;
mod fault;
mod promise;
mod schedule;
pub mod snippets;

pub use address::{Addresses, BaseAddress, InvalidBase, Transport};
pub use build::{Note, Publication};
pub use dealer::{DealerToPublish, RooftopToPublish};
pub use dealeragent_protocol::facts::FeedSlaSeconds;
pub use fault::PublicationFault;
pub use promise::ScheduleFault;
pub use schedule::{ExportSchedule, InvalidSchedule};

/// Where the document stands under a site's address.
pub const DOCUMENT_PATH: &str = "/.well-known/dealer-agent.json";
/// Where the feed stands under a site's address.
pub const FEED_PATH: &str = "/feeds/inventory.csv";
/// The document's content type.
pub const DOCUMENT_TYPE: &str = "application/json";
/// The feed's content type.
pub const FEED_TYPE: &str = dealeragent_feeds::inventory_csv::CONTENT_TYPE;
