//! What a certified flag can say (B28). Who certified is never guessed.

use dealeragent_protocol::facts::CertificationType;

/// The meaning of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CertifiedFlag {
    /// Certified; nobody says by whom.
    Yes,
    /// Not certified.
    No,
    /// Certified under the maker's programme, as the cell says in words.
    ManufacturerCpo,
    /// Certified by the dealer, as the cell says in words.
    DealerCertified,
    /// Certified by somebody else, as the cell says in words.
    ThirdPartyCertified,
    /// The cell says that it is not known.
    Unknown,
}

impl CertifiedFlag {
    /// Every meaning, in the order of a profile's table.
    pub const ALL: &'static [Self] =
        &[Self::Yes, Self::No, Self::ManufacturerCpo, Self::DealerCertified, Self::ThirdPartyCertified, Self::Unknown];

    /// The word as it stands in a profile.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::ManufacturerCpo => "manufacturer_cpo",
            Self::DealerCertified => "dealer_certified",
            Self::ThirdPartyCertified => "third_party_certified",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the unit is certified.
    #[must_use]
    pub fn is_certified(self) -> bool {
        !matches!(self, Self::No | Self::Unknown)
    }

    /// Who certified it: `unknown` for a bare flag.
    #[must_use]
    pub fn certification_type(self) -> CertificationType {
        match self {
            Self::Yes | Self::Unknown => CertificationType::Unknown,
            Self::No => CertificationType::NotCertified,
            Self::ManufacturerCpo => CertificationType::ManufacturerCpo,
            Self::DealerCertified => CertificationType::DealerCertified,
            Self::ThirdPartyCertified => CertificationType::ThirdPartyCertified,
        }
    }
}
