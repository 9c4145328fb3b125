//! Answers stay below what hosts cut off (E06).

use dealeragent_protocol::tool::Tool;
use dealeragent_server::{demo, files::Files};
use serde_json::json;

use crate::support::{
    ORGANIZATION, Running, named,
    walk::{pages, walk},
};

/// 25,000 tokens at four bytes a token.
const HOST_LIMIT: usize = 100_000;

#[test]
fn no_answer_of_the_walk_outgrows_a_host() {
    let longest = walk().answers.iter().max_by_key(|answer| answer.body.len()).unwrap();
    println!("longest answer: {} bytes, {}", longest.body.len(), longest.name());
    assert!(longest.body.len() < HOST_LIMIT, "{} bytes: {}", longest.body.len(), longest.name());
    for answer in &walk().answers {
        let structured = answer.structured().to_string().len();
        assert!(structured < 75_000, "{structured} bytes: {}", answer.name());
    }
}

/// The largest page that may be asked for is cut to the budget, and says so.
#[tokio::test]
async fn a_page_of_a_hundred_is_shortened_and_nothing_is_lost() {
    let running = Running::demo();
    let pages = pages(&running, json!({ "page": { "limit": 100 } })).await;
    let mut met = 0_usize;
    for page in &pages {
        assert!(page.body.len() < HOST_LIMIT, "{} bytes", page.body.len());
        met += page.structured()["vehicles"].as_array().unwrap().len();
    }
    assert_eq!(met, walk().searchable);
    let first = &pages[0];
    assert_eq!(first.result["_meta"]["io.github.dealeragent/notices"]["page_shortened"], true);
    let shown = first.structured()["vehicles"].as_array().unwrap().len();
    assert!((10..100).contains(&shown), "{shown} shown");
}

/// The twin is the first thing to go; summary and structure stay whole.
#[tokio::test]
async fn a_small_budget_drops_the_twin_first() {
    let config = demo::CONFIG.replace("[server]", "[server]\nanswer_budget_bytes = 4096");
    let running = Running::configured(&config, Files::Demo);
    let wide = Running::demo();
    let vehicle = wide.search(json!({ "filters": { "condition": ["certified"] } })).await.remove(0);
    let small = running.call(Tool::GetUsedVehicleDetails.as_str(), named(&vehicle)).await;
    let full = wide.call(Tool::GetUsedVehicleDetails.as_str(), named(&vehicle)).await;
    assert_eq!(small["content"].as_array().unwrap().len(), 1);
    assert_eq!(full["content"].as_array().unwrap().len(), 2);
    assert_eq!(small["content"][0], full["content"][0]);
    let mut structures = [small["structuredContent"].clone(), full["structuredContent"].clone()];
    for structure in &mut structures {
        structure["trace_id"] = json!(null);
    }
    assert_eq!(structures[0], structures[1]);
}

/// A page that is cut to one listing still has one.
#[tokio::test]
async fn the_smallest_budget_still_walks_everything() {
    let config = demo::CONFIG.replace("[server]", "[server]\nanswer_budget_bytes = 4096");
    let running = Running::configured(&config, Files::Demo);
    let filters = json!({ "filters": { "make": ["Toyota"] } });
    let wanted =
        pages(&Running::demo(), filters.clone()).await[0].result["_meta"]["io.github.dealeragent/notices"]["total"]
            .as_u64()
            .unwrap();
    let pages = pages(&running, filters).await;
    let met: usize = pages.iter().map(|page| page.structured()["vehicles"].as_array().unwrap().len()).sum();
    assert_eq!(met as u64, wanted);
    assert!(wanted > 10 && pages.len() > 5, "{wanted} on {} pages of {ORGANIZATION}", pages.len());
}
