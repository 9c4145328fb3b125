//! `require_sign_in` reaches everything that tells how to come in.

use serde_json::json;

use super::{ISSUER, OPEN, config, manifest, page, result, running, uris};
use crate::support::post::{ID, Post};

const EXTENSION: &str = "io.github.dealeragent.discovery";

#[tokio::test]
async fn nothing_says_that_anybody_may_call() {
    let running = running(&(config("require_sign_in = true", "", OPEN) + ISSUER));
    let manifest = manifest(&running).await;
    assert_eq!(manifest["auth_modes"], json!(["oauth_2_1", "workload_identity"]));
    let tools = manifest["extensions"][EXTENSION]["tools"].as_object().unwrap();
    assert!(!tools.is_empty());
    for (tool, line) in tools {
        assert_eq!(line["access"], "authenticated", "{tool}");
    }
    let policy = page(&running, "/policies/north.json").await.json();
    assert!(policy["access"].as_object().unwrap().values().all(|access| access == "authenticated"), "{policy}");
    let front = page(&running, "/").await.text();
    assert!(front.contains("signed-in callers"), "{front}");
    for lie in ["anybody", "no authentication", "No sign-in"] {
        assert!(!front.contains(lie), "{lie} in {front}");
    }
    let llms = page(&running, "/llms.txt").await.text();
    assert!(llms.contains("sign in first") && !llms.contains("no sign-in"), "{llms}");
    // What a call does not give, a page does not give either.
    for path in ["/", "/llms.txt"] {
        let text = page(&running, path).await.text();
        assert!(!text.contains("North Downtown") && text.contains("north-main"), "{path}: {text}");
    }
}

/// Where all tools beside the manifest are for signed-in callers, `public` is no
/// way in; where nobody can sign in, it is the only one.
#[tokio::test]
async fn auth_modes_follow_from_what_is_open() {
    let all = |word: &str| {
        let keys = ["dealer", "inventory", "availability", "pricing", "used_vehicles"];
        keys.map(|key| format!("{key} = \"{word}\"")).join(", ")
    };
    let modes = async |access: &str, more: &str| {
        manifest(&running(&(config("", "", access) + more))).await["auth_modes"].clone()
    };
    assert_eq!(modes(&all("authenticated"), ISSUER).await, json!(["oauth_2_1", "workload_identity"]));
    assert_eq!(modes(&all("authenticated"), "").await, json!(["public"]));
    assert_eq!(modes(OPEN, ISSUER).await, json!(["public", "oauth_2_1", "workload_identity"]));
}

/// Nobody's credential is wrong who has sent none.
#[tokio::test]
async fn without_a_token_a_token_is_asked_for() {
    let running = running(&(config("require_sign_in = true", "", OPEN) + ISSUER));
    for door in ["/mcp", "/mcp/compat"] {
        let list = || Post::modern("tools/list", json!({})).at(door);
        for (post, code) in [
            (list(), "dealeragent.auth.required"),
            (list().header("authorization", "Basic dXNlcjpwYXNz"), "dealeragent.auth.required"),
            (list().header("authorization", "Bearer abc"), "dealeragent.auth.invalid"),
            (list().header("authorization", "Bearer"), "dealeragent.auth.invalid"),
        ] {
            let got = running.send(post).await;
            let reply = got.json();
            assert_eq!((got.status, &reply["error"]["data"]["code"]), (401, &json!(code)), "{reply}");
            assert_eq!(reply["id"], ID);
            let challenge = got.header("www-authenticate").unwrap();
            assert_eq!(challenge.contains("invalid_token"), code.ends_with("invalid"), "{challenge}");
            assert!(challenge.contains("resource_metadata="), "{challenge}");
        }
    }
}

/// Without a sign-in to require, everything is as it was.
#[tokio::test]
async fn an_open_gateway_stays_open() {
    let running = running(&config("", "", OPEN));
    assert_eq!(manifest(&running).await["auth_modes"], json!(["public"]));
    assert!(uris(&running).await.contains(&"dealeragent://organization/north/rooftop/north-main".to_owned()));
    assert_eq!(result(&running, "tools/list", json!({})).await["tools"].as_array().unwrap().len(), 7);
    assert!(page(&running, "/").await.text().contains("anybody"));
}
