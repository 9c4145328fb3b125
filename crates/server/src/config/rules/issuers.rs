//! Rules of `[[issuers]]`.

use dealeragent_protocol::intake::Violations;
use serde_json::Value;

use crate::config::raw::{ids, items, names, text};

/// Whose keys or word count, and for which of this file's dealers.
pub(super) fn check(file: &Value, violations: &mut Violations) {
    let known = ids(file, "organizations");
    for (index, issuer) in items(file, "issuers") {
        let at = format!("/issuers/{index}");
        check_keys(issuer, &at, violations);
        for (place, name) in names(issuer, "organizations").enumerate() {
            if known.as_ref().is_some_and(|known| !known.contains(&name)) {
                let wanted = "names an organization that this file does not have";
                violations.add(&format!("{at}/organizations/{place}"), "reference", wanted);
            }
        }
        for word in issuer.get("scope_names").and_then(Value::as_object).into_iter().flat_map(|names| names.keys()) {
            // Scopes stand in a token with spaces between them (RFC 6749 section 3.3).
            if word.is_empty() || word.len() > 200 || word.contains(|c: char| c.is_whitespace() || c.is_control()) {
                let wanted = "has a name that no token can hold; a scope is one word of at most 200 bytes";
                violations.add(&format!("{at}/scope_names"), "format", wanted);
            }
        }
        check_grants(file, issuer, &at, violations);
    }
}

fn check_keys(issuer: &Value, at: &str, violations: &mut Violations) {
    if issuer.get("introspection").is_some() && issuer.get("jwks_url").is_some() {
        let wanted = "an issuer is asked, or its keys are used: remove one";
        violations.add(&format!("{at}/jwks_url"), "conflict", wanted);
    }
    if let Some(introspection) = issuer.get("introspection") {
        let sources = ["client_secret_env", "client_secret_file"];
        if sources.into_iter().filter(|key| introspection.get(key).is_some()).count() != 1 {
            let wanted = "needs either client_secret_env or client_secret_file";
            violations.add(&format!("{at}/introspection"), "required", wanted);
        }
    }
}

fn check_grants(file: &Value, issuer: &Value, at: &str, violations: &mut Violations) {
    for (number, grant) in items(issuer, "grants") {
        let at = format!("{at}/grants/{number}");
        let organization = text(grant, "organization").unwrap_or_default();
        let dealers = items(file, "organizations");
        let dealer = dealers.map(|(_, dealer)| dealer).find(|dealer| text(dealer, "id") == Some(organization));
        let Some(dealer) = dealer else {
            let wanted = "names an organization that this file does not have";
            violations.add(&format!("{at}/organization"), "reference", wanted);
            continue;
        };
        let may_speak_for = names(issuer, "organizations").any(|name| name == organization);
        if issuer.get("organizations").is_some() && !may_speak_for {
            let wanted = "is not among the organizations that this issuer may speak for; add it there, or remove this";
            violations.add(&format!("{at}/organization"), "conflict", wanted);
        }
        let known = ids(dealer, "rooftops");
        for (place, rooftop) in names(grant, "rooftops").enumerate() {
            if known.as_ref().is_some_and(|known| !known.contains(&rooftop)) {
                let wanted = "names a rooftop that the organization does not have";
                violations.add(&format!("{at}/rooftops/{place}"), "reference", wanted);
            }
        }
    }
}
