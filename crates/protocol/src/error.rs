//! The error contract (`errors.md`): a closed registry and one payload.

mod code;
mod payload;

pub use code::{ErrorCode, RegistryEntry};
pub use payload::{ErrorDetails, ErrorPayload, FieldError, FieldErrors, Message, Pointer, RetryAfter};
