//! Chores of the workspace: `cargo run -p xtask -- <chore>`.

mod compare;
mod errors;
mod schemas;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
Chores of the workspace.

  cargo run -p xtask -- schemas write          write schemas/ from the types
  cargo run -p xtask -- schemas check          fail when schemas/ differs from the types
  cargo run -p xtask -- schemas compare DIR    fail when the types differ from the published schemas in DIR
  cargo run -p xtask -- errors write           write docs/errors.md from the registry
  cargo run -p xtask -- errors check           fail when docs/errors.md differs from the registry
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["schemas", "write"] => schemas::write(),
        ["schemas", "check"] => schemas::check(),
        ["errors", "write"] => errors::write(),
        ["errors", "check"] => errors::check(),
        ["schemas", "compare", dir] => compare::against(dir.as_ref()),
        _ => bail!("no such chore\n\n{HELP}"),
    }
}

/// A chore talks on standard error, as its output is files.
#[allow(clippy::print_stderr)]
fn say(text: &str) {
    eprintln!("{text}");
}
