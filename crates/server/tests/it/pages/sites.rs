//! Several sites: each has its own pages, built from its own public address.

use super::{BROWSER, PAGES, get};
use crate::{
    config_sites::{self, NORTH, SOUTH},
    support::post::Got,
};

/// Body and headers in one text.
fn everything(got: &Got) -> String {
    format!("{:?}\n{}", got.headers, got.text())
}

#[tokio::test]
async fn every_page_speaks_of_its_own_site_alone() {
    let running = config_sites::running();
    for (host, own, other) in [(NORTH, "north", "south"), (SOUTH, "south", "north")] {
        for path in PAGES.into_iter().map(|path| path.replace("north", own)) {
            for accept in [BROWSER, "*/*"] {
                let got = running.send(get(&path).header("host", host).header("accept", accept)).await;
                assert_eq!(got.status, 200, "{host}{path}");
                let text = everything(&got).to_lowercase();
                assert!(!text.contains(other), "{other} in {host}{path}: {text}");
                // The address that the gateway listens on is nobody's business.
                for internal in ["127.0.0.1", "localhost", "8484"] {
                    assert!(!text.contains(internal), "{internal} in {host}{path}: {text}");
                }
            }
        }
        let page = running.send(get("/").header("host", host).header("accept", BROWSER)).await;
        let base = format!("https://{host}");
        for part in [
            format!("{base}/mcp/compat"),
            format!("<link rel=\"canonical\" href=\"{base}/\">"),
            format!("href=\"{base}/manifest.json\""),
            "href=\"/server.json\"".to_owned(),
        ] {
            assert!(page.text().contains(&part), "{part}");
        }
        let link = page.header("link").unwrap();
        for part in [
            format!("<{base}/manifest.json>; rel=\"service-desc\"; type=\"application/json\""),
            format!("<{base}/llms.txt>; rel=\"describedby\"; type=\"text/markdown\""),
            format!("<{base}/server.json>; rel=\"service-meta\"; type=\"application/json\""),
        ] {
            assert!(link.contains(&part), "{part} is not in {link}");
        }
    }
}

/// What a request says of its own address changes nothing.
#[tokio::test]
async fn forwarded_headers_are_not_believed() {
    let running = config_sites::running();
    for path in ["/", "/manifest.json", "/llms.txt", "/server.json", "/schemas/"] {
        let plain = running.send(get(path).header("host", NORTH).header("accept", BROWSER)).await;
        let forged = get(path)
            .header("host", "north.example:443")
            .header("accept", BROWSER)
            .header("x-forwarded-host", "evil.example")
            .header("x-forwarded-proto", "http")
            .header("forwarded", "host=evil.example;proto=http");
        assert_eq!(running.send(forged).await.body, plain.body, "{path}");
    }
}

#[tokio::test]
async fn a_host_of_no_site_is_misdirected() {
    let running = config_sites::running();
    let needs_site = |path: &&str| !matches!(*path, "/healthz");
    for path in PAGES.into_iter().filter(needs_site) {
        assert_eq!(running.send(get(path).header("host", "other.example")).await.status, 421, "{path}");
    }
    // This machine may talk to us, but means none of several sites.
    for path in ["/", "/manifest.json", "/llms.txt", "/server.json", "/schemas/", "/policies/north.json"] {
        assert_eq!(running.send(get(path).header("host", "localhost")).await.status, 421, "{path}");
    }
}
