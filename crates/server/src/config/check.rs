//! From the keys to what they mean. Every rule was checked before: `rules`.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use dealeragent_feeds::Profile;
use dealeragent_gateway::{AuditPolicy, DEFAULT_ANSWER_BUDGET, Refusals, SiteAddress};
use dealeragent_protocol::values::{GatewayId, RooftopId, Text, Timestamp};

use super::{
    Config, Edge, FeedPlan, Issuers, SitePlan, edge,
    file::{AuditSection, ConfigFile},
    number::Number,
    offers::Offers,
};

mod feed;
mod judge;
pub(super) mod organization;

/// For each feed of the file, in order: the rooftops that it may fill, and its
/// profile.
pub(super) type Resolved = Vec<(Vec<RooftopId>, Option<Arc<Profile>>)>;

const DEFAULT_REFRESH_SECONDS: u32 = 60;
/// Thirteen months: a year's questions can still be answered.
const DEFAULT_KEEP_DAYS: u32 = 400;

/// Where nothing else is said: for this machine alone.
const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8484);

/// What a file means whose keys are right, each by itself and with the others.
pub(super) fn checked(file: ConfigFile, resolved: Resolved, offers: &Offers, now: Timestamp) -> Config {
    let dealers = organization::dealers(&file, offers, now);
    let feeds = file.feeds.iter().zip(resolved);
    let feeds: Vec<FeedPlan> =
        feeds.filter_map(|(section, (rooftops, profile))| feed::plan(section, rooftops, profile?, &dealers)).collect();
    let scheduled = |dealer| Arc::new(organization::with_schedules(dealer, &file.feeds, &feeds));
    let dealers = dealers.into_iter().map(scheduled).collect();
    let listen = file.server.listen.as_ref().and_then(|listen| listen.as_str().parse().ok());
    Config {
        listen: listen.unwrap_or(DEFAULT_LISTEN),
        refresh_seconds: u64::from(file.server.refresh_seconds.map_or(DEFAULT_REFRESH_SECONDS, Number::get)),
        answer_budget: file.server.answer_budget_bytes.map_or(DEFAULT_ANSWER_BUDGET, |bytes| bytes.get() as usize),
        data_dir: file.server.data_dir.as_ref().map(|folder| PathBuf::from(folder.as_str())),
        research_tools: file.server.search_and_fetch.unwrap_or(false),
        refusals: if file.server.collapse_refusals == Some(false) { Refusals::Distinct } else { Refusals::Collapsed },
        edge: Edge::of(&file),
        issuers: Issuers::of(&file),
        claim: file.conformance.as_ref().map(edge::claim),
        audit: audit_policy(&file.audit),
        audit_keep_days: keep_days(&file.audit),
        sites: sites(&file),
        feeds,
        precedence: judge::precedence(&file.precedence),
        changed_at: now,
        operator: file.operator,
        dealers,
    }
}

fn keep_days(section: &AuditSection) -> u32 {
    section.keep_days.map_or(DEFAULT_KEEP_DAYS, Number::get)
}

/// The policy under which entries are made, by name and version.
fn audit_policy(section: &AuditSection) -> AuditPolicy {
    let name = section.policy.as_ref().map_or("default", Text::as_str);
    let version = section.version.map_or(1, Number::get);
    AuditPolicy {
        version: format!("{name}/{version}").into(),
        wait_for_durable: section.wait_for_durable,
        keep_days: Some(keep_days(section)),
    }
}

/// The configured sites, or one with everything. Their addresses were checked
/// before, with the other rules between keys.
fn sites(file: &ConfigFile) -> Vec<SitePlan> {
    let address = |url: &Text<1, 500>| SiteAddress::parse(url.as_str()).ok();
    if file.sites.is_empty() {
        let public_url = file.server.public_url.as_ref().and_then(address);
        let organizations = file.organizations.iter().map(|organization| organization.id.clone()).collect();
        let plan = |gateway_id| SitePlan { gateway_id, public_url, organizations };
        return default_gateway_id(0).map(plan).into_iter().collect();
    }
    let sites = file.sites.iter().enumerate();
    sites
        .filter_map(|(index, site)| {
            Some(SitePlan {
                gateway_id: site.gateway_id.clone().or_else(|| default_gateway_id(index))?,
                public_url: address(&site.public_url),
                organizations: site.organizations.to_vec(),
            })
        })
        .collect()
}

fn default_gateway_id(index: usize) -> Option<GatewayId> {
    let name = if index == 0 { "dealeragent".to_owned() } else { format!("dealeragent-{}", index + 1) };
    GatewayId::parse(&name).ok()
}
