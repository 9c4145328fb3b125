//! What `serve` says when it starts.

use dealeragent_protocol::wording::en;
use dealeragent_server::{assembly::Assembly, feed_runner::FeedOutcome};
use serde_json::json;

/// The banner of an HTTP gateway.
pub(crate) fn over_http(assembly: &Assembly, outcomes: &[FeedOutcome], demo: bool, audit: &str) -> String {
    let mut lines = head(demo);
    for site in &assembly.sites {
        let base = site.address().as_str();
        lines.push(format!("MCP endpoint   {base}/mcp"));
        lines.push(format!("               {base}/mcp/compat   (for hosts that refuse dots in tool names)"));
    }
    lines.extend(loaded(assembly, outcomes));
    lines.push(audit.to_owned());
    if let Some(site) = assembly.sites.first() {
        let base = site.address().as_str();
        let client = json!({ "mcpServers": { "dealer": { "type": "http", "url": format!("{base}/mcp/compat") } } });
        lines.push(String::new());
        lines.push("Paste into an AI client:".to_owned());
        lines.push(format!("  {client}"));
        lines.push("Ask by hand:".to_owned());
        lines.push(format!("  {}", curl(base)));
        let organization = site.dealers().first().map(|dealer| dealer.organization_id.to_string());
        let search = json!({ "organization_id": organization, "query": "hybrid" });
        lines.push(format!("  dealeragent call search '{search}' --url {base}"));
    }
    lines.join("\n")
}

/// The banner of a gateway on standard input and output: short, since hosts
/// put it into their logs.
pub(crate) fn over_stdio(assembly: &Assembly, outcomes: &[FeedOutcome], demo: bool, audit: &str) -> String {
    let mut lines = head(demo);
    lines.push("MCP on standard input and output".to_owned());
    lines.extend(loaded(assembly, outcomes));
    lines.push(audit.to_owned());
    lines.join("\n")
}

fn head(demo: bool) -> Vec<String> {
    let mut lines = vec![format!("dealeragent {}", env!("CARGO_PKG_VERSION"))];
    if demo {
        lines.push(format!("DEMO           {}", en::SYNTHETIC));
    }
    lines
}

/// What is loaded, per rooftop.
fn loaded(assembly: &Assembly, outcomes: &[FeedOutcome]) -> Vec<String> {
    let mut lines = Vec::new();
    for dealer in assembly.sites.iter().flat_map(|site| site.dealers()) {
        lines.push(format!("Dealer         {} ({})", dealer.name, dealer.organization_id));
        for rooftop in &dealer.rooftops {
            let id = rooftop.record.rooftop_id.as_str();
            let outcome = outcomes.iter().find(|outcome| outcome.rooftop == id);
            lines.push(format!("  {id:<22}{}", outcome.map_or_else(|| "no feed is configured".to_owned(), said)));
            lines.extend(outcome.into_iter().flat_map(faults).map(|fault| format!("    ! {fault}")));
        }
    }
    lines
}

fn said(outcome: &FeedOutcome) -> String {
    match &outcome.result {
        Ok(run) => format!(
            "{} listings ({} without a price), {} rows held back",
            run.report.published, run.report.unknown_price, run.report.rejected,
        ),
        Err(reason) => format!("NOT LOADED: {reason}"),
    }
}

fn faults(outcome: &FeedOutcome) -> Vec<String> {
    outcome.result.as_ref().map(|run| run.evidence_faults.clone()).unwrap_or_default()
}

fn curl(base: &str) -> String {
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "dealeragent.discovery.get_manifest", "arguments": {},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    format!(
        "curl -s {base}/mcp -H 'Content-Type: application/json' -H 'MCP-Protocol-Version: 2026-07-28' \
        -H 'Mcp-Method: tools/call' -H 'Mcp-Name: dealeragent.discovery.get_manifest' -d '{call}'"
    )
}
