//! `dealeragent init`: the few questions that no export answers, and a checked
//! configuration.

mod answers;
mod asker;
mod draft;
mod question;
mod questions;
mod trial;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_server::{config::Config, files::Files};

use super::{
    config_check,
    configuration::{Loaded, folder_of},
};
use crate::{
    init_arguments::InitArguments,
    output_file,
    printer::Printer,
    usage::{self, Usage},
};
use answers::Answers;
use asker::Asker;
use draft::Draft;

pub(crate) fn run(arguments: &InitArguments, printer: &Printer) -> Result<ExitCode> {
    let out = arguments.out.as_path();
    if out.exists() {
        let message = format!("{} is there already and is not replaced; --out FILE writes another one", out.display());
        return Err(Usage(message).into());
    }
    let now = SystemClock.now();
    let answers = Answers::of(arguments)?;
    let strays: Vec<&str> = answers.strays(&arguments.files).collect();
    if !strays.is_empty() {
        let message = format!("the answers are about files that were not given: {}", strays.join(", "));
        return Err(Usage(message).into());
    }
    let folder = folder_of(out);
    let mut asker = Asker::new(answers, arguments.yes);
    let draft = questions::all(&arguments.files, &folder, &mut asker, now)?;
    let Some(draft) = draft.filter(|_| asker.problems().is_empty()) else {
        return Err(usage::all(asker.problems()).into());
    };
    let text = draft.to_toml();
    let name = out.display().to_string();
    let files = Files::Folder(folder);
    let config = match Config::read(&name, &text, &files, now) {
        Ok(config) => config,
        Err(errors) => {
            printer.talk(errors.to_string().trim_end());
            printer.talk("nothing is written");
            return Ok(ExitCode::FAILURE);
        }
    };
    let looked = config_check::look(Loaded { config, files })?;
    printer.talk(&looked.said);
    if !looked.problems.is_empty() {
        let lines: Vec<String> = looked.problems.iter().map(|problem| problem.message.clone()).collect();
        printer.talk(&format!(
            "nothing is written: the configuration would name files that cannot be used:\n  {}",
            lines.join("\n  ")
        ));
        return Ok(ExitCode::FAILURE);
    }
    output_file::write(out, text.as_bytes(), false)?;
    printer.talk(&next(out, &draft, &arguments.files));
    Ok(ExitCode::SUCCESS)
}

fn next(out: &Path, draft: &Draft, files: &[PathBuf]) -> String {
    let out = out.display();
    let mut lines = vec![format!("{out} is written and fine. Next:")];
    for (feed, file) in draft.feeds.iter().zip(files) {
        lines.push(format!("  dealeragent feed check {} --config {out} --feed {}", file.display(), feed.id));
    }
    lines.push(format!("  dealeragent config check {out}"));
    lines.push(format!("  dealeragent serve --config {out}"));
    lines.join("\n")
}

/// A file as the configuration names it: relative where it lies beneath the
/// configuration's folder, else whole.
fn named(file: &Path, folder: &Path) -> Result<PathBuf> {
    let whole = |path: &Path| path.canonicalize().with_context(|| format!("cannot read {}", path.display()));
    let (file, folder) = (whole(file)?, whole(folder)?);
    Ok(file.strip_prefix(&folder).map(Path::to_owned).unwrap_or(file))
}
