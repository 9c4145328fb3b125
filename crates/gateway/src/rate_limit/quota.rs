//! How much is allowed.

use super::ToolClass;

/// So many calls at once, and one more in each interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Calls that may be made at once; at least one.
    pub burst: u32,
    /// Calls for which a second makes room again; at least one.
    pub per_second: u32,
}

impl Quota {
    /// Milliseconds until a caller that used up all may use all again.
    #[must_use]
    pub fn window_ms(self) -> i64 {
        i64::from(self.burst.max(1)).saturating_mul(1000) / i64::from(self.per_second.max(1))
    }
}

/// The quotas of a gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// Reads of one address without a grant.
    pub address_reads: Quota,
    /// Checks of one address without a grant.
    pub address_checks: Quota,
    /// Reads of one grant's holder.
    pub holder_reads: Quota,
    /// Checks of one grant's holder.
    pub holder_checks: Quota,
    /// Checks of one rooftop, whoever asks.
    pub rooftop_checks: Quota,
}

impl Quotas {
    pub(super) fn address(&self, class: ToolClass) -> Quota {
        match class {
            ToolClass::Read => self.address_reads,
            ToolClass::Check => self.address_checks,
        }
    }

    /// A holder's quota for a class of tools.
    #[must_use]
    pub fn holder(&self, class: ToolClass) -> Quota {
        match class {
            ToolClass::Read => self.holder_reads,
            ToolClass::Check => self.holder_checks,
        }
    }
}

impl Default for Quotas {
    fn default() -> Self {
        let quota = |burst, per_second| Quota { burst, per_second };
        Self {
            address_reads: quota(120, 20),
            address_checks: quota(30, 1),
            holder_reads: quota(500, 100),
            holder_checks: quota(120, 20),
            rooftop_checks: quota(600, 100),
        }
    }
}

/// What is left of a quota after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateState {
    /// Of which class.
    pub class: ToolClass,
    /// The quota.
    pub quota: Quota,
    /// Calls that may still be made at once.
    pub remaining: u32,
}
