//! Arguments of `dealeragent publish`.

use std::{path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, Subcommand};
use dealeragent_publication::{ExportSchedule, snippets::Host};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  dealeragent publish --config dealeragent.toml --out /srv/www --base-url https://cars.example
  dealeragent publish --config vendor.toml --out /srv/dealers --base-url https://{organization}.vendor.example
  dealeragent publish --config dealeragent.toml --out /srv/www --every 15m
  dealeragent publish snippets --for nginx --config dealeragent.toml --out /srv/www

One dealer's files go to DIR/.well-known/dealer-agent.json and DIR/feeds/inventory.csv;
with several dealers to DIR/<organization>/... DIR/publication.json lists them with
their digests. A file is replaced at once, and only when its content changed.

Exit codes: 0 published or unchanged, 1 some dealers failed, 2 nothing was tried,
3 no dealer could be published. What was published before stays in each case."
)]
pub(crate) struct PublishArguments {
    #[command(subcommand)]
    pub(crate) command: Option<PublishCommand>,

    #[command(flatten)]
    pub(crate) place: PublicationPlace,

    /// When exports come, where the configuration does not say it: `every 6h`,
    /// `daily 02:00, 14:00`, `weekdays 02:00`. The declared freshness is checked
    /// against it.
    #[arg(long, value_name = "SCHEDULE")]
    pub(crate) export_schedule: Option<ExportSchedule>,

    /// Publish again and again, after so long a time: 90s, 15m, 6h.
    #[arg(long, value_name = "TIME")]
    pub(crate) every: Option<Every>,

    /// Publish again whenever an export's file changed, looked at every
    /// `server.refresh_seconds`.
    #[arg(long, conflicts_with = "every")]
    pub(crate) watch: bool,

    /// Say what would be written, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Also write what web servers need, into a folder `snippets` beside the files.
    #[arg(long)]
    pub(crate) snippets: bool,

    /// Print the result as JSON, one line for each run.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which dealers, where to, and under which address.
#[derive(Debug, Args)]
pub(crate) struct PublicationPlace {
    /// The configuration file; the demo dealership without one.
    #[arg(long, env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The folder that the web server serves, or one for all dealers.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// The website's address; {organization} stands for the dealer's id. Goes
    /// before the configuration's `publication.base_url`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// Take http addresses, for a trial on your own machine.
    #[arg(long)]
    pub(crate) allow_http: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PublishCommand {
    /// Print what a web server or host needs to serve the files right.
    Snippets(SnippetsArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 printed, 2 the configuration or an address cannot be used.")]
pub(crate) struct SnippetsArguments {
    /// Whose: nginx, apache, caddy, cloudflare-pages, s3, netlify.
    #[arg(long = "for", value_name = "HOST")]
    pub(crate) host: Host,

    #[command(flatten)]
    pub(crate) place: PublicationPlace,
}

/// A time between two runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Every(pub(crate) Duration);

impl FromStr for Every {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // One reading of such times in the whole program.
        let schedule = ExportSchedule::parse(&format!("every {text}")).map_err(|_| "must be like 90s, 15m or 6h")?;
        Ok(Self(Duration::from_secs(u64::from(schedule.longest_gap_seconds()))))
    }
}
