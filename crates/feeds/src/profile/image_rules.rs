//! What a profile says about pictures (B23, B24).

use std::collections::BTreeMap;

use super::{ProfileFault, document::ImagesDocument};

/// Rules for image addresses.
#[derive(Debug, Clone, Default)]
pub struct ImageRules {
    /// Hosts, in small letters, whose http addresses may be read as https.
    pub upgrade_hosts: Vec<String>,
    /// Parts of file names, in small letters, of pictures that show no unit.
    pub placeholders: Vec<String>,
    /// Parts of addresses and what to put in their place.
    pub replace: BTreeMap<String, String>,
}

pub(super) fn checked(document: ImagesDocument) -> Result<ImageRules, ProfileFault> {
    let small = |place: &str, names: Vec<String>| {
        names
            .into_iter()
            .map(|name| match name.trim() {
                "" => Err(ProfileFault::BlankName { place: place.to_owned(), name }),
                name => Ok(name.to_ascii_lowercase()),
            })
            .collect::<Result<Vec<_>, _>>()
    };
    if document.replace.keys().any(|part| part.trim().is_empty()) {
        return Err(ProfileFault::BlankName { place: "[images.replace]".to_owned(), name: String::new() });
    }
    Ok(ImageRules {
        upgrade_hosts: small("[images] upgrade_hosts", document.upgrade_hosts)?,
        placeholders: small("[images] placeholders", document.placeholders)?,
        replace: document.replace,
    })
}
