//! `dealeragent`: a Dealer Agent Gateway and the tools around it.

mod arguments;
mod audit_arguments;
mod banner;
mod commands;
mod credential_values;
mod delegation_arguments;
mod demo_token;
mod log;
mod printer;
mod publish_arguments;
mod token_arguments;
mod tool_name;

use std::process::ExitCode;

use clap::Parser as _;

use crate::{
    arguments::{Arguments, Command, ConfigCommand},
    printer::Printer,
};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    log::start_log(arguments.log);
    let printer = Printer;
    let outcome = match arguments.command {
        Command::Serve(serve) => commands::serve::run(&serve, &printer),
        Command::Call(call) => commands::call::run(&call, &printer),
        Command::Publish(publish) => commands::publish::run(&publish, &printer),
        Command::Audit(audit) => commands::audit::run(&audit, &printer),
        Command::Token(token) => commands::token::run(&token, &printer),
        Command::Delegation(delegation) => commands::delegation::run(&delegation, &printer),
        Command::Config(config) => match config.command {
            ConfigCommand::Check(check) => commands::config_check::run(&check, &printer),
        },
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            printer.talk(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
