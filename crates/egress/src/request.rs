//! Requests, as their callers write them.

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use http::{HeaderMap, HeaderValue, Method, header};
use secrecy::{ExposeSecret, SecretString};

use crate::{Document, Egress, EgressError, Fetched, Saved};

/// What proves to the server who calls. Sent to the origin of the address
/// alone: a redirect to another origin does not get it.
#[derive(Clone)]
pub enum Secret {
    /// `Authorization: Bearer`.
    Bearer(SecretString),
    /// `Authorization: Basic`, as it is: OAuth wants both parts form-encoded
    /// before (RFC 6749 section 2.3.1).
    Basic {
        /// The name.
        user: String,
        /// The password.
        password: SecretString,
    },
}

/// Refusal of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no header: its name must be a word such as x-api-key, its value visible ASCII in one line")]
pub struct InvalidHeader;

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bearer(_) => "Secret::Bearer",
            Self::Basic { .. } => "Secret::Basic",
        })
    }
}

impl Secret {
    pub(crate) fn apply(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match self {
            Self::Bearer(token) => request.bearer_auth(token.expose_secret()),
            Self::Basic { user, password } => request.basic_auth(user, Some(password.expose_secret())),
        }
    }
}

/// One call with all that it may cost.
pub(crate) struct Call {
    pub(crate) url: String,
    pub(crate) method: Method,
    pub(crate) headers: HeaderMap,
    pub(crate) form: Option<Form>,
    pub(crate) secret: Option<Secret>,
    pub(crate) accepted: Vec<String>,
    pub(crate) max_bytes: usize,
    pub(crate) within: Duration,
    pub(crate) is_idempotent: bool,
    /// Whether its caller keeps a breaker of its own.
    pub(crate) is_apart: bool,
    /// Where the body goes, if not to memory.
    pub(crate) file: Option<PathBuf>,
}

/// Shows nothing of the address, whose query may prove who calls.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("method", &self.method).field("headers", &self.headers).finish_non_exhaustive()
    }
}

/// A form's encoded fields; they may hold a token, so nothing shows them.
pub(crate) struct Form(pub(crate) String);

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Form")
    }
}

impl Call {
    fn new(egress: &Egress, url: &str, method: Method) -> Self {
        let policy = egress.policy();
        Self {
            url: url.to_owned(),
            is_idempotent: method == Method::GET,
            method,
            headers: HeaderMap::new(),
            form: None,
            secret: None,
            accepted: Vec::new(),
            max_bytes: policy.max_bytes,
            within: policy.total_timeout,
            is_apart: false,
            file: None,
        }
    }

    /// A value that no header can hold is left out: it came from no server.
    fn insert(&mut self, name: header::HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.insert(name, value);
        }
    }

    fn accept(&mut self, media_types: &[&str]) {
        self.insert(header::ACCEPT, &media_types.join(", "));
        self.accepted = media_types.iter().map(|wanted| wanted.to_ascii_lowercase()).collect();
    }
}

macro_rules! shared_settings {
    () => {
        /// The media types that are asked for; a body of any other is refused.
        pub fn accept(mut self, media_types: &[&str]) -> Self {
            self.call.accept(media_types);
            self
        }

        /// Longest body in bytes after decompression.
        pub fn max_bytes(mut self, limit: usize) -> Self {
            self.call.max_bytes = limit;
            self
        }

        /// Longest time for all of it.
        pub fn within(mut self, time: Duration) -> Self {
            self.call.within = time;
            self
        }

        /// What proves who calls.
        pub fn secret(mut self, secret: Secret) -> Self {
            self.call.secret = Some(secret);
            self
        }
    };
}

/// A GET that waits for [`Get::send`].
#[derive(Debug)]
#[must_use = "nothing is sent before `send`"]
pub struct Get<'a> {
    egress: &'a Egress,
    call: Call,
}

impl<'a> Get<'a> {
    pub(crate) fn new(egress: &'a Egress, url: &str) -> Self {
        Self { egress, call: Call::new(egress, url, Method::GET) }
    }

    shared_settings!();

    /// Asks for a body only if it is another than the one with this `ETag`.
    pub fn if_none_match(mut self, etag: &str) -> Self {
        self.call.insert(header::IF_NONE_MATCH, etag);
        self
    }

    /// Asks for a body only if it is newer than this `Last-Modified`.
    pub fn if_modified_since(mut self, last_modified: &str) -> Self {
        self.call.insert(header::IF_MODIFIED_SINCE, last_modified);
        self
    }

    /// A header that may prove who calls: like a [`Secret`], it is sent to the
    /// origin of the address alone and shown nowhere.
    ///
    /// # Errors
    /// [`InvalidHeader`]: a name that is none, or a value that no header holds.
    pub fn header(mut self, name: &str, value: &SecretString) -> Result<Self, InvalidHeader> {
        let name = header::HeaderName::from_bytes(name.as_bytes()).map_err(|_| InvalidHeader)?;
        let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| InvalidHeader)?;
        value.set_sensitive(true);
        self.call.headers.insert(name, value);
        Ok(self)
    }

    /// Keeps it apart from other calls to its origin: their failures do not hold
    /// it back, and its own do not hold them back. For callers that keep a
    /// breaker of their own.
    pub fn apart(mut self) -> Self {
        self.call.is_apart = true;
        self
    }

    /// Sends it as [`Get::send`] does and writes the body to the file at `path`
    /// as it comes, decompressed, so that memory does not grow with it. The file
    /// must exist; what was in it is replaced. After an error it may hold a part.
    ///
    /// # Errors
    /// Whatever kept a body from coming, or from being written.
    pub async fn save_to(mut self, path: &Path) -> Result<Saved, EgressError> {
        self.call.file = Some(path.to_owned());
        Ok(match self.egress.perform(&self.call).await? {
            Fetched::NotModified => Saved::NotModified,
            Fetched::Fresh(head) => Saved::Fresh { length: head.saved, head },
        })
    }

    /// Sends it, follows redirects, and tries again what may work.
    ///
    /// # Errors
    /// Whatever kept a body from coming.
    pub async fn send(self) -> Result<Fetched, EgressError> {
        self.egress.perform(&self.call).await
    }
}

/// A POST of form fields that waits for [`PostForm::send`].
#[derive(Debug)]
#[must_use = "nothing is sent before `send`"]
pub struct PostForm<'a> {
    egress: &'a Egress,
    call: Call,
}

impl<'a> PostForm<'a> {
    pub(crate) fn new(egress: &'a Egress, url: &str, fields: &[(&str, &str)]) -> Self {
        let mut call = Call::new(egress, url, Method::POST);
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        call.form = Some(Form(form.extend_pairs(fields).finish()));
        Self { egress, call }
    }

    shared_settings!();

    /// Says that doing it twice is like doing it once, so that it may be tried
    /// again.
    pub fn idempotent(mut self) -> Self {
        self.call.is_idempotent = true;
        self
    }

    /// Sends it. Redirects are refused: they would take the fields elsewhere.
    ///
    /// # Errors
    /// Whatever kept a body from coming.
    pub async fn send(self) -> Result<Document, EgressError> {
        match self.egress.perform(&self.call).await? {
            Fetched::Fresh(document) => Ok(*document),
            Fetched::NotModified => Err(EgressError::NoAnswer { host: crate::fault::no_host() }),
        }
    }
}
