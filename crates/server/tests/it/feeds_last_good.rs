//! The last good listings stay until a later run replaces them.

use dealeragent_server::{demo, feed_runner::FeedOutcome};
use serde_json::json;

use crate::support::{
    NOW, Running,
    folder::{CHICAGO, DENVER, Folder, demo_file},
    time,
};

const LATER: &str = "2026-12-01T12:00:00Z";
const LATER_STILL: &str = "2026-12-01T13:00:00Z";

fn started(folder: &Folder) -> Running {
    Running::configured(demo::CONFIG, folder.files())
}

fn run(running: &Running) -> Vec<FeedOutcome> {
    running.feeds.run(time(NOW))
}

/// Listings by rooftop: Denver, Chicago.
fn listings(running: &Running) -> (usize, usize) {
    let snapshot = running.gateway.snapshot();
    let count = |id: &str| {
        let rooftops = snapshot.organizations().flat_map(|organization| organization.rooftops());
        rooftops.filter(|rooftop| rooftop.rooftop_id.as_str() == id).map(|rooftop| rooftop.listings).sum()
    };
    (count("ridge-denver"), count("ridge-chicago"))
}

/// The one outcome of a run, which failed.
fn reason(outcomes: &[FeedOutcome]) -> &str {
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
    outcomes[0].result.as_ref().unwrap_err()
}

#[test]
fn files_from_disk_give_what_the_embedded_demo_gives() {
    let folder = Folder::demo();
    let running = started(&folder);
    assert_eq!(listings(&running), (158, 146));
    assert!(run(&running).is_empty(), "what did not change is not read again");
}

#[tokio::test]
async fn broken_files_take_nothing_off_the_air() {
    let folder = Folder::demo();
    let running = started(&folder);
    let before = running.search(json!({ "query": "hybrid" })).await;
    let html = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in</body></html>";
    let header = demo_file(DENVER).split(|byte| *byte == b'\n').next().unwrap().to_vec();
    let broken: [(&[u8], &str); 5] = [
        (html, "login or error page"),
        (b"", "empty"),
        (&header, "no rows"),
        (b"\x1f\x8b\x08\x00rest of an archive", "archive"),
        (b"one,two\n1,2\n", "column"),
    ];
    for (at, (bytes, why)) in broken.into_iter().enumerate() {
        folder.write(DENVER, bytes, &format!("2026-12-01T11:0{at}:00Z"));
        let outcomes = run(&running);
        let reason = reason(&outcomes);
        assert!(reason.contains(DENVER) && reason.contains(why), "`{why}` is not in {reason}");
        assert_eq!((outcomes[0].feed.as_str(), outcomes[0].rooftops[0].as_str()), ("denver-vauto", "ridge-denver"));
        assert_eq!(listings(&running), (158, 146));
        assert_eq!(running.search(json!({ "query": "hybrid" })).await, before, "{why}");
    }
    folder.write(DENVER, &demo_file(DENVER), LATER);
    assert!(run(&running).iter().all(|outcome| outcome.result.is_ok()));
    let after = running.search(json!({ "query": "hybrid" })).await;
    assert_ne!(after, before, "the new export is newer");
    assert_eq!(after.len(), before.len());
}

#[test]
fn a_file_that_is_gone_or_cannot_be_read_is_named() {
    let folder = Folder::demo();
    let running = started(&folder);
    std::fs::remove_file(folder.path(CHICAGO)).unwrap();
    let outcomes = run(&running);
    assert!(reason(&outcomes).contains(CHICAGO) && reason(&outcomes).contains("no such file"));
    // A folder of that name can be opened by nobody, whoever runs the test.
    std::fs::create_dir(folder.path(CHICAGO)).unwrap();
    assert!(reason(&run(&running)).contains(CHICAGO));
    assert_eq!(listings(&running), (158, 146));
    std::fs::remove_dir(folder.path(CHICAGO)).unwrap();
    folder.write(CHICAGO, &demo_file(CHICAGO), LATER);
    assert!(run(&running)[0].result.is_ok());
    assert_eq!(listings(&running), (158, 146));
}

/// A car that is not in the next export stays for one more, its availability
/// unknown; then it is gone.
#[tokio::test]
async fn a_new_export_replaces_the_old_one() {
    let folder = Folder::demo();
    let running = started(&folder);
    let text = String::from_utf8(demo_file(DENVER)).unwrap();
    let shorter: String = text.split_inclusive("\r\n").filter(|line| !line.contains("9ZZCVDJW3TJ000563")).collect();
    folder.write(DENVER, shorter.as_bytes(), LATER);
    assert!(run(&running)[0].result.is_ok());
    assert_eq!(listings(&running), (158, 146));
    let arguments = json!({
        "organization_id": "example-ridge", "rooftop_id": "ridge-denver", "vin": "9ZZCVDJW3TJ000563",
    });
    let result = running.call("dealeragent.inventory.get_vehicle", arguments.clone()).await;
    let availability = &result["structuredContent"]["availability"];
    assert_eq!((&availability["status"], &availability["authority_status"]), (&json!("unknown"), &json!("unknown")));
    assert!(availability["reason"].as_str().unwrap().contains("2026-12-01T12:00:00Z"), "{availability}");
    folder.write(DENVER, shorter.as_bytes(), LATER_STILL);
    assert!(run(&running)[0].result.is_ok());
    assert_eq!(listings(&running), (157, 146));
    let result = running.call("dealeragent.inventory.get_vehicle", arguments).await;
    assert_eq!(result["structuredContent"]["code"], "dealeragent.resource.not_found");
}

/// One rooftop's broken file does not keep another's good one waiting.
#[test]
fn one_rooftop_does_not_wait_for_another() {
    let folder = Folder::demo();
    let running = started(&folder);
    folder.write(DENVER, b"", LATER);
    let text = String::from_utf8(demo_file(CHICAGO)).unwrap();
    let shorter: String = text.split_inclusive('\n').filter(|line| !line.contains("9ZZGYJDJ9MN103908")).collect();
    folder.write(CHICAGO, shorter.as_bytes(), LATER);
    let outcomes = run(&running);
    let diff = outcomes.iter().find_map(|outcome| outcome.result.as_ref().ok()).unwrap().diff.as_ref().unwrap();
    assert_eq!((outcomes.len(), diff.totals.missing), (2, 1));
    assert_eq!(listings(&running), (158, 146));
}

#[tokio::test]
async fn a_feed_that_is_missing_at_the_start_comes_later() {
    let folder = Folder::without_exports();
    let running = started(&folder);
    for outcome in &running.outcomes {
        assert!(outcome.result.as_ref().unwrap_err().contains("no such file"));
    }
    // Nothing is known yet, which is not the same as an empty lot: it is not declared.
    let arguments = json!({ "organization_id": crate::support::ORGANIZATION });
    let result = running.call(dealeragent_protocol::tool::Tool::Search.as_str(), arguments).await;
    assert_eq!(result["isError"], true);
    assert_eq!(result["structuredContent"]["code"], "dealeragent.capability.unsupported");
    folder.write(CHICAGO, &demo_file(CHICAGO), LATER_STILL);
    run(&running);
    assert_eq!(listings(&running), (0, 146));
    assert_eq!(running.search(json!({})).await.len(), 10);
}

/// The listings do without a side file that is broken, and the operator is
/// told.
#[test]
fn a_broken_side_file_is_named_and_the_listings_come_all_the_same() {
    let folder = Folder::demo();
    folder.write("used-evidence.json", b"{\"no\": ", LATER);
    let running = started(&folder);
    assert_eq!(listings(&running), (158, 146));
    for outcome in &running.outcomes {
        let faults = &outcome.result.as_ref().unwrap().evidence_faults;
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("used-evidence.json"), "{faults:?}");
    }
}
