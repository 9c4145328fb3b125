//! Rules between the keys, all of them checked before the first is reported.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use dealeragent_feeds::{Profile, SourceSettings};
use dealeragent_gateway::{AuditPolicy, DEFAULT_ANSWER_BUDGET, Dealer, Refusals, SiteAddress};
use dealeragent_protocol::{
    intake::Violations,
    values::{GatewayId, OrganizationId, RooftopId, Text, Timestamp},
};

use super::{
    Config, ConfigErrors, FeedPlan, SitePlan,
    file::{AuditSection, ConfigFile, FeedSection},
    number::Number,
    source::Source,
};
use crate::files::Files;

mod organization;

const DEFAULT_LISTEN: &str = "127.0.0.1:8484";
const DEFAULT_REFRESH_SECONDS: u32 = 60;
/// Thirteen months: a year's questions can still be answered.
const DEFAULT_KEEP_DAYS: u32 = 400;

pub(super) fn check(
    source: &Source<'_>,
    file: ConfigFile,
    files: &Files,
    now: Timestamp,
) -> Result<Config, ConfigErrors> {
    let mut violations = Violations::default();
    let dealers = organization::dealers(&file, files, now, &mut violations);
    let sites = sites(&file, &mut violations);
    let feeds = feeds(&file, &dealers, &mut violations);
    let listen = file.server.listen.as_ref().map_or(DEFAULT_LISTEN, Text::as_str).parse();
    if listen.is_err() {
        violations.add("/server/listen", "format", "must be an address and a port, such as 127.0.0.1:8484");
    }
    match listen {
        Ok(listen) if violations.is_empty() => Ok(Config {
            listen,
            refresh_seconds: u64::from(file.server.refresh_seconds.map_or(DEFAULT_REFRESH_SECONDS, Number::get)),
            answer_budget: file.server.answer_budget_bytes.map_or(DEFAULT_ANSWER_BUDGET, |bytes| bytes.get() as usize),
            data_dir: file.server.data_dir.as_ref().map(|folder| PathBuf::from(folder.as_str())),
            refusals: if file.server.collapse_refusals == Some(false) {
                Refusals::Distinct
            } else {
                Refusals::Collapsed
            },
            audit: audit_policy(&file.audit),
            audit_keep_days: file.audit.keep_days.map_or(DEFAULT_KEEP_DAYS, Number::get),
            operator: file.operator,
            dealers: dealers.into_iter().map(Arc::new).collect(),
            sites,
            feeds,
        }),
        _ => Err(source.errors(&violations)),
    }
}

/// The policy under which entries are made, by name and version.
fn audit_policy(section: &AuditSection) -> AuditPolicy {
    let name = section.policy.as_ref().map_or("default", Text::as_str);
    let version = section.version.map_or(1, Number::get);
    AuditPolicy { version: format!("{name}/{version}").into(), wait_for_durable: section.wait_for_durable }
}

/// The configured sites, or one with everything.
fn sites(file: &ConfigFile, violations: &mut Violations) -> Vec<SitePlan> {
    let known: Vec<&OrganizationId> = file.organizations.iter().map(|organization| &organization.id).collect();
    if file.sites.is_empty() {
        let public_url = file.server.public_url.as_ref();
        let public_url = public_url.and_then(|url| address(url.as_str(), "/server/public_url", violations));
        let organizations = known.into_iter().cloned().collect();
        return default_gateway_id(0)
            .map(|gateway_id| SitePlan { gateway_id, public_url, organizations })
            .into_iter()
            .collect();
    }
    if file.server.public_url.is_some() {
        violations.add("/server/public_url", "conflict", "each site has its own public_url; remove this one");
    }
    for (index, organization) in file.organizations.iter().enumerate() {
        if !file.sites.iter().any(|site| site.organizations.contains(&organization.id)) {
            violations.add(&format!("/organizations/{index}/id"), "reference", "no site serves this organization");
        }
    }
    let mut plans = Vec::new();
    // A request finds its site by host alone.
    let mut hosts = BTreeSet::new();
    for (index, site) in file.sites.iter().enumerate() {
        let at = format!("/sites/{index}");
        for id in site.organizations.iter().filter(|id| !known.contains(id)) {
            violations.add(&format!("{at}/organizations"), "reference", &format!("there is no organization `{id}`"));
        }
        let public_url = address(site.public_url.as_str(), &format!("{at}/public_url"), violations);
        let host = public_url.as_ref().map(|address| address.authority().to_ascii_lowercase());
        if host.is_some_and(|host| !hosts.insert(host)) {
            violations.add(&format!("{at}/public_url"), "unique", "another site has this host already");
        }
        if let Some(gateway_id) = site.gateway_id.clone().or_else(|| default_gateway_id(index)) {
            plans.push(SitePlan { gateway_id, public_url, organizations: site.organizations.to_vec() });
        }
    }
    plans
}

fn default_gateway_id(index: usize) -> Option<GatewayId> {
    let name = if index == 0 { "dealeragent".to_owned() } else { format!("dealeragent-{}", index + 1) };
    GatewayId::parse(&name).ok()
}

fn address(text: &str, at: &str, violations: &mut Violations) -> Option<SiteAddress> {
    let parsed = SiteAddress::parse(text).ok();
    if parsed.is_none() {
        violations.add(at, "format", "must be an http or https address without query, such as https://cars.example");
    }
    if parsed.as_ref().is_some_and(SiteAddress::has_path) {
        violations.add(at, "format", "must have no path: a site is found by its host name, as in https://cars.example");
    }
    parsed
}

fn feeds(file: &ConfigFile, dealers: &[Dealer], violations: &mut Violations) -> Vec<FeedPlan> {
    let mut ids = BTreeSet::new();
    let mut rooftops: BTreeSet<(&OrganizationId, &RooftopId)> = BTreeSet::new();
    let mut plans = Vec::new();
    for (index, feed) in file.feeds.iter().enumerate() {
        let at = format!("/feeds/{index}");
        if !ids.insert(feed.id.as_str()) {
            violations.add(&format!("{at}/id"), "unique", "another feed has this id already");
        }
        if !rooftops.insert((&feed.organization, &feed.rooftop)) {
            violations.add(&format!("{at}/rooftop"), "unique", "another feed fills this rooftop already");
        }
        plans.extend(feed_plan(feed, &at, dealers, violations));
    }
    plans
}

fn feed_plan(feed: &FeedSection, at: &str, dealers: &[Dealer], violations: &mut Violations) -> Option<FeedPlan> {
    let profile = profile(feed.profile.as_str(), at, violations);
    let dealer = dealers.iter().find(|dealer| dealer.organization_id == feed.organization);
    if dealer.is_none() {
        let ids: Vec<&str> = dealers.iter().map(|dealer| dealer.organization_id.as_str()).collect();
        let message = format!("there is no such organization; known are: {}", ids.join(", "));
        violations.add(&format!("{at}/organization"), "reference", &message);
    }
    let dealer = dealer?;
    let Some(rooftop) = dealer.rooftop(&feed.rooftop) else {
        let ids: Vec<&str> = dealer.rooftops.iter().map(|rooftop| rooftop.record.rooftop_id.as_str()).collect();
        let message = format!("the organization has no such rooftop; it has: {}", ids.join(", "));
        violations.add(&format!("{at}/rooftop"), "reference", &message);
        return None;
    };
    if let Err(error) = rooftop.check_charges(feed.price_includes_required_charges) {
        violations.add(&format!("{at}/price_includes_required_charges"), "conflict", &error.to_string());
    }
    Some(FeedPlan {
        id: feed.id.clone(),
        path: PathBuf::from(feed.path.as_str()),
        evidence: feed.evidence.iter().map(|path| PathBuf::from(path.as_str())).collect(),
        profile: profile?,
        settings: SourceSettings {
            source_name: source_name(feed, dealer),
            organization_id: feed.organization.clone(),
            rooftop_id: feed.rooftop.clone(),
            time_zone: rooftop.record.timezone.clone(),
            currency: feed.currency,
            odometer_unit: feed.odometer_unit,
            price_column: feed.price_column.to_string(),
            price_includes_required_charges: feed.price_includes_required_charges,
            price_label: feed.price_label.clone(),
            listing_url_template: feed.listing_url_template.as_ref().map(ToString::to_string),
            observed_at: dealer.recorded_at,
            now: dealer.recorded_at,
            date_shift_days: 0,
        },
    })
}

/// Made-up data says so in the name of its source, and so in every answer.
fn source_name(feed: &FeedSection, dealer: &Dealer) -> Text<1, 128> {
    let name = feed.source_name.as_ref().map_or(feed.id.as_str(), Text::as_str);
    let name = if dealer.synthetic { format!("{name} (synthetic demonstration data)") } else { name.to_owned() };
    Text::bounded(&name)
}

fn profile(name: &str, at: &str, violations: &mut Violations) -> Option<Arc<Profile>> {
    match Profile::built_in(name) {
        Some(Ok(profile)) => Some(Arc::new(profile)),
        Some(Err(fault)) => {
            violations.add(&format!("{at}/profile"), "profile", &fault.to_string());
            None
        }
        None => {
            let message = format!("there is no such profile; built in are: {}", Profile::built_in_ids().join(", "));
            violations.add(&format!("{at}/profile"), "reference", &message);
            None
        }
    }
}
