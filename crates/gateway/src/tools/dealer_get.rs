//! `dealeragent.dealer.get`.

use dealeragent_protocol::{
    error::ErrorCode,
    facts::{Authority, AuthorityStatus, Contact, DealerOrganization, Freshness, MaxAge, Provenance, Rooftop, Source},
    tools::dealer_get::{DealerGet, DealerRequest},
    values::{List, Text, Timestamp},
    wording::en,
};

use crate::{
    Answer, Dealer, Failure, Permit, Target,
    call::{Call, GatewayTool},
};

impl GatewayTool for DealerGet {
    fn target(input: &DealerRequest) -> Target<'_> {
        Target::Organization(input.organization_id.as_ref(), input.rooftop_ids.as_deref())
    }

    async fn run(call: &Call<'_>, permit: &Permit<Self>, _: &DealerRequest) -> Result<Answer, Failure> {
        let dealer = permit.dealer()?;
        let rooftops = permit
            .rooftops()
            .iter()
            .filter_map(|id| dealer.rooftop(id))
            .map(|rooftop| public_record(&rooftop.record))
            .collect::<Option<_>>()
            .ok_or_else(|| Failure::new(ErrorCode::Internal, "a list without bounds refused its items"))?;
        let impossible = |_| Failure::new(ErrorCode::Internal, "a dealer without rooftops");
        let record = DealerOrganization {
            organization_id: dealer.organization_id.clone(),
            name: dealer.name.clone(),
            legal_name: dealer.legal_name.clone(),
            rooftops: List::new(rooftops).map_err(impossible)?,
            provenance: provenance(dealer).map_err(impossible)?,
            freshness: freshness(dealer, call.context.now),
            extensions: None,
        };
        let summary = en::dealer_summary(&record, dealer.synthetic);
        Answer::of(&record, summary)
    }
}

/// The record with those contacts only that the dealer publishes (contract.md
/// section 3); what is not said to be public is not.
fn public_record(record: &Rooftop) -> Option<Rooftop> {
    let is_public = |contact: &&Contact| contact.public == Some(true);
    let contacts = match &record.contacts {
        Some(contacts) => Some(List::new(contacts.iter().filter(is_public).cloned().collect()).ok()?),
        None => None,
    };
    Some(Rooftop { contacts, ..record.clone() })
}

fn provenance(dealer: &Dealer) -> Result<Provenance, dealeragent_protocol::values::ListError> {
    let source = Source {
        source_name: Text::bounded(&en::record_source(dealer.synthetic)),
        source_uri: None,
        source_record_id: Text::truncated(dealer.organization_id.as_str()),
        authority: Authority::DealerAsserted,
        observed_at: dealer.recorded_at,
        content_digest: None,
    };
    Ok(Provenance {
        sources: List::new(vec![source])?,
        authority_status: AuthorityStatus::Asserted,
        transformed_at: None,
        transformations: None,
    })
}

/// The record holds as long as it is configured: its clock starts anew when
/// the configuration is read.
fn freshness(dealer: &Dealer, now: Timestamp) -> Freshness {
    Freshness::at(now, dealer.recorded_at, MaxAge::LONGEST)
}
