//! What is logged, and where to.

use std::io::IsTerminal as _;

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

/// Reads `--log`. A word alone must be a level: the filter's own grammar would
/// take any other for the name of a module, and log nothing of ours.
pub(crate) fn log_filter(text: &str) -> Result<EnvFilter, String> {
    let is_level = |part: &str| !part.is_empty() && part.parse::<LevelFilter>().is_ok();
    let means_something = |part: &str| part.contains(['=', '[', ']']) || is_level(part.trim());
    let known = text.split(',').all(means_something);
    EnvFilter::try_new(text).ok().filter(|_| known).ok_or_else(|| {
        "must be off, error, warn, info, debug or trace, or a filter such as warn,dealeragent_server=debug".to_owned()
    })
}

/// The log goes to standard error; standard output is for data and protocol.
pub(crate) fn start_log(filter: EnvFilter) {
    let terminal = std::io::stderr().is_terminal();
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(terminal).with_target(false);
    log.with_env_filter(filter).init();
}
