//! Cursors outlive the process: who shares the data folder shares the keys.

use serde_json::{Value, json};

use crate::support::{Said, Server};

/// A search that has more than one page.
fn search(cursor: Option<&str>) -> String {
    let mut page = json!({ "limit": 1 });
    if let Some(cursor) = cursor {
        page["cursor"] = cursor.into();
    }
    // The demo moves its dates with each start, but not this.
    let sort = json!({ "field": "year", "order": "asc" });
    json!({ "organization_id": "example-ridge", "sort": sort, "page": page }).to_string()
}

/// The demo with a data folder.
fn serve(folder: &tempfile::TempDir, listen: &str) -> Server {
    Server::on(listen, &["--data-dir", folder.path().to_str().unwrap()])
}

/// The cursor of the second page.
fn cursor_of(server: &Server) -> String {
    server.call_json(&["search", &search(None), "--anonymous"])["page"]["next_cursor"].as_str().unwrap().to_owned()
}

fn go_on(server: &Server, cursor: &str) -> Said {
    server.call(&["search", &search(Some(cursor)), "--anonymous", "--json"])
}

#[test]
fn a_walk_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, "127.0.0.1:0");
    let address = server.address().to_owned();
    let cursor = cursor_of(&server);
    let before = go_on(&server, &cursor);
    assert_eq!(before.code, 0, "{before:?}");
    assert_eq!(server.stop("TERM").code(), Some(0));

    // A cursor is bound to the site, whose address is that of the listener here.
    let server = serve(&folder, &address);
    let after = go_on(&server, &cursor);
    assert_eq!(after.code, 0, "{after:?}");
    let vehicle = |said: &Said| -> Value {
        let page: Value = serde_json::from_str(&said.out).unwrap();
        page["vehicles"][0]["vehicle_id"].clone()
    };
    assert_eq!(vehicle(&after), vehicle(&before));
}

#[test]
fn without_the_folder_a_restart_ends_a_walk() {
    let server = serve(&tempfile::tempdir().unwrap(), "127.0.0.1:0");
    let address = server.address().to_owned();
    let cursor = cursor_of(&server);
    assert_eq!(server.stop("TERM").code(), Some(0));
    let refused = go_on(&serve(&tempfile::tempdir().unwrap(), &address), &cursor);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(format!("{}{}", refused.out, refused.err).contains("next_cursor of the page before"), "{refused:?}");
}
