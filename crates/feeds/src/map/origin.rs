//! Where a listing comes from and what was done to it.

use dealeragent_protocol::{
    facts::{Authority, AuthorityStatus, Provenance, Source},
    values::{List, Text},
};

use super::{Mapper, row::Row};

impl Mapper<'_> {
    /// The provenance of a row that was mapped. The record's id within the
    /// source is the stock number: it outlives the order of the file. Never
    /// `None`: one source is enough for the list.
    pub(super) fn provenance(&self, row: &Row<'_>, stock: Option<&Text<1, 80>>) -> Option<Provenance> {
        let source = Source {
            source_name: self.settings.source_name.clone(),
            source_uri: None,
            source_record_id: stock.and_then(|stock| Text::parse(stock.as_str()).ok()),
            authority: Authority::DealerAsserted,
            observed_at: self.settings.observed_at,
            // Known once the file was read to its end.
            content_digest: None,
        };
        let recoded = row.recoded().map(|encoding| format!("text read as {encoding}"));
        let steps = recoded.iter().chain(&row.steps).filter_map(|step| Text::truncated(step)).collect();
        Some(Provenance {
            sources: List::new(vec![source]).ok()?,
            authority_status: AuthorityStatus::Asserted,
            transformed_at: Some(self.settings.now),
            transformations: List::first(steps).ok(),
        })
    }
}
