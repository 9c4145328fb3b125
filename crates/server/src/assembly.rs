//! From a configuration to a gateway that answers.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use dealeragent_feeds::keep::{FeedStore, KeepFault, MemoryFeedStore};
use dealeragent_gateway::{
    AuditLog, Clock, CursorKeys, Dealer, Gateway, GatewayParts, NoAudit, SignIn, Site, SiteAddress,
};

use crate::{
    config::{Config, SitePlan},
    feed_runner::FeedRunner,
    files::Files,
    http::{AccessPolicy, OriginRule},
};

/// Why a checked configuration still gave no gateway.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyFault {
    /// The system gives no randomness for keys.
    #[error("the system gives no randomness for keys")]
    Randomness,
    /// A defect: a tool's schema does not compile.
    #[error("{0}")]
    Schema(#[from] dealeragent_protocol::intake::BrokenSchema),
    /// A site without an organization or with an address that is none.
    #[error("the site `{0}` has no organization, or no usable address")]
    Site(String),
    /// What is kept of feeds cannot be read.
    #[error("{0}")]
    Feeds(#[from] KeepFault),
}

/// A gateway with its sites and feeds.
pub struct Assembly {
    /// The gateway.
    pub gateway: Arc<Gateway>,
    /// Its sites.
    pub sites: Vec<Arc<Site>>,
    /// Its feeds.
    pub feeds: Arc<FeedRunner>,
    /// Who may talk to it over HTTP.
    pub access: AccessPolicy,
}

/// Puts a gateway together. `listen` is the address that sites without a
/// public one go by.
///
/// # Errors
/// [`AssemblyFault`].
pub fn assemble(
    config: Config,
    files: Files,
    clock: Arc<dyn Clock>,
    listen: Option<SocketAddr>,
) -> Result<Assembly, AssemblyFault> {
    assemble_with(config, files, clock, listen, Services::default())
}

/// The same with a store that keeps the audit.
///
/// # Errors
/// [`AssemblyFault`].
pub fn assemble_with_audit(
    config: Config,
    files: Files,
    clock: Arc<dyn Clock>,
    listen: Option<SocketAddr>,
    audit: Arc<dyn AuditLog>,
) -> Result<Assembly, AssemblyFault> {
    assemble_with(config, files, clock, listen, Services { audit, ..Services::default() })
}

/// What a gateway stands on beside its configuration.
pub struct Services {
    /// Who keeps the audit.
    pub audit: Arc<dyn AuditLog>,
    /// Whether it issues tokens itself.
    pub issues_tokens: bool,
    /// What seals cursors; a key for this process where there is none.
    pub cursor_keys: Option<Arc<CursorKeys>>,
    /// Who keeps what feeds give; memory, until the process ends, where nobody does.
    pub feeds: Arc<dyn FeedStore>,
}

impl Default for Services {
    fn default() -> Self {
        Self {
            audit: Arc::new(NoAudit),
            issues_tokens: false,
            cursor_keys: None,
            feeds: Arc::new(MemoryFeedStore::new()),
        }
    }
}

/// The same with all that it stands on.
///
/// # Errors
/// [`AssemblyFault`].
pub fn assemble_with(
    config: Config,
    files: Files,
    clock: Arc<dyn Clock>,
    listen: Option<SocketAddr>,
    services: Services,
) -> Result<Assembly, AssemblyFault> {
    let config = Arc::new(config);
    let issues_tokens = services.issues_tokens;
    let sites =
        config.sites.iter().map(|plan| site(&config, plan, listen, issues_tokens)).collect::<Result<Vec<_>, _>>()?;
    let cursor_keys = match services.cursor_keys {
        Some(keys) => keys,
        None => Arc::new(CursorKeys::generate().map_err(|_| AssemblyFault::Randomness)?),
    };
    let parts = GatewayParts {
        answer_budget: config.answer_budget,
        refusals: config.refusals,
        audit: services.audit,
        audit_policy: config.audit.clone(),
        quotas: config.edge.quotas,
        ..GatewayParts::new(clock, cursor_keys)
    };
    let gateway = Arc::new(Gateway::new(parts)?);
    let feeds = Arc::new(FeedRunner::open(Arc::clone(&config), files, Arc::clone(&gateway), services.feeds)?);
    Ok(Assembly { gateway, sites, feeds, access: access(&config, listen) })
}

fn site(
    config: &Config,
    plan: &SitePlan,
    listen: Option<SocketAddr>,
    issues_tokens: bool,
) -> Result<Arc<Site>, AssemblyFault> {
    let fault = || AssemblyFault::Site(plan.gateway_id.to_string());
    let local = || SiteAddress::parse(&format!("http://{}", reachable(listen.unwrap_or(config.listen))));
    let address = match &plan.public_url {
        Some(address) => address.clone(),
        None => local().map_err(|_| fault())?,
    };
    // Without a listener there is no header for a credential, and so nobody to
    // sign in or to be asked to.
    let sign_in = listen.map_or_else(SignIn::default, |_| SignIn {
        authorization_servers: config.issuers.authorization_servers(),
        workload_identity: issues_tokens || !config.issuers.is_empty(),
        jwks_uri: address.join("/.well-known/jwks.json").ok().filter(|_| issues_tokens),
        required: config.edge.require_sign_in,
    });
    let of_site = config.dealers.iter().filter(|dealer| plan.organizations.contains(&dealer.organization_id));
    let as_opened = |dealer: &Arc<Dealer>| {
        if sign_in.is_possible() { Arc::clone(dealer) } else { Arc::new(dealer.without_sign_in()) }
    };
    let dealers = of_site.map(as_opened).collect();
    let site = Site::new(plan.gateway_id.clone(), config.operator.clone(), address, dealers, config.changed_at);
    let site = site.ok_or_else(fault)?.with_research_tools(config.research_tools).with_sign_in(sign_in);
    let is_reachable = listen.is_some() || plan.public_url.is_some();
    let site = if is_reachable { site } else { site.without_pages() };
    Ok(Arc::new(match &config.claim {
        Some(claim) => site.with_claim(claim.clone()),
        None => site,
    }))
}

/// An address that a client on this machine can use: "every address" is none.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn access(config: &Config, listen: Option<SocketAddr>) -> AccessPolicy {
    let public: Vec<String> = config
        .sites
        .iter()
        .filter_map(|plan| plan.public_url.as_ref())
        .map(|address| address.authority().to_owned())
        .collect();
    let origins = if public.is_empty() { OriginRule::Loopback } else { OriginRule::Any };
    AccessPolicy { public_authorities: public, listen, origins, proxies: config.edge.proxies.clone() }
}
