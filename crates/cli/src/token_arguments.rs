//! The command line of `dealeragent token`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use dealeragent_issuer::{AgentName, Lifetime};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text},
};

use crate::credential_values as values;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent token issue --agent acme-bot --organization example-ridge \\
      --rooftop ridge-denver --data-dir data
  dealeragent token list --data-dir data
  dealeragent token revoke --agent acme-bot --reason 'contract ended' --data-dir data
  dealeragent token rotate-key --data-dir data

A token lets one agent read what is not public, at the rooftops that it names, for an hour
unless said otherwise. Only its record is kept, never the token. docs/credentials.md tells more.

Exit codes: 0 done, 1 nothing found, 2 it could not be done.")]
pub(crate) struct TokenArguments {
    #[command(flatten)]
    pub(crate) place: CredentialPlace,

    #[command(subcommand)]
    pub(crate) command: TokenCommand,
}

/// Where the records and the keys are.
#[derive(Debug, Args)]
pub(crate) struct CredentialPlace {
    /// The data folder: that of the gateway.
    #[arg(long, global = true, env = "DEALERAGENT_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// The gateway's configuration file; the demo dealership without one.
    #[arg(long, global = true, env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Issue a token to an agent: the token alone goes to standard output.
    Issue(TokenIssueArguments),
    /// List the tokens that can be used, the newest first.
    List {
        /// Also those that have ended or were revoked.
        #[arg(long)]
        all: bool,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token, or all tokens of an agent, at once and for good.
    Revoke(TokenRevokeArguments),
    /// Let a new key sign. Tokens that were issued before stay good until they end.
    #[command(after_help = "\
Examples:
  dealeragent token rotate-key --data-dir data          every few months
  dealeragent token rotate-key --now --data-dir data    when somebody may have read the key

A running gateway takes the new key up by itself.")]
    RotateKey {
        /// Drop the old keys at once: every token that was issued so far ends now.
        #[arg(long)]
        now: bool,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent token issue --agent acme-bot --organization example-ridge \\
      --rooftop ridge-denver --data-dir data
  dealeragent token issue --agent acme-bot --organization example-ridge \\
      --rooftop ridge-denver --rooftop ridge-chicago --ttl 8h \\
      --scope dealeragent:inventory:read --config dealeragent.toml
  dealeragent token issue --agent acme-bot \\
      --delegation dlg_01M8QEWPS8G8B4E5ZVAH940460 --data-dir data
  TOKEN=$(dealeragent token issue --agent acme-bot --organization example-ridge \\
      --rooftop ridge-denver --data-dir data)

There are no wildcards: each rooftop is named, or a recorded delegation names them
(dealeragent delegation create). A token lives for 24h at most; issue a new one every day.")]
pub(crate) struct TokenIssueArguments {
    /// Who gets it: the name by which the audit will know the agent.
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: AgentName,

    /// The dealer, by its id in the configuration; a delegation's own unless said.
    #[arg(long, value_name = "ID", required_unless_present = "delegation")]
    pub(crate) organization: Option<OrganizationId>,

    /// A rooftop that the agent may see; once for each.
    #[arg(long = "rooftop", value_name = "ID", value_parser = values::rooftop, required_unless_present = "delegation")]
    pub(crate) rooftops: Vec<RooftopId>,

    /// The rooftops of this recorded delegation, instead of naming them.
    #[arg(long, value_name = "ID", conflicts_with = "rooftops")]
    pub(crate) delegation: Option<String>,

    /// A scope; once for each. Without one: those for reading, of a delegation what it holds of them.
    #[arg(long = "scope", value_name = "SCOPE", value_parser = values::scope())]
    pub(crate) scopes: Vec<Scope>,

    /// No scope at all, to see what a gateway refuses then.
    #[arg(long, conflicts_with = "scopes")]
    pub(crate) no_scope: bool,

    /// Only this profile; once for each. Without one: what the scopes allow.
    #[arg(long = "profile", value_name = "PROFILE", value_parser = values::profile())]
    pub(crate) profiles: Vec<Profile>,

    /// Availability may be checked for this purpose only; once for each.
    #[arg(long = "purpose", value_name = "PURPOSE", value_parser = values::purpose())]
    pub(crate) purposes: Vec<Purpose>,

    /// How long it lives, such as 15m or 8h; at most 24h.
    #[arg(long, value_name = "TIME", default_value_t = Lifetime::USUAL)]
    pub(crate) ttl: Lifetime,

    /// The gateway that it is for. Without it: the address of the site that serves the dealer.
    #[arg(long, value_name = "URL")]
    pub(crate) audience: Option<String>,

    /// Print the token with its record, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("which").required(true).args(["token_id", "agent"]),
    after_help = "\
Examples:
  dealeragent token revoke 01M8QEWPS8G8B4E5ZVAH940460 --data-dir data
  dealeragent token revoke --agent acme-bot --reason 'contract ended' --data-dir data

The next call with it is refused, by every gateway process that shares the data folder.
An agent whose tokens were revoked can get new ones."
)]
pub(crate) struct TokenRevokeArguments {
    /// The token's id, as `token list` shows it. Not the token itself.
    #[arg(value_name = "ID")]
    pub(crate) token_id: Option<String>,

    /// Every token of this agent.
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<AgentName>,

    /// Why, for the record.
    #[arg(long, value_name = "TEXT", value_parser = values::reason)]
    pub(crate) reason: Option<Text<1, 200>>,
}
