//! `/healthz`, `/readyz`.

use std::sync::Arc;

use dealeragent_gateway::{Clock, ManualClock, Opening};
use dealeragent_protocol::tool::Tool;
use dealeragent_server::{assembly::assemble, config::Config, demo, files::Files};
use http::Method;

use crate::support::{
    NOW, Running,
    audit::{Audit, demo_with},
    folder::{DENVER, Folder, demo_file},
    post::{Got, Post},
    time,
};

async fn get(running: &Running, path: &str) -> Got {
    running.send(Post::modern_raw("").verb(Method::GET).at(path)).await
}

#[tokio::test]
async fn a_loaded_gateway_is_ready() {
    let running = Running::demo();
    for path in ["/healthz", "/readyz"] {
        let got = get(&running, path).await;
        assert_eq!(got.status, 200, "{path}");
        assert!(got.json()["status"].is_string());
    }
}

/// Without any inventory the server runs, says that it lives, and is not ready.
#[tokio::test]
async fn a_gateway_without_inventory_lives_but_is_not_ready() {
    let folder = Folder::without_exports();
    let running = Running::configured(dealeragent_server::demo::CONFIG, folder.files());
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_err()));
    assert_eq!(get(&running, "/healthz").await.status, 200);
    let got = get(&running, "/readyz").await;
    assert_eq!(got.status, 503);
    assert!(got.json()["status"].as_str().unwrap().contains("no inventory"));
    folder.write(DENVER, &demo_file(DENVER), "2026-12-01T10:00:00Z");
    running.feeds.run(crate::support::time(crate::support::NOW));
    assert_eq!(get(&running, "/readyz").await.status, 200);
}

/// Where reads must be written down, a gateway that cannot is not ready; one of
/// public tools alone goes on.
#[tokio::test]
async fn an_audit_that_fails_matters_where_reads_are_protected() {
    let signed_in = |tool| if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public };
    let audit = Arc::new(Audit::default());
    let (protected, _) = demo_with(audit.clone(), signed_in);
    let (public, _) = demo_with(audit.clone(), |_| Opening::Public);
    for (is_failing, status, said) in
        [(false, 200, "ready"), (true, 503, "the audit store takes no entries"), (false, 200, "ready")]
    {
        audit.fail(is_failing);
        let ready = |router| async move { Post::modern_raw("").verb(Method::GET).at("/readyz").send(router).await };
        let got = ready(&protected).await;
        assert_eq!((got.status, got.json()["status"].as_str().unwrap()), (status, said));
        assert_eq!(ready(&public).await.status, 200);
    }
}

#[tokio::test]
async fn the_front_page_names_both_doors() {
    let running = Running::demo();
    let got = get(&running, "/").await;
    assert_eq!(got.status, 200);
    for part in ["http://127.0.0.1:8484/mcp\n", "http://127.0.0.1:8484/mcp/compat\n", "Example Ridge Auto Group"] {
        assert!(got.text().contains(part), "{part} is not in {}", got.text());
    }
}

/// Load balancers come by address, and tell nothing of a name.
#[tokio::test]
async fn health_is_told_to_any_host() {
    let running = Running::demo();
    for host in ["10.0.0.7", "10.0.0.7:8484", "[2001:db8::1]", "whatever.example"] {
        for path in ["/healthz", "/readyz"] {
            let got = running.send(Post::modern_raw("").verb(Method::GET).at(path).header("host", host)).await;
            assert_eq!(got.status, 200, "{host} {path}");
        }
    }
}

/// "Every address" is none that a client could use.
#[test]
fn listening_everywhere_is_told_as_this_machine() {
    for (listen, base) in [
        ("0.0.0.0:8484", "http://127.0.0.1:8484"),
        ("[::]:8484", "http://[::1]:8484"),
        ("192.0.2.7:80", "http://192.0.2.7:80"),
    ] {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(time(NOW)));
        let config = Config::read("x", demo::CONFIG, &Files::Demo, clock.now()).unwrap();
        let assembly = assemble(config, Files::Demo, clock, Some(listen.parse().unwrap())).unwrap();
        assert_eq!(assembly.sites[0].address().as_str(), base);
    }
}
