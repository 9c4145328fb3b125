//! Redirects are followed a few times, and never to where a first request would
//! not go.

use std::io::Write;

use dealeragent_egress::{AddressClass, EgressError};

use crate::server::{Server, answer, egress, redirect};

#[tokio::test]
async fn a_redirect_is_followed() {
    let server = Server::start(|number, _, stream| {
        let reply = if number == 0 { redirect("/there?x#y") } else { answer("200 OK", "", "here") };
        let _ = stream.write_all(reply.as_bytes());
    });
    let found = egress().get(&server.url("/")).send().await.unwrap().document().unwrap();
    assert_eq!(found.bytes, "here");
    assert_eq!(found.url.as_str(), server.url("/there?x"));
}

#[tokio::test]
async fn a_redirect_inside_is_refused() {
    for (to, class) in [
        ("https://10.0.0.1/admin", AddressClass::Private),
        ("https://[::ffff:169.254.169.254]/latest", AddressClass::CloudMetadata),
        ("//2130706434:1/", AddressClass::Loopback),
        ("https://0x7f000002/", AddressClass::Loopback),
    ] {
        let server = Server::saying(redirect(to));
        let found = egress().get(&server.url("/")).send().await.unwrap_err();
        match found {
            EgressError::AddressRefused { class: found, .. } => assert_eq!(found, class, "{to}"),
            EgressError::SchemeRefused { host } => assert_eq!((to, &*host), ("//2130706434:1/", "127.0.0.2")),
            other => panic!("{to}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_loop_ends() {
    let server = Server::saying(redirect("/again"));
    let found = egress().get(&server.url("/")).send().await;
    assert_eq!(found, Err(EgressError::TooManyRedirects { host: "127.0.0.1".into(), limit: 3 }));
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn a_redirect_to_nowhere_is_refused() {
    for reply in [answer("302 Found", "", ""), redirect("https://"), redirect("file:///etc/passwd")] {
        let server = Server::saying(reply);
        let found = egress().get(&server.url("/")).send().await.unwrap_err();
        let is_refusal = matches!(found, EgressError::RedirectRefused { .. } | EgressError::InvalidUrl { .. });
        assert!(is_refusal, "{found:?}");
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_post_is_never_redirected() {
    let server = Server::saying(redirect("/elsewhere"));
    let found = egress().post_form(&server.url("/"), &[("token", "hunter2")]).send().await;
    assert_eq!(found, Err(EgressError::RedirectRefused { host: "127.0.0.1".into() }));
    assert_eq!(server.requests().len(), 1);
}
