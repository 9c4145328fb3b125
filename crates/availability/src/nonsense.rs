//! Answers that cannot be believed.

/// Why an answer is no status. Holds nothing of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message of each says what it is")]
pub enum Nonsense {
    #[error("the answer is not JSON")]
    NotJson,
    #[error("the answer is not well-formed XML without a document type")]
    NotXml,
    #[error("the answer has no status where the configuration says that it is")]
    NoStatus,
    #[error("the answer has more than one value where the configuration says that one is")]
    Ambiguous,
    #[error("the answer has a status that the configured table does not have")]
    UnknownStatus,
    #[error("the answer has no time where the configuration says that it is")]
    NoTime,
    #[error("the answer's time is not in the configured format")]
    UnreadableTime,
    #[error("the answer's time does not exist or exists twice, as at a change of the clocks")]
    UnclearTime,
    #[error("the answer's time lies in the future")]
    FutureTime,
    #[error("the answer is about another unit than was asked for")]
    OtherUnit,
}
