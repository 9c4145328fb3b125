//! Every outgoing connection of the product, above all every HTTP request.
//!
//! [`Egress`] calls public addresses only, unless its [`EgressPolicy`] names the
//! host or the network; https only, unless the policy names the host for plain
//! http. Each name is resolved by [`Resolver`] and every address that comes back
//! is checked, on every hop of a redirect. Bytes, headers, time, hops and retries
//! are bounded, and a host that keeps failing is left alone for a while.
//!
//! ```no_run
//! # use dealeragent_egress::{Egress, EgressPolicy, Fetched};
//! # async fn fetch() -> Result<(), Box<dyn std::error::Error>> {
//! let egress = Egress::new(EgressPolicy::default())?;
//! let fetched = egress
//!     .get("https://dealer.example/feed.csv")
//!     .if_none_match("\"v7\"")
//!     .accept(&["text/csv"])
//!     .max_bytes(50_000_000)
//!     .send()
//!     .await?;
//! match fetched {
//!     Fetched::NotModified => {}
//!     Fetched::Fresh(document) => drop(document.bytes),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`Egress::connect`] opens a connection for another protocol by the same rules.
//!
//! An [`EgressError`] says what went wrong, with which host, and what to do. It
//! holds no body, no query and no secret, so it may be logged as it is.

mod address;
mod breaker;
mod client;
mod connect;
mod document;
mod fault;
mod pause;
mod policy;
mod request;
mod resolve;
mod target;
mod transfer;

pub use address::AddressClass;
pub use breaker::{Breaker, BreakerSettings, Pass};
pub use client::{Egress, SetupFailed};
pub use document::{Document, Fetched, Saved};
pub use fault::EgressError;
pub use policy::{EgressPolicy, InvalidCertificates, InvalidHost, RetrySettings};
pub use request::{Get, InvalidHeader, PostForm, Secret};
pub use resolve::{Addresses, Resolver, SystemResolver};
