//! What came of a revocation.

/// What came of revoking one record. In the first two cases it is revoked now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Revoked<R> {
    /// It was revoked just now.
    Now(R),
    /// It had been revoked before; the record stays as it was.
    Before(R),
    /// There is no such record.
    Unknown,
}
