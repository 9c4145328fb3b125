//! TLS, with certificates of the tests' own authority.

use std::sync::Arc;

use dealeragent_egress::{Egress, EgressError, EgressPolicy, InvalidCertificates};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

use crate::server::{Server, answer, policy, redirect};

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A TLS server on a free port whose certificate is for `name`.
async fn serve(authority: &Authority, name: &str, reply: String) -> u16 {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(reply.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

fn trusting(authority: &Authority, policy: EgressPolicy) -> Egress {
    Egress::new(policy.trust(authority.pem().as_bytes()).unwrap()).unwrap()
}

#[tokio::test]
async fn a_certificate_counts_for_its_name_and_from_a_trusted_authority() {
    let authority = authority();
    let good = serve(&authority, "127.0.0.1", answer("200 OK", "", "sealed")).await;
    let egress = trusting(&authority, policy());
    let found = egress.get(&format!("https://127.0.0.1:{good}/")).send().await.unwrap();
    assert_eq!(found.document().unwrap().bytes, "sealed");

    let refused = || Err(EgressError::CertificateRefused { host: "127.0.0.1".into() });
    let stranger = Egress::new(policy()).unwrap();
    assert_eq!(stranger.get(&format!("https://127.0.0.1:{good}/")).send().await, refused());
    let misnamed = serve(&authority, "other.example", answer("200 OK", "", "sealed")).await;
    assert_eq!(egress.get(&format!("https://127.0.0.1:{misnamed}/")).send().await, refused());
}

#[tokio::test]
async fn a_redirect_out_of_tls_is_refused() {
    let (authority, plain) = (authority(), Server::saying(answer("200 OK", "", "open")));
    let port = serve(&authority, "127.0.0.1", redirect(&plain.url("/"))).await;
    let found = trusting(&authority, policy()).get(&format!("https://127.0.0.1:{port}/")).send().await;
    assert_eq!(found, Err(EgressError::RedirectRefused { host: "127.0.0.1".into() }));
    assert_eq!(plain.requests().len(), 0);
}

#[tokio::test]
async fn a_server_without_tls_is_no_web_server_of_https() {
    let plain = Server::saying(answer("200 OK", "", "open"));
    let found = Egress::new(policy()).unwrap().get(&format!("https://127.0.0.1:{}/", plain.port)).send().await;
    assert_eq!(found, Err(EgressError::Unreachable { host: "127.0.0.1".into() }));
}

#[test]
fn only_certificates_are_trusted() {
    for bad in ["", "no PEM", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
        assert_eq!(EgressPolicy::default().trust(bad.as_bytes()).map(|_| ()), Err(InvalidCertificates), "{bad}");
    }
}
