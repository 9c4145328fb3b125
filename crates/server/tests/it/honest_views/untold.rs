//! Pages tell of what is declared now, and are not kept longer than that holds.

use super::{OPEN, config, empty, page};
use crate::support::folder::{DENVER, Folder, demo_file};

#[tokio::test]
async fn before_the_first_file_no_page_tells_of_the_inventorys_tools() {
    let running = empty(&config("", "", OPEN));
    for path in ["/", "/llms.txt"] {
        let text = page(&running, path).await.text();
        for word in ["verify_availability", "get_disclosure", "get_used_vehicle_details", "inventory_search"] {
            assert!(!text.contains(word), "{word} in {path}: {text}");
        }
    }
    assert!(!page(&running, "/").await.text().contains("about the cars here"));
    assert_eq!(page(&running, "/llms.txt").await.header("cache-control"), Some("public, max-age=5"));
}

/// The file comes: who kept the page is told that it changed, by tag and by date.
#[tokio::test]
async fn a_first_file_changes_the_page_and_its_date() {
    let folder = Folder::without_exports();
    let running = crate::support::Running::configured(&config("", "", OPEN), folder.files());
    let before = page(&running, "/llms.txt").await;
    folder.write(DENVER, &demo_file(DENVER), "2026-12-01T10:00:00Z");
    running.clock.advance(90);
    running.feeds.run(dealeragent_gateway::Clock::now(&*running.clock));
    let again = |name: &'static str, value: &str| {
        let get = crate::support::post::Post::modern_raw("").verb(http::Method::GET).at("/llms.txt");
        running.send(get.header(name, value))
    };
    assert_eq!(again("if-none-match", before.header("etag").unwrap()).await.status, 200);
    let dated = again("if-modified-since", before.header("last-modified").unwrap()).await;
    assert_eq!(dated.status, 200, "{:?} then {:?}", before.headers, dated.headers);
    assert!(dated.text().contains("verify_availability"));
    assert_eq!(dated.header("cache-control"), Some("public, max-age=300"));
}

/// A restart changes nothing about what an unchanged configuration says.
#[tokio::test]
async fn a_restart_does_not_change_the_manifest() {
    let text = config("", "", OPEN);
    let manifest = async |started: &str| {
        let folder = Folder::demo();
        let running = crate::support::Running::started(&text, folder.files(), started, Some("2026-11-01T08:15:00Z"));
        running.clock.advance(i64::from(u16::try_from(seconds_until(started)).unwrap()));
        page(&running, "/manifest.json").await
    };
    let (one, other) = (manifest("2026-12-01T14:00:00Z").await, manifest("2026-12-01T14:03:00Z").await);
    assert_eq!(one.text(), other.text());
    assert_eq!(one.json()["issued_at"], "2026-12-01T13:15:00Z", "whole lifetimes after the file was written");
    assert_eq!(one.header("etag"), other.header("etag"));
}

/// Both gateways are asked at five past two.
fn seconds_until(started: &str) -> i64 {
    crate::support::time("2026-12-01T14:05:00Z").seconds_since(crate::support::time(started))
}
