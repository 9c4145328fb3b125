//! Addresses of a publication.

use dealeragent_protocol::values::Uri;

use crate::FEED_PATH;

/// Whether plain http is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Transport {
    /// Production (DAP-DISC-006).
    #[default]
    HttpsOnly,
    /// A trial on a machine of one's own.
    AllowHttp,
}

/// The website under which the files will stand: scheme, host and perhaps a
/// path, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseAddress(Uri);

/// Why an address cannot bear a publication.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBase {
    /// Not a web address by itself.
    #[error("must be the website's address without query and fragment, such as https://cars.example")]
    NotAWebsite,
    /// Plain http in production.
    #[error("must be https: a publication is served over HTTPS (DAP-DISC-006); a local trial says --allow-http")]
    NotHttps,
    /// A path, under which no well-known document is looked for.
    #[error("must have no path: the document is looked for at the root of a host (RFC 8615)")]
    Path,
}

impl BaseAddress {
    /// Checks an address.
    ///
    /// # Errors
    /// [`InvalidBase`].
    pub fn parse(text: &str, transport: Transport) -> Result<Self, InvalidBase> {
        let text = text.trim().trim_end_matches('/');
        let uri = Uri::parse(text).map_err(|_| InvalidBase::NotAWebsite)?;
        let lower = text.to_ascii_lowercase();
        let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
        let rest = rest.filter(|rest| !rest.contains(['?', '#', '@'])).ok_or(InvalidBase::NotAWebsite)?;
        if rest.contains('/') {
            return Err(InvalidBase::Path);
        }
        check(&uri, transport).then_some(Self(uri)).ok_or(InvalidBase::NotHttps)
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The feed's address.
    ///
    /// # Errors
    /// Where the address is too long for a URI.
    pub fn feed(&self) -> Result<Uri, InvalidBase> {
        Uri::parse(&format!("{}{FEED_PATH}", self.0)).map_err(|_| InvalidBase::NotAWebsite)
    }
}

/// Whether an address may stand in a publication's document.
pub(crate) fn check(uri: &Uri, transport: Transport) -> bool {
    uri.is_https() || transport == Transport::AllowHttp && uri.as_str().to_ascii_lowercase().starts_with("http://")
}

/// Every address that a document names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// The feed.
    pub feed: Uri,
    /// A running gateway's MCP endpoint.
    pub gateway: Option<Uri>,
    /// The way to a managed gateway.
    pub upgrade_path: Option<Uri>,
    /// Which of them may be http.
    pub transport: Transport,
}

impl Addresses {
    /// A site with files alone.
    ///
    /// # Errors
    /// [`InvalidBase`].
    pub fn of_site(base: &BaseAddress, transport: Transport) -> Result<Self, InvalidBase> {
        Ok(Self { feed: base.feed()?, gateway: None, upgrade_path: None, transport })
    }
}
