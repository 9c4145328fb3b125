//! The command line of `dealeragent audit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use dealeragent_store::AuditFilter;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent audit show trc_01M8QEWPS8G8B4E5ZVAH940460 --data-dir data
  dealeragent audit list --outcome failed --since 2026-11-30T00:00:00Z --config dealeragent.toml
  dealeragent audit verify --data-dir data

Exit codes: 0 fine, 1 nothing found or the log is broken, 2 it could not be read.")]
pub(crate) struct AuditArguments {
    /// The data folder.
    #[arg(long, global = true, env = "DEALERAGENT_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// The configuration file that names the data folder.
    #[arg(long, global = true, env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: AuditCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// List entries, the newest first.
    List(AuditListArguments),
    /// Show what happened in the call that an answer's trace id names.
    Show {
        /// The trace id.
        trace_id: String,
        /// Print the entry as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check that no entry was changed, dropped or reordered.
    Verify(AuditVerifyArguments),
    /// Write all entries as JSON Lines, which can be verified on their own.
    Export {
        /// Where to; standard output without it.
        file: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct AuditListArguments {
    /// Not before this time (RFC 3339).
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// Before this time (RFC 3339).
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<String>,
    /// How the call ended: good, failed, or an error code.
    #[arg(long)]
    pub(crate) outcome: Option<String>,
    /// The caller.
    #[arg(long)]
    pub(crate) actor: Option<String>,
    /// The tool, by its full name or its last word (search, get_vehicle, ...).
    #[arg(long)]
    pub(crate) tool: Option<String>,
    /// How many at most, 1 to 1000.
    #[arg(long, default_value_t = 50, value_parser = limit)]
    pub(crate) limit: u32,
    /// Only entries before this number: the last one of the page before.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) before: Option<u64>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub(crate) json: bool,
}

fn limit(text: &str) -> Result<u32, String> {
    let most = AuditFilter::MOST;
    let fits = text.parse().ok().filter(|limit| (1..=most).contains(limit));
    fits.ok_or_else(|| format!("must be a number from 1 to {most}; --before NUMBER gives the page after one"))
}

#[derive(Debug, Args)]
pub(crate) struct AuditVerifyArguments {
    /// A tip that was noted down before; then a cut-off end shows too.
    #[arg(long)]
    pub(crate) tip: Option<String>,
    /// Verify an exported file instead of the store.
    #[arg(long, value_name = "FILE")]
    pub(crate) export: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
