//! Newtypes of the wire contract, parsed once (contract.md section 1).

mod bounded;
mod currency;
mod digest;
mod distance;
mod extension;
mod identifier;
mod locale;
mod money;
mod page;
mod pattern;
mod place;
mod resource_uri;
mod text;
mod timestamp;
mod trace;
mod uri;
mod vin;
pub(crate) mod words;

pub use bounded::{List, ListError, Set};
pub use currency::{Currency, UnknownCurrency};
pub use digest::ContentDigest;
pub use distance::{Distance, DistanceUnit};
pub use extension::ExtensionBag;
pub use identifier::{
    AdjustmentId, ChargeId, DisclosureId, ErrorId, GatewayId, InvalidIdentifier, OrganizationId, PolicyId, RooftopId,
    VehicleId,
};
pub use locale::{LanguageTag, TimeOfDay, TimeZoneName};
pub use money::{InexactAmount, Money, NegativeAmount, NonNegativeMoney};
pub use page::{Cursor, PageInfo, PageLimit, PageRequest};
pub use pattern::{InvalidText, ProfileName, ProviderId, Scope};
pub use place::{Address, CountryCode, Jurisdiction, Subdivision, TitleJurisdiction};
pub use resource_uri::ResourceUri;
pub use text::Text;
pub use timestamp::{InvalidTimestamp, Timestamp};
pub use trace::TraceId;
pub use uri::Uri;
pub use vin::{InvalidVin, Vin};
