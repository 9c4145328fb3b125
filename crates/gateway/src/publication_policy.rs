//! What a dealer decided about its static publication (`discovery.md` section 4).

use dealeragent_protocol::{facts::HandoffAddresses, values::Uri};

use crate::SiteAddress;

/// Dealer policy for the publication of its inventory as files. Which rooftops
/// it holds follows from who the inventory is opened to, as everywhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicationPolicy {
    /// The website under which the files stand.
    pub base_url: Option<SiteAddress>,
    /// The longest time between two exports, in seconds, where it is known.
    pub longest_gap_seconds: Option<u32>,
    /// Where leads may go.
    pub handoff: HandoffAddresses,
    /// A running gateway's MCP endpoint that the files name.
    pub gateway: Option<Uri>,
    /// The way to a managed gateway that the document names.
    pub upgrade_path: Option<Uri>,
}
