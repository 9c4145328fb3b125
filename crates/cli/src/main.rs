//! `dealeragent`: a Dealer Agent Gateway and the tools around it.

mod arguments;
mod audit_arguments;
mod banner;
mod commands;
mod credential_values;
mod delegation_arguments;
mod demo_token;
mod feed_arguments;
mod init_arguments;
mod kept_arguments;
mod log;
mod output_file;
mod printer;
mod progress;
mod publish_arguments;
mod table;
mod token_arguments;
mod tool_name;
mod usage;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use crate::{
    arguments::{Arguments, Command, ConfigCommand},
    printer::Printer,
    usage::Usage,
};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    log::start_log(arguments.log);
    let printer = Printer;
    let outcome = match arguments.command {
        Command::Serve(serve) => commands::serve::run(&serve, &printer),
        Command::Call(call) => commands::call::run(&call, &printer),
        Command::Publish(publish) => commands::publish::run(&publish, &printer),
        Command::Audit(audit) => commands::audit::run(&audit, &printer),
        Command::Token(token) => commands::token::run(&token, &printer),
        Command::Delegation(delegation) => commands::delegation::run(&delegation, &printer),
        Command::Feed(feed) => commands::feed::run(&feed, &printer),
        Command::Listing(listing) => commands::listing::run(&listing, &printer),
        Command::Rooftop(rooftop) => commands::rooftop::run(&rooftop, &printer),
        Command::Init(init) => commands::init::run(&init, &printer),
        Command::Config(config) => match config.command {
            ConfigCommand::Check(check) => commands::config_check::run(&check, &printer),
        },
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            printer.talk(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<Usage>() { usage::EXIT_CODE } else { 2 })
        }
    }
}

/// Help, or a command line that cannot be followed. Commands that read files
/// have a code of their own for the latter, so that a script tells it from a
/// file that is wrong.
fn refused(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::SUCCESS;
    }
    let commands = Arguments::command();
    let named = |word: &String| commands.get_subcommands().any(|command| command.get_name() == word);
    let first = std::env::args_os().filter_map(|word| word.into_string().ok()).skip(1).find(named);
    let reads_files = first.is_some_and(|word| ["feed", "init", "listing", "rooftop"].contains(&word.as_str()));
    ExitCode::from(if reads_files { usage::EXIT_CODE } else { 2 })
}
