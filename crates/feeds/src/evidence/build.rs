//! Blocks of the side file as facts of the protocol, each with the provenance
//! of its own source.

use dealeragent_protocol::{
    facts::{
        Authority, AuthorityStatus, Certification, ConditionReport, Freshness, HistoryReport, MaxAge, Provenance,
        Reconditioning, SharedSummary, Source, TitleDisclosure, WarrantyCoverage,
    },
    values::{ContentDigest, List, Text, Timestamp, Uri},
};

use super::file::{CertificationBlock, ConditionBlock, HistoryBlock, ReconditioningBlock, TitleBlock};
use crate::CLOCK_SKEW_SECONDS;

const SECONDS_PER_DAY: i64 = 86_400;

/// Makes facts of blocks.
pub(super) struct Builder<'e> {
    pub(super) now: Timestamp,
    pub(super) shift_days: i64,
    pub(super) digest: &'e ContentDigest,
    /// Who put the file together.
    pub(super) sender: &'e Text<1, 128>,
}

/// Why a block was not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FromTheFuture;

type Origin = (Provenance, Freshness);

impl Builder<'_> {
    fn moved(&self, time: Timestamp) -> Timestamp {
        time.plus_seconds(self.shift_days.saturating_mul(SECONDS_PER_DAY))
    }

    /// The file hands on what others say, so its claims are the sender's
    /// assertions, whoever the named source is; `authority` keeps that name.
    fn origin(&self, source: Source) -> Result<Origin, FromTheFuture> {
        let observed_at = source.observed_at;
        if observed_at.seconds_since(self.now) > CLOCK_SKEW_SECONDS {
            return Err(FromTheFuture);
        }
        let authority_status = match source.authority {
            Authority::Derived => AuthorityStatus::Derived,
            Authority::Unknown => AuthorityStatus::Unknown,
            _ => AuthorityStatus::Asserted,
        };
        let mut steps = vec![format!("from the side file of {}", self.sender)];
        if self.shift_days != 0 {
            steps.push(format!("dates moved by {} whole days", self.shift_days));
        }
        let steps = steps.iter().filter_map(|step| Text::truncated(step)).collect();
        let provenance = Provenance {
            // One source is enough for the list, so this cannot fail.
            sources: List::new(vec![source]).map_err(|_| FromTheFuture)?,
            authority_status,
            transformed_at: Some(self.now),
            transformations: List::first(steps).ok(),
        };
        Ok((provenance, Freshness::at(self.now, observed_at, MaxAge::LONGEST)))
    }

    fn source(&self, name: &Text<1, 128>, authority: Authority, observed_at: Timestamp) -> Source {
        Source {
            source_name: name.clone(),
            source_uri: None,
            source_record_id: None,
            authority,
            observed_at: self.moved(observed_at),
            content_digest: Some(self.digest.clone()),
        }
    }

    pub(super) fn history(&self, block: &HistoryBlock) -> Result<HistoryReport, FromTheFuture> {
        let name = Text::truncated(block.provider_name.as_str()).unwrap_or_else(|| self.sender.clone());
        let (provenance, freshness) = self.origin(Source {
            source_uri: block.report_url.clone().filter(Uri::is_https),
            source_record_id: block.report_id.as_ref().and_then(|id| Text::parse(id.as_str()).ok()),
            ..self.source(&name, Authority::ThirdParty, block.observed_at)
        })?;
        let summary = match block.summary_sharing_authorized {
            true => SharedSummary::Authorized(block.summary.clone()),
            false => SharedSummary::NotAuthorized,
        };
        Ok(HistoryReport {
            provider_id: block.provider_id.clone(),
            provider_name: block.provider_name.clone(),
            report_id: block.report_id.clone(),
            status: block.status,
            access: block.access,
            report_url: block.report_url.clone(),
            report_generated_at: block.report_generated_at.map(|time| self.moved(time)),
            observed_at: self.moved(block.observed_at),
            summary,
            provenance,
            freshness,
        })
    }

    pub(super) fn title(&self, block: &TitleBlock) -> Result<TitleDisclosure, FromTheFuture> {
        let source = self.source(&block.source_name, block.authority, block.observed_at);
        let (provenance, freshness) = self.origin(source)?;
        Ok(TitleDisclosure {
            status: block.status,
            brands: block.brands.clone(),
            jurisdiction: block.jurisdiction.clone(),
            provenance,
            freshness,
        })
    }

    pub(super) fn condition(&self, block: &ConditionBlock) -> Result<ConditionReport, FromTheFuture> {
        let source = self.source(&block.source_name, block.authority, block.observed_at);
        let (provenance, freshness) = self.origin(source)?;
        Ok(ConditionReport {
            status: block.status,
            inspection_authority: block.inspection_authority,
            inspector_name: block.inspector_name.clone(),
            inspected_at: block.inspected_at.map(|time| self.moved(time)),
            report_url: block.report_url.clone(),
            inspection_point_count: block.inspection_point_count,
            grade: block.grade.clone(),
            components: block.components.clone(),
            disclosed_damage: block.disclosed_damage.clone(),
            provenance,
            freshness,
        })
    }

    pub(super) fn certification(&self, block: &CertificationBlock) -> Result<Certification, FromTheFuture> {
        let source = self.source(&block.source_name, block.authority, block.observed_at);
        let (provenance, freshness) = self.origin(source)?;
        let moved = |coverage: &WarrantyCoverage| WarrantyCoverage {
            expires_at: coverage.expires_at.map(|time| self.moved(time)),
            ..coverage.clone()
        };
        let warranty = block.warranty.as_ref().map(|list| list.iter().map(moved).collect());
        Ok(Certification {
            kind: block.kind,
            program_name: block.program_name.clone(),
            certified_at: block.certified_at.map(|time| self.moved(time)),
            inspection_point_count: block.inspection_point_count,
            warranty: warranty.and_then(|list| List::first(list).ok()),
            provenance,
            freshness,
        })
    }

    pub(super) fn reconditioning(&self, block: &ReconditioningBlock) -> Result<Reconditioning, FromTheFuture> {
        let source = self.source(&block.source_name, block.authority, block.observed_at);
        let (provenance, freshness) = self.origin(source)?;
        let status = block.status.held_by(&block.items);
        Ok(Reconditioning {
            status,
            // A completion that is not published as one has no date either.
            completed_at: block.completed_at.filter(|_| status == block.status).map(|time| self.moved(time)),
            items: block.items.clone(),
            provenance,
            freshness,
        })
    }
}
