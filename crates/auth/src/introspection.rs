//! Asking the issuer about a token (RFC 7662).

use std::{fmt, time::Duration};

use dealeragent_egress::{Egress, Secret};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::Rejected;

/// Longest time for one question, waiting for a seat included.
const ASK_WITHIN: Duration = Duration::from_secs(5);
/// Longer than any answer.
const LONGEST_ANSWER: usize = 64 << 10;
/// Questions to one issuer at the same time.
const SEATS: usize = 32;

/// Where and as whom the issuer is asked.
#[derive(Debug)]
#[non_exhaustive]
pub struct Introspection {
    /// The endpoint.
    pub url: String,
    /// What proves to it that the gateway asks.
    pub secret: IntrospectionSecret,
    /// How tokens begin that are no JWT and this issuer's; empty for all. A
    /// token is shown to no server that it may not be from.
    pub token_prefix: String,
    /// How long `active` is believed: 30 s unless set, at most 300. A token that
    /// is revoked at its issuer counts here for this long.
    pub cache_seconds: u32,
    seats: Semaphore,
}

/// The gateway's credential at an introspection endpoint.
pub enum IntrospectionSecret {
    /// `client_secret_basic` (RFC 6749 section 2.3.1).
    Client {
        /// `client_id`.
        id: String,
        /// `client_secret`.
        secret: SecretString,
    },
    /// A bearer token of the gateway's own.
    Bearer(SecretString),
}

impl fmt::Debug for IntrospectionSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Client { .. } => "Client",
            Self::Bearer(_) => "Bearer",
        })
    }
}

impl IntrospectionSecret {
    fn for_request(&self) -> Secret {
        let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        match self {
            Self::Client { id, secret } => {
                Secret::Basic { user: encoded(id), password: encoded(secret.expose_secret()).into() }
            }
            Self::Bearer(token) => Secret::Bearer(token.clone()),
        }
    }
}

impl Introspection {
    /// An endpoint with the defaults.
    #[must_use]
    pub fn new(url: impl Into<String>, secret: IntrospectionSecret) -> Self {
        Self { url: url.into(), secret, token_prefix: String::new(), cache_seconds: 30, seats: Semaphore::new(SEATS) }
    }

    /// What the issuer says about an active token.
    ///
    /// Everything that is no clear yes or no counts as no answer at all.
    pub(crate) async fn ask(&self, egress: &Egress, token: &str) -> Result<Map<String, Value>, Rejected> {
        let seat = tokio::time::timeout(ASK_WITHIN, self.seats.acquire()).await;
        let Ok(Ok(_seat)) = seat else { return Err(no_answer("too many questions at once")) };
        let fields = [("token", token), ("token_type_hint", "access_token")];
        let call = egress.post_form(&self.url, &fields).idempotent().secret(self.secret.for_request());
        let call = call.accept(&["application/json"]).max_bytes(LONGEST_ANSWER).within(ASK_WITHIN);
        let answer = call.send().await.map_err(|error| {
            tracing::warn!(%error, "introspection failed");
            Rejected::AuthorizationServerDown
        })?;
        let answer: Map<String, Value> =
            serde_json::from_slice(&answer.bytes).map_err(|_| no_answer("the answer is no JSON object"))?;
        match answer.get("active") {
            Some(Value::Bool(true)) => Ok(answer),
            Some(Value::Bool(false)) => Err(Rejected::Inactive),
            _ => Err(no_answer("the answer says neither active nor inactive")),
        }
    }
}

fn no_answer(error: &'static str) -> Rejected {
    tracing::warn!(error, "introspection failed");
    Rejected::AuthorizationServerDown
}
