//! `search` and `fetch` for general research hosts, on the safe door alone and
//! where the operator wants them. Their shape is what such hosts expect: the
//! result as structured content, and the same as JSON in one text block.

use dealeragent_gateway::{Answer, Failure, Gateway, RequestContext, Site};
use dealeragent_protocol::{intake::Violations, wording::en};
use serde_json::{Value, json};

use super::render::rate_limit;
use crate::mcp::ToolReply;

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Research {
    /// `search`.
    Search,
    /// `fetch`.
    Fetch,
}

impl Research {
    pub(super) const ALL: [Self; 2] = [Self::Search, Self::Fetch];

    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Fetch => "fetch",
        }
    }

    /// Its one argument.
    fn argument(self) -> &'static str {
        match self {
            Self::Search => "query",
            Self::Fetch => "id",
        }
    }

    /// Its entry in `tools/list`.
    pub(super) fn entry(self) -> Value {
        let (title, description, about, output) = match self {
            Self::Search => (
                "Search vehicles",
                en::RESEARCH_SEARCH,
                "Words such as make, model, year, colour, body style or fuel",
                json!({
                    "type": "object", "required": ["results"],
                    "properties": {
                        "results": { "type": "array", "items": document() },
                        "not_searched": { "type": "array", "items": not_searched() },
                    },
                }),
            ),
            Self::Fetch => ("Fetch one vehicle", en::RESEARCH_FETCH, "An id that `search` gave", document()),
        };
        json!({
            "name": self.name(),
            "title": title,
            "description": description,
            "inputSchema": {
                "type": "object",
                "properties": { (self.argument()): { "type": "string", "description": about } },
                "required": [self.argument()],
                "additionalProperties": false,
            },
            "outputSchema": { "type": "object", "anyOf": [output, { "type": "object", "required": ["error_id", "code"] }] },
            "annotations": {
                "title": title, "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }

    /// Runs it.
    pub(super) async fn call(
        self,
        gateway: &Gateway,
        site: &Site,
        context: &RequestContext,
        arguments: &Value,
    ) -> Result<Answer, Failure> {
        let argument = self.read(arguments).map_err(Failure::validation)?;
        match self {
            Self::Search => gateway.research_search(site, context, argument).await,
            Self::Fetch => gateway.research_fetch(site, context, argument).await,
        }
    }
}

/// Rooftops of a dealer that a search left out, since they are searched one at a time.
fn not_searched() -> Value {
    json!({
        "type": "object",
        "required": ["organization_id", "rooftop_ids"],
        "properties": {
            "organization_id": { "type": "string" },
            "rooftop_ids": { "type": "array", "items": { "type": "string" } },
        },
    })
}

impl Research {
    /// The one argument, held against what the entry in the list says of it.
    fn read(self, arguments: &Value) -> Result<&str, Violations> {
        let name = self.argument();
        let mut violations = Violations::default();
        let others = arguments.as_object().into_iter().flatten().filter(|(other, _)| *other != name);
        for _ in others {
            violations.add("", "additionalProperties", &format!("`{name}` is the only property here"));
        }
        match arguments.get(name) {
            Some(Value::String(argument)) if violations.as_slice().is_empty() => return Ok(argument),
            Some(Value::String(_)) => {}
            Some(_) => violations.add(&format!("/{name}"), "type", "must be a string"),
            None => violations.add("", "required", &format!("`{name}` is required, a string")),
        }
        Err(violations)
    }
}

/// A document as both tools give it.
fn document() -> Value {
    json!({
        "type": "object",
        "required": ["id", "title", "text", "url", "metadata"],
        "properties": {
            "id": { "type": "string" }, "title": { "type": "string" }, "text": { "type": "string" },
            "url": { "type": "string" },
            "metadata": {
                "type": "object",
                "required": ["band", "observed_at", "organization_id", "rooftop_id"],
                "properties": {
                    "band": { "type": "string" }, "observed_at": { "type": "string" },
                    "organization_id": { "type": "string" }, "rooftop_id": { "type": "string" },
                },
            },
        },
    })
}

/// The answer as these hosts read it: one text block with the JSON.
pub(super) fn reply(answer: Answer) -> ToolReply {
    let text = String::from_utf8_lossy(&answer.structured);
    let content = json!([{ "type": "text", "text": text }]).to_string().into_bytes();
    let rate_limit = answer.rate.map(rate_limit);
    ToolReply { content, structured: Some(answer.structured), rate_limit, ..ToolReply::default() }
}
