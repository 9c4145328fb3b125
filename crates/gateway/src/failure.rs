//! Failures on their way to the edge.

use dealeragent_protocol::{
    error::{ErrorCode, ErrorDetails, ErrorPayload, Message, RetryAfter},
    facts::Freshness,
    intake::Violations,
    values::ErrorId,
};

use crate::{RequestContext, random};

/// A failure: what the caller may know, and what only the operator may know.
///
/// It has no `Display` on purpose: whoever wants text must say which of the
/// two sides is meant.
#[derive(Debug, Clone)]
pub struct Failure(Box<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    code: ErrorCode,
    message: Option<Message>,
    private: String,
    retry_after: Option<RetryAfter>,
    details: ErrorDetails,
}

impl Failure {
    /// A failure with the code's own public message. `private` is for the
    /// operator: log and audit, never the caller.
    #[must_use]
    pub fn new(code: ErrorCode, private: impl Into<String>) -> Self {
        let details = ErrorDetails::default();
        Self(Box::new(Parts { code, message: None, private: private.into(), retry_after: None, details }))
    }

    /// Arguments that do not fit.
    #[must_use]
    pub fn validation(violations: Violations) -> Self {
        let count = violations.as_slice().len();
        let (field_errors, more) = violations.into_field_errors();
        let entry = ErrorCode::ValidationInvalid.entry();
        let mut failure = Self::new(ErrorCode::ValidationInvalid, format!("{count} violations"));
        if more > 0 {
            let message =
                format!("{} The first {} violations are listed; there are {more} more.", entry.message, count - more);
            failure.0.message = Some(Message::bounded(&message));
        }
        failure.0.details.field_errors = Some(field_errors);
        failure
    }

    /// With another public message: fixed words of ours, cut to 500 characters.
    /// Nothing that is made while the program runs can be said with it.
    ///
    /// ```compile_fail
    /// use dealeragent_gateway::Failure;
    /// use dealeragent_protocol::error::ErrorCode;
    ///
    /// let made = format!("{}", 1);
    /// let _ = Failure::new(ErrorCode::Internal, "a reason").saying(&made);
    /// ```
    #[must_use]
    pub fn saying(mut self, message: &'static str) -> Self {
        self.0.message = Some(Message::bounded(message));
        self
    }

    /// With guidance on when to try again.
    #[must_use]
    pub fn retry_after(mut self, wait: RetryAfter) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// With the age of what is known.
    #[must_use]
    pub fn with_freshness(mut self, freshness: Freshness) -> Self {
        self.0.details.current_freshness = Some(freshness);
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The operator's side: never sent to a caller.
    #[must_use]
    pub fn private_reason(&self) -> &str {
        &self.0.private
    }

    /// The caller's side.
    #[must_use]
    pub fn payload(&self, context: &RequestContext) -> ErrorPayload {
        let message = self.0.message.clone().unwrap_or_else(|| Message::bounded(self.0.code.entry().message));
        ErrorPayload::new(
            self.0.code,
            message,
            self.0.retry_after,
            self.0.details.clone(),
            (ErrorId::mint(context.now, random::for_id()), context.trace_id.clone(), context.now),
        )
    }
}
