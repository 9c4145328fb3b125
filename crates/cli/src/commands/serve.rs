//! `dealeragent serve`.

use std::{process::ExitCode, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail};
use dealeragent_gateway::{Clock, SystemClock};
use dealeragent_server::{
    assembly::{Assembly, assemble},
    dap::DapHandler,
    feed_runner::FeedRunner,
    files::Files,
    http::{Door, HttpParts, Limits, Shutdown, SiteDirectory, router, serve, shutdown_on_signal},
    mcp::Dispatcher,
    stdio,
};
use tokio::net::TcpListener;

use super::configuration::{Loaded, load};
use crate::{arguments::ServeArguments, banner, printer::Printer};

/// The demo's exports are taken anew this often, so that a demo left running
/// does not go stale.
const DEMO_REFRESH: Duration = Duration::from_secs(15 * 60);

pub(crate) fn run(arguments: &ServeArguments, printer: &Printer) -> Result<ExitCode> {
    let loaded = match load(arguments.config.as_deref(), SystemClock.now())? {
        Ok(loaded) => loaded,
        Err(errors) => bail!("{}", errors.to_string().trim_end()),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    if arguments.stdio {
        runtime.block_on(over_stdio(loaded, arguments, printer))?;
        // A read of standard input cannot be interrupted; do not wait for it.
        runtime.shutdown_background();
    } else {
        runtime.block_on(over_http(loaded, arguments, printer))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn over_http(loaded: Loaded, arguments: &ServeArguments, printer: &Printer) -> Result<()> {
    let listen = arguments.listen.unwrap_or(loaded.config.listen);
    let listener = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}; is another gateway running? --listen 127.0.0.1:0 takes a free port")
    })?;
    let listen = listener.local_addr().context("the listener has no address")?;
    // Before the banner: who has read it may stop us.
    let (switch, shutdown) = Shutdown::channel();
    let stop = shutdown_on_signal(switch);
    tokio::spawn(async move {
        if let Err(error) = stop.await {
            tracing::error!(%error, "cannot listen for signals");
        }
    });
    let Loaded { config, files } = loaded;
    let refresh = refresh_interval(&files, config.refresh_seconds);
    let demo = matches!(files, Files::Demo);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let assembly = assemble(config, files, Arc::clone(&clock), Some(listen))?;
    let outcomes = assembly.feeds.run(clock.now());
    printer.talk(&banner::over_http(&assembly, &outcomes, demo));

    tokio::spawn(keep_fresh(Arc::clone(&assembly.feeds), clock, refresh, shutdown.clone()));
    let Assembly { gateway, sites, access, .. } = assembly;
    let parts = HttpParts {
        sites: Arc::new(SiteDirectory::new(&gateway, sites)?),
        access: Arc::new(access),
        limits: Limits::default(),
        shutdown: shutdown.clone(),
    };
    serve(listener, router(&parts), shutdown).await.context("the server failed")
}

async fn over_stdio(loaded: Loaded, arguments: &ServeArguments, printer: &Printer) -> Result<()> {
    let Loaded { config, files } = loaded;
    let refresh = refresh_interval(&files, config.refresh_seconds);
    let demo = matches!(files, Files::Demo);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let assembly = assemble(config, files, Arc::clone(&clock), None)?;
    let outcomes = assembly.feeds.run(clock.now());
    printer.talk(&banner::over_stdio(&assembly, &outcomes, demo));
    let (_switch, shutdown) = Shutdown::channel();
    tokio::spawn(keep_fresh(Arc::clone(&assembly.feeds), clock, refresh, shutdown));
    let door = if arguments.canonical_names { Door::Canonical } else { Door::Compat };
    let site = assembly.sites.first().context("the configuration has no site")?;
    let handler = DapHandler::new(assembly.gateway, Arc::clone(site), door)?;
    let input = tokio::io::BufReader::new(tokio::io::stdin());
    stdio::serve(Dispatcher::new(Arc::new(handler)), input, tokio::io::stdout()).await.context("the client is gone")
}

fn refresh_interval(files: &Files, configured_seconds: u64) -> Duration {
    match files {
        Files::Demo => DEMO_REFRESH,
        Files::Folder(_) => Duration::from_secs(configured_seconds),
    }
}

/// Looks at the feeds' files again and again; off the threads that answer.
async fn keep_fresh(feeds: Arc<FeedRunner>, clock: Arc<dyn Clock>, every: Duration, mut shutdown: Shutdown) {
    let mut timer = tokio::time::interval(every);
    timer.tick().await;
    loop {
        feeds.announce_next_run(clock.now().plus_seconds(i64::try_from(every.as_secs()).unwrap_or(i64::MAX)));
        tokio::select! {
            () = shutdown.begun() => return,
            _ = timer.tick() => {}
        }
        let (feeds, clock) = (Arc::clone(&feeds), Arc::clone(&clock));
        let outcomes = tokio::task::spawn_blocking(move || feeds.run(clock.now())).await.unwrap_or_default();
        for outcome in outcomes {
            let (feed, rooftop) = (outcome.feed, outcome.rooftop);
            match outcome.result {
                Ok(run) => tracing::info!(feed, rooftop, published = run.report.published, "feed read"),
                Err(reason) => tracing::warn!(feed, rooftop, reason, "feed not read; the last good listings stay"),
            }
        }
    }
}
