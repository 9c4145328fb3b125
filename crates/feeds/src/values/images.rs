//! Image lists (B23, B24).

use std::borrow::Cow;

use dealeragent_protocol::values::Uri;

use super::{list::split_addresses, listing_url::is_public_https};
use crate::profile::ImageRules;

/// Addresses of one cell that are looked at; more are cut.
const MAX_ITEMS: usize = 2_000;

/// The images of a cell that may be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Images {
    /// Usable ones, in the dealer's order, none twice.
    pub usable: Vec<Uri>,
    /// How many of those were http on a host that is known to serve https.
    pub upgraded: u64,
    /// How many have no TLS; browsers would block them.
    pub not_https: u64,
    /// How many show no unit: "coming soon" and the like.
    pub placeholders: u64,
    /// How many are no address, or a template that was never filled in.
    pub unusable: u64,
}

/// Reads an image cell.
#[must_use]
pub fn parse(cell: &str, separators: &[char], rules: &ImageRules) -> Images {
    from_items(split_addresses(cell, separators), rules)
}

/// Reads addresses that already stand apart.
#[must_use]
pub fn from_items<'c>(items: impl IntoIterator<Item = &'c str>, rules: &ImageRules) -> Images {
    let mut images = Images::default();
    for item in items.into_iter().take(MAX_ITEMS) {
        images.take(item.trim(), rules);
    }
    images
}

impl Images {
    fn take(&mut self, item: &str, rules: &ImageRules) {
        let filled = filled(item, rules);
        let rest = filled.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("http://"));
        let rest = rest.and_then(|_| filled.get(7..));
        let upgraded = rest.filter(|rest| may_upgrade(rest, rules)).map(|rest| format!("https://{rest}"));
        match Uri::parse(upgraded.as_deref().unwrap_or(&filled)) {
            Ok(url) if is_public_https(&url) => {
                if is_placeholder(url.as_str(), rules) {
                    self.placeholders += 1;
                } else if !self.usable.contains(&url) {
                    self.upgraded += u64::from(upgraded.is_some());
                    self.usable.push(url);
                }
            }
            _ if rest.is_some() => self.not_https += 1,
            _ => self.unusable += 1,
        }
    }
}

/// A template is filled in only by what the profile says.
fn filled<'c>(item: &'c str, rules: &ImageRules) -> Cow<'c, str> {
    let mut out = Cow::Borrowed(item);
    for (part, by) in &rules.replace {
        if out.contains(part.as_str()) {
            out = Cow::Owned(out.replace(part.as_str(), by));
        }
    }
    out
}

fn may_upgrade(rest: &str, rules: &ImageRules) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    rules.upgrade_hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
}

/// Only the file's name counts: a host may be called anything.
fn is_placeholder(url: &str, rules: &ImageRules) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    rules.placeholders.iter().any(|part| name.contains(part.as_str()))
}
