//! The command line of `dealeragent delegation`.

use clap::{ArgGroup, Args, Subcommand};
use dealeragent_gateway::Subject;
use dealeragent_issuer::{AgentName, Span};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Scope};

use crate::{credential_values as values, token_arguments::CredentialPlace};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent delegation create --issuer 'group office' --grantee acme-bot \\
      --organization example-ridge --rooftop ridge-denver --rooftop ridge-chicago \\
      --scope dealeragent:inventory:read --for 90d --data-dir data
  dealeragent delegation list --data-dir data
  dealeragent delegation revoke dlg_01M8QEWPS8G8B4E5ZVAH940460 --data-dir data

A delegation is a group's recorded permission for one agent to act at several of its rooftops.
Tokens that are issued under it end with it.

Exit codes: 0 done, 1 nothing found, 2 it could not be done.")]
pub(crate) struct DelegationArguments {
    #[command(flatten)]
    pub(crate) place: CredentialPlace,

    #[command(subcommand)]
    pub(crate) command: DelegationCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DelegationCommand {
    /// Record a delegation: its id goes to standard output.
    Create(DelegationCreateArguments),
    /// List the delegations that can be used, the newest first.
    List {
        /// Also those that have ended or were revoked.
        #[arg(long)]
        all: bool,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Show a delegation.
    Show {
        /// Its id.
        id: String,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Revoke a delegation, at once and for good; tokens under it reach nothing any more.
    Revoke {
        /// Its id.
        id: String,
    },
}

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("end").required(true).args(["until", "for_span"]),
    after_help = "\
Examples:
  dealeragent delegation create --issuer 'group office' --grantee acme-bot \\
      --organization example-ridge --rooftop ridge-denver --rooftop ridge-chicago \\
      --scope dealeragent:inventory:read --for 90d --data-dir data
  dealeragent delegation create --issuer 'group office' --grantee acme-bot \\
      --organization example-ridge --rooftop ridge-denver \\
      --scope dealeragent:pricing:read --until 2027-03-01T00:00:00Z --config dealeragent.toml

Rooftops are named one by one: one that the group opens later is not in it.
It lasts for 366 days at most, so that somebody looks at it once a year."
)]
pub(crate) struct DelegationCreateArguments {
    /// Who delegates: the person or office that stands for the group.
    #[arg(long, value_name = "WHO", value_parser = values::party)]
    pub(crate) issuer: Subject,

    /// To which agent.
    #[arg(long, value_name = "AGENT")]
    pub(crate) grantee: AgentName,

    /// The group, by its id in the configuration.
    #[arg(long, value_name = "ID")]
    pub(crate) organization: OrganizationId,

    /// A rooftop; once for each.
    #[arg(long = "rooftop", value_name = "ID", value_parser = values::rooftop, required = true)]
    pub(crate) rooftops: Vec<RooftopId>,

    /// A scope; once for each.
    #[arg(long = "scope", value_name = "SCOPE", value_parser = values::scope(), required = true)]
    pub(crate) scopes: Vec<Scope>,

    /// When it ends (RFC 3339).
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<String>,

    /// For how long from now, such as 90d.
    #[arg(long = "for", id = "for_span", value_name = "TIME")]
    pub(crate) for_span: Option<Span>,

    /// Print the record as JSON instead of the id alone.
    #[arg(long)]
    pub(crate) json: bool,
}
