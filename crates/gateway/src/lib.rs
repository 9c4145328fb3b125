//! The gateway without a transport.
//!
//! A call comes in as a tool, raw arguments and a [`RequestContext`]; it leaves
//! as an [`Answer`] or a [`Failure`]. In between, policy makes a [`Permit`], and
//! nothing reaches the inventory without one.

mod answer;
mod audit;
mod availability;
mod call;
mod claim;
mod clock;
mod context;
mod credential_records;
mod cursor;
mod dealer;
mod declaration;
mod disclosure;
mod failure;
mod gateway;
mod grant;
mod incentive;
mod list_changes;
mod manifest;
mod policy;
mod publication_policy;
mod random;
mod rate_limit;
mod readiness;
mod research;
mod resources;
mod schema_name;
mod site;
mod tool_set;
mod tools;
mod used;
mod view;

pub use answer::{Answer, CacheScope, Notices};
pub use audit::{AuditEntry, AuditLog, AuditPolicy, AuditUnavailable, Decision, Durable, NoAudit};
pub use availability::{
    Asking, AvailabilitySource, Desk, Heard, Live, LiveSource, RankedSource, SourceDown, Statement, UnitKey,
};
pub use claim::{Claim, claim_document};
pub use clock::{Clock, ManualClock, SystemClock};
pub use context::{Principal, RequestContext};
pub use credential_records::{CredentialRecordsUnavailable, Delegations, Revocations};
pub use cursor::{CURSOR_LIFETIME_SECONDS, CursorKey, CursorKeys, CursorRing};
pub use dealer::{Dealer, DealerRooftop, InvalidCharges, RooftopPolicy};
pub use declaration::{Declaration, Opening};
pub use failure::Failure;
pub use gateway::{DEFAULT_ANSWER_BUDGET, Gateway, GatewayParts};
pub use grant::{CredentialId, Delegation, DelegationId, Grant, Issuer, Reach, Subject, Tenancy};
pub use incentive::{Incentive, IncentiveFile, IncentiveMatch};
pub use policy::{Permit, Refusals, Target};
pub use publication_policy::PublicationPolicy;
pub use random::NoRandomness;
pub use rate_limit::{Quota, Quotas, RateState, ToolClass, client_network};
pub use resources::{Resource, ResourceContents, ResourceList, ResourceNotFound, ResourceTemplate};
pub use site::{SignIn, Site, SiteAddress};
pub use tool_set::ToolSet;
pub use view::View;
