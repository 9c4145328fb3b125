//! From the command line, or a configuration's feed, to how a file is read.
//! Nothing is guessed: what is needed and missing is asked for by its flag.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, Result};
use dealeragent_feeds::{Limits, Profile, Reading, SourceSettings, Verdict, fitting, sample, suggest};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};

use super::input::Input;
use crate::{
    commands::configuration::{Loaded, load},
    feed_arguments::{Included, SourceArguments},
    usage::{self, Usage},
};

/// How a file is read.
pub(super) struct Source {
    pub(super) profile: Arc<Profile>,
    pub(super) settings: SourceSettings,
    pub(super) limits: Limits,
    /// Nobody said whether the price holds the required charges.
    pub(super) charges_unknown: bool,
    /// What was decided and by what, for the person.
    pub(super) notes: Vec<String>,
}

/// What is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Only to look at it.
    Look,
    /// To publish it under the dealer's name and the source's time.
    Publish,
}

/// Caps on a file before its source is known.
pub(super) fn caps(arguments: &SourceArguments, now: Timestamp) -> Result<(Option<Source>, Limits)> {
    let configured = arguments.config.as_deref().map(|path| of_config(path, arguments, now)).transpose()?;
    let limits = configured.as_ref().map(|source| source.limits).unwrap_or_default();
    Ok((configured, limits))
}

/// Completes what was said with the file's own time.
pub(super) fn settled(
    configured: Option<Source>,
    arguments: &SourceArguments,
    input: &Input<'_>,
    purpose: Purpose,
    now: Timestamp,
) -> Result<Source> {
    let observed_at = arguments.observed_at.or_else(|| input.written_at(now));
    if observed_at.is_none() && purpose == Purpose::Publish {
        return Err(Usage(
            "standard input has no time of its own; --observed-at TIME says when the source wrote it".into(),
        )
        .into());
    }
    let mut source = match configured {
        Some(source) => source,
        None => of_flags(arguments, input, purpose, now)?,
    };
    source.settings.observed_at = observed_at.unwrap_or(now).to_whole_second();
    source.settings.now = now.to_whole_second();
    Ok(source)
}

fn of_config(path: &Path, arguments: &SourceArguments, now: Timestamp) -> Result<Source> {
    let config = match load(Some(path), now)? {
        Ok(Loaded { config, .. }) => config,
        Err(errors) => anyhow::bail!("{}", errors.to_string().trim_end()),
    };
    let ids: Vec<&str> = config.feeds.iter().map(|feed| feed.id.as_str()).collect();
    let plan = match (&arguments.feed, config.feeds.as_slice()) {
        (Some(id), feeds) => feeds.iter().find(|feed| feed.id.as_str() == id).ok_or_else(|| {
            Usage(format!("--feed: {} has no feed `{id}`; it has: {}", path.display(), ids.join(", ")))
        })?,
        (None, [only]) => only,
        (None, []) => return Err(Usage(format!("{} has no feed", path.display())).into()),
        (None, _) => {
            return Err(Usage(format!("--feed ID is needed: {} has {}", path.display(), ids.join(", "))).into());
        }
    };
    Ok(Source {
        profile: Arc::clone(&plan.profile),
        settings: plan.settings.clone(),
        limits: plan.limits,
        charges_unknown: false,
        notes: vec![format!("read as feed {} of {}", plan.id, path.display())],
    })
}

fn of_flags(arguments: &SourceArguments, input: &Input<'_>, purpose: Purpose, now: Timestamp) -> Result<Source> {
    let reading = Reading { encoding: arguments.encoding, delimiter: arguments.delimiter, strict: arguments.strict };
    let mut notes = Vec::new();
    let profile = match arguments.profile.as_deref() {
        Some("auto") => by_header(input, reading, &mut notes)?,
        Some(named) => own_profile(named)?,
        None => {
            let known = Profile::built_in_ids().join(", ");
            let message = format!("--profile is needed: auto, a file with a profile, or one of {known}");
            return Err(Usage(message).into());
        }
    };
    let usual = profile.defaults();
    let mut missing = Vec::new();
    let mut need = |what: String| missing.push(what);
    let zone = arguments.zone.clone().or_else(|| usual.time_zone.clone());
    if zone.is_none() && profile.needs_zone() {
        need("--zone NAME: dates in such a file name no zone (America/Denver and the like)".to_owned());
    }
    let currency = arguments.currency.or(usual.currency);
    if currency.is_none() {
        need("--currency CODE: what the prices are in (USD and the like)".to_owned());
    }
    let price_column = arguments.price_column.clone().or_else(|| usual.price_column.clone());
    if price_column.is_none() {
        need(format!("--price-column NAME: the one column with the advertised price{}", candidates(input, reading)));
    }
    let (organization, rooftop) = (arguments.organization.clone(), arguments.rooftop.clone());
    let by_rule = profile.rooftop_ids().into_iter().next().and_then(|id| RooftopId::parse(id).ok());
    let owner_matters = purpose == Purpose::Publish || profile.checks_owner();
    if owner_matters && organization.is_none() {
        need("--organization ID: the dealer's organization id".to_owned());
    }
    if owner_matters && rooftop.is_none() && by_rule.is_none() {
        need("--rooftop ID: the rooftop's id".to_owned());
    }
    let (Some(currency), Some(price_column), true) = (currency, price_column, missing.is_empty()) else {
        return Err(usage::all(&missing).into());
    };
    let included = arguments.includes_required_charges.unwrap_or(Included::Unknown);
    let source_name = input_name(&arguments.file);
    // Stand-ins where they change nothing: no date needs the zone, no id is shown.
    let (zone, organization, rooftop) = (
        zone.map_or_else(|| TimeZoneName::parse("UTC").context("the zone UTC"), Ok)?,
        organization.map_or_else(|| OrganizationId::parse("organization").context("the organization's id"), Ok)?,
        rooftop.or(by_rule).map_or_else(|| RooftopId::parse("rooftop").context("the rooftop's id"), Ok)?,
    );
    let settings = SourceSettings {
        source_name: Text::bounded(&source_name),
        organization_id: organization,
        rooftop_id: rooftop,
        time_zone: zone,
        currency,
        odometer_unit: arguments.odometer_unit.or(usual.odometer_unit),
        price_column,
        price_includes_required_charges: included == Included::Yes,
        price_label: None,
        listing_url_template: arguments.url_template.clone(),
        observed_at: now,
        now,
        date_shift_days: 0,
        reading,
    };
    let charges_unknown = included == Included::Unknown;
    Ok(Source { profile: Arc::new(profile), settings, limits: Limits::default(), charges_unknown, notes })
}

fn input_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| !name.is_empty() && name != "-").unwrap_or_else(|| "export".to_owned())
}

/// A profile by its name, or from a file.
///
/// # Errors
/// [`Usage`] where there is no such profile; the file's fault with its line.
pub(crate) fn own_profile(named: &str) -> Result<Profile> {
    if let Some(profile) = Profile::built_in(named) {
        return Ok(profile?);
    }
    let path = Path::new(named);
    let is_name = !named.contains(['/', '\\', '.']);
    if is_name && !path.exists() {
        let known = Profile::built_in_ids().join(", ");
        return Err(
            Usage(format!("--profile: there is no profile and no file `{named}`; built in are: {known}")).into()
        );
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Profile::parse(&text).map_err(|fault| {
        let line = fault.line(&text).map(|line| format!(":{line}")).unwrap_or_default();
        anyhow::anyhow!("{named}{line}: {fault}")
    })
}

/// The one built-in profile that fits the header.
fn by_header(input: &Input<'_>, reading: Reading, notes: &mut Vec<String>) -> Result<Profile> {
    let start = sample(input.reader()?, reading, Limits::default()).context("the file's header")?;
    if !start.is_headed {
        let message = "--profile auto goes by the header, and the first line is none; name the profile";
        return Err(Usage(message.to_owned()).into());
    }
    match fitting(&start.header).as_slice() {
        [only] => {
            notes.push(format!("--profile auto: the header fits {only} and no other built-in profile"));
            own_profile(only)
        }
        [] => Err(Usage(
            "--profile auto: no built-in profile fits the header; `dealeragent feed profile suggest FILE` proposes one"
                .to_owned(),
        )
        .into()),
        several => {
            Err(Usage(format!("--profile auto: the header fits {}; name the one", several.join(" and "))).into())
        }
    }
}

/// Columns that may hold the price, for a message.
fn candidates(input: &Input<'_>, reading: Reading) -> String {
    let Ok(reader) = input.reader() else { return String::new() };
    let Ok(start) = sample(reader, reading, Limits::default()) else { return String::new() };
    let columns = suggest(&start.header, &start.rows).columns;
    let prices: Vec<String> = columns
        .into_iter()
        .filter(|column| column.verdict == Verdict::Price)
        .map(|column| format!("\"{}\"", column.name))
        .collect();
    if prices.is_empty() { String::new() } else { format!("; it may be {}", prices.join(" or ")) }
}
