//! `tools/list`, from what a caller sees.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_gateway::ToolSet;
use dealeragent_protocol::{schema, tool::Tool};
use serde_json::{Value, json};

use super::research::Research;
use crate::http::Door;

/// Tool lists of one door, each written once. There are few sets of tools:
/// callers differ by profile and scope, not by name.
#[derive(Debug)]
pub(super) struct ToolLists {
    door: Door,
    research: bool,
    written: Mutex<HashMap<ToolSet, Arc<[u8]>>>,
}

impl ToolLists {
    /// The lists of a door; `research` adds `search` and `fetch` at the safe one.
    pub(super) fn new(door: Door, research: bool) -> Self {
        Self { door, research, written: Mutex::default() }
    }

    /// The list of these tools.
    ///
    /// # Errors
    /// When it cannot be written: a defect.
    pub(super) fn of(&self, tools: ToolSet) -> Result<Arc<[u8]>, serde_json::Error> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = written.get(&tools) {
            return Ok(Arc::clone(list));
        }
        let mut entries = tool_list(tools, self.door);
        // They stand on the protocol's own tools, and go with them.
        let stands_on = [(Research::Search, Tool::Search), (Research::Fetch, Tool::GetVehicle)];
        if self.research && self.door == Door::Compat {
            let offered = stands_on.into_iter().filter(|(_, tool)| tools.contains(*tool));
            entries.extend(offered.map(|(research, _)| research.entry()));
        }
        let list: Arc<[u8]> = serde_json::to_vec(&entries)?.into();
        written.insert(tools, Arc::clone(&list));
        Ok(list)
    }
}

/// The tools' entries, in the order of the table.
fn tool_list(tools: ToolSet, door: Door) -> Vec<Value> {
    tools.iter().map(|tool| entry(tool, tools, door)).collect()
}

fn entry(tool: Tool, tools: ToolSet, door: Door) -> Value {
    let spec = tool.spec();
    json!({
        "name": name(tool, door),
        "title": spec.title,
        "description": spec.description(|other| tools.contains(other)),
        "inputSchema": schema::tool_input(tool),
        "outputSchema": schema::tool_output(tool),
        "annotations": {
            "title": spec.title,
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
        },
    })
}

/// A tool's name on a door.
pub(super) fn name(tool: Tool, door: Door) -> &'static str {
    match door {
        Door::Canonical => tool.as_str(),
        Door::Compat => tool.spec().safe_name,
    }
}
