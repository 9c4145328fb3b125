//! The configuration file: TOML, unknown keys refused, all errors at once.

mod check;
mod edge;
mod file;
mod issuers;
mod number;
mod offers;
mod problems;
mod profiles;
mod raw;
mod rules;
mod source;
mod sources;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use dealeragent_feeds::{
    Limits, Profile, SourceSettings,
    judge::{JudgeRules, Precedence, Role},
};
use dealeragent_gateway::{AuditPolicy, Claim, Dealer, Refusals, SiteAddress};
use dealeragent_protocol::{
    facts::Operator,
    values::{GatewayId, OrganizationId, RooftopId, Text, Timestamp},
};
use dealeragent_sources::{Schedule, SourcePlan};

pub use edge::{ClearText, Edge};
pub use issuers::{IssuerFault, Issuers};
pub use problems::{ConfigErrors, Problem};

use crate::files::Files;

/// A checked configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: std::net::SocketAddr,
    /// Seconds between two looks at the feeds' files.
    pub refresh_seconds: u64,
    /// Longest structured result in bytes.
    pub answer_budget: usize,
    /// Where what must last is kept, relative to the configuration file.
    pub data_dir: Option<PathBuf>,
    /// Whether the safe door also offers `search` and `fetch`.
    pub research_tools: bool,
    /// Whether refusals tell absent from forbidden.
    pub refusals: Refusals,
    /// How the gateway meets the network.
    pub edge: Edge,
    /// Whose tokens are taken.
    pub issuers: Issuers,
    /// A recorded conformance claim.
    pub claim: Option<Claim>,
    /// How calls are written down.
    pub audit: AuditPolicy,
    /// How many days entries are kept.
    pub audit_keep_days: u32,
    /// Who runs the gateway.
    pub operator: Operator,
    /// Dealers.
    pub dealers: Vec<Arc<Dealer>>,
    /// Sites; at least one.
    pub sites: Vec<SitePlan>,
    /// Feeds.
    pub feeds: Vec<FeedPlan>,
    /// Which feed has the say where several fill one rooftop.
    pub precedence: Precedence,
    /// When it last changed: what it says is issued then, and not at each start.
    pub changed_at: Timestamp,
}

/// A site before it has its dealers' records.
#[derive(Debug, Clone)]
pub struct SitePlan {
    /// Its gateway id.
    pub gateway_id: GatewayId,
    /// Its address; `None` means the listen address.
    pub public_url: Option<SiteAddress>,
    /// Its organizations.
    pub organizations: Vec<OrganizationId>,
}

/// One feed: where it is and how it is read.
#[derive(Debug, Clone)]
pub struct FeedPlan {
    /// Its name in this configuration.
    pub id: Text<1, 80>,
    /// Where its file comes from.
    pub source: SourcePlan,
    /// The file itself, where it is a plain one of this machine.
    pub path: Option<PathBuf>,
    /// When it is looked at; `None` for a plain file that is looked at each time
    /// round.
    pub schedule: Option<Schedule>,
    /// Side files with evidence on used units.
    pub evidence: Vec<PathBuf>,
    /// The mapping profile.
    pub profile: Arc<Profile>,
    /// The rooftops that its rows may belong to; more than one where a rule
    /// tells them apart.
    pub rooftops: Vec<RooftopId>,
    /// Caps on what is read.
    pub limits: Limits,
    /// What no export says. Its times are those of this configuration's
    /// reading; each run states its own.
    pub settings: SourceSettings,
    /// When a run waits for a person, and how long an absent unit stays.
    pub rules: JudgeRules,
    /// Whether its units are published, or only add to those of others.
    pub role: Role,
}

impl FeedPlan {
    /// The file, where it is looked at each time round and not by a schedule.
    #[must_use]
    pub fn unscheduled_path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.schedule.is_none())
    }

    /// Whether it is looked at by a schedule of its own, and its file copied to
    /// the data folder.
    #[must_use]
    pub fn is_fetched(&self) -> bool {
        self.unscheduled_path().is_none()
    }

    /// Whether the feed may fill a rooftop.
    #[must_use]
    pub fn fills(&self, rooftop: &RooftopId) -> bool {
        self.rooftops.contains(rooftop)
    }
}

impl Config {
    /// Reads and checks a configuration. `name` stands in messages; `now` is
    /// when it was read.
    ///
    /// # Errors
    /// All problems at once, each with its line and what to write instead.
    pub fn read(name: &str, text: &str, files: &Files, now: Timestamp) -> Result<Self, ConfigErrors> {
        let source = source::Source::parse(name, text)?;
        let mut found = problems::Findings::default();
        let profiles = profiles::Profiles::read(source.value(), files, now, &mut found);
        rules::between_keys(source.value(), &profiles, &mut found.violations);
        let offers = offers::read(source.value(), files, now, &mut found);
        let file = source.read_beside::<file::ConfigFile>(found)?;
        let feeds = raw::items(source.value(), "feeds").map(|(_, feed)| feed);
        let resolved = feeds.map(|feed| {
            let profile = profiles.of(feed);
            (profiles::filled(feed, profile.as_deref()), profile)
        });
        Ok(check::checked(file, resolved.collect(), &offers, now))
    }

    /// The same, of a file that last changed at `at`. A date to come counts as the
    /// time of reading.
    #[must_use]
    pub fn changed_at(self, at: Timestamp) -> Self {
        Self { changed_at: at.min(self.changed_at), ..self }
    }

    /// The JSON Schema of the file, for editors and for tests.
    #[must_use]
    pub fn schema() -> serde_json::Value {
        dealeragent_protocol::schema::of::<file::ConfigFile>()
    }
}
