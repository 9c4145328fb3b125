//! The command line of `dealeragent feed`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use dealeragent_feeds::{decode::DeclaredEncoding, read::Delimiter};
use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, TimeZoneName, Timestamp};

use crate::kept_arguments::{
    FeedAcceptArguments, FeedDiffArguments, FeedImportArguments, FeedRejectsArguments, FeedRunsArguments,
};

#[derive(Debug, Args)]
pub(crate) struct FeedArguments {
    #[command(subcommand)]
    pub(crate) command: FeedCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FeedCommand {
    /// Read an export as the gateway would, and say what would come of it. Changes
    /// nothing.
    #[command(visible_alias = "lint")]
    Check(FeedCheckArguments),
    /// Write an export as inventory CSV 0.1.
    Convert(FeedConvertArguments),
    /// Look at mapping profiles, or get one proposed for a file.
    Profile(FeedProfileArguments),
    /// Judge one file of a feed and keep what follows.
    Import(FeedImportArguments),
    /// Say what a file would change. Changes nothing.
    Diff(FeedDiffArguments),
    /// List runs, the newest first.
    Runs(FeedRunsArguments),
    /// List the rows that a run held back.
    Rejects(FeedRejectsArguments),
    /// Release a run that waits for a person.
    Accept(FeedAcceptArguments),
}

/// A file and how it is read.
#[derive(Debug, Args)]
pub(crate) struct SourceArguments {
    /// The export; - reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Read it as a feed of this configuration does.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Which feed of the configuration; the only one without it.
    #[arg(long, value_name = "ID", requires = "config")]
    pub(crate) feed: Option<String>,

    /// A built-in profile, a file with one, or auto: by the header, where exactly
    /// one built-in profile fits it.
    #[arg(long, value_name = "NAME|FILE|auto", conflicts_with = "config")]
    pub(crate) profile: Option<String>,
    /// The zone of dates that name none, such as America/Denver.
    #[arg(long, value_parser = TimeZoneName::parse, conflicts_with = "config")]
    pub(crate) zone: Option<TimeZoneName>,
    /// The currency of the prices, such as USD.
    #[arg(long, value_parser = Currency::parse, conflicts_with = "config")]
    pub(crate) currency: Option<Currency>,
    /// The unit of odometers that name none: mi or km.
    #[arg(long, value_name = "UNIT", value_parser = unit, conflicts_with = "config")]
    pub(crate) odometer_unit: Option<DistanceUnit>,
    /// The one column with the advertised price.
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    pub(crate) price_column: Option<String>,
    /// Whether that price holds the charges that every buyer pays.
    #[arg(long, value_name = "ANSWER", conflicts_with = "config")]
    pub(crate) includes_required_charges: Option<Included>,
    /// Where units have no page address: https, with {stock} or {vin}.
    #[arg(long, value_name = "URL", conflicts_with = "config")]
    pub(crate) url_template: Option<String>,
    /// The encoding of bytes that neither a mark nor UTF-8 settles: utf-8, utf-16,
    /// windows-1252 or iso-8859-15.
    #[arg(long, value_parser = encoding, conflicts_with = "config")]
    pub(crate) encoding: Option<DeclaredEncoding>,
    /// What separates the columns: comma, semicolon, tab or pipe.
    #[arg(long, value_parser = delimiter, conflicts_with = "config")]
    pub(crate) delimiter: Option<Delimiter>,
    /// Refuse the whole file for one row with too many or too few cells.
    #[arg(long, conflicts_with = "config")]
    pub(crate) strict: bool,
    /// The dealer's organization id.
    #[arg(long, value_name = "ID", value_parser = OrganizationId::parse, conflicts_with = "config")]
    pub(crate) organization: Option<OrganizationId>,
    /// The rooftop's id.
    #[arg(long, value_name = "ID", value_parser = RooftopId::parse, conflicts_with = "config")]
    pub(crate) rooftop: Option<RooftopId>,
    /// When the source wrote the file (RFC 3339); the file's own time without it.
    #[arg(long, value_name = "TIME", value_parser = Timestamp::parse)]
    pub(crate) observed_at: Option<Timestamp>,
}

/// Whether the price holds the required charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Included {
    Yes,
    No,
    Unknown,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed check inventory.csv --config dealeragent.toml --feed main-lot
  dealeragent feed check inventory.csv --profile vauto --currency USD --zone America/Denver --price-column Price
  dealeragent feed check - --profile auto --currency USD --zone America/Denver --json < inventory.csv

Exit codes: 0 every row is used or left out by a rule (there may be warnings), 1 rows are held back,
or there are warnings and --deny-warnings, 2 the file cannot be used, 64 something is missing from the
command line.")]
pub(crate) struct FeedCheckArguments {
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Print the report as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Count a warning as severe as a row that is held back.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Also write the rows that are held back as a sheet for people.
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects_csv: Option<PathBuf>,
    /// Replace that file if it is there.
    #[arg(long, requires = "rejects_csv")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed convert export.csv --config dealeragent.toml --feed main-lot --out inventory.csv
  dealeragent feed convert export.csv --profile vauto --currency USD --zone America/Denver \\
    --price-column Price --organization hill-street --rooftop main --out - > inventory.csv

Exit codes: 0 every row is written or left out by a rule, 1 rows are held back or could not be written,
2 the file cannot be used and nothing is written, 64 something is missing from the command line.")]
pub(crate) struct FeedConvertArguments {
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Where to; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace that file if it is there.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print what became of the rows as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FeedProfileArguments {
    #[command(subcommand)]
    pub(crate) command: FeedProfileCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FeedProfileCommand {
    /// List the built-in profiles.
    List {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a built-in profile, to read or to copy from.
    Show {
        /// Its name.
        name: String,
    },
    /// Propose a profile for a file: each column is matched, suggested or unmapped.
    Suggest(FeedSuggestArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent feed profile suggest export.csv
  dealeragent feed profile suggest export.csv --out profiles/mine.toml
  dealeragent feed profile suggest lot.xml --element Vehicle
  dealeragent feed profile suggest lot.json --records /inventory/vehicles

What is known stands in the proposal; a guess is a comment (#?) until a person takes the mark off.
Cells of private columns are never shown.

Exit codes: 0 a proposal, 1 a proposal that lacks a needed column, 2 the file cannot be used.")]
pub(crate) struct FeedSuggestArguments {
    /// The export; - reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the proposal here instead of to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace that file if it is there.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// The profile's id; made from the file's name without it.
    #[arg(long)]
    pub(crate) id: Option<String>,
    /// The profile's name for people.
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// The file is XML; this element is a unit.
    #[arg(long, value_name = "NAME")]
    pub(crate) element: Option<String>,
    /// The file is JSON; its units stand in the array at this JSON Pointer.
    #[arg(long, value_name = "POINTER", conflicts_with = "element")]
    pub(crate) records: Option<String>,
    /// The encoding, as of `feed check`.
    #[arg(long, value_parser = encoding)]
    pub(crate) encoding: Option<DeclaredEncoding>,
    /// What separates the columns, as of `feed check`.
    #[arg(long, value_parser = delimiter)]
    pub(crate) delimiter: Option<Delimiter>,
}

/// Miles or kilometres, as a profile writes them.
pub(crate) fn unit(text: &str) -> Result<DistanceUnit, String> {
    match text.to_ascii_lowercase().as_str() {
        "mi" => Ok(DistanceUnit::Miles),
        "km" => Ok(DistanceUnit::Kilometres),
        _ => Err("must be mi or km".to_owned()),
    }
}

fn encoding(text: &str) -> Result<DeclaredEncoding, String> {
    match text.to_ascii_lowercase().as_str() {
        "utf-8" => Ok(DeclaredEncoding::Utf8),
        "utf-16" => Ok(DeclaredEncoding::Utf16),
        "windows-1252" => Ok(DeclaredEncoding::Windows1252),
        "iso-8859-15" => Ok(DeclaredEncoding::Iso8859_15),
        _ => Err("must be utf-8, utf-16, windows-1252 or iso-8859-15".to_owned()),
    }
}

fn delimiter(text: &str) -> Result<Delimiter, String> {
    let found = Delimiter::ALL.into_iter().find(|delimiter| delimiter.to_string() == text.to_ascii_lowercase());
    found.ok_or_else(|| "must be comma, semicolon, tab or pipe".to_owned())
}
