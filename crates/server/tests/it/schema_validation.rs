//! Every answer about every listing of the demo against the committed schemas,
//! the published ones where they are at hand, and what hosts see.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::support::{ORGANIZATION, schemas::SchemaSet, walk::walk};

fn errors_of(tool: Tool) -> Vec<&'static str> {
    let answers = walk().of(tool).filter(|answer| answer.is_error());
    answers.map(|answer| answer.structured()["code"].as_str().unwrap()).collect()
}

#[test]
fn every_answer_fits_the_committed_and_the_published_schema() {
    for set in SchemaSet::all() {
        let (mut results, mut errors) = (0_usize, 0_usize);
        for answer in &walk().answers {
            if answer.is_error() {
                set.check_error(answer.structured(), &answer.name());
                errors += 1;
            } else {
                set.check_result(answer.tool, answer.structured(), &answer.name());
                results += 1;
            }
        }
        println!("{} schemas: {results} results and {errors} errors validated", set.title);
        assert!(results > 1000 && errors > 100, "the walk is complete");
    }
}

/// Some clients hold errors against `outputSchema` too.
#[test]
fn every_answer_and_every_error_fits_its_output_schema() {
    let set = SchemaSet::of_hosts();
    for answer in &walk().answers {
        set.check_result(answer.tool, answer.structured(), &answer.name());
    }
    println!("{} answers validated against outputSchema", walk().answers.len());
}

/// A validator that takes anything would prove nothing.
#[test]
fn the_schemas_refuse_what_does_not_fit() {
    let vehicle = walk().of(Tool::GetVehicle).find(|answer| !answer.is_error()).unwrap().structured();
    let spoilt: [fn(&mut Value); 5] = [
        |value| value["price"] = 1.into(),
        |value| value["year"] = "2024".into(),
        |value| value["listing_url"] = "not an address".into(),
        |value| value["provenance"]["sources"] = json!([]),
        |value| value["freshness"]["observed_at"] = "yesterday".into(),
    ];
    for set in SchemaSet::all().into_iter().chain([SchemaSet::of_hosts()]) {
        assert!(set.takes(Tool::GetVehicle, vehicle));
        for spoil in spoilt {
            let mut vehicle = vehicle.clone();
            spoil(&mut vehicle);
            assert!(!set.takes(Tool::GetVehicle, &vehicle), "{} schema took {vehicle}", set.title);
        }
    }
}

/// The numbers of `examples/demo/README.md`.
#[test]
fn the_walk_meets_the_whole_demo() {
    let walk = walk();
    assert_eq!((walk.listings, walk.unpriced, walk.gone, walk.used), (304, 13, 12, 156));
    assert_eq!(walk.answers.len(), 4 + walk.of(Tool::Search).count() + 4 * walk.listings);
    assert_eq!(walk.of(Tool::Search).count(), walk.searchable.div_ceil(10));
}

#[test]
fn every_tool_answers_but_for_the_stated_reasons() {
    let walk = walk();
    assert_eq!(errors_of(Tool::GetVehicle), vec!["dealeragent.pricing.incomplete"; walk.unpriced]);
    assert_eq!(errors_of(Tool::GetDisclosure), vec!["dealeragent.pricing.incomplete"; walk.unpriced]);
    assert_eq!(errors_of(Tool::VerifyAvailability), vec!["dealeragent.vehicle.unavailable"; walk.gone]);
    // Two used units lack what the details need: one its day in stock, one its reading.
    let without_details = walk.listings - walk.used + 2;
    assert_eq!(errors_of(Tool::GetUsedVehicleDetails), vec!["dealeragent.resource.not_found"; without_details]);
    assert!(errors_of(Tool::Search).is_empty() && errors_of(Tool::DealerGet).is_empty());
}

/// A walk meets every listing that a search may show, exactly once.
#[test]
fn the_pages_meet_every_searchable_listing_once() {
    let mut ids: Vec<&str> = walk()
        .of(Tool::Search)
        .flat_map(|page| page.structured()["vehicles"].as_array().unwrap())
        .map(|vehicle| vehicle["vehicle_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), walk().searchable);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), walk().searchable);
    for page in walk().of(Tool::Search) {
        assert_eq!(page.result["_meta"]["io.github.dealeragent/notices"]["total"], walk().searchable);
    }
}

/// Everything is made up, and every answer says so where it says whence.
#[test]
fn every_provenance_says_synthetic() {
    let mut seen = 0_usize;
    for answer in walk().answers.iter().filter(|answer| !answer.is_error() && answer.tool != Tool::GetManifest) {
        let sources = answer.structured()["provenance"]["sources"].as_array().unwrap();
        for source in sources {
            let name = source["source_name"].as_str().unwrap();
            assert!(name.contains("synthetic"), "{}: {name}", answer.name());
        }
        let summary = answer.result["content"][0]["text"].as_str().unwrap();
        assert!(summary.contains("made up for demonstration"), "{}: {summary}", answer.name());
        assert_eq!(answer.result["_meta"]["io.github.dealeragent/notices"]["synthetic"], true, "{}", answer.name());
        seen += 1;
    }
    assert!(seen > 1000);
}

/// No answer claims more than the dealer's own word.
#[test]
fn nothing_is_called_verified_or_authoritative() {
    for answer in walk().of(Tool::VerifyAvailability).filter(|answer| !answer.is_error()) {
        let availability = &answer.structured()["availability"];
        assert_ne!(availability["authority_status"], "authoritative", "{}", answer.name());
        assert_eq!(availability["human_verification_required"], true, "{}", answer.name());
    }
    for answer in walk().of(Tool::GetDisclosure).filter(|answer| !answer.is_error()) {
        assert_ne!(
            answer.structured()["disclosure_completeness"]["components"]["availability_band"],
            "verified_current"
        );
    }
    for answer in &walk().answers {
        assert!(!answer.result.to_string().contains("available now"), "{}", answer.name());
        if let Some(organization) = answer.structured().get("organization_id") {
            assert_eq!(organization, ORGANIZATION);
        }
    }
}
