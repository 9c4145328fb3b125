//! Asking a web service.

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use dealeragent_egress::{Egress, EgressError, Secret};
use dealeragent_gateway::{Clock, Heard, LiveSource, SourceDown, UnitKey};
use dealeragent_protocol::error::RetryAfter;
use secrecy::SecretString;

use crate::{Body, Reading, UnitTemplate};

/// How a web service is asked.
#[derive(Clone)]
pub struct HttpSettings {
    /// Its address.
    pub url: UnitTemplate,
    /// What proves who asks.
    pub secret: Option<Secret>,
    /// Headers, which may prove it too.
    pub headers: Vec<(String, SecretString)>,
    /// How its answer is read.
    pub reading: Reading,
    /// Longest time of a question, retries included.
    pub within: Duration,
    /// Whether status 404 says that the system does not know the unit; otherwise it
    /// is a system that does not answer.
    pub not_found_is_unknown: bool,
}

impl fmt::Debug for HttpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSettings").field("within", &self.within).finish_non_exhaustive()
    }
}

/// Refusal of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHttpSettings {
    /// A question that takes longer than the caller waits.
    #[error("the time for a question must be between 100 ms and 10 s")]
    Time,
    /// A header that cannot be sent.
    #[error("a header has a name that is no word, or a value that is not one line of visible ASCII")]
    Header,
}

/// Longest answer in bytes: it is about one unit.
const LONGEST_ANSWER: usize = 256 << 10;

/// A web service of a dealer's.
pub struct HttpSource {
    settings: HttpSettings,
    egress: Egress,
    clock: Arc<dyn Clock>,
}

impl HttpSource {
    /// A service that is asked through `egress`, by its rules.
    ///
    /// # Errors
    /// [`InvalidHttpSettings`].
    pub fn new(settings: HttpSettings, egress: Egress, clock: Arc<dyn Clock>) -> Result<Self, InvalidHttpSettings> {
        if !(Duration::from_millis(100)..=Duration::from_secs(10)).contains(&settings.within) {
            return Err(InvalidHttpSettings::Time);
        }
        for (name, value) in &settings.headers {
            let _sendable =
                egress.get("https://host.invalid/").header(name, value).map_err(|_| InvalidHttpSettings::Header)?;
        }
        Ok(Self { settings, egress, clock })
    }

    async fn question(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown> {
        let HttpSettings { url, secret, headers, reading, within, not_found_is_unknown } = &self.settings;
        // A unit without the name that the system knows is unknown to it.
        let Some(url) = url.fill(unit) else { return Ok(None) };
        let accepted: &[&str] = match reading.body {
            Body::Json => &["application/json"],
            Body::Xml => &["application/xml", "text/xml"],
        };
        let mut get = self.egress.get(&url).accept(accepted).max_bytes(LONGEST_ANSWER).within(*within);
        if let Some(secret) = secret {
            get = get.secret(secret.clone());
        }
        for (name, value) in headers {
            get = get.header(name, value).map_err(|error| down(&error.to_string(), None))?;
        }
        let asked_at = self.clock.now();
        let document = match get.send().await {
            Ok(fetched) => fetched.document().ok_or_else(|| down("it answered that nothing changed", None))?,
            Err(EgressError::Status { status: 404, .. }) if *not_found_is_unknown => return Ok(None),
            Err(error) => return Err(down(&error.to_string(), error.retry_after())),
        };
        let heard = reading.read(&document.bytes, unit, (asked_at, self.clock.now()));
        heard.map(Some).map_err(|nonsense| down(&nonsense.to_string(), None))
    }
}

/// The words are ours: neither has anything of the answer.
fn down(private: &str, retry_after: Option<Duration>) -> SourceDown {
    let millis = |wait: Duration| RetryAfter::from_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    SourceDown { private: private.to_owned(), retry_after: retry_after.map(millis) }
}

impl LiveSource for HttpSource {
    fn ask(
        self: Arc<Self>,
        unit: UnitKey,
    ) -> Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send + 'static>> {
        Box::pin(async move { self.question(&unit).await })
    }
}
