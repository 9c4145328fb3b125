//! What may work is tried again; who keeps failing is left alone.

use std::{io::Write, time::Duration};

use dealeragent_egress::{BreakerSettings, Egress, EgressError};

use crate::server::{Server, answer, policy};

fn failing_first(times: usize, headers: &'static str) -> Server {
    Server::start(move |number, _, stream| {
        let reply = if number < times { answer("503 Busy", headers, "") } else { answer("200 OK", "", "at last") };
        let _ = stream.write_all(reply.as_bytes());
    })
}

fn retrying(times: usize) -> Egress {
    let mut policy = policy();
    policy.retry.times = times;
    Egress::new(policy).unwrap()
}

#[tokio::test]
async fn a_get_is_tried_again() {
    let server = failing_first(2, "");
    let found = retrying(2).get(&server.url("/")).send().await.unwrap();
    assert_eq!(found.document().unwrap().bytes, "at last");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn a_post_is_tried_again_only_when_it_is_idempotent() {
    let server = failing_first(1, "");
    let found = retrying(2).post_form(&server.url("/"), &[("a", "b")]).send().await;
    assert!(matches!(found, Err(EgressError::Status { status: 503, .. })));
    assert_eq!(server.requests().len(), 1);
    let server = failing_first(1, "");
    let found = retrying(2).post_form(&server.url("/"), &[("a", "b&c")]).idempotent().send().await;
    assert_eq!(found.unwrap().bytes, "at last");
    assert!(server.requests()[1].ends_with("a=b%26c"));
}

#[tokio::test]
async fn a_long_wait_is_told_and_not_waited_for() {
    let server = failing_first(1, "retry-after: 90\r\n");
    let found = retrying(2).get(&server.url("/")).send().await.unwrap_err();
    assert_eq!(found.retry_after(), Some(Duration::from_secs(90)));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn what_cannot_work_is_not_tried_again() {
    let server = Server::saying(answer("404 Not Found", "", ""));
    let found = retrying(2).get(&server.url("/")).send().await;
    assert!(matches!(found, Err(EgressError::Status { status: 404, .. })));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_host_that_keeps_failing_is_left_alone() {
    let server = Server::saying(answer("500 No", "", ""));
    let mut policy = policy();
    let rest = Duration::from_secs(3600);
    policy.breaker = BreakerSettings { failures: 2, first_rest: rest, longest_rest: rest };
    let egress = Egress::new(policy).unwrap();
    for _ in 0..2 {
        assert!(matches!(egress.get(&server.url("/")).send().await, Err(EgressError::Status { .. })));
    }
    let found = egress.clone().get(&server.url("/other")).send().await.unwrap_err();
    assert!(matches!(found, EgressError::Resting { .. }), "{found:?}");
    assert!(found.retry_after().is_some_and(|wait| wait <= rest && !wait.is_zero()));
    assert_eq!(server.requests().len(), 2);
    // Another port is another server.
    let well = Server::saying(answer("200 OK", "", ""));
    assert!(egress.get(&well.url("/")).send().await.is_ok());
}
