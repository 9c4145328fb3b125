//! The command line.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::{
    audit_arguments::AuditArguments,
    delegation_arguments::DelegationArguments,
    feed_arguments::FeedArguments,
    init_arguments::InitArguments,
    kept_arguments::{ListingArguments, RooftopArguments},
    log::log_filter,
    publish_arguments::PublishArguments,
    token_arguments::TokenArguments,
};

/// A Dealer Agent Gateway: answers AI agents for a dealer, from the dealer's own
/// exports, with source, time and certainty on every fact.
#[derive(Debug, Parser)]
#[command(name = "dealeragent", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What is logged to standard error: off, error, warn, info, debug, trace, or
    /// a filter such as warn,dealeragent_server=debug.
    #[arg(long, global = true, env = "DEALERAGENT_LOG", default_value = "warn", value_parser = log_filter)]
    pub(crate) log: EnvFilter,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the gateway. Without a configuration it serves the demo dealership.
    Serve(ServeArguments),
    /// Call a tool of a running gateway and print the answer.
    Call(CallArguments),
    /// Ask the few questions that your exports do not answer, and write a checked
    /// configuration.
    Init(Box<InitArguments>),
    /// Exports before they are served, and what became of them: check, diff, import, runs.
    Feed(FeedArguments),
    /// Take one unit off the air at once, and put it back.
    Listing(ListingArguments),
    /// Take a whole rooftop off the air at once, and put it back.
    Rooftop(RooftopArguments),
    /// Look after the configuration file.
    Config(ConfigArguments),
    /// Write each dealer's inventory as two files that any web server can serve.
    Publish(PublishArguments),
    /// Find out from a trace id what really happened.
    Audit(AuditArguments),
    /// Issue, list and revoke agents' tokens.
    Token(TokenArguments),
    /// Record a group's permission for an agent to act at several rooftops.
    Delegation(DelegationArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent serve                                the demo dealership on 127.0.0.1:8484
  dealeragent serve --config dealeragent.toml      your own dealership
  dealeragent serve --stdio                        for an AI host that starts its servers itself

The gateway stops on Ctrl-C; requests under way are answered first.")]
pub(crate) struct ServeArguments {
    /// The configuration file; the demo dealership without one.
    #[arg(long, env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Keep what must last here (the audit), instead of in the configured folder.
    #[arg(long, env = "DEALERAGENT_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// Listen here instead of the configured address; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,

    /// A proxy in front speaks TLS for the gateway: without it, or a certificate
    /// in the configuration, the gateway listens to this machine alone.
    #[arg(long)]
    pub(crate) behind_proxy: bool,

    /// Speak MCP on standard input and output instead of HTTP.
    #[arg(long, conflicts_with = "listen")]
    pub(crate) stdio: bool,

    /// With --stdio: the site to serve, by its gateway_id or host name. Needed where
    /// the configuration has several, since standard input names none.
    #[arg(long, requires = "stdio", value_name = "SITE")]
    pub(crate) site: Option<String>,

    /// With --stdio: list tools by their canonical, dotted names. Several hosts
    /// refuse those, so underscores are the default there.
    #[arg(long, requires = "stdio")]
    pub(crate) canonical_names: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dealeragent call get_manifest
  dealeragent call search '{\"organization_id\":\"example-ridge\",\"query\":\"hybrid suv\"}'
  dealeragent call dealeragent.inventory.get_vehicle - < arguments.json

Exit codes: 0 an answer, 1 the tool refused, 2 the call did not get through.")]
pub(crate) struct CallArguments {
    /// The tool, by its full name or its last word (search, get_vehicle, ...).
    pub(crate) tool: String,

    /// The arguments as a JSON object; - reads them from standard input.
    #[arg(default_value = "{}", value_name = "JSON")]
    pub(crate) arguments: String,

    /// The gateway's address, with or without /mcp.
    #[arg(long, default_value = "http://127.0.0.1:8484", env = "DEALERAGENT_URL")]
    pub(crate) url: String,

    /// The agent's token; at a demo on this machine its first token is used.
    #[arg(long, env = "DEALERAGENT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub(crate) token: Option<String>,

    /// Call as nobody, also at a demo.
    #[arg(long, conflicts_with = "token")]
    pub(crate) anonymous: bool,

    /// Print the structured result alone, as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConfigArguments {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Check a configuration file, with everything that it names, and report
    /// all problems at once.
    Check(ConfigCheckArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 no problem, 1 problems, 2 the file could not be read.")]
pub(crate) struct ConfigCheckArguments {
    /// The configuration file.
    #[arg(default_value = "dealeragent.toml", env = "DEALERAGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: PathBuf,

    /// Print the problems and what each feed gives as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
