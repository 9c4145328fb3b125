//! `dealeragent serve`.

mod audit;
mod cursor_keys;
mod feed_log;
mod fetching;
mod sign_in;
mod unwritten;

use std::{
    net::SocketAddr,
    num::NonZeroU32,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, bail};
use dealeragent_gateway::{Clock, Principal, Site, SystemClock};
use dealeragent_server::{
    assembly::{Assembly, Services, assemble_with},
    config::{Config, Edge},
    dap::DapHandler,
    feed_runner::FeedRunner,
    feed_sources::FeedSources,
    files::Files,
    http::{
        ConnectionLimits, Door, Guards, HttpParts, Limits, PublicKeys, Shutdown, SiteDirectory, Tls, router, serve,
        shutdown_on_signal,
    },
    mcp::Dispatcher,
    stdio,
};
use dealeragent_store::RetentionPolicy;
use tokio::net::TcpListener;

use self::{
    audit::Keeper,
    sign_in::{DemoTokens, SignIn},
};
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
    // A demo keeps what it must, and takes it with it.
    let own_folder = data_dir(arguments, &loaded.config);
    let temporary = match own_folder {
        None if arguments.config.is_none() => Some(tempfile::tempdir().context("cannot make a folder for the demo")?),
        _ => None,
    };
    let folder = own_folder.or_else(|| temporary.as_ref().map(|folder| folder.path().to_owned()));
    let keeper = audit::open(folder.as_deref())?;
    let place = Place { folder, arguments };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(workers())
        .enable_all()
        .build()
        .context("cannot start")?;
    let served = if arguments.stdio {
        runtime.block_on(over_stdio(loaded, &place, &keeper, printer))
    } else {
        runtime.block_on(over_http(loaded, &place, &keeper, printer))
    };
    // However it ended, what was answered is written down before the end.
    keeper.close();
    // A read of standard input cannot be interrupted; do not wait for it.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

/// One thread more than work goes on at once ([`Limits::at_once`]): while every
/// processor is at work on calls, it takes requests in and lines them up, so
/// that whose turn is next is decided there and not by who came first.
fn workers() -> usize {
    Limits::default().at_once + 1
}

/// What was asked for, and where things are kept.
struct Place<'a> {
    folder: Option<PathBuf>,
    arguments: &'a ServeArguments,
}

async fn over_http(loaded: Loaded, place: &Place<'_>, keeper: &Keeper, printer: &Printer) -> Result<()> {
    let arguments = place.arguments;
    let listen = arguments.listen.unwrap_or(loaded.config.listen);
    let edge =
        Edge { behind_proxy: arguments.behind_proxy || loaded.config.edge.behind_proxy, ..loaded.config.edge.clone() };
    edge.check_listen(listen).with_context(|| format!("refusing to listen on {listen}"))?;
    let tls = tls(&edge, arguments.config.as_deref()).await?;
    let listener = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}; is another gateway running? --listen 127.0.0.1:0 takes a free port")
    })?;
    let listen = listener.local_addr().context("the listener has no address")?;
    let started = start(loaded, place, keeper, Some(listen), printer)?;
    let Assembly { gateway, sites, access, .. } = started.assembly;
    let sources = started.sources;
    let parts = HttpParts {
        sites: Arc::new(SiteDirectory::guarded(&gateway, sites, &started.guards)?),
        access: Arc::new(access),
        limits: Limits::default(),
        public_keys: started.public_keys,
        shutdown: started.shutdown.clone(),
    };
    if let Some(tls) = tls.clone() {
        tokio::spawn(tls.keep_fresh(started.shutdown.clone()));
    }
    let limits = ConnectionLimits::default();
    let served = serve(listener, router(&parts), tls, limits, started.shutdown).await.context("the server failed");
    fetching::stop(sources).await;
    served
}

async fn over_stdio(loaded: Loaded, place: &Place<'_>, keeper: &Keeper, printer: &Printer) -> Result<()> {
    let arguments = place.arguments;
    let Started { assembly, shutdown, sources, .. } = start(loaded, place, keeper, None, printer)?;
    let door = if arguments.canonical_names { Door::Canonical } else { Door::Compat };
    let site = the_site(&assembly.sites, arguments.site.as_deref())?;
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
    let served = tokio::select! {
        served = stdio::serve_until(begun(shutdown), dispatcher, Principal::Anonymous, input, tokio::io::stdout()) => {
            served.context("the client is gone")
        }
        () = too_long => Err(anyhow!("the client does not read its last answers")),
    };
    fetching::stop(sources).await;
    served
}

/// The one site of standard input, which has no host name to tell one by.
fn the_site<'s>(sites: &'s [Arc<Site>], named: Option<&str>) -> Result<&'s Arc<Site>> {
    let names = || sites.iter().map(|site| site.gateway_id().as_str()).collect::<Vec<_>>().join(", ");
    match (named, sites) {
        (None, [only]) => Ok(only),
        (None, _) => {
            bail!("over standard input one site is served, and there are several: name one with --site ({})", names())
        }
        (Some(named), _) => {
            let is = |site: &&Arc<Site>| site.gateway_id().as_str() == named || site.address().authority() == named;
            sites.iter().find(is).with_context(|| format!("there is no site `{named}`; there are {}", names()))
        }
    }
}

/// A gateway that is ready to be asked, whatever the transport.
struct Started {
    assembly: Assembly,
    guards: Guards,
    public_keys: Option<PublicKeys>,
    /// The demo's tokens and folder live as long as the gateway.
    _sign_in: (SignIn, Option<DemoTokens>),
    /// What brings the files of feeds that are fetched.
    sources: Option<FeedSources>,
    shutdown: Shutdown,
}

fn start(
    loaded: Loaded,
    place: &Place<'_>,
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
    let Place { folder, arguments } = place;
    let fetching = fetching::Plan::of(&config, folder.as_deref(), arguments.config.as_deref())?;
    let sign_in = SignIn::open(folder.as_deref(), arguments.config.as_deref(), &config.issuers)?;
    // Standard input has no header for a token.
    let issues_tokens = listen.is_some() && sign_in.issues_tokens();
    let cursor_keys = cursor_keys::open(sign_in.store(), clock.now())?;
    let cursors = Some(Arc::clone(&cursor_keys));
    let mut services = Services { audit: keeper.log(), issues_tokens, cursor_keys: cursors, ..Services::default() };
    // The demo's files count as written now, whenever it starts: it keeps nothing.
    if let Some(store) = sign_in.store().filter(|_| !matches!(files, Files::Demo)) {
        services.feeds = Arc::new(store.feed_store());
    }
    let assembly = assemble_with(config, files, Arc::clone(&clock), listen, services)?;
    let outcomes = assembly.feeds.run(clock.now());
    feed_log::log_runs(&outcomes);
    let sources = fetching.start(&assembly.feeds, &clock)?;
    let config = arguments.config.as_deref();
    let (guards, public_keys) =
        if listen.is_some() { sign_in.guards(&assembly, &clock)? } else { (Guards::default(), None) };
    let site = assembly.sites.first().filter(|_| config.is_none() && listen.is_some());
    let tokens = site.map(|site| sign_in.demo_tokens(site, clock.now())).transpose()?;
    let said = tokens.as_ref().map(|tokens| tokens.lines.as_slice()).unwrap_or_default();
    let looks = fetching::lines(&assembly.feeds, refresh, clock.now());
    let start =
        Start { assembly: &assembly, outcomes: &outcomes, looks: &looks, config, audit: &keeper.line, tokens: said };
    printer.talk(&if listen.is_some() { start.over_http() } else { start.over_stdio() });
    keeper.look_after(retention, Arc::clone(&clock), &shutdown);
    if let Some(store) = sign_in.store() {
        tokio::spawn(cursor_keys::keep_fresh(store.clone(), cursor_keys, Arc::clone(&clock), shutdown.clone()));
    }
    let next_look = fetching::next_look(&assembly.feeds, sources.as_ref());
    tokio::spawn(keep_fresh(Arc::clone(&assembly.feeds), clock, refresh, next_look, shutdown.clone()));
    Ok(Started { assembly, guards, public_keys, _sign_in: (sign_in, tokens), sources, shutdown })
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
async fn keep_fresh(
    feeds: Arc<FeedRunner>,
    clock: Arc<dyn Clock>,
    every: Duration,
    next_look: fetching::NextLook,
    mut shutdown: Shutdown,
) {
    let mut timer = tokio::time::interval(every);
    timer.tick().await;
    loop {
        let tick = clock.now().plus_seconds(i64::try_from(every.as_secs()).unwrap_or(i64::MAX));
        feeds.announce_next_run(next_look(tick));
        tokio::select! {
            () = shutdown.begun() => return,
            _ = timer.tick() => {}
        }
        let (feeds, clock) = (Arc::clone(&feeds), Arc::clone(&clock));
        let outcomes =
            tokio::task::spawn_blocking(move || feeds.run_unscheduled(clock.now())).await.unwrap_or_default();
        feed_log::log_runs(&outcomes);
    }
}
