//! What no export answers.

/// A question, with its flag on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    OrganizationName,
    OrganizationId,
    OperatorName,
    RooftopId,
    RooftopName,
    Website,
    Zone,
    Address,
    Locality,
    Region,
    PostalCode,
    Country,
    Profile,
    Currency,
    PriceColumn,
    IncludesRequiredCharges,
    OdometerUnit,
    UrlTemplate,
}

impl Question {
    pub(super) const ALL: [Self; 18] = [
        Self::OrganizationName,
        Self::OrganizationId,
        Self::OperatorName,
        Self::RooftopId,
        Self::RooftopName,
        Self::Website,
        Self::Zone,
        Self::Address,
        Self::Locality,
        Self::Region,
        Self::PostalCode,
        Self::Country,
        Self::Profile,
        Self::Currency,
        Self::PriceColumn,
        Self::IncludesRequiredCharges,
        Self::OdometerUnit,
        Self::UrlTemplate,
    ];

    /// Its key in a file with answers; its flag has hyphens.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::OrganizationName => "organization_name",
            Self::OrganizationId => "organization_id",
            Self::OperatorName => "operator_name",
            Self::RooftopId => "rooftop_id",
            Self::RooftopName => "rooftop_name",
            Self::Website => "website",
            Self::Zone => "zone",
            Self::Address => "address",
            Self::Locality => "locality",
            Self::Region => "region",
            Self::PostalCode => "postal_code",
            Self::Country => "country",
            Self::Profile => "profile",
            Self::Currency => "currency",
            Self::PriceColumn => "price_column",
            Self::IncludesRequiredCharges => "includes_required_charges",
            Self::OdometerUnit => "odometer_unit",
            Self::UrlTemplate => "url_template",
        }
    }

    pub(super) fn flag(self) -> String {
        format!("--{}", self.key().replace('_', "-"))
    }

    /// The question in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::OrganizationName => "The dealer's name",
            Self::OrganizationId => "An id for the dealer, which agents see; keep it",
            Self::OperatorName => "Who runs the gateway",
            Self::RooftopId => "An id for the rooftop (location) of this file",
            Self::RooftopName => "The rooftop's name",
            Self::Website => "The rooftop's website",
            Self::Zone => "The rooftop's zone, such as America/Denver",
            Self::Address => "Street; several lines with ; between them",
            Self::Locality => "City",
            Self::Region => "State or province, such as CO",
            Self::PostalCode => "Postal code",
            Self::Country => "Country, two letters such as US",
            Self::Profile => "The mapping profile, or a file with one",
            Self::Currency => "The currency of the prices, such as USD",
            Self::PriceColumn => "Which column is the price that you advertise",
            Self::IncludesRequiredCharges => {
                "Does that price hold the charges that every buyer pays, such as a documentation fee (yes or no)"
            }
            Self::OdometerUnit => "The unit of the odometer readings, mi or km",
            Self::UrlTemplate => "The address of a unit's page, https, with {stock} or {vin} in it",
        }
    }

    /// Whether it may stay without an answer.
    pub(super) fn is_optional(self) -> bool {
        matches!(self, Self::Website | Self::Region | Self::PostalCode)
    }
}
