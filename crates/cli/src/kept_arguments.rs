//! The command lines of what is kept of feeds: imports, runs, and what people
//! took off the air.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use dealeragent_feeds::judge::RunId;
use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp};

/// Where the gateway's data are.
#[derive(Debug, Args)]
pub(crate) struct KeptPlace {
    /// The gateway's configuration file.
    #[arg(long, env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data folder, where the configuration names none or another one.
    #[arg(long, env = "DEALERAGENT_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// A feed and a file of it.
#[derive(Debug, Args)]
pub(crate) struct FeedFileArguments {
    /// The feed's id in the configuration.
    #[arg(value_name = "FEED")]
    pub(crate) feed: String,
    /// The file; the configured one without it, - reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// When the source wrote it (RFC 3339); the file's own time without it.
    #[arg(long, value_name = "TIME", value_parser = Timestamp::parse, requires = "file")]
    pub(crate) observed_at: Option<Timestamp>,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print the outcome as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed import main-lot --config dealeragent.toml
  dealeragent feed import main-lot export.csv --config dealeragent.toml --json

One file is judged against the last good listings, and what follows is kept. A gateway that serves
the same data folder takes it up at its next look.

Exit codes: 0 it is kept, or says nothing new, 1 the same but rows are held back, 2 it cannot be used,
3 it waits for a person, 64 something is missing from the command line.")]
pub(crate) struct FeedImportArguments {
    #[command(flatten)]
    pub(crate) file: FeedFileArguments,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed diff main-lot export.csv --config dealeragent.toml
  dealeragent feed diff main-lot - --config dealeragent.toml --json < export.csv

Exit codes, of what an import would be: 0 it would be kept, or says nothing new, 1 the same but rows
are held back, 2 it cannot be used, 3 it would wait for a person, 64 something is missing from the
command line.")]
pub(crate) struct FeedDiffArguments {
    #[command(flatten)]
    pub(crate) file: FeedFileArguments,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed runs --config dealeragent.toml
  dealeragent feed runs main-lot --most 5 --data-dir data --json

Exit codes go by the newest run of each feed: 0 fine, 1 rows were held back, 2 the file could not be
used, 3 a run waits for a person, 64 something is missing from the command line.")]
pub(crate) struct FeedRunsArguments {
    /// Only this feed's.
    #[arg(value_name = "FEED")]
    pub(crate) feed: Option<String>,
    /// How many, the newest first.
    #[arg(long, default_value_t = 50, value_name = "COUNT")]
    pub(crate) most: usize,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print them as JSON, each with its whole diff.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed rejects run_01KB3Q0000000000000000000A --data-dir data

Exit codes: 0 no row was held back, 1 rows were, 2 there is no such run, 64 something is missing from
the command line.")]
pub(crate) struct FeedRejectsArguments {
    /// The run, as `feed runs` names it.
    #[arg(value_name = "RUN", value_parser = RunId::parse)]
    pub(crate) run: RunId,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print them as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed accept run_01KB3Q0000000000000000000A --config dealeragent.toml

Exactly the state that waits becomes the last good one; the file is not read again. A gateway that
serves the same data folder takes it up at its next look.

Exit codes: 0 it is released, 1 the same but its file had rows that are held back, 2 there is no such
run or it does not wait, 64 something is missing from the command line.")]
pub(crate) struct FeedAcceptArguments {
    /// The run, as `feed runs` names it.
    #[arg(value_name = "RUN", value_parser = RunId::parse)]
    pub(crate) run: RunId,
    #[command(flatten)]
    pub(crate) who: Who,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print the run as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who does it, for the record.
#[derive(Debug, Args)]
pub(crate) struct Who {
    /// Who does it, as it is written down.
    #[arg(long, env = "USER", default_value = "operator", value_name = "NAME")]
    pub(crate) by: String,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent listing hide hill-street hill-street-main 00563 --reason 'hail damage' --config dealeragent.toml
  dealeragent listing show hill-street hill-street-main 00563 --config dealeragent.toml
  dealeragent listing hidden --config dealeragent.toml

A hidden unit stays off the air whatever its feeds say, until it is shown. A gateway that serves the
same data folder takes it up at its next look.

Exit codes: 0 done, or it was so already, 1 there is no such unit, 2 it could not be done,
64 something is missing from the command line.")]
pub(crate) struct ListingArguments {
    #[command(subcommand)]
    pub(crate) command: ListingCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ListingCommand {
    /// Take one unit off the air.
    Hide(ListingHideArguments),
    /// Put it back.
    Show(ListingShowArguments),
    /// List the units that are off the air.
    Hidden(OffAirArguments),
}

/// One unit of a rooftop.
#[derive(Debug, Args)]
pub(crate) struct UnitArguments {
    /// The dealer's organization id.
    #[arg(value_parser = OrganizationId::parse)]
    pub(crate) organization: OrganizationId,
    /// The rooftop's id.
    #[arg(value_parser = RooftopId::parse)]
    pub(crate) rooftop: RooftopId,
    /// Its VIN, its stock number letter by letter, or its vehicle id.
    #[arg(value_name = "VIN|STOCK|VEHICLE_ID")]
    pub(crate) unit: String,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print what was done as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListingHideArguments {
    #[command(flatten)]
    pub(crate) unit: UnitArguments,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Debug, Args)]
pub(crate) struct ListingShowArguments {
    #[command(flatten)]
    pub(crate) unit: UnitArguments,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent rooftop pause hill-street hill-street-main --reason 'moving' --config dealeragent.toml
  dealeragent rooftop resume hill-street hill-street-main --config dealeragent.toml
  dealeragent rooftop paused --config dealeragent.toml

A paused rooftop has no listing on the air, whatever its feeds say, until it is resumed; its feeds are
read on. A gateway that serves the same data folder takes it up at its next look.

Exit codes: 0 done, or it was so already, 1 there is no such rooftop, 2 it could not be done,
64 something is missing from the command line.")]
pub(crate) struct RooftopArguments {
    #[command(subcommand)]
    pub(crate) command: RooftopCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RooftopCommand {
    /// Take a whole rooftop off the air.
    Pause(RooftopPauseArguments),
    /// Put it back.
    Resume(RooftopResumeArguments),
    /// List the rooftops that are off the air.
    Paused(OffAirArguments),
}

/// One rooftop.
#[derive(Debug, Args)]
pub(crate) struct PlaceArguments {
    /// The dealer's organization id.
    #[arg(value_parser = OrganizationId::parse)]
    pub(crate) organization: OrganizationId,
    /// The rooftop's id.
    #[arg(value_parser = RooftopId::parse)]
    pub(crate) rooftop: RooftopId,
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print what was done as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RooftopPauseArguments {
    #[command(flatten)]
    pub(crate) rooftop: PlaceArguments,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) who: Who,
}

#[derive(Debug, Args)]
pub(crate) struct RooftopResumeArguments {
    #[command(flatten)]
    pub(crate) rooftop: PlaceArguments,
}

/// What is off the air.
#[derive(Debug, Args)]
pub(crate) struct OffAirArguments {
    #[command(flatten)]
    pub(crate) place: KeptPlace,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
