//! Only what changed is fetched.

use std::{io::Write, time::Duration};

use dealeragent_egress::{EgressError, Fetched};

use crate::server::{Server, answer, egress};

#[tokio::test]
async fn what_is_unchanged_is_not_sent_again() {
    let server = Server::start(|_, request, stream| {
        let reply = if request.contains("if-none-match: \"v1\"") {
            "HTTP/1.1 304 Not Modified\r\netag: \"v1\"\r\nconnection: close\r\n\r\n".to_owned()
        } else {
            let headers = "etag: \"v1\"\r\nlast-modified: Tue, 01 Sep 2026 14:00:00 GMT\r\n\
                content-type: text/csv\r\ncache-control: max-age=30\r\n";
            answer("200 OK", headers, "a,b")
        };
        let _ = stream.write_all(reply.as_bytes());
    });
    let first = egress().get(&server.url("/feed")).send().await.unwrap().document().unwrap();
    assert_eq!(first.media_type.as_deref(), Some("text/csv"));
    assert_eq!(first.fresh_for, Some(Duration::from_secs(30)));
    assert_eq!(first.url.as_str(), server.url("/feed"));
    let egress = egress();
    let again = egress.get(&server.url("/feed")).if_none_match(first.etag.as_deref().unwrap());
    let again = again.if_modified_since(first.last_modified.as_deref().unwrap()).send().await;
    assert_eq!(again, Ok(Fetched::NotModified));
    assert!(server.requests()[1].contains("if-modified-since: Tue, 01 Sep 2026 14:00:00 GMT"));
}

#[tokio::test]
async fn not_modified_without_a_question_is_no_answer() {
    let server = Server::saying("HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n");
    let found = egress().get(&server.url("/")).send().await;
    assert_eq!(found, Err(EgressError::Status { host: "127.0.0.1".into(), status: 304, retry_after: None }));
}
