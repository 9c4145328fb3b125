//! `dealeragent publish snippets`, and the same written beside the files.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, anyhow};
use dealeragent_gateway::Dealer;
use dealeragent_publication::{
    BaseAddress, FeedSlaSeconds,
    snippets::{Host, Served, Snippet, for_crawlers, of_host},
};
use dealeragent_server::publication::public_rooftops;

use super::{address::Bases, loaded};
use crate::{printer::Printer, publish_arguments::SnippetsArguments};

/// Where the files are said to be while nobody says it.
const SOME_FOLDER: &str = "/srv/www";

pub(super) fn run(arguments: &SnippetsArguments, printer: &Printer) -> Result<ExitCode> {
    let config = loaded(&arguments.place)?.config;
    let several = config.dealers.len() > 1;
    let bases = Bases::of(&arguments.place, several)?;
    let out = arguments.place.out.clone().unwrap_or_else(|| PathBuf::from(SOME_FOLDER));
    for dealer in &config.dealers {
        let id = dealer.organization_id.as_str();
        let folder = if several { out.join(id) } else { out.clone() };
        let addresses = bases.of_dealer(&config, dealer).map_err(|reason| anyhow!("{id}: {reason}"))?;
        let folder = quotable(&folder).map_err(|reason| anyhow!(reason))?;
        let seconds = shortest_target(dealer);
        let served = Served {
            name: dealer.name.as_str(),
            folder: &folder,
            base: &addresses.base,
            freshness_sla_seconds: seconds,
        };
        printer.data(of_host(arguments.host, &served).text.trim_end());
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything that could be of use for a dealer's site.
pub(super) fn all(
    dealer: &Dealer,
    folder: &Path,
    base: &BaseAddress,
    freshness_sla_seconds: u32,
) -> Result<Vec<Snippet>, String> {
    let folder = quotable(folder)?;
    let served = Served { name: dealer.name.as_str(), folder: &folder, base, freshness_sla_seconds };
    let mut all: Vec<Snippet> = Host::ALL.into_iter().map(|host| of_host(host, &served)).collect();
    all.extend(for_crawlers(&served));
    Ok(all)
}

/// Without reading an export: what is declared is no shorter than this.
fn shortest_target(dealer: &Dealer) -> u32 {
    let targets = public_rooftops(dealer).map(|rooftop| rooftop.targets.inventory.as_seconds());
    FeedSlaSeconds::nearest(targets.min().unwrap_or(u32::MAX)).as_seconds()
}

/// A folder as it can stand in a server's configuration, from the root on.
fn quotable(folder: &Path) -> Result<String, String> {
    let absolute = std::path::absolute(folder).context("--out").map_err(|error| format!("{error:#}"))?;
    let text = absolute.to_str().filter(|text| !text.contains(['"', '$', '\\', '{', '}', '\n', '%']));
    let text = text.ok_or_else(|| format!("{}: no server's configuration can hold such a name", absolute.display()))?;
    Ok(text.trim_end_matches('/').to_owned())
}
