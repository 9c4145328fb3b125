//! `docs/errors.md`, from the registry.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use dealeragent_protocol::{
    error::{ErrorCode, ErrorDetails, ErrorPayload, FieldError, FieldErrors, Message, Pointer, RetryAfter},
    facts::{Freshness, MaxAge},
    values::{ErrorId, Timestamp, TraceId},
    wording::en,
};

const INTRODUCTION: &str = "\
# Errors

*Generated from the registry: `cargo run -p xtask -- errors write`.*

A tool call that fails for a reason of the protocol is an MCP result with
`isError: true`. `structuredContent` is the payload shown below; `content[0]` is a text
for models that says what was wrong, what to do and whether to retry. The registry
is closed: there are these sixteen codes and no others.

- `retryable` follows from the code. Nothing a caller sends and nothing an operator
  configures changes it.
- `retry_after_ms` (0 to 86,400,000) is there where the gateway knows it.
- `details` holds `field_errors` (every violation, up to 100, with a JSON Pointer; `/` is
  the whole) or `current_freshness`, and nothing else.
- `trace_id` is what the operator wants to know when you ask about an answer.
- Messages never hold what you sent, secrets, other callers' ids or software internals.

Malformed JSON-RPC, unknown methods and unknown tools are JSON-RPC errors instead. Two
of them carry a code of the registry in their `data`: an unsupported MCP revision, and
a credential that is not valid.

The column HTTP gives the status where it is not 200. `auth.required` and
`scope.insufficient` have it only where the gateway names an authorization server;
then `WWW-Authenticate` says where to sign in and which scopes to ask for.

| Code | Retry | HTTP | Meaning |
|---|---|---|---|
";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors.md")
}

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    fs::write(path(), page()?).context("cannot write docs/errors.md")?;
    crate::say("wrote docs/errors.md");
    Ok(())
}

/// Fails when the page differs from the registry.
pub(crate) fn check() -> Result<()> {
    if fs::read_to_string(path()).unwrap_or_default() == page()? {
        crate::say("docs/errors.md is up to date");
        return Ok(());
    }
    bail!("docs/errors.md differs from the registry\nrun: cargo run -p xtask -- errors write")
}

fn page() -> Result<String> {
    let mut page = INTRODUCTION.to_owned();
    for code in ErrorCode::ALL {
        let retry = if code.retryable() { "yes" } else { "no" };
        let status = code.entry().http_status.map_or_else(String::new, |status| status.to_string());
        page.push_str(&format!("| [`{code}`](#{}) | {retry} | {status} | {} |\n", anchor(*code), code.entry().meaning));
    }
    for code in ErrorCode::ALL {
        page.push_str(&section(*code)?);
    }
    Ok(page)
}

/// The anchor that a heading of this code gets: dots fall out.
fn anchor(code: ErrorCode) -> String {
    code.as_str().replace('.', "")
}

/// Codes that arise before any tool is reached.
const REVISION_EXAMPLE: &str = "\
This one is no tool result: the request never reached a tool. It stands in the `data`
of the JSON-RPC error, at HTTP status 400.

```json
{
  \"jsonrpc\": \"2.0\",
  \"id\": 1,
  \"error\": {
    \"code\": -32022,
    \"message\": \"this MCP revision is not supported\",
    \"data\": {
      \"code\": \"dealeragent.protocol.unsupported_revision\",
      \"supported\": [\"2026-07-28\"],
      \"handshake\": [\"2025-11-25\", \"2025-06-18\"],
      \"requested\": \"2030-01-01\"
    }
  }
}
```
";

const CREDENTIAL_EXAMPLE: &str = "\
A credential is checked before the message is read, so this is no tool result. It stands
in the `data` of the JSON-RPC error, at HTTP status 401, with a `WWW-Authenticate`
challenge. A refused credential is never read as none.

```json
{
  \"jsonrpc\": \"2.0\",
  \"id\": 1,
  \"error\": {
    \"code\": -32600,
    \"message\": \"the credential is not valid here\",
    \"data\": { \"code\": \"dealeragent.auth.invalid\" }
  }
}
```

Where it runs out between that check and a tool, the tool result has the same code.
";

fn section(code: ErrorCode) -> Result<String> {
    let entry = code.entry();
    let early = match code {
        ErrorCode::UnsupportedRevision => Some(REVISION_EXAMPLE),
        ErrorCode::AuthInvalid => Some(CREDENTIAL_EXAMPLE),
        _ => None,
    };
    if let Some(early) = early {
        return Ok(format!("\n## `{code}`\n\n{}\n\n**Do:** {}\n\n{early}", entry.meaning, entry.reaction));
    }
    let payload = example(code)?;
    let json = serde_json::to_string_pretty(&payload)?;
    Ok(format!(
        "\n## `{code}`\n\n{}\n\n**Do:** {}\n\n```json\n{json}\n```\n\nThe text beside it:\n\n```text\n{}\n```\n",
        entry.meaning,
        entry.reaction,
        en::failure_text(&payload),
    ))
}

fn example(code: ErrorCode) -> Result<ErrorPayload> {
    let at = Timestamp::parse("2026-09-01T14:00:00Z")?;
    let seen = at.plus_seconds(-90_000);
    let day = MaxAge::from_seconds(86_400).context("a day is a lawful age")?;
    let details = match code {
        ErrorCode::ValidationInvalid => {
            let near = "unknown property; did you mean `rooftop_ids`?";
            let found = [
                FieldError::new(Pointer::new(""), "additionalProperties", near),
                FieldError::new(Pointer::new("/filters/year_min"), "range", "must not be greater than year_max"),
            ];
            let field_errors = FieldErrors::new(found.into_iter().flatten().collect())?;
            ErrorDetails { field_errors: Some(field_errors), current_freshness: None }
        }
        ErrorCode::VehicleStale | ErrorCode::VehicleUnavailable | ErrorCode::UpstreamUnavailable => {
            ErrorDetails { field_errors: None, current_freshness: Some(Freshness::at(at, seen, day)) }
        }
        _ => ErrorDetails::default(),
    };
    let retry_after = match code {
        ErrorCode::VehicleStale | ErrorCode::RateLimited => Some(RetryAfter::from_millis(60_000)),
        ErrorCode::UpstreamUnavailable => Some(RetryAfter::from_millis(5_000)),
        _ => None,
    };
    let ids = (ErrorId::mint(at, 1), TraceId::mint(at, 2), at);
    Ok(ErrorPayload::new(code, Message::bounded(code.entry().message), retry_after, details, ids))
}
