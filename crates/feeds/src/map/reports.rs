//! History reports that stand in a cell of inventory CSV 0.1. Only that a
//! report exists and how to get to it; its content never stands there.

use dealeragent_inventory::UsedEvidence;
use dealeragent_protocol::{
    facts::{
        Authority, AuthorityStatus, Condition, Freshness, HistoryReport, MaxAge, Provenance, SharedSummary, Source,
    },
    values::{List, Text, Timestamp, Uri},
};

use super::{Mapper, row::Row};
use crate::{
    profile::Field,
    report::{Keyword, Notice, Reject},
    values::json_cell::{self, ReportItem},
};

/// Reports that a unit may have (contract.md section 6).
const MAX_REPORTS: usize = 20;

impl Mapper<'_> {
    pub(super) fn reports(
        &self,
        row: &mut Row<'_>,
        condition: Condition,
        observed_at: Timestamp,
    ) -> Result<UsedEvidence, Reject> {
        let Some(cell) = row.cell(Field::HistoryReports) else { return Ok(UsedEvidence::default()) };
        let mut items = json_cell::reports(cell).map_err(|problem| {
            let hint = "write a JSON array of reports, in the shape of inventory CSV 0.1";
            row.reject(Field::HistoryReports, Keyword::JsonCell, &problem.to_string(), hint)
        })?;
        // A new unit discloses no history.
        if condition == Condition::New {
            return Ok(UsedEvidence::default());
        }
        if items.len() > MAX_REPORTS {
            row.note_field(Notice::Cut, Field::HistoryReports, "");
            items.truncate(MAX_REPORTS);
        }
        if !items.is_empty() {
            row.taken(Field::HistoryReports);
        }
        let column = row.column(Field::HistoryReports);
        let history_reports = items.into_iter().filter_map(|item| self.report(item, column, observed_at)).collect();
        Ok(UsedEvidence { history_reports, ..UsedEvidence::default() })
    }

    /// Never `None`: one source is enough for the list.
    fn report(&self, item: ReportItem, column: &str, observed_at: Timestamp) -> Option<HistoryReport> {
        let source = Source {
            source_name: Text::truncated(item.provider_name.as_str())?,
            source_uri: item.report_url.clone().filter(Uri::is_https),
            source_record_id: None,
            authority: Authority::ThirdParty,
            observed_at,
            // Known once the file was read to its end.
            content_digest: None,
        };
        let step = format!("named by {} in column \"{column}\"", self.settings.source_name);
        let provenance = Provenance {
            sources: List::new(vec![source]).ok()?,
            authority_status: AuthorityStatus::Asserted,
            transformed_at: Some(self.settings.now),
            transformations: List::first(Text::truncated(&step).into_iter().collect()).ok(),
        };
        // The cell has no summary, so a permission to share one shares nothing.
        let summary = match item.summary_sharing_authorized {
            true => SharedSummary::Authorized(None),
            false => SharedSummary::NotAuthorized,
        };
        Some(HistoryReport {
            provider_id: item.provider_id,
            provider_name: item.provider_name,
            report_id: None,
            status: item.status,
            access: item.access,
            report_url: item.report_url,
            report_generated_at: None,
            observed_at,
            summary,
            provenance,
            freshness: Freshness::at(self.settings.now, observed_at, MaxAge::LONGEST),
        })
    }
}
