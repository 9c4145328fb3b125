//! Resources (`discovery.md` section 5): the five reserved forms. Each read is
//! a call of the tool that gives the same facts, with the same permit, the same
//! audit and the same refusals.

mod list;
mod policy_document;
mod read;

pub use list::{Resource, ResourceList, ResourceTemplate};
pub(crate) use list::{concrete, page, templates};
pub(crate) use read::read;
pub use read::{ResourceContents, ResourceNotFound};
