//! Asking a PostgreSQL database.

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts};
use dealeragent_gateway::{Clock, Heard, LiveSource, SourceDown, UnitKey};
use dealeragent_protocol::values::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio_postgres::{
    Row,
    config::SslMode,
    types::{ToSql, Type},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Nonsense, StatusTable, UnitName, reading::said};

/// How a database is asked.
#[derive(Clone)]
pub struct SqlSettings {
    /// `host=... user=... password=... dbname=...`, or a `postgresql://` address.
    pub connection: SecretString,
    /// How the connection is protected.
    pub tls: Tls,
    /// One query that reads. It gives the columns `status` (text), and where it can
    /// `observed_at` (timestamp with time zone) and `reason` (text).
    pub query: String,
    /// The unit's names for `$1`, `$2` and so on.
    pub parameters: Vec<UnitName>,
    /// What the words of the column `status` mean.
    pub statuses: StatusTable,
    /// Longest time of a question.
    pub within: Duration,
    /// Most connections.
    pub connections: usize,
}

impl fmt::Debug for SqlSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqlSettings").field("parameters", &self.parameters).finish_non_exhaustive()
    }
}

/// How a connection to a database is protected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tls {
    /// By TLS, with certificates that the system trusts.
    Required,
    /// By TLS, with certificates of the operator's own authority (PEM).
    Authority(Vec<u8>),
    /// Not at all: for a socket, or a server on this machine.
    Off,
}

/// Refusal of settings. Never shows the connection string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSqlSettings {
    /// The connection string.
    #[error("the connection must be like \"host=db.example user=reader dbname=dms\" or a postgresql:// address")]
    Connection,
    /// Without TLS over a network.
    #[error("without TLS only a socket or a server on this machine may be asked")]
    PlainNetwork,
    /// The authority's certificates.
    #[error("the authority must be PEM with at least one certificate")]
    Authority,
    /// No parameter that names the unit.
    #[error("the query must take at least one of vin, stock and vehicle_id as a parameter")]
    NoUnit,
    /// The time.
    #[error("the time for a question must be between 100 ms and 10 s")]
    Time,
    /// The number of connections.
    #[error("between 1 and 32 connections can be kept")]
    Connections,
}

/// A database of a dealer's. It is only read: every connection is read-only, and a
/// prepared query is a single one.
pub struct SqlSource {
    settings: SqlSettings,
    pool: Pool,
    clock: Arc<dyn Clock>,
}

impl SqlSource {
    /// A database that is asked with these settings. Nothing is connected yet.
    ///
    /// # Errors
    /// [`InvalidSqlSettings`].
    pub fn new(settings: SqlSettings, clock: Arc<dyn Clock>) -> Result<Self, InvalidSqlSettings> {
        if !(Duration::from_millis(100)..=Duration::from_secs(10)).contains(&settings.within) {
            return Err(InvalidSqlSettings::Time);
        }
        if !(1..=32).contains(&settings.connections) {
            return Err(InvalidSqlSettings::Connections);
        }
        if settings.parameters.iter().all(|name| *name == UnitName::Rooftop) {
            return Err(InvalidSqlSettings::NoUnit);
        }
        let pool = connect::pool(&settings)?;
        Ok(Self { settings, pool, clock })
    }

    async fn question(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown> {
        let mut values = Vec::with_capacity(self.settings.parameters.len());
        for name in &self.settings.parameters {
            let Some(value) = name.of(unit) else { return Ok(None) };
            values.push(value);
        }
        let asked_at = self.clock.now();
        let answer = tokio::time::timeout(self.settings.within, self.rows(&values)).await;
        let rows = answer.map_err(|_| down("it gave no answer in time"))??;
        let heard = self.read(&rows, asked_at).map_err(|nonsense| down(&nonsense.to_string()))?;
        Ok(heard)
    }

    async fn rows(&self, values: &[&str]) -> Result<Vec<Row>, SourceDown> {
        let client = self.pool.get().await.map_err(|_| down("it cannot be connected to"))?;
        let types = vec![Type::TEXT; values.len()];
        let prepared = client.prepare_typed_cached(&self.settings.query, &types).await;
        let statement = prepared.map_err(|_| down("it does not take the query; try it with psql"))?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        client.query(&statement, &values).await.map_err(|_| down("the query failed; try it with psql"))
    }

    fn read(&self, rows: &[Row], asked_at: Timestamp) -> Result<Option<Heard>, Nonsense> {
        let row = match rows {
            [] => return Ok(None),
            [row] => row,
            _ => return Err(Nonsense::Ambiguous),
        };
        let status: Option<&str> = row.try_get("status").map_err(|_| Nonsense::NoStatus)?;
        let status = self.settings.statuses.meaning(status.ok_or(Nonsense::NoStatus)?)?;
        let has = |name: &str| row.columns().iter().any(|column| column.name() == name);
        let observed_at = if has("observed_at") {
            let at: Option<std::time::SystemTime> = row.try_get("observed_at").map_err(|_| Nonsense::UnreadableTime)?;
            let at = jiff::Timestamp::try_from(at.ok_or(Nonsense::NoTime)?).map_err(|_| Nonsense::UnreadableTime)?;
            crate::time::not_in_the_future(at.into(), self.clock.now())?
        } else {
            asked_at
        };
        let reason: Option<&str> = if has("reason") { row.try_get("reason").ok().flatten() } else { None };
        Ok(Some(Heard { status, observed_at, reason: reason.and_then(said) }))
    }
}

/// The words are ours: a database's own would show the query.
fn down(private: &str) -> SourceDown {
    SourceDown { private: format!("the dealer's database: {private}"), retry_after: None }
}

impl LiveSource for SqlSource {
    fn ask(
        self: Arc<Self>,
        unit: UnitKey,
    ) -> Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send + 'static>> {
        Box::pin(async move { self.question(&unit).await })
    }
}

mod connect {
    //! How connections are made.

    use super::*;

    pub(super) fn pool(settings: &SqlSettings) -> Result<Pool, InvalidSqlSettings> {
        let parsed = settings.connection.expose_secret().parse::<tokio_postgres::Config>();
        let mut config = parsed.map_err(|_| InvalidSqlSettings::Connection)?;
        if config.get_hosts().is_empty() {
            return Err(InvalidSqlSettings::Connection);
        }
        let millis = settings.within.as_millis();
        let read_only = format!("-c default_transaction_read_only=on -c statement_timeout={millis}");
        config.options(read_only).connect_timeout(settings.within).application_name("dealeragent");
        let recycle = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match &settings.tls {
            Tls::Off => {
                if config.get_hosts().iter().any(|host| !is_here(host)) {
                    return Err(InvalidSqlSettings::PlainNetwork);
                }
                config.ssl_mode(SslMode::Disable);
                Manager::from_config(config, tokio_postgres::NoTls, recycle)
            }
            Tls::Required | Tls::Authority(_) => {
                config.ssl_mode(SslMode::Require);
                Manager::from_config(config, MakeRustlsConnect::new(tls(&settings.tls)?), recycle)
            }
        };
        let wait = Some(settings.within);
        Pool::builder(manager)
            .max_size(settings.connections)
            .timeouts(Timeouts { wait, create: wait, recycle: wait })
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|_| InvalidSqlSettings::Connection)
    }

    fn is_here(host: &tokio_postgres::config::Host) -> bool {
        match host {
            tokio_postgres::config::Host::Tcp(name) => {
                name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
            }
            #[cfg(unix)]
            tokio_postgres::config::Host::Unix(_) => true,
        }
    }

    fn tls(tls: &Tls) -> Result<rustls::ClientConfig, InvalidSqlSettings> {
        use rustls::pki_types::{CertificateDer, pem::PemObject as _};

        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let builder = rustls::ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|_| InvalidSqlSettings::Authority)?;
        let Tls::Authority(pem) = tls else {
            let verifier =
                rustls_platform_verifier::Verifier::new(provider).map_err(|_| InvalidSqlSettings::Authority)?;
            return Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth());
        };
        let mut roots = rustls::RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| InvalidSqlSettings::Authority)?;
            roots.add(certificate).map_err(|_| InvalidSqlSettings::Authority)?;
        }
        if roots.is_empty() {
            return Err(InvalidSqlSettings::Authority);
        }
        Ok(builder.with_root_certificates(roots).with_no_client_auth())
    }
}
