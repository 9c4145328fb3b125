//! `tools/list`, from the site's declaration.

use dealeragent_gateway::Site;
use dealeragent_protocol::{schema, tool::Tool};
use serde_json::{Value, json};

use crate::http::Door;

/// The declared tools as a JSON array, in the order of the table.
pub(super) fn tool_list(site: &Site, door: Door) -> Value {
    site.declaration().tools().map(|tool| entry(tool, door)).collect()
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
