//! Dealers' systems that are asked whether a unit is there.
//!
//! [`HttpSource`] asks a web service, [`SqlSource`] a PostgreSQL database. Both are
//! [`LiveSource`](dealeragent_gateway::LiveSource)s: the gateway weighs what they
//! say, and wraps them so that questions that come together are one.
//!
//! What comes back is read strictly. A status that the operator's table does not
//! have, a time in the future, an answer about another unit: each is
//! [`Nonsense`], which callers get as "the dealer's system does not answer", and
//! never a status. Whoever called the gateway has no part in these questions: no
//! token of a caller, and nothing that a caller wrote, goes upstream; only the
//! unit's own names do.

mod http;
mod json;
mod nonsense;
mod reading;
mod sql;
mod status_table;
mod time;
mod unit_template;
mod xml;

pub use http::{HttpSettings, HttpSource, InvalidHttpSettings};
pub use nonsense::Nonsense;
pub use reading::{Body, Identity, Paths, Reading};
pub use sql::{InvalidSqlSettings, SqlSettings, SqlSource, Tls};
pub use status_table::{InvalidStatusTable, StatusTable};
pub use time::{InvalidTimeFormat, TimeFormat};
pub use unit_template::{InvalidTemplate, UnitName, UnitTemplate};
