//! Secrets go to one origin.

use std::io::Write;

use dealeragent_egress::Secret;

use crate::server::{Server, answer, egress, redirect};

#[tokio::test]
async fn a_secret_is_sent_to_its_origin_alone() {
    let other = Server::saying(answer("200 OK", "", "there"));
    let elsewhere = other.url("/");
    let server = Server::start(move |number, _, stream| {
        let to = if number == 0 { "/same" } else { &elsewhere };
        let _ = stream.write_all(redirect(to).as_bytes());
    });
    let egress = egress();
    let call = egress.get(&server.url("/")).secret(Secret::Bearer("hunter2".into())).if_none_match("\"v\"");
    assert_eq!(call.send().await.unwrap().document().unwrap().bytes, "there");
    for request in server.requests() {
        assert!(request.contains("authorization: Bearer hunter2"));
    }
    assert!(!other.requests()[0].contains("hunter2"));
    assert!(!other.requests()[0].contains("if-none-match"));
}

#[tokio::test]
async fn a_form_is_posted_with_a_name_and_a_password() {
    let server = Server::saying(answer("200 OK", "content-type: application/json\r\n", "{}"));
    let egress = egress();
    let secret = Secret::Basic { user: "gateway".into(), password: "hunter2".into() };
    let call = egress.post_form(&server.url("/introspect"), &[("token", "a b+c")]).secret(secret);
    assert!(!format!("{call:?}").contains("hunter2"));
    assert!(!format!("{call:?}").contains("a b"));
    assert_eq!(call.send().await.unwrap().bytes, "{}");
    let request = &server.requests()[0];
    assert!(request.contains("authorization: Basic Z2F0ZXdheTpodW50ZXIy"));
    assert!(request.contains("content-type: application/x-www-form-urlencoded"));
    assert!(request.ends_with("token=a+b%2Bc"));
}
