//! Values by JSON Pointer.

use serde_json::Value;

use crate::Nonsense;

/// The scalars at these pointers, as texts; `None` where there is none, or null.
pub(crate) fn pick(bytes: &[u8], pointers: &[Option<&str>]) -> Result<Vec<Option<String>>, Nonsense> {
    let document: Value = serde_json::from_slice(bytes).map_err(|_| Nonsense::NotJson)?;
    pointers
        .iter()
        .map(|pointer| match pointer.and_then(|pointer| document.pointer(pointer)) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::Bool(flag)) => Ok(Some(flag.to_string())),
            Some(Value::Array(_) | Value::Object(_)) => Err(Nonsense::Ambiguous),
        })
        .collect()
}
