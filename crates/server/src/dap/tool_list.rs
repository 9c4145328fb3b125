//! `tools/list`, from what a caller sees.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use dealeragent_gateway::ToolSet;
use dealeragent_protocol::{schema, tool::Tool};
use serde_json::{Value, json};

use crate::http::Door;

/// Tool lists, each written once. There are few sets of tools: callers differ
/// by profile and scope, not by name.
#[derive(Debug, Default)]
pub(super) struct ToolLists(Mutex<HashMap<ToolSet, Arc<[u8]>>>);

impl ToolLists {
    /// The list of these tools on a door.
    ///
    /// # Errors
    /// When it cannot be written: a defect.
    pub(super) fn of(&self, tools: ToolSet, door: Door) -> Result<Arc<[u8]>, serde_json::Error> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = known.get(&tools) {
            return Ok(Arc::clone(list));
        }
        let list: Arc<[u8]> = serde_json::to_vec(&tool_list(tools, door))?.into();
        known.insert(tools, Arc::clone(&list));
        Ok(list)
    }
}

/// The tools as a JSON array, in the order of the table.
fn tool_list(tools: ToolSet, door: Door) -> Value {
    tools.iter().map(|tool| entry(tool, door)).collect()
}

fn entry(tool: Tool, door: Door) -> Value {
    let spec = tool.spec();
    json!({
        "name": name(tool, door),
        "title": spec.title,
        "description": spec.description,
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
