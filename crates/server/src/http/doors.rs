//! Which dispatcher a request gets: by site and by door.

use std::sync::Arc;

use dealeragent_gateway::{Gateway, Principal, Site};

use super::{Credentials, Entrance, access::without_own_port, pages::Publications};
use crate::{
    dap::{DapHandler, DapHandlerFault},
    mcp::Dispatcher,
};

/// The two doors of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// Canonical tool names, with dots.
    Canonical,
    /// The same tools with `_` for `.`, for hosts that refuse dots.
    Compat,
}

impl Door {
    /// Its path under the site's address.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Canonical => "/mcp",
            Self::Compat => "/mcp/compat",
        }
    }
}

/// Makes what checks the credentials of one site.
pub type CredentialsOfSite = dyn Fn(&Site) -> Arc<dyn Credentials<Principal>> + Send + Sync;

/// Who passes the doors.
#[derive(Default, Clone)]
pub struct Guards {
    /// Who checks credentials; nobody, where none can be valid.
    pub credentials: Option<Arc<CredentialsOfSite>>,
}

/// All sites of a gateway, by host.
pub struct SiteDirectory {
    gateway: Arc<Gateway>,
    sites: Vec<SiteDoors>,
    publications: Publications,
}

struct SiteDoors {
    site: Arc<Site>,
    canonical: Entrance<DapHandler>,
    compat: Entrance<DapHandler>,
}

impl SiteDirectory {
    /// Opens both doors of every site. A single site also answers to hosts that
    /// it does not claim, such as loopback.
    ///
    /// # Errors
    /// When a tool list cannot be written: a defect.
    pub fn new(gateway: &Arc<Gateway>, sites: Vec<Arc<Site>>) -> Result<Self, DapHandlerFault> {
        Self::guarded(gateway, sites, &Guards::default())
    }

    /// The same, where callers may sign in.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn guarded(gateway: &Arc<Gateway>, sites: Vec<Arc<Site>>, guards: &Guards) -> Result<Self, DapHandlerFault> {
        let open = |site: &Arc<Site>, door| {
            let handler = DapHandler::new(Arc::clone(gateway), Arc::clone(site), door)?;
            let challenges = Arc::new(handler.challenges().of_door());
            let entrance = Entrance::open(Dispatcher::new(Arc::new(handler)), Principal::Anonymous);
            let anonymous = entrance.anonymous.clone().filter(|_| !site.sign_in().required);
            let credentials = match &guards.credentials {
                Some(credentials) => credentials(site),
                None => Arc::clone(&entrance.credentials),
            };
            Ok::<_, DapHandlerFault>(Entrance { challenges, anonymous, credentials, ..entrance })
        };
        let sites = sites
            .into_iter()
            .map(|site| {
                let (canonical, compat) = (open(&site, Door::Canonical)?, open(&site, Door::Compat)?);
                Ok(SiteDoors { site, canonical, compat })
            })
            .collect::<Result<_, DapHandlerFault>>()?;
        Ok(Self { gateway: Arc::clone(gateway), sites, publications: Publications::default() })
    }

    /// The way in for a host and a door.
    #[must_use]
    pub fn entrance(&self, host: &str, door: Door) -> Option<Entrance<DapHandler>> {
        self.doors(host).map(|doors| match door {
            Door::Canonical => doors.canonical.clone(),
            Door::Compat => doors.compat.clone(),
        })
    }

    /// The site for a host.
    #[must_use]
    pub fn site(&self, host: &str) -> Option<&Arc<Site>> {
        self.doors(host).map(|doors| &doors.site)
    }

    /// Whether anybody may come to a host's site without a credential.
    pub(super) fn admits_anonymous(&self, site: &Site) -> bool {
        let doors = self.sites.iter().find(|doors| doors.site.address() == site.address());
        doors.is_some_and(|doors| doors.canonical.anonymous.is_some())
    }

    /// Static publications as they were last built.
    pub(super) fn publications(&self) -> &Publications {
        &self.publications
    }

    /// Whether any site has a tool that takes a grant.
    #[must_use]
    pub fn has_nonpublic_tools(&self) -> bool {
        self.sites.iter().any(|doors| doors.site.has_nonpublic_tools())
    }

    /// The gateway behind all sites.
    #[must_use]
    pub fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }

    fn doors(&self, host: &str) -> Option<&SiteDoors> {
        let short = without_own_port(host);
        let is = |authority: &str| authority.eq_ignore_ascii_case(host) || authority.eq_ignore_ascii_case(short);
        let claimed = self.sites.iter().find(|doors| is(doors.site.address().authority()));
        // With one site any admitted host means it, such as loopback. With
        // several, a proxy that loses the host must not show one dealer as another.
        claimed.or(if let [only] = self.sites.as_slice() { Some(only) } else { None })
    }
}
