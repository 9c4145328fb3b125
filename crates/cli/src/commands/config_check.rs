//! `dealeragent config check`.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_gateway::{Clock as _, SystemClock};
use serde_json::json;

use super::configuration::load;
use crate::{arguments::ConfigCheckArguments, printer::Printer};

pub(crate) fn run(arguments: &ConfigCheckArguments, printer: &Printer) -> Result<ExitCode> {
    let loaded = load(Some(&arguments.config), SystemClock.now())?;
    if arguments.json {
        let problems: Vec<_> = loaded.as_ref().err().into_iter().flat_map(|errors| &errors.problems).collect();
        let problems: Vec<_> = problems
            .iter()
            .map(|problem| json!({ "line": problem.line, "key": problem.key, "message": problem.message }))
            .collect();
        printer.data(&json!({ "problems": problems }).to_string());
    }
    match loaded {
        Ok(loaded) => {
            let rooftops: usize = loaded.config.dealers.iter().map(|dealer| dealer.rooftops.len()).sum();
            printer.talk(&format!(
                "{} is fine: {} organization(s), {rooftops} rooftop(s), {} feed(s)",
                arguments.config.display(),
                loaded.config.dealers.len(),
                loaded.config.feeds.len(),
            ));
            Ok(ExitCode::SUCCESS)
        }
        Err(errors) => {
            printer.talk(errors.to_string().trim_end());
            Ok(ExitCode::FAILURE)
        }
    }
}
