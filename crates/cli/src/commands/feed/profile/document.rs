//! Proposals for JSON and XML: their paths are the columns.

use std::io::Read as _;

use anyhow::{Context as _, Result, bail};
use dealeragent_feeds::{Limits, Profile, Suggestion, shape::table, suggest};

use crate::{commands::feed::input::Input, feed_arguments::FeedSuggestArguments, usage::Usage};

/// Units that are looked at.
const MOST_ROWS: usize = 200;

/// The keys of a profile that say where the units of a document are; `None` for
/// delimited text.
pub(super) fn shape(arguments: &FeedSuggestArguments) -> Option<String> {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let xml = arguments.element.as_ref();
    let xml = xml.map(|element| format!("shape = \"xml\"\nxml_record = {}\n", quoted(element)));
    let json = arguments.records.as_ref();
    xml.or_else(|| json.map(|records| format!("shape = \"json\"\njson_records = {}\n", quoted(records))))
}

/// What the paths of a document look like.
///
/// # Errors
/// When the document has not that shape.
pub(super) fn suggested(input: &Input<'_>, shape: &str) -> Result<Suggestion> {
    // A profile that says no more than where the units are.
    let columns = "[columns]\nvin = [\"vin\"]\nyear = [\"year\"]\nmake = [\"make\"]\nmodel = [\"model\"]\n\
        condition = [\"condition\"]\n";
    let profile = Profile::parse(&format!("id = \"look\"\ntitle = \"Look\"\n{shape}{columns}"))
        .map_err(|fault| Usage(fault.to_string()))?;
    let mut bytes = Vec::new();
    let most = (Limits::default().file_bytes as u64).saturating_add(1);
    input.watched()?.take(most).read_to_end(&mut bytes).context("cannot read the file")?;
    let found = table(&bytes, &profile, Limits::default())?.context("the file is no document")?;
    if found.rows.is_empty() {
        bail!("there is no unit where --element or --records looks");
    }
    let rows = found.rows.iter().take(MOST_ROWS);
    let rows: Vec<Vec<String>> = rows.map(|row| found.cells(row).map(str::to_owned).collect()).collect();
    Ok(suggest(&found.names, &rows))
}
