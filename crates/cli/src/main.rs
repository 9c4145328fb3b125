//! `dealeragent`: a Dealer Agent Gateway and the tools around it.

mod arguments;
mod audit_arguments;
mod banner;
mod commands;
mod printer;

use std::process::ExitCode;

use clap::Parser as _;

use crate::{
    arguments::{Arguments, Command, ConfigCommand},
    printer::Printer,
};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    start_log(&arguments);
    let printer = Printer;
    let outcome = match arguments.command {
        Command::Serve(serve) => commands::serve::run(&serve, &printer),
        Command::Call(call) => commands::call::run(&call, &printer),
        Command::Audit(audit) => commands::audit::run(&audit, &printer),
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

/// The log goes to standard error; standard output is for data and protocol.
fn start_log(arguments: &Arguments) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_new(&arguments.log).unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false).init();
}
