//! Where nothing is sent.

use std::{io, net::IpAddr, sync::Arc};

use dealeragent_egress::{AddressClass, Addresses, Egress, EgressError, EgressPolicy, Resolver};

use crate::server::{Server, answer, policy};

/// A name server that says what it is told to.
struct Fixed(Vec<IpAddr>);

impl Resolver for Fixed {
    fn resolve(&self, _: &str) -> Addresses {
        let found = self.0.clone();
        Box::pin(async move { if found.is_empty() { Err(io::Error::other("none")) } else { Ok(found) } })
    }
}

pub(crate) fn resolving(policy: EgressPolicy, addresses: &[&str]) -> Egress {
    let addresses = addresses.iter().map(|text| text.parse().unwrap()).collect();
    Egress::with_resolver(policy, Arc::new(Fixed(addresses))).unwrap()
}

async fn refusal(addresses: &[&str]) -> EgressError {
    let egress = resolving(EgressPolicy::default(), addresses);
    egress.get("https://feeds.example/a").send().await.unwrap_err()
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused() {
    for (address, class) in [
        ("127.0.0.1", AddressClass::Loopback),
        ("10.0.0.7", AddressClass::Private),
        ("169.254.169.254", AddressClass::CloudMetadata),
        ("::ffff:10.0.0.7", AddressClass::Private),
        ("64:ff9b::a00:7", AddressClass::Private),
    ] {
        let host = "feeds.example".to_owned();
        assert_eq!(refusal(&[address]).await, EgressError::AddressRefused { host, class }, "{address}");
    }
    assert_eq!(refusal(&[]).await, EgressError::NameNotFound { host: "feeds.example".into() });
}

#[tokio::test]
async fn of_several_addresses_only_the_allowed_are_called() {
    let server = Server::saying(answer("200 OK", "", "here"));
    let policy = EgressPolicy::default()
        .allow_network("127.0.0.1/32".parse().unwrap())
        .allow_plain_http("feeds.example")
        .unwrap();
    // The first one leads nowhere: it must be left out, not tried.
    let egress = resolving(policy, &["10.0.0.1", "127.0.0.1"]);
    let found = egress.get(&format!("http://feeds.example:{}/", server.port)).send().await.unwrap();
    assert_eq!(found.document().unwrap().bytes, "here");
    assert!(server.requests()[0].contains(&format!("host: feeds.example:{}", server.port)));
}

#[tokio::test]
async fn an_allowed_host_opens_no_other() {
    let server = Server::saying(answer("200 OK", "", "here"));
    let policy = policy().allow_plain_http("other.example").unwrap().allow_host("feeds.example").unwrap();
    let egress = resolving(policy, &["127.0.0.1"]);
    let found = egress.get(&format!("http://other.example:{}/", server.port)).send().await;
    assert!(matches!(found, Err(EgressError::AddressRefused { .. })), "{found:?}");
    assert_eq!(server.requests().len(), 0);
}

#[tokio::test]
async fn the_systems_own_name_for_this_machine_is_refused() {
    let server = Server::saying(answer("200 OK", "", "here"));
    let egress = Egress::new(EgressPolicy::default().allow_plain_http("localhost").unwrap()).unwrap();
    for host in ["localhost", "LOCALHOST"] {
        let found = egress.get(&format!("http://{host}:{}/", server.port)).send().await;
        assert!(matches!(found, Err(EgressError::AddressRefused { .. })), "{host}: {found:?}");
    }
    assert_eq!(server.requests().len(), 0);
}
