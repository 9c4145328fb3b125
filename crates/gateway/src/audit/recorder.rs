//! Which calls become entries, and what a protected read owes the audit.

use std::sync::Arc;

use dealeragent_protocol::{error::ErrorCode, tool::NamedTool, values::VehicleId};

use super::{AuditEntry, AuditLog, AuditPolicy, AuditUnavailable, Decision, Seen, sampler::Sampler};
use crate::{Failure, Principal, RequestContext};

/// Writes calls down.
pub(crate) struct Recorder {
    log: Arc<dyn AuditLog>,
    policy: AuditPolicy,
    anonymous_refusals: Sampler,
    failures: Sampler,
    rate_refusals: Sampler,
}

impl Recorder {
    pub(crate) fn new(log: Arc<dyn AuditLog>, policy: AuditPolicy) -> Self {
        Self {
            log,
            policy,
            anonymous_refusals: Sampler::default(),
            failures: Sampler::default(),
            rate_refusals: Sampler::default(),
        }
    }

    /// Counts what is not written down.
    pub(crate) fn count(&self, outcome: Option<ErrorCode>) {
        self.log.count_unwritten(outcome);
    }

    /// Under which policy entries are written.
    pub(crate) fn policy(&self) -> &AuditPolicy {
        &self.policy
    }

    /// Refuses a protected read while nothing can be written down: an audit
    /// store that fails cannot be outrun.
    pub(crate) fn check(&self, seen: &Seen) -> Result<(), Failure> {
        if seen.protected && !self.log.is_available() { Err(unavailable()) } else { Ok(()) }
    }

    /// Whether entries are being kept.
    pub(crate) fn is_available(&self) -> bool {
        self.log.is_available()
    }

    /// Writes the call down where it must be, and waits for that where policy
    /// says so.
    pub(crate) async fn settle(
        &self,
        context: &RequestContext,
        tool: NamedTool,
        seen: Seen,
        shown: &[VehicleId],
        failure: Option<&Failure>,
    ) -> Result<(), Failure> {
        let outcome = failure.map(Failure::code);
        if !self.is_written(context, &seen, outcome) {
            self.log.count_unwritten(outcome);
            return Ok(());
        }
        // A failure of a permitted read tells protected facts too: that a unit
        // is there, is gone, has no price.
        let must_be_kept = seen.protected && seen.allowed;
        let entry = AuditEntry {
            trace_id: context.trace_id.clone(),
            at: context.now,
            actor: context.principal.actor(),
            organization_id: seen.organization_id,
            rooftop_ids: seen.rooftop_ids,
            tool,
            decision: if seen.allowed { Decision::Allowed } else { Decision::Refused },
            policy_version: self.policy.version.to_string(),
            resource_ids: shown.to_vec(),
            outcome,
            private_reason: failure.map(|failure| failure.private_reason().to_owned()),
        };
        let kept = match self.log.append(entry) {
            Ok(durable) if must_be_kept && self.policy.wait_for_durable => durable.await,
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        match kept {
            Ok(()) => Ok(()),
            Err(AuditUnavailable) if must_be_kept => Err(unavailable()),
            Err(AuditUnavailable) => {
                self.log.count_unwritten(outcome);
                Ok(())
            }
        }
    }

    fn is_written(&self, context: &RequestContext, seen: &Seen, outcome: Option<ErrorCode>) -> bool {
        match (&context.principal, outcome) {
            (_, None) => seen.protected,
            // Nothing bounds how often these come: written in full, one greedy
            // caller would fill the queue that the others' reads need.
            (Principal::Named(_), Some(ErrorCode::RateLimited)) => self.rate_refusals.takes(context.now),
            (Principal::Named(_), Some(_)) => true,
            (Principal::Anonymous, Some(ErrorCode::Internal)) => self.failures.takes(context.now),
            (Principal::Anonymous, Some(_)) => self.anonymous_refusals.takes(context.now),
        }
    }
}

fn unavailable() -> Failure {
    Failure::new(ErrorCode::Internal, "the audit store takes no entries, so protected reads are refused")
}
