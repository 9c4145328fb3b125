//! Connections for other protocols keep the same rules.

use std::{io::Read, net::TcpListener};

use dealeragent_egress::{AddressClass, Egress, EgressError, EgressPolicy};
use tokio::io::AsyncWriteExt;

use crate::addresses::resolving;

#[tokio::test]
async fn an_address_inside_is_refused_in_every_spelling() {
    let egress = Egress::new(EgressPolicy::default()).unwrap();
    for text in ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "::1", "[::1]", "::ffff:127.0.0.1"] {
        let found = egress.connect(text, 22).await.unwrap_err();
        assert!(
            matches!(found, EgressError::AddressRefused { class: AddressClass::Loopback, .. }),
            "{text}: {found:?}"
        );
    }
    for text in ["", "a b", "host/path", "user@host"] {
        let found = egress.connect(text, 22).await.unwrap_err();
        assert!(matches!(found, EgressError::InvalidUrl { .. }), "{text}: {found:?}");
    }
}

#[tokio::test]
async fn a_name_is_judged_by_what_it_resolves_to() {
    let refused = resolving(EgressPolicy::default(), &["10.0.0.7"]).connect("sftp.example", 22).await.unwrap_err();
    let class = AddressClass::Private;
    assert_eq!(refused, EgressError::AddressRefused { host: "sftp.example".into(), class });
    let unknown = resolving(EgressPolicy::default(), &[]).connect("sftp.example", 22).await.unwrap_err();
    assert_eq!(unknown, EgressError::NameNotFound { host: "sftp.example".into() });
}

#[tokio::test]
async fn only_allowed_addresses_are_called() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let policy = EgressPolicy::default().allow_network("127.0.0.1/32".parse().unwrap());
    let mut stream = resolving(policy, &["10.0.0.1", "127.0.0.1"]).connect("sftp.example", port).await.unwrap();
    stream.write_all(b"hello").await.unwrap();
    drop(stream);
    let mut said = String::new();
    listener.accept().unwrap().0.read_to_string(&mut said).unwrap();
    assert_eq!(said, "hello");
}

#[tokio::test]
async fn nobody_there_is_said() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let policy = EgressPolicy::default().allow_host("127.0.0.1").unwrap();
    let found = Egress::new(policy).unwrap().connect("127.0.0.1", port).await.unwrap_err();
    assert_eq!(found, EgressError::Unreachable { host: "127.0.0.1".into() });
}
