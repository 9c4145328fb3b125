//! The gateway behind MCP: the protocol's tools and resources on one door.

mod handler;
mod render;
mod tool_list;

pub use handler::{DapHandler, DapHandlerFault};
