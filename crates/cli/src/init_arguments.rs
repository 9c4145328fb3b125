//! The command line of `dealeragent init`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent init inventory.csv
  dealeragent init inventory.csv --answers answers.toml --yes
  dealeragent init north.csv south.csv --out group.toml

Each question can be answered by its flag, or in the answers file under the flag's name with
underscores; a [[files]] table there with `file` answers for one file alone. An answer on the command
line goes before one in the file. The configuration is checked as `config check` does, and written only
when it is fine; a file that is there is never replaced.

Exit codes: 0 written, 1 the configuration would have problems, 2 a file could not be used, 64 an answer
is missing or cannot be used.")]
pub(crate) struct InitArguments {
    /// The exports, one for each rooftop.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Where to write the configuration.
    #[arg(long, default_value = "dealeragent.toml", value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// A TOML file with answers.
    #[arg(long, value_name = "FILE")]
    pub(crate) answers: Option<PathBuf>,
    /// Ask nothing: take what is proposed, and fail with a list of what nobody
    /// answered.
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) given: Given,
}

/// Answers on the command line.
#[derive(Debug, Args)]
pub(crate) struct Given {
    /// The dealer's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) organization_name: Option<String>,
    /// The dealer's id, which agents see; keep it.
    #[arg(long, value_name = "ID")]
    pub(crate) organization_id: Option<String>,
    /// Who runs the gateway.
    #[arg(long, value_name = "NAME")]
    pub(crate) operator_name: Option<String>,
    /// The rooftop's id.
    #[arg(long, value_name = "ID")]
    pub(crate) rooftop_id: Option<String>,
    /// The rooftop's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) rooftop_name: Option<String>,
    /// The rooftop's website.
    #[arg(long, value_name = "URL")]
    pub(crate) website: Option<String>,
    /// The rooftop's zone, such as America/Denver.
    #[arg(long)]
    pub(crate) zone: Option<String>,
    /// Street lines, separated by semicolons.
    #[arg(long, value_name = "LINES")]
    pub(crate) address: Option<String>,
    /// City.
    #[arg(long)]
    pub(crate) locality: Option<String>,
    /// State or province.
    #[arg(long)]
    pub(crate) region: Option<String>,
    /// Postal code.
    #[arg(long, value_name = "CODE")]
    pub(crate) postal_code: Option<String>,
    /// Country, such as US.
    #[arg(long)]
    pub(crate) country: Option<String>,
    /// The mapping profile, or a file with one.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) profile: Option<String>,
    /// The currency of the prices, such as USD.
    #[arg(long)]
    pub(crate) currency: Option<String>,
    /// The one column with the advertised price.
    #[arg(long, value_name = "NAME")]
    pub(crate) price_column: Option<String>,
    /// Whether that price holds the charges that every buyer pays: yes or no.
    #[arg(long, value_name = "yes|no")]
    pub(crate) includes_required_charges: Option<String>,
    /// The unit of odometers that name none: mi or km.
    #[arg(long, value_name = "UNIT")]
    pub(crate) odometer_unit: Option<String>,
    /// Where units have no page address: https, with {stock} or {vin}.
    #[arg(long, value_name = "URL")]
    pub(crate) url_template: Option<String>,
}
