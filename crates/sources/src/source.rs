//! One source, ready to be looked at.

use std::{future::Future, path::PathBuf, pin::Pin, time::Duration};

use dealeragent_egress::Egress;
use dealeragent_protocol::values::Timestamp;
use tokio::time::timeout;

use crate::{Fetched, SourceFault, SourcePlan, Spool, Validators, choose::Settling, local, plan::Kind};

/// How much and how long a look may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest file in bytes, after decompression of the transfer.
    pub bytes: u64,
    /// The longest time of one look, transfer included.
    pub within: Duration,
    /// How long a file must stay as it is before it counts as whole: files of
    /// this machine and of SFTP servers.
    pub settle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 512 << 20, within: Duration::from_secs(300), settle: Duration::from_secs(10) }
    }
}

/// A look on its way.
pub type Looking<'a> = Pin<Box<dyn Future<Output = Result<Fetched, SourceFault>> + Send + 'a>>;

/// What can be looked at for a file.
pub trait Look: Send + Sync + 'static {
    /// Looks once. `known` is what came with the file that was used last.
    ///
    /// # Errors
    /// [`SourceFault`]; the last good listings stay.
    fn look<'a>(&'a self, known: &'a Validators, now: Timestamp) -> Looking<'a>;
}

/// What every look needs.
#[derive(Debug, Clone)]
pub(crate) struct Doors {
    /// Where relative paths start.
    pub(crate) folder: PathBuf,
    pub(crate) egress: Egress,
    pub(crate) spool: Spool,
    pub(crate) limits: Limits,
}

/// One source.
#[derive(Debug)]
pub struct Source {
    plan: SourcePlan,
    digest: String,
    doors: Doors,
    settling: Settling,
}

impl Source {
    /// A source as planned. Relative paths, of secrets too, start at `folder`;
    /// nothing is read or called before [`Look::look`].
    #[must_use]
    pub fn new(plan: SourcePlan, folder: impl Into<PathBuf>, egress: Egress, spool: Spool, limits: Limits) -> Self {
        let doors = Doors { folder: folder.into(), egress, spool, limits };
        Self { digest: plan.digest(), settling: Settling::new(limits.settle), plan, doors }
    }

    /// Where it is, for people.
    #[must_use]
    pub fn place(&self) -> String {
        self.plan.place()
    }

    async fn look_within(&self, known: &Validators, now: Timestamp) -> Result<Fetched, SourceFault> {
        let known = known.of_source(&self.digest);
        let doors = &self.doors;
        match &self.plan.0 {
            Kind::Path(path) => local::file(path, &known, &self.settling, doors, now).await,
            Kind::Folder(path, pattern) => local::folder(path, pattern, &known, &self.settling, doors, now).await,
            Kind::Http(plan) => plan.look(&known, doors, now).await,
            Kind::Sftp(plan) => plan.look(&known, &self.settling, doors, now).await,
            Kind::S3(plan) => plan.look(&known, doors, now).await,
        }
    }
}

impl Look for Source {
    fn look<'a>(&'a self, known: &'a Validators, now: Timestamp) -> Looking<'a> {
        let within = self.doors.limits.within;
        Box::pin(async move {
            let looked = timeout(within, self.look_within(known, now)).await;
            looked.unwrap_or_else(|_| Err(SourceFault::timed_out(&self.place(), within)))
        })
    }
}
