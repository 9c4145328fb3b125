//! Why nothing is published. What was published before stays.

use dealeragent_protocol::values::{RooftopId, Uri, VehicleId};

use crate::ScheduleFault;

/// Why there is no publication.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PublicationFault {
    /// Dealer policy opens no rooftop's inventory to everybody, or none has a
    /// source.
    #[error(
        "no rooftop has an inventory that is public; `access.inventory` opens it, and each rooftop needs a feed that \
         was read"
    )]
    NoRooftop,
    /// A rooftop would be published without a unit, which says that every unit
    /// is gone.
    #[error(
        "rooftop {rooftop_id} has no unit that can be published, and an empty feed would say that all are gone; see \
         `dealeragent config check` for the rows that are held back, or take the rooftop out of the configuration"
    )]
    EmptyRooftop {
        /// The rooftop.
        rooftop_id: RooftopId,
    },
    /// A unit was given twice.
    #[error("vehicle {vehicle_id} was given twice")]
    Repeated {
        /// The unit.
        vehicle_id: VehicleId,
    },
    /// A rooftop was given twice.
    #[error("rooftop {rooftop_id} was given twice")]
    RepeatedRooftop {
        /// The rooftop.
        rooftop_id: RooftopId,
    },
    /// The target and the exports do not fit.
    #[error("{0}")]
    Schedule(#[from] ScheduleFault),
    /// Plain http in production.
    #[error("{what} {uri} is not https, which a publication needs (DAP-DISC-006)")]
    NotHttps {
        /// Which address.
        what: &'static str,
        /// The address.
        uri: Uri,
    },
    /// The document could not be written: a defect.
    #[error("the document cannot be written")]
    Unwritable,
}
