//! Bodies that go to files.

use std::io::Write;

use dealeragent_egress::{Egress, EgressError, Saved};

use crate::server::{Server, answer, egress, policy};

#[tokio::test]
async fn a_body_goes_to_its_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "what was there before, and was longer").unwrap();
    let headers = "date: Tue, 01 Sep 2026 14:00:00 GMT\r\netag: \"v1\"\r\n";
    let server = Server::saying(answer("200 OK", headers, "a,b"));
    let saved = egress().get(&server.url("/")).save_to(file.path()).await.unwrap();
    let Saved::Fresh { head, length } = saved else { panic!("not fresh") };
    assert_eq!((length, head.bytes.len()), (3, 0));
    assert_eq!(head.etag.as_deref(), Some("\"v1\""));
    assert_eq!(head.date.as_deref(), Some("Tue, 01 Sep 2026 14:00:00 GMT"));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "a,b");
}

#[tokio::test]
async fn nothing_is_written_where_nothing_changed() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "before").unwrap();
    let server = Server::saying(answer("304 Not Modified", "", ""));
    let saved = egress().get(&server.url("/")).if_none_match("\"v1\"").save_to(file.path()).await;
    assert_eq!(saved, Ok(Saved::NotModified));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "before");
}

#[tokio::test]
async fn a_second_try_begins_the_file_anew() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let server = Server::start(|number, _, stream| {
        let text = if number == 0 {
            "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of the first".to_owned()
        } else {
            answer("200 OK", "", "whole")
        };
        let _ = stream.write_all(text.as_bytes());
    });
    let mut policy = policy();
    policy.retry.times = 1;
    let egress = Egress::new(policy).unwrap();
    let saved = egress.get(&server.url("/")).save_to(file.path()).await.unwrap();
    assert!(matches!(saved, Saved::Fresh { length: 5, .. }), "{saved:?}");
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "whole");
}

#[tokio::test]
async fn an_endless_body_ends_at_the_limit() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let server = Server::start(|_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        while stream.write_all(b"5\r\nxxxxx\r\n").is_ok() {}
    });
    let saved = egress().get(&server.url("/")).max_bytes(1000).save_to(file.path()).await;
    assert_eq!(saved, Err(EgressError::TooLong { host: "127.0.0.1".into(), limit: 1000 }));
    assert!(file.as_file().metadata().unwrap().len() <= 1000);
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::saying(answer("200 OK", "", "a,b"));
    let saved = egress().get(&server.url("/")).save_to(&folder.path().join("missing")).await;
    let kind = std::io::ErrorKind::NotFound;
    assert_eq!(saved, Err(EgressError::NotSaved { host: "127.0.0.1".into(), kind }));
}
