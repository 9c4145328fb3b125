//! The gateway behind MCP: the protocol's tools and resources on one door.

mod challenge;
mod handler;
mod render;
mod research;
mod tool_list;

pub use challenge::Challenges;
pub use handler::{DapHandler, DapHandlerFault};
