//! Answers and failures as MCP tool results.

use dealeragent_gateway::{Answer, Failure, RateState, RequestContext};
use dealeragent_protocol::{error::ErrorCode, tool::NamedTool, wording::en};
use serde::Serialize;
use serde_json::json;

use super::Challenges;
use crate::mcp::{RateLimitFields, ToolReply};

/// The key of the notices in a result's `_meta`.
const NOTICES: &str = "io.github.dealeragent/notices";

/// A result: the summary, then the JSON twin, which is the first to go when
/// the answer would outgrow the budget.
pub(super) fn answer(answer: Answer, budget: usize) -> ToolReply {
    let mut meta_members = Vec::new();
    if !answer.notices.is_empty() {
        member(&mut meta_members, NOTICES, &answer.notices);
    }
    let twin = std::str::from_utf8(&answer.structured).ok();
    let without_twin = answer.structured.len() + answer.summary.len() + meta_members.len() + FRAME;
    let twin_fits = without_twin + escaped_length(&answer.structured) <= budget;
    let content = blocks(&answer.summary, twin.filter(|_| twin_fits));
    let rate_limit = answer.rate.map(rate_limit);
    ToolReply { content, structured: Some(answer.structured), meta_members, rate_limit, ..ToolReply::default() }
}

/// A quota as header fields. The time is until everything may be used again.
pub(super) fn rate_limit(rate: RateState) -> RateLimitFields {
    let (name, quota) = (rate.class.as_str(), rate.quota);
    let window = (quota.window_ms() + 999) / 1000;
    let used = i64::from(quota.burst.saturating_sub(rate.remaining));
    let reset = (used * quota.window_ms() / i64::from(quota.burst.max(1)) + 999) / 1000;
    RateLimitFields {
        policy: format!("\"{name}\";q={};w={window}", quota.burst),
        state: format!("\"{name}\";r={};t={reset}", rate.remaining),
    }
}

/// What the frame around an answer takes, generously.
const FRAME: usize = 512;

/// How long JSON is as a JSON string: quotation marks and backslashes double.
fn escaped_length(json: &[u8]) -> usize {
    json.len() + json.iter().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

/// An error that the model can act on.
pub(super) fn failure(
    failure: &Failure,
    context: &RequestContext,
    tool: Option<NamedTool>,
    challenges: &Challenges,
) -> ToolReply {
    let tool = match tool {
        Some(NamedTool::Known(tool)) => Some(tool),
        _ => None,
    };
    let payload = failure.payload(context);
    let structured = serde_json::to_vec(&payload).unwrap_or_default();
    let content = blocks(&en::failure_text(&payload), std::str::from_utf8(&structured).ok());
    let retry_after = payload.retry_after_ms.filter(|_| payload.code == ErrorCode::RateLimited);
    ToolReply {
        content,
        structured: Some(structured),
        is_error: true,
        challenge: challenges.of_failure(payload.code, tool),
        retry_after: retry_after.map(|wait| wait.as_seconds()),
        ..ToolReply::default()
    }
}

/// Text blocks as a JSON array.
fn blocks(summary: &str, twin: Option<&str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(summary.len() + twin.map_or(0, str::len) * 5 / 4 + 64);
    out.push(b'[');
    text_block(&mut out, summary);
    if let Some(twin) = twin {
        out.push(b',');
        text_block(&mut out, twin);
    }
    out.push(b']');
    out
}

fn text_block(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    // A string in memory cannot fail to be written.
    let _ = serde_json::to_writer(&mut *out, text);
    out.push(b'}');
}

fn member(out: &mut Vec<u8>, key: &str, value: &impl Serialize) {
    let _ = serde_json::to_writer(&mut *out, &json!(key));
    out.push(b':');
    let _ = serde_json::to_writer(&mut *out, value);
}
