//! `dealeragent call`.

use std::{io::Read as _, process::ExitCode, time::Duration};

use anyhow::{Context as _, Result, anyhow, bail};
use dealeragent_protocol::MCP_REVISION;
use serde_json::{Value, json};

use crate::{arguments::CallArguments, demo_token::DemoToken, printer::Printer, tool_name::own_tool};

/// Longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &CallArguments, printer: &Printer) -> Result<ExitCode> {
    let tool = own_tool(&arguments.tool)?.as_str();
    let tool_arguments = read_arguments(&arguments.arguments)?;
    let endpoint = endpoint(&arguments.url);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let answer = runtime.block_on(call(&endpoint, tool, &tool_arguments, token(arguments, &endpoint).as_deref()))?;
    if let Some(error) = answer.get("error") {
        let message = error.get("message").and_then(Value::as_str).unwrap_or("no message");
        bail!("the gateway refused the call: {message}");
    }
    let result = answer.get("result").context("the answer is no JSON-RPC reply")?;
    print(result, arguments.json, printer)?;
    let refused = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
    Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn print(result: &Value, json_only: bool, printer: &Printer) -> Result<()> {
    if !json_only && let Some(summary) = result.pointer("/content/0/text").and_then(Value::as_str) {
        printer.data(summary);
        printer.data("");
    }
    let structured = result.get("structuredContent").unwrap_or(&Value::Null);
    printer.data(&serde_json::to_string_pretty(structured)?);
    Ok(())
}

fn read_arguments(given: &str) -> Result<Value> {
    let mut text = given.to_owned();
    if given == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
    }
    let value: Value = serde_json::from_str(&text).context("the arguments are not JSON")?;
    if value.is_object() { Ok(value) } else { bail!("the arguments must be a JSON object, such as {{}}") }
}

fn endpoint(url: &str) -> String {
    let url = url.trim_end_matches('/');
    if url.ends_with("/mcp") || url.ends_with("/mcp/compat") { url.to_owned() } else { format!("{url}/mcp") }
}

/// The token that was given, else that of a demo on this machine.
fn token(arguments: &CallArguments, endpoint: &str) -> Option<String> {
    if arguments.anonymous {
        return None;
    }
    let authority = endpoint.strip_prefix("http://").and_then(|rest| rest.split('/').next());
    arguments.token.clone().or_else(|| DemoToken::find(authority?))
}

async fn call(endpoint: &str, tool: &str, arguments: &Value, token: Option<&str>) -> Result<Value> {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": tool, "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": MCP_REVISION,
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {
                    "name": "dealeragent-call", "version": env!("CARGO_PKG_VERSION"),
                },
            },
        },
    });
    let client = reqwest::Client::builder().timeout(TIMEOUT).build().context("cannot make a client")?;
    let request = client
        .post(endpoint)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", MCP_REVISION)
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(body.to_string());
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    let response = request.send().await.map_err(|error| {
        if error.is_connect() {
            return anyhow!(
                "nothing answers at {endpoint}; start a gateway with `dealeragent serve`, or name one with --url"
            );
        }
        anyhow!(error).context(format!("the call to {endpoint} did not get through"))
    })?;
    let status = response.status();
    let bytes = response.bytes().await.context("the answer broke off")?;
    serde_json::from_slice(&bytes)
        .with_context(|| format!("{endpoint} answered {status} with something that is not JSON"))
}
