//! `dealeragent publish`.

mod address;
mod dealer;
mod manifest;
mod output;
mod report;
mod snippets;

use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::{
    assembly::{Assembly, assemble},
    http::{Shutdown, shutdown_on_signal},
};

use self::{
    address::Bases,
    dealer::DealerRun,
    manifest::Manifest,
    report::{Progress, Report},
};
use super::configuration::{Loaded, load};
use crate::{
    printer::Printer,
    publish_arguments::{PublicationPlace, PublishArguments, PublishCommand},
};

/// Some dealers could not be published.
const SOME_FAILED: u8 = 1;
/// None could.
const ALL_FAILED: u8 = 3;

pub(crate) fn run(arguments: &PublishArguments, printer: &Printer) -> Result<ExitCode> {
    if let Some(PublishCommand::Snippets(snippets)) = &arguments.command {
        return snippets::run(snippets, printer);
    }
    let mut publisher = Publisher::open(arguments)?;
    let pause = arguments.every.map(|every| every.0).or(arguments.watch.then_some(publisher.refresh));
    let Some(pause) = pause else {
        return Ok(publisher.once(printer));
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(again_and_again(publisher, pause, printer))
}

/// Runs until a signal; a run under way is finished first, so that no file is
/// left half done.
async fn again_and_again(mut publisher: Publisher<'_>, pause: Duration, printer: &Printer) -> Result<ExitCode> {
    let (switch, mut shutdown) = Shutdown::channel();
    let stop = shutdown_on_signal(switch);
    tokio::spawn(async move {
        if let Err(error) = stop.await {
            tracing::error!(%error, "cannot listen for signals");
        }
    });
    loop {
        let code = tokio::task::block_in_place(|| publisher.once(printer));
        tokio::select! {
            () = shutdown.begun() => return Ok(code),
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What stays between runs.
struct Publisher<'a> {
    arguments: &'a PublishArguments,
    out: PathBuf,
    /// Each dealer with its last good listings.
    dealers: Vec<DealerRun>,
    refresh: Duration,
    runs: u64,
}

impl<'a> Publisher<'a> {
    fn open(arguments: &'a PublishArguments) -> Result<Self> {
        let out = arguments.place.out.clone().context("say where to with --out DIR")?;
        let Loaded { config, files } = loaded(&arguments.place)?;
        let refresh = Duration::from_secs(config.refresh_seconds);
        let several = config.dealers.len() > 1;
        let bases = Bases::of(&arguments.place, several)?;
        let Assembly { gateway, .. } = assemble(config.clone(), files.clone(), Arc::new(SystemClock), None)?;
        let dealers = config.dealers.iter().map(|dealer| {
            let folder = if several { PathBuf::from(dealer.organization_id.as_str()) } else { PathBuf::new() };
            DealerRun::new(&config, dealer, &files, &gateway, folder, bases.of_dealer(&config, dealer))
        });
        let dealers = dealers.collect();
        Ok(Self { arguments, out, dealers, refresh, runs: 0 })
    }

    /// One run over all dealers; one that fails stops no other.
    fn once(&mut self, printer: &Printer) -> ExitCode {
        let again = self.runs > 0;
        self.runs += 1;
        let keep = self.arguments.every.is_some() || self.arguments.watch;
        let now = SystemClock.now();
        let mut manifest = Manifest::read(&self.out);
        let mut progress = Progress::new(self.dealers.len());
        let mut results = Vec::with_capacity(self.dealers.len());
        for dealer in &mut self.dealers {
            progress.at(dealer.name());
            let result = dealer.publish(self.arguments, &self.out, &mut manifest, now);
            if !keep {
                dealer.forget();
            }
            results.push(result);
        }
        progress.end();
        let written = if self.arguments.dry_run { Ok(()) } else { manifest.write(&self.out) };
        let failed = results.iter().filter(|result| result.is_failed()).count();
        let total = results.len();
        let report = Report { results, dry_run: self.arguments.dry_run, again };
        report.say(self.arguments.json, printer);
        if let Err(error) = written {
            printer.talk(&format!("error: cannot write {}: {error}", self.out.join(manifest::FILE).display()));
            return ExitCode::from(SOME_FAILED);
        }
        match failed {
            0 => ExitCode::SUCCESS,
            failed if failed == total => ExitCode::from(ALL_FAILED),
            _ => ExitCode::from(SOME_FAILED),
        }
    }
}

fn loaded(place: &PublicationPlace) -> Result<Loaded> {
    match load(place.config.as_deref(), SystemClock.now())? {
        Ok(loaded) => Ok(loaded),
        Err(errors) => bail!("{}", errors.to_string().trim_end()),
    }
}
