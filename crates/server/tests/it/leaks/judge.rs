//! What may come back, and what was found to.

use std::collections::BTreeMap;

use http::HeaderMap;
use serde_json::Value;

use super::corpus::Hostile;

/// Members of an error that repeat the request because MCP or JSON-RPC demand
/// it: JSON-RPC code (`None` for any), pointer, reason.
const ECHOES: [(Option<i64>, &str, &str); 3] = [
    (None, "/id", "JSON-RPC 2.0: the response bears the id of its request"),
    (Some(-32602), "/error/data/uri", "MCP: an unknown resource is named, where it is a valid URI"),
    (Some(-32022), "/error/data/requested", "MCP: the revision asked for is named, where it is a short word"),
];

/// Headers of an answer that repeat the request.
const ECHOED_HEADERS: [(&str, &str); 1] =
    [("access-control-allow-origin", "CORS: a page of this machine is named as the one that may read")];

/// Counts what was sent, and keeps what came back.
#[derive(Debug, Default)]
pub(crate) struct Judge {
    /// Messages sent.
    pub(crate) requests: u64,
    /// Answers that were errors.
    errors: u64,
    log_lines: u64,
    audit_entries: u64,
    /// Each kind of leak once, with its first example.
    leaks: BTreeMap<String, String>,
}

impl Judge {
    /// An answer's body.
    pub(crate) fn answer(&mut self, transport: &str, status: u16, body: &str, sent: &[&Hostile]) {
        self.requests += 1;
        let Ok(mut reply) = serde_json::from_str::<Value>(body) else {
            // A page for people, or nothing at all.
            self.text(&format!("{transport} {status}"), body, sent);
            return;
        };
        if reply.get("error").is_none() && reply["result"]["isError"] != true && status < 400 {
            return;
        }
        self.errors += 1;
        if holds(body, sent).is_some() {
            let code = reply["error"]["code"].as_i64();
            for (_, pointer, _) in ECHOES.iter().filter(|(only, ..)| only.is_none() || *only == code) {
                if let Some(echo) = reply.pointer_mut(pointer) {
                    echo.take();
                }
            }
            self.text(&format!("{transport} {status} {code:?}"), &reply.to_string(), sent);
        }
    }

    /// An answer's headers.
    pub(crate) fn headers(&mut self, headers: &HeaderMap, sent: &[&Hostile]) {
        for (name, value) in headers {
            if !ECHOED_HEADERS.iter().any(|(known, _)| name == known) {
                self.text(&format!("header {name}"), &String::from_utf8_lossy(value.as_bytes()), sent);
            }
        }
    }

    pub(crate) fn log(&mut self, lines: &str, sent: &[&Hostile]) {
        self.log_lines += lines.lines().count() as u64;
        self.text("log", lines, sent);
    }

    pub(crate) fn audit(&mut self, entry: &str, sent: &[&Hostile]) {
        self.audit_entries += 1;
        self.text("audit", entry, sent);
    }

    /// Text that may hold nothing of what was sent.
    pub(crate) fn text(&mut self, place: &str, text: &str, sent: &[&Hostile]) {
        if let Some(hostile) = holds(text, sent) {
            let example = || format!("{:?} in {}", hostile.sent, text.chars().take(600).collect::<String>());
            self.leaks.entry(place.to_owned()).or_insert_with(example);
        }
    }

    /// Says what was done. Nothing may have come back, and there must have been
    /// something to look at.
    pub(crate) fn report(&self, what: &str) {
        let Self { requests, errors, log_lines, audit_entries, leaks } = self;
        #[allow(clippy::print_stdout, reason = "a test says how much it sent")]
        {
            println!("{what}: {requests} sent, {errors} errors, {log_lines} log lines, {audit_entries} audit entries");
        }
        assert!(leaks.is_empty(), "{leaks:#?}");
        assert!(*errors > 0 && *log_lines > 0, "nothing was looked at");
    }

    pub(crate) fn saw_audit(&self) -> bool {
        self.audit_entries > 0
    }
}

/// The first of the inputs whose marker is in the text, in whatever case.
fn holds<'a>(text: &str, sent: &[&'a Hostile]) -> Option<&'a Hostile> {
    let is_in = |hostile: &&&Hostile| text.contains(&hostile.marker);
    let folded = || {
        let lower = text.to_lowercase();
        sent.iter().find(|hostile| lower.contains(&hostile.marker.to_lowercase()))
    };
    sent.iter().find(is_in).or_else(folded).copied()
}

#[test]
fn a_leak_is_found() {
    let hostile = &super::corpus::corpus()[0];
    let finds = |body: String| {
        let mut judge = Judge::default();
        judge.answer("http", 200, &body, &[hostile]);
        !judge.leaks.is_empty()
    };
    let marker = &hostile.marker;
    assert!(finds(format!(r#"{{"error":{{"code":-32602,"message":"{marker}"}}}}"#)));
    assert!(finds(format!(r#"{{"result":{{"isError":true,"content":"{}"}}}}"#, marker.to_uppercase())));
    assert!(finds(format!(r#"{{"error":{{"code":-32600,"data":{{"uri":"{marker}"}}}}}}"#)));
    assert!(!finds(format!(r#"{{"error":{{"code":-32602,"data":{{"uri":"{marker}"}}}}}}"#)));
    assert!(!finds(format!(r#"{{"error":{{"code":-32600}},"id":"{marker}"}}"#)));
    assert!(!finds(format!(r#"{{"result":{{"isError":false,"content":"{marker}"}}}}"#)));
}
