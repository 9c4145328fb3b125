//! The dealer's page of a unit: the file's address or the template's (B22).

use std::net::IpAddr;

use dealeragent_protocol::values::Uri;

/// Why an address cannot be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlProblem {
    /// Nothing there.
    #[error("there is no address of the unit's page")]
    Missing,
    /// Not absolute, or not an address at all.
    #[error("the address of the unit's page is not a whole https address")]
    NotAnAddress,
    /// Without TLS.
    #[error("the address of the unit's page is not https")]
    NotHttps,
    /// A name and password, or a host that is nobody's public site.
    #[error("the address of the unit's page holds a login or names no public host")]
    NotPublic,
}

/// Reads an address. Letters outside ASCII and spaces in its path are
/// percent-encoded, as a browser would; `true` tells that this was done.
///
/// # Errors
/// [`UrlProblem`].
pub fn parse(cell: &str) -> Result<(Uri, bool), UrlProblem> {
    let text = cell.trim();
    if super::says_nothing(text) {
        return Err(UrlProblem::Missing);
    }
    let encoded = encode_path(text);
    let url = Uri::parse(&encoded).map_err(|_| UrlProblem::NotAnAddress)?;
    if !url.is_https() {
        let is_http = text.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
        return Err(if is_http { UrlProblem::NotHttps } else { UrlProblem::NotAnAddress });
    }
    if is_public_https(&url) { Ok((url, encoded != text)) } else { Err(UrlProblem::NotPublic) }
}

/// Whether an address is https, without a login, on a host with a public name
/// or address. Names are not looked up here.
pub(super) fn is_public_https(url: &Uri) -> bool {
    let authority = url.as_str().get(8..).and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    url.is_https() && !authority.contains('@') && is_public_host(authority)
}

fn is_public_host(authority: &str) -> bool {
    let host = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => authority.split(':').next().unwrap_or_default(),
    };
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => {
            !(ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified() || ip.is_broadcast())
        }
        Ok(IpAddr::V6(ip)) => {
            let local = ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local() || ip.is_unicast_link_local();
            !local && ip.to_ipv4_mapped().is_none()
        }
        Err(_) => {
            // A last part that is a number makes an address in a spelling of its own, such as 127.1.
            let last = host.trim_end_matches('.').rsplit_once('.').map(|(_, last)| last);
            last.is_some_and(|last| last.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic()))
                && !host.starts_with('.')
                && !last.is_some_and(|last| {
                    ["localhost", "local", "internal", "localdomain"].iter().any(|name| last.eq_ignore_ascii_case(name))
                })
        }
    }
}

/// Percent-encodes what stands behind the host.
fn encode_path(text: &str) -> String {
    let Some(start) = text.find("://").map(|at| at + 3) else { return text.to_owned() };
    let path = text.get(start..).and_then(|rest| rest.find('/')).map_or(text.len(), |at| start + at);
    let (head, tail) = text.split_at(path);
    let mut out = head.to_owned();
    for char in tail.chars() {
        if char == ' ' || !char.is_ascii() {
            push_encoded(&mut out, char);
        } else {
            out.push(char);
        }
    }
    out
}

/// A template for addresses, such as `https://dealer.example/vehicle/{stock}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    text: String,
    /// Whether it needs the stock number.
    pub needs_stock: bool,
}

impl Template {
    /// Checks a template.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let needs_stock = text.contains("{stock}");
        if !needs_stock && !text.contains("{vin}") {
            return Err("has neither {stock} nor {vin}, so every unit would get the same address".to_owned());
        }
        let template = Self { text: text.to_owned(), needs_stock };
        match template.fill("0", "00000000000000000") {
            Some(url) if is_public_https(&url) => Ok(template),
            _ => Err("does not make a public https address".to_owned()),
        }
    }

    /// The address of a unit; `None` when none comes of it.
    #[must_use]
    pub fn fill(&self, stock: &str, vin: &str) -> Option<Uri> {
        let text = self.text.replace("{stock}", &percent_encoded(stock)).replace("{vin}", &percent_encoded(vin));
        Uri::parse(&text).ok()
    }
}

/// Encodes everything but the characters that every part of a URI may hold.
fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii_alphanumeric() || matches!(char, '-' | '.' | '_' | '~') {
            out.push(char);
        } else {
            push_encoded(&mut out, char);
        }
    }
    out
}

fn push_encoded(out: &mut String, char: char) {
    use std::fmt::Write as _;
    for byte in char.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(out, "%{byte:02X}");
    }
}
