//! Rules between the keys, all of them checked before the first is reported.

use std::{path::PathBuf, sync::Arc};

use dealeragent_feeds::{Profile, SourceSettings};
use dealeragent_gateway::{AuditPolicy, DEFAULT_ANSWER_BUDGET, Dealer, Refusals, SiteAddress};
use dealeragent_protocol::{
    intake::Violations,
    values::{GatewayId, Text, Timestamp},
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
    mut violations: Violations,
) -> Result<Config, ConfigErrors> {
    let dealers = organization::dealers(&file, files, now, &mut violations);
    let sites = sites(&file);
    let feeds = feeds(&file, &dealers, &mut violations);
    let listen = file.server.listen.as_ref().map_or(DEFAULT_LISTEN, Text::as_str).parse();
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

fn feeds(file: &ConfigFile, dealers: &[Dealer], violations: &mut Violations) -> Vec<FeedPlan> {
    let plans = file.feeds.iter().enumerate();
    plans.filter_map(|(index, feed)| feed_plan(feed, &format!("/feeds/{index}"), dealers, violations)).collect()
}

/// `None` where the feed names what is not there, which was reported before.
fn feed_plan(feed: &FeedSection, at: &str, dealers: &[Dealer], violations: &mut Violations) -> Option<FeedPlan> {
    let profile = profile(feed.profile.as_str(), at, violations);
    let dealer = dealers.iter().find(|dealer| dealer.organization_id == feed.organization)?;
    let rooftop = dealer.rooftop(&feed.rooftop)?;
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

/// A built-in profile that is broken is a defect of ours, but no reason to
/// fall over.
fn profile(name: &str, at: &str, violations: &mut Violations) -> Option<Arc<Profile>> {
    match Profile::built_in(name)? {
        Ok(profile) => Some(Arc::new(profile)),
        Err(fault) => {
            violations.add(&format!("{at}/profile"), "profile", &fault.to_string());
            None
        }
    }
}
