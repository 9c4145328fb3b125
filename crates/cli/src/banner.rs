//! What `serve` says when it starts.

use std::path::Path;

use dealeragent_gateway::Dealer;
use dealeragent_protocol::wording::en;
use dealeragent_server::{
    assembly::Assembly,
    feed_runner::{FeedOutcome, Verdict},
};
use serde_json::json;

/// What there is to say.
pub(crate) struct Start<'s> {
    pub(crate) assembly: &'s Assembly,
    pub(crate) outcomes: &'s [FeedOutcome],
    /// For each feed where it comes from and when it is looked at.
    pub(crate) looks: &'s [String],
    /// The configuration file; the demo has none.
    pub(crate) config: Option<&'s Path>,
    /// The line about the audit.
    pub(crate) audit: &'s str,
    /// The demo's tokens, each with what it shows.
    pub(crate) tokens: &'s [(&'static str, String)],
}

impl Start<'_> {
    /// The banner of an HTTP gateway.
    pub(crate) fn over_http(&self) -> String {
        let mut lines = self.head();
        for site in &self.assembly.sites {
            let base = site.address().as_str();
            lines.push(format!("MCP endpoint   {base}/mcp"));
            lines.push(format!("               {base}/mcp/compat   (for hosts that refuse dots in tool names)"));
        }
        lines.extend(self.missing_address());
        lines.extend(self.loaded());
        lines.push(self.audit.to_owned());
        lines.extend(self.snippets());
        lines.extend(self.demo_tokens());
        lines.join("\n")
    }

    /// The banner of a gateway on standard input and output: short, since hosts
    /// put it into their logs.
    pub(crate) fn over_stdio(&self) -> String {
        let mut lines = self.head();
        lines.push("MCP on standard input and output".to_owned());
        lines.extend(self.loaded());
        lines.push(self.audit.to_owned());
        lines.join("\n")
    }

    fn head(&self) -> Vec<String> {
        let mut lines = vec![format!("dealeragent {}", env!("CARGO_PKG_VERSION"))];
        if self.config.is_none() {
            lines.push(format!("DEMO           {}", en::SYNTHETIC));
        }
        lines
    }

    /// Whoever listens everywhere wants to be reached from elsewhere, and no
    /// name of ours is known for that.
    fn missing_address(&self) -> Option<String> {
        let access = &self.assembly.access;
        let everywhere = access.listen.is_some_and(|address| address.ip().is_unspecified());
        let said =
            || "               (this machine only: set server.public_url to the address that others use)".to_owned();
        (everywhere && access.public_authorities.is_empty()).then(said)
    }

    /// What is loaded, per rooftop.
    fn loaded(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut shown = Vec::new();
        for dealer in self.assembly.sites.iter().flat_map(|site| site.dealers()) {
            // Several sites may serve one dealer.
            if shown.contains(&&dealer.organization_id) {
                continue;
            }
            shown.push(&dealer.organization_id);
            lines.push(format!("Dealer         {} ({})", dealer.name, dealer.organization_id));
            for rooftop in &dealer.rooftops {
                let id = rooftop.record.rooftop_id.as_str();
                let fills = |outcome: &&FeedOutcome| {
                    outcome.organization == dealer.organization_id.as_str()
                        && outcome.rooftops.iter().any(|filled| filled == id)
                };
                let outcomes: Vec<&FeedOutcome> = self.outcomes.iter().filter(fills).collect();
                if outcomes.is_empty() {
                    lines.push(format!("  {id:<21} {}", self.unread(dealer, id)));
                }
                for outcome in &outcomes {
                    let of = if outcomes.len() > 1 { format!("{}: ", outcome.feed) } else { String::new() };
                    lines.push(format!("  {id:<21} {of}{}", said(outcome)));
                    lines.extend(faults(outcome).into_iter().map(|fault| format!("    ! {fault}")));
                }
            }
        }
        lines.extend(self.where_to_look());
        if self.config.is_some() {
            let mut head = "Feeds";
            for look in self.looks {
                lines.push(format!("{head:<14} {look}"));
                head = "";
            }
        }
        lines
    }

    /// A rooftop of which no file was read yet.
    fn unread(&self, dealer: &Dealer, id: &str) -> String {
        let plans = self.assembly.feeds.plans().iter();
        let mut own = plans.filter(|plan| plan.settings.organization_id == dealer.organization_id);
        if !own.any(|plan| plan.rooftops.iter().any(|filled| filled.as_str() == id)) {
            return "no feed is configured".to_owned();
        }
        let snapshot = self.assembly.gateway.snapshot();
        let is_kept = snapshot.organization(&dealer.organization_id).is_some_and(|all| {
            all.rooftops().any(|rooftop| rooftop.rooftop_id.as_str() == id && rooftop.observed_at.is_some())
        });
        let words =
            if is_kept { "the last good listings, until its file has come" } else { "its file has not come yet" };
        words.to_owned()
    }

    /// Where each row that is held back stands with its reason.
    fn where_to_look(&self) -> Option<String> {
        let held_back = |outcome: &FeedOutcome| outcome.result.as_ref().is_ok_and(|run| run.report.rejected > 0);
        self.outcomes.iter().any(held_back).then(|| match self.config {
            Some(path) => format!("               `dealeragent config check {}` shows each row", path.display()),
            None => "               `dealeragent --log info serve` shows each row".to_owned(),
        })
    }

    /// Agents' tokens to try, for `--token` or as a bearer token.
    fn demo_tokens(&self) -> Vec<String> {
        if self.tokens.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            String::new(),
            "Tokens of made-up agents, for a day (`dealeragent call` here uses the first by itself):".to_owned(),
        ];
        for (shows, token) in self.tokens {
            lines.push(format!("  {shows}"));
            lines.push(format!("    {token}"));
        }
        lines
    }

    /// What can be pasted.
    fn snippets(&self) -> Vec<String> {
        let Some(site) = self.assembly.sites.first() else { return Vec::new() };
        let base = site.address().as_str();
        let client = json!({ "mcpServers": { "dealer": { "type": "http", "url": format!("{base}/mcp/compat") } } });
        let organization = site.dealers().first().map(|dealer| dealer.organization_id.to_string());
        let search = json!({ "organization_id": organization, "query": "hybrid" });
        vec![
            String::new(),
            "Paste into an AI client:".to_owned(),
            format!("  {client}"),
            "Ask by hand:".to_owned(),
            format!("  {}", curl(base)),
            format!("  dealeragent call search '{search}' --url {base}"),
        ]
    }
}

fn said(outcome: &FeedOutcome) -> String {
    match &outcome.result {
        Ok(run) => format!(
            "{} listings ({} without a price), {} rows held back{}",
            run.report.published,
            run.report.unknown_price,
            run.report.rejected,
            // The counts are the file's.
            if outcome.rooftops.len() > 1 { ", in one file with other rooftops" } else { "" },
        ),
        Err(reason) if outcome.verdict == Verdict::Held => {
            format!("WAITS FOR YOU, the last good listings stay: {reason}")
        }
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
