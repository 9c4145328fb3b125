//! Image lists (B23, B24).

use dealeragent_protocol::values::Uri;

use super::{list::split_addresses, listing_url::is_public_https};

/// The images of a cell that may be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Images {
    /// Usable ones, in the dealer's order, none twice.
    pub usable: Vec<Uri>,
    /// How many have no TLS; browsers would block them.
    pub not_https: u64,
    /// How many are no address, or a template that was never filled in.
    pub unusable: u64,
}

/// Reads an image cell.
#[must_use]
pub fn parse(cell: &str, separators: &[char]) -> Images {
    let mut images = Images::default();
    for item in split_addresses(cell, separators) {
        let is_http = item.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
        match Uri::parse(item) {
            Ok(url) if is_public_https(&url) => {
                if !images.usable.contains(&url) {
                    images.usable.push(url);
                }
            }
            _ if is_http => images.not_https += 1,
            _ => images.unusable += 1,
        }
    }
    images
}
