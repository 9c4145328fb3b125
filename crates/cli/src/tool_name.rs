//! Tools as people name them on the command line.

use anyhow::{Result, bail};
use dealeragent_protocol::tool::{NamedTool, Tool, tool_by_name};

/// A tool of ours by its canonical name, its safe spelling, or its last word.
///
/// # Errors
/// When no tool is named so; the message lists them.
pub(crate) fn own_tool(given: &str) -> Result<Tool> {
    let fits = |tool: &&Tool| {
        let name = tool.as_str();
        name == given || tool.spec().safe_name == given || name.rsplit('.').next() == Some(given)
    };
    let found: Vec<&Tool> = Tool::ALL.iter().filter(fits).collect();
    match found.as_slice() {
        [only] => Ok(**only),
        _ => {
            let names: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
            bail!("there is no tool `{given}`; the tools are:\n  {}", names.join("\n  "))
        }
    }
}

/// The same, and by their full names those of the protocol that are not
/// implemented here: refused calls of them are written down too.
///
/// # Errors
/// As [`own_tool`].
pub(crate) fn any_tool(given: &str) -> Result<NamedTool> {
    match tool_by_name(given) {
        Some(tool) => Ok(tool),
        None => own_tool(given).map(NamedTool::Known),
    }
}
