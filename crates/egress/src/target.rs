//! Where a request goes: one URL, checked before anything is sent.

use std::net::IpAddr;

use url::{Host, Url};

use crate::{EgressError, EgressPolicy, fault::no_host};

/// A URL that the policy allows. Its name is still to be resolved.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    url: Url,
    host: String,
}

impl Target {
    /// Reads `text`.
    pub(crate) fn parse(text: &str, policy: &EgressPolicy) -> Result<Self, EgressError> {
        Self::check(Url::parse(text).map_err(|_| EgressError::InvalidUrl { host: no_host() })?, policy)
    }

    /// Where a redirect leads, checked as the first address was.
    pub(crate) fn redirected(&self, location: &str, policy: &EgressPolicy) -> Result<Self, EgressError> {
        let refused = || EgressError::RedirectRefused { host: self.host.clone() };
        let next = Self::check(self.url.join(location).map_err(|_| refused())?, policy)?;
        if self.url.scheme() == "https" && next.url.scheme() != "https" { Err(refused()) } else { Ok(next) }
    }

    fn check(mut url: Url, policy: &EgressPolicy) -> Result<Self, EgressError> {
        let literal: Option<IpAddr> = match url.host() {
            Some(Host::Ipv4(address)) => Some(address.into()),
            Some(Host::Ipv6(address)) => Some(address.into()),
            Some(Host::Domain(_)) => None,
            None => return Err(EgressError::InvalidUrl { host: no_host() }),
        };
        let host = match literal {
            Some(address) => address.to_string(),
            None => url.host_str().unwrap_or_default().trim_end_matches('.').to_owned(),
        };
        // A password in an address ends up in logs of others.
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::InvalidUrl { host });
        }
        match url.scheme() {
            "https" => {}
            "http" if policy.allows_plain(&host) => {}
            _ => return Err(EgressError::SchemeRefused { host }),
        }
        // The connector asks no resolver for these.
        if let Some(address) = literal {
            policy
                .check_address(&host, address)
                .map_err(|class| EgressError::AddressRefused { host: host.clone(), class })?;
        }
        url.set_fragment(None);
        Ok(Self { url, host })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Scheme, host and port: what a secret and a breaker belong to.
    pub(crate) fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::AddressClass;

    fn refused(text: &str) -> EgressError {
        Target::parse(text, &EgressPolicy::default()).unwrap_err()
    }

    #[test]
    fn every_spelling_of_an_address_is_that_address() {
        for text in [
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "https://0x7f000001/",
            "https://0177.0.0.1/",
            "https://127.0.0.1./",
            "https://%31%32%37.0.0.1/",
            "https://１２７.0.0.1/",
            "https://[::1]/",
            "https://[0:0:0:0:0:0:0:1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[::127.0.0.1]/",
            "https://[64:ff9b::7f00:1]/",
            "https:127.0.0.1",
            "https:\\\\127.0.0.1\\",
        ] {
            let found = refused(text);
            assert!(matches!(found, EgressError::AddressRefused { class: AddressClass::Loopback, .. }), "{text}");
        }
        assert!(matches!(refused("https://0/"), EgressError::AddressRefused { class: AddressClass::Unspecified, .. }));
    }

    #[test]
    fn other_schemes_and_passwords_are_refused() {
        for text in ["http://feeds.example/", "ftp://feeds.example/"] {
            assert!(matches!(refused(text), EgressError::SchemeRefused { .. }), "{text}");
        }
        for text in ["file:///etc/passwd", "https://u:p@feeds.example/", "https://u@feeds.example/", "nonsense"] {
            assert!(matches!(refused(text), EgressError::InvalidUrl { .. }), "{text}");
        }
    }

    #[test]
    fn a_redirect_never_leaves_tls() {
        let policy = EgressPolicy::default().allow_plain_http("plain.example").unwrap();
        let target = Target::parse("https://feeds.example/a", &policy).unwrap();
        assert!(matches!(
            target.redirected("http://plain.example/", &policy),
            Err(EgressError::RedirectRefused { .. })
        ));
        assert_eq!(target.redirected("/b#c", &policy).unwrap().url().as_str(), "https://feeds.example/b");
    }

    proptest! {
        #[test]
        fn a_refusal_never_shows_path_or_query(secret in "[a-z]{12,20}", plain in any::<bool>()) {
            let scheme = if plain { "http" } else { "https" };
            let found = refused(&format!("{scheme}://10.0.0.1/{secret}?key={secret}"));
            let shown = format!("{found} {found:?}");
            prop_assert!(!shown.contains(&secret));
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,60}") {
            let _ = Target::parse(&text, &EgressPolicy::default());
        }
    }
}
