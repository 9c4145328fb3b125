//! Gateway identifiers: one type per kind, so that ids cannot be mixed up.

use super::pattern::checked_string;

/// Refusal of a string that is no identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 128 letters, digits, '.', '_', ':' or '-', starting with a letter or digit")]
pub struct InvalidIdentifier;

/// `^[A-Za-z0-9][A-Za-z0-9._:-]*$`, 1 to 128 characters.
fn is_identifier(text: &str) -> bool {
    let rest = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-');
    text.len() <= 128
        && text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        && text.as_bytes().iter().skip(1).all(rest)
}

macro_rules! identifiers {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        checked_string! {
            $(#[$meta])* $name, error = InvalidIdentifier,
            check = is_identifier, reject = InvalidIdentifier,
            schema = {
                "type": "string", "minLength": 1, "maxLength": 128,
                "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]*$"
            }
        }
    )+};
}

identifiers! {
    /// A dealer organization (a group or a single dealer).
    OrganizationId,
    /// A rooftop: one selling location of an organization.
    RooftopId,
    /// A vehicle as this gateway knows it. Never a VIN or a stock number.
    VehicleId,
    /// A required dealer charge.
    ChargeId,
    /// A conditional price adjustment.
    AdjustmentId,
    /// One price disclosure.
    DisclosureId,
    /// One gateway deployment.
    GatewayId,
    /// One dealer policy document.
    PolicyId,
    /// One error occurrence (`err_` and a ULID).
    ErrorId,
}

impl RooftopId {
    /// Whether the id may key the manifest's freshness map, which is narrower
    /// than the wire's identifier: `^[a-z0-9][a-z0-9._-]{0,127}$`.
    #[must_use]
    pub fn is_manifest_key(&self) -> bool {
        self.as_str().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-'))
    }
}

impl ErrorId {
    /// A new id that sorts by its time. `random` is the entropy of the ULID.
    #[must_use]
    pub fn mint(at: super::Timestamp, random: u128) -> Self {
        Self(format!("err_{}", ulid_text(at, random)).into())
    }
}

/// The 26 characters of a ULID for the given time.
pub(crate) fn ulid_text(at: super::Timestamp, random: u128) -> String {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
    ulid::Ulid::from_parts(millis, random).to_string()
}
