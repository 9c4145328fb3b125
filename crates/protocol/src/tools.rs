//! The tools, one file each: table line, arguments, result.

pub mod dealer_get;
pub mod get_disclosure;
pub mod get_manifest;
pub mod get_used_vehicle_details;
pub mod get_vehicle;
pub mod search;
pub mod unit;
pub mod verify_availability;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::{intake::Violations, tool::Tool};

/// What a tool takes and gives. One type per tool, in its own file.
pub trait ToolContract: 'static {
    /// The tool's line in the table.
    const TOOL: Tool;
    /// The arguments, closed, every field checked by its type.
    type Input: DeserializeOwned + JsonSchema + Send;
    /// The result.
    type Output: Serialize + JsonSchema;

    /// Rules between fields, which no schema of one field can state. Reads the
    /// raw arguments, so that it still speaks when some field is wrong.
    fn check_between_fields(arguments: &serde_json::Value, violations: &mut Violations) {
        let _ = (arguments, violations);
    }
}
