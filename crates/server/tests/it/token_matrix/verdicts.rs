//! Holds an answer against what the table wants, down to the challenge.

use dealeragent_server::http::Door;

use super::{
    place::Place,
    table::{ABSENT, Asked, INVALID, OK, REQUIRED, Row, SCOPE},
};
use crate::support::{
    post::Got,
    signed_in::{ADDRESS, SCOPES, SignInAt},
};

pub(super) struct Verdict<'a> {
    pub(super) row: &'a Row,
    pub(super) expected: &'static str,
    pub(super) place: &'a Place,
    pub(super) sign_in_at: SignInAt,
    pub(super) door: Door,
}

impl Verdict<'_> {
    /// # Errors
    /// What is wrong with the answer.
    pub(super) fn holds_for(&self, got: &Got) -> Result<(), String> {
        let reply = got.json();
        let code = code_of(&reply);
        if code != self.expected {
            return Err(format!("wanted {}, got {code}", self.expected));
        }
        let (status, challenge) = self.status_and_challenge();
        if got.status != status {
            return Err(format!("{code} wanted {status}, got {}", got.status));
        }
        let asked = got.header("www-authenticate");
        if asked != challenge.as_deref() {
            return Err(format!("{code} wanted {challenge:?}, got {asked:?}"));
        }
        if self.expected == INVALID && reply.get("result").is_some() {
            return Err("a refused credential got a result".to_owned());
        }
        let text = got.text();
        let tells = text.contains(&self.place.vin);
        match (self.is_about_the_unit(), self.expected) {
            (true, OK) if !text.contains(&self.place.vehicle_id) => Err(format!("the unit is not in {text}")),
            (_, OK) => Ok(()),
            _ if tells => Err("a refusal shows the unit".to_owned()),
            _ => Ok(()),
        }
    }

    fn is_about_the_unit(&self) -> bool {
        let about = self.row.profile != dealeragent_protocol::tool::Profile::Discovery;
        about && self.row.asked != Asked::Search
    }

    /// Where there is somewhere to sign in, what signing in would mend is told
    /// to the client; a refused credential always is.
    fn status_and_challenge(&self) -> (u16, Option<String>) {
        let metadata =
            format!("resource_metadata=\"{ADDRESS}/.well-known/oauth-protected-resource{}\"", self.door.path());
        // The two for research hosts are no tools of the protocol: every scope
        // that one may need is named.
        let scopes = match (self.row.asked, self.expected) {
            (Asked::Search | Asked::Fetch, _) | (_, INVALID) => SCOPES.join(" "),
            _ => self.row.scope.unwrap_or_default().to_owned(),
        };
        let scope = if scopes.is_empty() { String::new() } else { format!(", scope=\"{scopes}\"") };
        match (self.expected, self.sign_in_at) {
            (INVALID, SignInAt::OwnIssuer) => (401, Some("Bearer error=\"invalid_token\"".to_owned())),
            (INVALID, _) => (401, Some(format!("Bearer error=\"invalid_token\", {metadata}{scope}"))),
            (REQUIRED, SignInAt::AuthorizationServer) => (401, Some(format!("Bearer {metadata}{scope}"))),
            (SCOPE, SignInAt::AuthorizationServer) => {
                (403, Some(format!("Bearer error=\"insufficient_scope\"{scope}, {metadata}")))
            }
            _ => (200, None),
        }
    }
}

/// The code of an answer in the words of the table.
pub(super) fn code_of(reply: &serde_json::Value) -> String {
    let short = |code: &serde_json::Value| code.as_str().map(|code| code.trim_start_matches("dealeragent.").to_owned());
    if let Some(error) = reply.get("error") {
        return short(&error["data"]["code"]).unwrap_or_else(|| error["code"].to_string());
    }
    let result = &reply["result"];
    match result["isError"].as_bool() {
        Some(true) => short(&result["structuredContent"]["code"]).unwrap_or_else(|| reply.to_string()),
        _ if result.is_object() => OK.to_owned(),
        _ => reply.to_string(),
    }
}

/// The table's word for absence is what this reads from it.
#[test]
fn a_missing_resource_is_an_error_of_json_rpc() {
    assert_eq!(code_of(&serde_json::json!({ "error": { "code": -32602, "data": { "uri": "x" } } })), ABSENT);
}
