//! HTTPS, with certificates of the tests' own authority.

use std::sync::Arc;

use dealeragent_egress::Egress;
use dealeragent_sources::{FaultKind, Look};
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

use crate::{
    web::answer,
    world::{World, at, file, nothing, policy, text},
};

#[tokio::test]
async fn a_file_comes_by_https_from_those_who_are_trusted() {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(answer("200 OK", "", "a,b").as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });

    let mut world = World::new();
    let toml = format!("url = {{ address = \"https://127.0.0.1:{port}/lot.csv\" }}");
    let fault = world.source(&toml).look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Unreachable);
    assert!(fault.to_string().contains("its certificate is not accepted"), "{fault}");
    world.egress = Egress::new(policy().trust(authority.pem().as_bytes()).unwrap()).unwrap();
    assert_eq!(text(&file(world.source(&toml).look(&nothing(), at(0)).await)), "a,b");
}
