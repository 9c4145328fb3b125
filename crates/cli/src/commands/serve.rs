//! `dealeragent serve`.

mod audit;
mod feed_log;
mod unwritten;

use std::{
    net::SocketAddr,
    num::NonZeroU32,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_gateway::{Clock, Principal, SystemClock};
use dealeragent_server::{
    assembly::{Assembly, assemble_with_audit},
    config::{Config, Edge},
    dap::DapHandler,
    feed_runner::FeedRunner,
    files::Files,
    http::{
        ConnectionLimits, Door, HttpParts, Limits, Shutdown, SiteDirectory, Tls, router, serve, shutdown_on_signal,
    },
    mcp::Dispatcher,
    stdio,
};
use dealeragent_store::RetentionPolicy;
use tokio::net::TcpListener;

use self::audit::Keeper;
use super::configuration::{Loaded, load};
use crate::{arguments::ServeArguments, banner::Start, printer::Printer};

/// The demo's exports are taken anew this often, so that a demo left running
/// does not go stale.
const DEMO_REFRESH: Duration = Duration::from_secs(15 * 60);

/// Calls under way at a stop have this long: a client that reads nothing must
/// not keep the program.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &ServeArguments, printer: &Printer) -> Result<ExitCode> {
    let loaded = match load(arguments.config.as_deref(), SystemClock.now())? {
        Ok(loaded) => loaded,
        Err(errors) => bail!("{}", errors.to_string().trim_end()),
    };
    let keeper = audit::open(data_dir(arguments, &loaded.config).as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let served = if arguments.stdio {
        runtime.block_on(over_stdio(loaded, arguments, &keeper, printer))
    } else {
        runtime.block_on(over_http(loaded, arguments, &keeper, printer))
    };
    // However it ended, what was answered is written down before the end.
    keeper.close();
    // A read of standard input cannot be interrupted; do not wait for it.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

async fn over_http(loaded: Loaded, arguments: &ServeArguments, keeper: &Keeper, printer: &Printer) -> Result<()> {
    let listen = arguments.listen.unwrap_or(loaded.config.listen);
    let edge =
        Edge { behind_proxy: arguments.behind_proxy || loaded.config.edge.behind_proxy, ..loaded.config.edge.clone() };
    edge.check_listen(listen).with_context(|| format!("refusing to listen on {listen}"))?;
    let tls = tls(&edge, arguments.config.as_deref()).await?;
    let listener = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}; is another gateway running? --listen 127.0.0.1:0 takes a free port")
    })?;
    let listen = listener.local_addr().context("the listener has no address")?;
    let started = start(loaded, arguments, keeper, Some(listen), printer)?;
    let Assembly { gateway, sites, access, .. } = started.assembly;
    let parts = HttpParts {
        sites: Arc::new(SiteDirectory::new(&gateway, sites)?),
        access: Arc::new(access),
        limits: Limits::default(),
        public_keys: None,
        shutdown: started.shutdown.clone(),
    };
    if let Some(tls) = tls.clone() {
        tokio::spawn(tls.keep_fresh(started.shutdown.clone()));
    }
    let limits = ConnectionLimits::default();
    serve(listener, router(&parts), tls, limits, started.shutdown).await.context("the server failed")
}

async fn over_stdio(loaded: Loaded, arguments: &ServeArguments, keeper: &Keeper, printer: &Printer) -> Result<()> {
    let Started { assembly, shutdown } = start(loaded, arguments, keeper, None, printer)?;
    let door = if arguments.canonical_names { Door::Canonical } else { Door::Compat };
    let site = assembly.sites.first().context("the configuration has no site")?;
    let dispatcher = Dispatcher::new(Arc::new(DapHandler::new(assembly.gateway, Arc::clone(site), door)?));
    let input = tokio::io::BufReader::new(tokio::io::stdin());
    let begun = |mut shutdown: Shutdown| async move { shutdown.begun().await };
    let too_long = {
        let begun = begun(shutdown.clone());
        async move {
            begun.await;
            tokio::time::sleep(LAST_ANSWERS).await;
        }
    };
    tokio::select! {
        served = stdio::serve_until(begun(shutdown), dispatcher, Principal::Anonymous, input, tokio::io::stdout()) => {
            served.context("the client is gone")
        }
        () = too_long => bail!("the client does not read its last answers"),
    }
}

/// A gateway that is ready to be asked, whatever the transport.
struct Started {
    assembly: Assembly,
    shutdown: Shutdown,
}

fn start(
    loaded: Loaded,
    arguments: &ServeArguments,
    keeper: &Keeper,
    listen: Option<SocketAddr>,
    printer: &Printer,
) -> Result<Started> {
    // Before the banner: who has read it may stop us.
    let shutdown = listen_for_signals();
    let Loaded { config, files } = loaded;
    let refresh = refresh_interval(&files, config.refresh_seconds);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let retention = retention(&config);
    let assembly = assemble_with_audit(config, files, Arc::clone(&clock), listen, keeper.log())?;
    let outcomes = assembly.feeds.run(clock.now());
    feed_log::log_runs(&outcomes);
    let config = arguments.config.as_deref();
    let start = Start { assembly: &assembly, outcomes: &outcomes, config, audit: &keeper.line };
    printer.talk(&if listen.is_some() { start.over_http() } else { start.over_stdio() });
    keeper.look_after(retention, Arc::clone(&clock), &shutdown);
    tokio::spawn(keep_fresh(Arc::clone(&assembly.feeds), clock, refresh, shutdown.clone()));
    Ok(Started { assembly, shutdown })
}

fn listen_for_signals() -> Shutdown {
    let (switch, shutdown) = Shutdown::channel();
    let stop = shutdown_on_signal(switch);
    tokio::spawn(async move {
        if let Err(error) = stop.await {
            tracing::error!(%error, "cannot listen for signals");
        }
    });
    shutdown
}

/// The certificate, beside the configuration file.
async fn tls(edge: &Edge, config: Option<&Path>) -> Result<Option<Tls>> {
    let folder = config.and_then(Path::parent).unwrap_or(Path::new("."));
    match &edge.tls {
        Some((certificate, key)) => Ok(Some(Tls::read(&folder.join(certificate), &folder.join(key)).await?)),
        None => Ok(None),
    }
}

/// Named on the command line, else in the configuration, beside its file.
fn data_dir(arguments: &ServeArguments, config: &Config) -> Option<PathBuf> {
    let configured = || {
        let folder = arguments.config.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
        config.data_dir.as_ref().map(|data_dir| folder.join(data_dir))
    };
    arguments.data_dir.clone().or_else(configured)
}

fn retention(config: &Config) -> RetentionPolicy {
    let (name, version) = config.audit.version.rsplit_once('/').unwrap_or((&config.audit.version, "1"));
    RetentionPolicy {
        name: name.to_owned(),
        version: version.to_owned(),
        keep_days: NonZeroU32::new(config.audit_keep_days).unwrap_or(NonZeroU32::MIN),
    }
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
        feed_log::log_runs(&outcomes);
    }
}
