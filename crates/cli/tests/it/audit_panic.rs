//! From the trace id of a call that made a tool panic to what happened.

use std::sync::Arc;

use dealeragent_gateway::{Clock, SystemClock};
use dealeragent_server::{
    assembly::assemble_with_audit,
    config::Config,
    demo,
    files::Files,
    http::{ConnectionLimits, HttpParts, Limits, Shutdown, SiteDirectory, router, serve},
};
use dealeragent_store::Store;
use serde_json::Value;
use tokio::{net::TcpListener, task::spawn_blocking};

use crate::support::run;

const SECRET: &str = "the secret of the panic";

#[tokio::test]
async fn a_panic_in_a_tool_can_be_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(Store::open(folder.path()).unwrap().audit_store().unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listen = listener.local_addr().unwrap();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let config = Config::read(demo::CONFIG_NAME, demo::CONFIG, &Files::Demo, clock.now()).unwrap();
    let assembly =
        assemble_with_audit(config, Files::Demo, Arc::clone(&clock), Some(listen), Arc::clone(&log) as _).unwrap();
    assembly.feeds.run(clock.now());
    assembly.gateway.on_look_up(|| panic!("{SECRET}"));
    let (switch, shutdown) = Shutdown::channel();
    let sites = Arc::new(SiteDirectory::new(&assembly.gateway, assembly.sites).unwrap());
    let access = Arc::new(assembly.access);
    let router =
        router(&HttpParts { sites, access, limits: Limits::default(), public_keys: None, shutdown: shutdown.clone() });
    let server = tokio::spawn(serve(listener, router, None, ConnectionLimits::default(), shutdown));

    let url = format!("http://{listen}");
    let search = r#"{"organization_id":"example-ridge"}"#;
    let said = spawn_blocking(move || run(&["call", "--url", &url, "search", search, "--json"])).await.unwrap();
    assert_eq!(said.code, 1, "{said:?}");
    let payload: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(payload["code"], "dealeragent.internal");
    switch.send_replace(true);
    server.await.unwrap().unwrap();
    log.close();

    let trace = payload["trace_id"].as_str().unwrap();
    let shown = run(&["audit", "show", trace, "--data-dir", folder.path().to_str().unwrap()]);
    assert_eq!(shown.code, 0, "{shown:?}");
    for part in ["dealeragent.inventory.search", "dealeragent.internal", "the tool panicked", "example-ridge"] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    assert!(!shown.out.contains(SECRET) && !said.out.contains(SECRET));
}
