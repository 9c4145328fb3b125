//! What an answer is made of: summary, twin, notices.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::support::{ORGANIZATION, Running, named, walk::walk};

fn text(result: &Value, block: usize) -> &str {
    result["content"][block]["text"].as_str().unwrap()
}

/// A summary can be quoted: it names the band and the limits of the claim.
#[tokio::test]
async fn summaries_name_the_band_and_do_not_overstate() {
    let running = Running::demo();
    let vehicle = running.search(json!({ "query": "hybrid" })).await.remove(0);
    let result = running.call(Tool::GetVehicle.as_str(), named(&vehicle)).await;
    let summary = text(&result, 0);
    for part in ["listed by the dealer", "as of 14:05 UTC", "not verified", "band asserted"] {
        assert!(summary.contains(part), "`{part}` is not in {summary}");
    }
    for id in ["vehicle_id", "rooftop_id"] {
        assert!(summary.contains(vehicle[id].as_str().unwrap()), "{id} is not in {summary}");
    }
    let result = running.call(Tool::VerifyAvailability.as_str(), named(&vehicle)).await;
    let summary = text(&result, 0);
    assert!(summary.contains("not verified") && summary.contains("band asserted"), "{summary}");
    assert!(summary.contains("a person at the dealership must confirm"), "{summary}");
}

#[tokio::test]
async fn a_page_states_its_total_and_that_it_is_no_live_check() {
    let running = Running::demo();
    let result = running.call(Tool::Search.as_str(), json!({ "organization_id": ORGANIZATION })).await;
    let summary = text(&result, 0);
    let total = result["_meta"]["io.github.dealeragent/notices"]["total"].as_u64().unwrap();
    assert!(summary.starts_with(&format!("{total} listings match")), "{summary}");
    assert!(summary.contains("; 10 shown") && summary.contains("not a live check"), "{summary}");
    assert!(summary.contains("page.cursor"), "it tells how to go on");
    let vehicles = result["structuredContent"]["vehicles"].as_array().unwrap();
    assert_eq!(vehicles.len(), 10);
    for vehicle in vehicles {
        assert!(summary.contains(vehicle["vehicle_id"].as_str().unwrap()));
    }
}

/// The twin repeats the structure for hosts that show text alone (E05).
#[test]
fn the_second_block_is_the_structure_as_json() {
    let mut without = 0_usize;
    for answer in &walk().answers {
        let content = answer.result["content"].as_array().unwrap();
        assert!(content.iter().all(|block| block["type"] == "text"));
        assert!(!text(&answer.result, 0).is_empty());
        if content.len() == 2 {
            let twin: Value = serde_json::from_str(text(&answer.result, 1)).unwrap();
            assert_eq!(&twin, answer.structured(), "{}", answer.name());
        } else {
            // Summary, structure and twin would have been more than the budget.
            let structured = answer.structured().to_string();
            let escaped = structured.len() + structured.matches(['"', '\\']).count();
            let length = structured.len() + escaped + text(&answer.result, 0).len() + 1_000;
            assert!(content.len() == 1 && length > 75_000, "{length} bytes: {}", answer.name());
            without += 1;
        }
    }
    assert!(without < 5, "{without} answers of a default page have no twin");
}

/// Filters that a rooftop's sources cannot answer are named, not guessed
/// (DAP-UV-028).
#[tokio::test]
async fn filters_that_cannot_be_evaluated_are_named() {
    let config = dealeragent_server::demo::CONFIG.replace("evidence = [\"used-evidence.json\"]", "");
    let running = Running::configured(&config, dealeragent_server::files::Files::Demo);
    let arguments = json!({ "organization_id": ORGANIZATION, "filters": { "history_report_status": ["available"] } });
    let result = running.call(Tool::Search.as_str(), arguments).await;
    let notices = &result["_meta"]["io.github.dealeragent/notices"];
    let filter = &notices["filters_not_evaluated"][0];
    assert_eq!(filter["filter"], "history_report_status");
    assert_eq!(filter["rooftop_ids"], json!(["ridge-chicago", "ridge-denver"]));
    assert!(text(&result, 0).contains("Not evaluated: history_report_status"), "{}", text(&result, 0));
}

#[tokio::test]
async fn a_stale_listing_is_called_stale() {
    let running = Running::demo();
    let vehicle = running.search(json!({})).await.remove(0);
    running.clock.advance(2 * 86_400);
    let result = running.call(Tool::GetVehicle.as_str(), named(&vehicle)).await;
    assert_eq!(result["structuredContent"]["freshness"]["state"], "stale");
    assert!(text(&result, 0).contains("stale, refresh before acting"), "{}", text(&result, 0));
    assert!(text(&result, 0).contains("band stale"));
    // A later run of the feeds makes the demo fresh again.
    running.feeds.run(dealeragent_gateway::Clock::now(&*running.clock));
    let result = running.call(Tool::GetVehicle.as_str(), named(&vehicle)).await;
    assert_eq!(result["structuredContent"]["freshness"]["state"], "current");
}

/// Sold units are in no search, but those who know one are told.
#[tokio::test]
async fn sold_units_say_so_while_they_are_published() {
    let sold = walk().of(Tool::VerifyAvailability).find(|answer| answer.is_error()).unwrap();
    let id = sold.arguments["vehicle_id"].clone();
    let shown = walk().of(Tool::GetVehicle).find(|answer| answer.arguments["vehicle_id"] == id).unwrap();
    assert_eq!(shown.structured()["availability"]["status"], "sold");
    assert!(text(&shown.result, 0).contains("reported sold by the dealer"));
    for page in walk().of(Tool::Search) {
        assert!(!page.structured()["vehicles"].to_string().contains(id.as_str().unwrap()));
    }
}
