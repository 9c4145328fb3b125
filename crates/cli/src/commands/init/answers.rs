//! Answers that were given beforehand: by flags, or in a file.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result};
use toml::{Table, Value};

use super::question::Question;
use crate::{
    init_arguments::{Given, InitArguments},
    usage::Usage,
};

type Said = BTreeMap<Question, String>;

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Answers {
    flags: Said,
    file: Said,
    /// For one export alone, by its name as it stands in the answers.
    of_files: Vec<(String, Said)>,
}

impl Answers {
    /// Collects them.
    ///
    /// # Errors
    /// When the file with answers cannot be read, or holds what is no answer.
    pub(super) fn of(arguments: &InitArguments) -> Result<Self> {
        let mut answers = Self { flags: flags(&arguments.given), ..Self::default() };
        let Some(path) = &arguments.answers else { return Ok(answers) };
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let table: Table = text.parse().map_err(|error| Usage(format!("{name}: {error}")))?;
        for (key, value) in table {
            if key == "files" {
                let Value::Array(files) = value else {
                    return Err(wrong(path, "files", "is written [[files]]").into());
                };
                for file in files {
                    answers.of_files.push(of_file(path, file)?);
                }
            } else {
                let (question, answer) = answer(path, &key, &value)?;
                answers.file.insert(question, answer);
            }
        }
        Ok(answers)
    }

    /// The answer for an export. A flag goes before the file.
    pub(super) fn get(&self, question: Question, file: Option<&Path>) -> Option<&str> {
        let own = || {
            let name = file?.display().to_string();
            self.of_files.iter().find(|(known, _)| *known == name)?.1.get(&question)
        };
        self.flags.get(&question).or_else(own).or_else(|| self.file.get(&question)).map(String::as_str)
    }

    /// Names of exports that have answers but were not given.
    pub(super) fn strays<'s>(&'s self, files: &'s [std::path::PathBuf]) -> impl Iterator<Item = &'s str> {
        let is_known = |name: &str| files.iter().any(|file| file.display().to_string() == name);
        self.of_files.iter().map(|(name, _)| name.as_str()).filter(move |name| !is_known(name))
    }
}

fn of_file(path: &Path, file: Value) -> Result<(String, Said)> {
    let Value::Table(mut table) = file else { return Err(wrong(path, "files", "is written [[files]]").into()) };
    let Some(Value::String(name)) = table.remove("file") else {
        return Err(wrong(path, "files", "needs `file`, the export as it is named on the command line").into());
    };
    let said = table.iter().map(|(key, value)| answer(path, key, value)).collect::<Result<_>>()?;
    Ok((name, said))
}

fn answer(path: &Path, key: &str, value: &Value) -> Result<(Question, String)> {
    let Some(question) = Question::ALL.into_iter().find(|question| question.key() == key) else {
        let known: Vec<&str> = Question::ALL.iter().map(|question| question.key()).collect();
        return Err(wrong(path, key, &format!("is no question; those are {}, and [[files]]", known.join(", "))).into());
    };
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Array(lines) if lines.iter().all(Value::is_str) => {
            lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(";")
        }
        _ => return Err(wrong(path, key, "must be text in quotes, or true or false").into()),
    };
    Ok((question, text))
}

fn wrong(path: &Path, key: &str, problem: &str) -> Usage {
    Usage(format!("{}: `{key}` {problem}", path.display()))
}

fn flags(given: &Given) -> Said {
    let said = [
        (Question::OrganizationName, &given.organization_name),
        (Question::OrganizationId, &given.organization_id),
        (Question::OperatorName, &given.operator_name),
        (Question::RooftopId, &given.rooftop_id),
        (Question::RooftopName, &given.rooftop_name),
        (Question::Website, &given.website),
        (Question::Zone, &given.zone),
        (Question::Address, &given.address),
        (Question::Locality, &given.locality),
        (Question::Region, &given.region),
        (Question::PostalCode, &given.postal_code),
        (Question::Country, &given.country),
        (Question::Profile, &given.profile),
        (Question::Currency, &given.currency),
        (Question::PriceColumn, &given.price_column),
        (Question::IncludesRequiredCharges, &given.includes_required_charges),
        (Question::OdometerUnit, &given.odometer_unit),
        (Question::UrlTemplate, &given.url_template),
    ];
    said.into_iter().filter_map(|(question, answer)| Some((question, answer.clone()?))).collect()
}
