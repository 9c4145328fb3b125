//! The way in at a door: who may pass, and what is behind it.

use axum::http::HeaderMap;
use futures_util::future::BoxFuture;
use std::sync::Arc;

use crate::mcp::{Dispatcher, Handler};

/// Turns a request's credential into a caller.
pub trait Credentials<C>: Send + Sync + 'static {
    /// The caller behind the one bearer token that a request carries. Whatever
    /// is wrong with it, it is refused: never read as no token.
    fn check<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<C, CredentialRefused>>;
}

/// A credential that lets nobody pass. Why is the operator's business, and was
/// logged where it was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialRefused {
    /// It is not valid here.
    Invalid,
    /// It could not be checked, for a reason that will pass: nothing is known
    /// against it, and nothing is let in.
    Unchecked,
}

/// For a door where nobody can sign in: no credential can be valid.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCredentials;

impl<C: Send + 'static> Credentials<C> for NoCredentials {
    fn check<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<C, CredentialRefused>> {
        Box::pin(std::future::ready(Err(CredentialRefused::Invalid)))
    }
}

/// What a door asks of those who cannot pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorChallenges {
    /// `WWW-Authenticate` for a refused credential.
    pub invalid_token: String,
    /// `WWW-Authenticate` where there is none, and one is needed.
    pub sign_in: String,
}

impl Default for DoorChallenges {
    fn default() -> Self {
        Self { invalid_token: "Bearer error=\"invalid_token\"".to_owned(), sign_in: "Bearer".to_owned() }
    }
}

/// One door of one site.
pub struct Entrance<H: Handler> {
    /// What is behind it.
    pub dispatcher: Dispatcher<H>,
    /// Who passes without a credential; `None` where everybody must sign in.
    pub anonymous: Option<H::Caller>,
    /// Who checks credentials.
    pub credentials: Arc<dyn Credentials<H::Caller>>,
    /// What is asked of those who cannot pass.
    pub challenges: Arc<DoorChallenges>,
}

impl<H: Handler> Entrance<H> {
    /// A door that is open to all and takes no credentials.
    #[must_use]
    pub fn open(dispatcher: Dispatcher<H>, anonymous: H::Caller) -> Self {
        let challenges = Arc::new(DoorChallenges::default());
        Self { dispatcher, anonymous: Some(anonymous), credentials: Arc::new(NoCredentials), challenges }
    }

    /// Who calls.
    ///
    /// # Errors
    /// [`NotPassed`] with the challenge.
    pub(super) async fn pass(&self, headers: &HeaderMap) -> Result<H::Caller, NotPassed<'_>> {
        let refused = NotPassed::Invalid(&self.challenges.invalid_token);
        let sign_in = NotPassed::SignIn(&self.challenges.sign_in);
        match bearer(headers) {
            Bearer::None => self.anonymous.clone().ok_or(sign_in),
            // Another scheme is answered with the one that is taken here.
            Bearer::OtherScheme => Err(sign_in),
            Bearer::Malformed => Err(refused),
            Bearer::Token(token) => self.credentials.check(token).await.map_err(|reason| match reason {
                CredentialRefused::Invalid => refused,
                CredentialRefused::Unchecked => NotPassed::Unchecked,
            }),
        }
    }
}

impl<H: Handler> Clone for Entrance<H> {
    fn clone(&self) -> Self {
        Self {
            dispatcher: self.dispatcher.clone(),
            anonymous: self.anonymous.clone(),
            credentials: Arc::clone(&self.credentials),
            challenges: Arc::clone(&self.challenges),
        }
    }
}

/// A request that does not come in.
#[derive(Debug, Clone, Copy)]
pub(super) enum NotPassed<'a> {
    /// It must sign in; with the challenge.
    SignIn(&'a str),
    /// Its credential is not valid here; with the challenge.
    Invalid(&'a str),
    /// Its credential could not be checked.
    Unchecked,
}

/// What a request says of its caller.
#[derive(Debug, PartialEq, Eq)]
enum Bearer<'a> {
    None,
    OtherScheme,
    Malformed,
    Token(&'a str),
}

/// The bearer token. Two credentials could mean two callers, so they are none.
fn bearer(headers: &HeaderMap) -> Bearer<'_> {
    let mut values = headers.get_all(axum::http::header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Bearer::None };
    let another = values.next().is_some();
    let Some((scheme, token)) = value.to_str().ok().and_then(|text| text.split_once(' ')) else {
        return Bearer::Malformed;
    };
    let token = token.trim_matches(' ');
    match scheme.eq_ignore_ascii_case("bearer") {
        _ if another => Bearer::Malformed,
        false => Bearer::OtherScheme,
        true if is_token(token) => Bearer::Token(token),
        true => Bearer::Malformed,
    }
}

/// `b64token` of RFC 6750.
fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~' | b'+' | b'/');
    !body.is_empty() && body.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header::AUTHORIZATION};

    use super::*;

    fn of(values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (AUTHORIZATION, HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn one_bearer_token_and_nothing_else_is_one() {
        assert_eq!(bearer(&of(&[])), Bearer::None);
        for taken in ["Bearer a.b-c_~+/==", "bearer a.b-c_~+/==", "BEARER  a.b-c_~+/== "] {
            assert_eq!(bearer(&of(&[taken])), Bearer::Token("a.b-c_~+/=="), "{taken}");
        }
        for malformed in ["Bearer", "Bearer ", "Bearer =", "Bearer a b", "Bearer a,b", "Bearer \"a\"", ""] {
            assert_eq!(bearer(&of(&[malformed])), Bearer::Malformed, "{malformed}");
        }
        assert_eq!(bearer(&of(&["Basic YTpi"])), Bearer::OtherScheme);
        assert_eq!(bearer(&of(&["Bearer a", "Bearer a"])), Bearer::Malformed);
        assert_eq!(bearer(&of(&["Bearer a", "Basic YTpi"])), Bearer::Malformed);
    }
}
