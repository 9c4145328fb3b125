//! The questions in their order, each with what the files hint at.

use std::path::{Path, PathBuf};

use anyhow::Result;
use dealeragent_feeds::{Import, Profile, values::listing_url::Template};
use dealeragent_protocol::values::{
    CountryCode, Currency, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp, Uri,
};

use super::{
    asker::{Asker, Hints},
    draft::{Draft, FeedDraft, ProfileDraft, RooftopDraft},
    named,
    question::Question,
    trial::{self, Trial},
};
use crate::{
    commands::feed::{id_of, own_profile},
    feed_arguments::unit,
};

/// Asks everything; `None` where something is missing, which the asker knows.
pub(super) fn all(files: &[PathBuf], folder: &Path, asker: &mut Asker, now: Timestamp) -> Result<Option<Draft>> {
    let name = asker.ask(Question::OrganizationName, Hints::default(), &text::<200>);
    let id = name.as_deref().map(|name| id_of(Path::new(&name.replace('.', " "))));
    let organization_id = asker.ask(Question::OrganizationId, proposal(id.as_deref()), &|text| {
        OrganizationId::parse(text).map(|id| id.to_string()).map_err(|error| error.to_string())
    });
    let operator = asker.ask(Question::OperatorName, proposal(name.as_deref()), &text::<200>);
    let mut rooftops: Vec<RooftopDraft> = Vec::new();
    let mut asked: Vec<String> = Vec::new();
    let mut feeds: Vec<FeedDraft> = Vec::new();
    for file in files {
        let (feed, import) = self::file(file, folder, asker, now)?;
        let first = if asked.is_empty() { organization_id.as_deref().map(|id| format!("{id}-main")) } else { None };
        let hints = Hints { file: Some(file), ..proposal(first.as_deref()) };
        let rooftop_id = asker.ask(Question::RooftopId, hints, &rooftop_id);
        // Without an id the rest is asked all the same, so that all that is missing is told.
        let is_new = rooftop_id.as_ref().is_none_or(|id| !asked.contains(id));
        if is_new {
            rooftops.extend(rooftop(file, rooftop_id.as_deref(), name.as_deref(), import.as_ref(), asker));
        }
        asked.extend(rooftop_id.clone());
        if let (Some(feed), Some(rooftop)) = (feed, rooftop_id) {
            let id = unique(&feed.id, &feeds);
            feeds.push(FeedDraft { id, rooftop, ..feed });
        }
    }
    let (Some(organization_name), Some(organization_id), Some(operator)) = (name, organization_id, operator) else {
        return Ok(None);
    };
    Ok(Some(Draft { operator, organization_id, organization_name, rooftops, feeds }))
}

/// An id that no other feed has.
fn unique(id: &str, feeds: &[FeedDraft]) -> String {
    let taken = |id: &str| feeds.iter().any(|feed| feed.id == id);
    if !taken(id) {
        return id.to_owned();
    }
    (2..).map(|number: u32| format!("{id}-{number}")).find(|id| !taken(id)).unwrap_or_default()
}

/// What is asked about one export. Its rooftop comes later.
fn file(path: &Path, folder: &Path, asker: &mut Asker, now: Timestamp) -> Result<(Option<FeedDraft>, Option<Import>)> {
    let trial = Trial::of(path)?;
    let Some((profile, draft)) = profile(path, folder, &trial, asker, now)? else { return Ok((None, None)) };
    let price_column = price_column(path, &profile, &trial, asker);
    let usual = profile.defaults();
    let import = trial.import(path, &profile, price_column.as_deref(), now)?;
    if import.is_none() && price_column.is_some() {
        asker.problem(format!(
            "{}: profile {} cannot read it with that price column; `dealeragent feed check {}` says why",
            path.display(),
            profile.id(),
            path.display()
        ));
    }
    let hints = Hints { file: Some(path), ..Hints::default() };
    let known = usual.currency.or(trial.currency()).map(|currency| currency.code());
    let currency = asker.ask(Question::Currency, Hints { proposal: known, ..hints }, &|text| {
        Currency::parse(&text.to_ascii_uppercase()).map_err(|error| error.to_string())
    });
    let includes = asker.ask(Question::IncludesRequiredCharges, hints, &yes_or_no);
    let needs_unit = usual.odometer_unit.is_none() && import.as_ref().is_none_or(trial::lacks_unit);
    let odometer_unit = if needs_unit || asker.has(Question::OdometerUnit, path) {
        asker.ask(Question::OdometerUnit, hints, &unit)
    } else {
        usual.odometer_unit
    };
    let needs_template = import.as_ref().is_some_and(trial::lacks_address);
    let url_template = if needs_template || asker.has(Question::UrlTemplate, path) {
        let notes = ["no column has the address of a unit's page".to_owned()];
        asker.ask(Question::UrlTemplate, Hints { notes: &notes, ..hints }, &template)
    } else {
        None
    };
    let feed = currency.zip(price_column).zip(includes).map(|((currency, price_column), includes)| FeedDraft {
        id: id_of(path),
        rooftop: String::new(),
        path: PathBuf::new(),
        profile: draft,
        currency,
        odometer_unit,
        price_column,
        includes,
        url_template,
    });
    let feed = match feed {
        Some(feed) => Some(FeedDraft { path: named(path, folder)?, ..feed }),
        None => None,
    };
    Ok((feed, import))
}

fn profile(
    path: &Path,
    folder: &Path,
    trial: &Trial,
    asker: &mut Asker,
    now: Timestamp,
) -> Result<Option<(Profile, ProfileDraft)>> {
    let shown = path.display();
    let found = trial.profiles(path, now)?;
    let title = |id: &str| Some(Profile::built_in(id)?.ok()?.title().to_owned());
    let note = match found.as_slice() {
        [] => format!(
            "no built-in profile can read {shown}; `dealeragent feed profile suggest {shown} --out FILE` proposes one"
        ),
        [only] => format!("{shown} reads like: {} ({only})", title(only).unwrap_or_default()),
        several => format!("{shown} fits several profiles: {}", several.join(", ")),
    };
    let best = match found.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let notes = [note];
    let hints = Hints { file: Some(path), proposal: best, notes: &notes };
    let named = asker.ask(Question::Profile, hints, &|text| {
        let profile = own_profile(text).map_err(|error| error.to_string())?;
        Ok((profile, text.to_owned()))
    });
    let Some((profile, name)) = named else { return Ok(None) };
    let draft = if Profile::built_in_source(&name).is_some() {
        ProfileDraft::BuiltIn(name)
    } else {
        ProfileDraft::File(self::named(Path::new(&name), folder)?)
    };
    Ok(Some((profile, draft)))
}

/// The price column: a proposal only where one alone can be meant.
fn price_column(path: &Path, profile: &Profile, trial: &Trial, asker: &mut Asker) -> Option<String> {
    let candidates = trial.prices();
    let usual = profile.defaults().price_column.clone();
    let notes: Vec<String> =
        candidates.iter().map(|(name, examples)| format!("may be a price: \"{name}\", such as {examples}")).collect();
    let only = match candidates.as_slice() {
        [(only, _)] => Some(only.clone()),
        _ => None,
    };
    let proposal = usual.or(only);
    let hints = Hints { file: Some(path), proposal: proposal.as_deref(), notes: &notes };
    asker.ask(Question::PriceColumn, hints, &text::<120>)
}

fn rooftop(
    file: &Path,
    id: Option<&str>,
    dealer: Option<&str>,
    import: Option<&Import>,
    asker: &mut Asker,
) -> Option<RooftopDraft> {
    let hints = Hints { file: Some(file), ..Hints::default() };
    let website = import.and_then(trial::website);
    let name = asker.ask(Question::RooftopName, Hints { proposal: dealer, ..hints }, &text::<200>);
    let website = asker.ask(Question::Website, Hints { proposal: website.as_deref(), ..hints }, &|text| {
        let url = Uri::parse(text).map_err(|error| error.to_string())?;
        if url.is_https() { Ok(url.as_str().to_owned()) } else { Err("must be an https address".to_owned()) }
    });
    let zone = asker.ask(Question::Zone, hints, &|text| {
        TimeZoneName::parse(text).map(|zone| zone.to_string()).map_err(|error| error.to_string())
    });
    let lines = asker.ask(Question::Address, hints, &|text| {
        let lines: Vec<String> =
            text.split(';').map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let fits = (1..=5).contains(&lines.len()) && lines.iter().all(|line| line.chars().count() <= 160);
        if fits {
            Ok(lines)
        } else {
            Err("must be 1 to 5 lines of up to 160 characters, with ; between them".to_owned())
        }
    });
    let locality = asker.ask(Question::Locality, hints, &text::<128>);
    let region = asker.ask(Question::Region, hints, &text::<64>);
    let postal_code = asker.ask(Question::PostalCode, hints, &text::<32>);
    let country = asker.ask(Question::Country, hints, &|text| {
        let code = text.to_ascii_uppercase();
        CountryCode::parse(&code).map(|country| country.to_string()).map_err(|error| error.to_string())
    });
    Some(RooftopDraft {
        id: id?.to_owned(),
        name: name?,
        website,
        zone: zone?,
        lines: lines?,
        locality: locality?,
        region,
        postal_code,
        country: country?,
    })
}

fn proposal(proposal: Option<&str>) -> Hints<'_> {
    Hints { proposal, ..Hints::default() }
}

fn text<const MAX: usize>(text: &str) -> Result<String, String> {
    match Text::<1, MAX>::parse(text) {
        Ok(text) => Ok(text.as_str().to_owned()),
        Err(_) => Err(format!("must have 1 to {MAX} characters")),
    }
}

/// The configuration wants small letters: the id stands in addresses.
fn rooftop_id(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    if RooftopId::parse(text).is_ok() && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("must be lower-case letters, digits, '.', '_' and '-'".to_owned())
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "y" => Ok(true),
        "no" | "n" => Ok(false),
        _ => Err("must be yes or no".to_owned()),
    }
}

fn template(text: &str) -> Result<String, String> {
    Template::parse(text).map(|_| text.to_owned()).map_err(|problem| format!("the address {problem}"))
}
