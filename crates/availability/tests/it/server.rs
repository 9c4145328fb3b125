//! A web server with TLS whose certificate the tests' own authority signed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use dealeragent_egress::{BreakerSettings, Egress, EgressPolicy, RetrySettings};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::mpsc,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

/// Signs certificates for `localhost`.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, as PEM.
pub(crate) struct Certified {
    pub(crate) certificate: String,
    pub(crate) key: KeyPair,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    pub(crate) fn certify(&self) -> Certified {
        let key = KeyPair::generate().unwrap();
        let certificate =
            CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, &self.0).unwrap();
        Certified { certificate: certificate.pem(), key }
    }

    fn config(&self) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
            )
            .unwrap()
    }

    /// Requests that trust this authority, to this machine.
    pub(crate) fn egress(&self) -> Egress {
        let mut policy = EgressPolicy::default().allow_host("localhost").unwrap().trust(self.pem().as_bytes()).unwrap();
        policy.retry = RetrySettings { times: 0, ..RetrySettings::default() };
        policy.breaker = BreakerSettings { failures: 1000, ..BreakerSettings::default() };
        Egress::new(policy).unwrap()
    }
}

/// What the server does with a request.
pub(crate) enum Does {
    /// Sends these bytes and closes.
    Says(String),
    /// Sends them and goes on sending for ever.
    Drips(String),
    /// Sends nothing and keeps the connection.
    Nothing,
}

pub(crate) struct Service {
    pub(crate) port: u16,
    pub(crate) requests: mpsc::UnboundedReceiver<String>,
    pub(crate) count: Arc<AtomicUsize>,
}

impl Service {
    pub(crate) async fn start(authority: &Authority, does: Does) -> Self {
        let acceptor = TlsAcceptor::from(Arc::new(authority.config()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (seen, requests) = mpsc::unbounded_channel();
        let (count, does) = (Arc::new(AtomicUsize::new(0)), Arc::new(does));
        let counted = Arc::clone(&count);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, does, seen) = (acceptor.clone(), Arc::clone(&does), seen.clone());
                let counted = Arc::clone(&counted);
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    let mut buffer = [0; 8192];
                    let length = stream.read(&mut buffer).await.unwrap_or(0);
                    counted.fetch_add(1, Ordering::Relaxed);
                    let _ = seen.send(String::from_utf8_lossy(&buffer[..length]).into_owned());
                    match &*does {
                        Does::Says(bytes) => {
                            let _ = stream.write_all(bytes.as_bytes()).await;
                            let _ = stream.shutdown().await;
                        }
                        Does::Drips(bytes) => {
                            let _ = stream.write_all(bytes.as_bytes()).await;
                            let filler = [b' '; 16 << 10];
                            while stream.write_all(&filler).await.is_ok() {}
                        }
                        Does::Nothing => {
                            let _ = stream.read(&mut buffer).await;
                        }
                    }
                });
            }
        });
        Self { port, requests, count }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.port)
    }
}

/// An answer with a JSON body.
pub(crate) fn json(status: &str, body: &str) -> Does {
    typed(status, "application/json", body)
}

pub(crate) fn typed(status: &str, media_type: &str, body: &str) -> Does {
    let length = body.len();
    Does::Says(format!(
        "HTTP/1.1 {status}\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    ))
}

/// Long enough for a busy machine, and no more.
pub(crate) const PATIENT: Duration = Duration::from_secs(10);
