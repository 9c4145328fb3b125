//! TLS from certificate files, taken up anew when they change.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum_server::tls_rustls::RustlsConfig;

use super::Shutdown;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(30);

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {certificate} with {key} for TLS: {source}; give PEM files, the certificate with its whole chain first", certificate = certificate.display(), key = key.display())]
pub struct TlsFault {
    certificate: PathBuf,
    key: PathBuf,
    source: io::Error,
}

/// The same for HTTP/1.1 alone, which is what is served.
fn http1(config: &RustlsConfig) -> Arc<rustls::ServerConfig> {
    let mut only = (*config.get_inner()).clone();
    only.alpn_protocols = vec![b"http/1.1".to_vec()];
    Arc::new(only)
}

/// A certificate with its key.
#[derive(Debug, Clone)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    config: RustlsConfig,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// [`TlsFault`].
    pub async fn read(certificate: &Path, key: &Path) -> Result<Self, TlsFault> {
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        match RustlsConfig::from_pem_file(&certificate, &key).await {
            Ok(config) => {
                config.reload_from_config(http1(&config));
                Ok(Self { certificate, key, config })
            }
            Err(source) => Err(TlsFault { certificate, key, source }),
        }
    }

    pub(super) fn config(&self) -> RustlsConfig {
        self.config.clone()
    }

    /// Takes up what is in the files now. What cannot be used leaves the old
    /// certificate in place.
    ///
    /// # Errors
    /// [`TlsFault`].
    pub async fn reload(&self) -> Result<(), TlsFault> {
        match RustlsConfig::from_pem_file(&self.certificate, &self.key).await {
            Ok(fresh) => {
                self.config.reload_from_config(http1(&fresh));
                Ok(())
            }
            Err(source) => Err(TlsFault { certificate: self.certificate.clone(), key: self.key.clone(), source }),
        }
    }

    /// Looks at the files again and again until the shutdown begins.
    pub async fn keep_fresh(self, mut shutdown: Shutdown) {
        let mut known = self.stamp();
        let mut timer = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                () = shutdown.begun() => return,
                _ = timer.tick() => {}
            }
            let found = self.stamp();
            if found == known {
                continue;
            }
            known = found;
            match self.reload().await {
                Ok(()) => tracing::warn!("a new certificate is in use"),
                Err(error) => tracing::error!(%error, "the new certificate is not usable; the old one stays"),
            }
        }
    }

    fn stamp(&self) -> [Option<SystemTime>; 2] {
        [&self.certificate, &self.key].map(|path| std::fs::metadata(path).and_then(|found| found.modified()).ok())
    }
}
