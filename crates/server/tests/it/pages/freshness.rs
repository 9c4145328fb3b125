//! Freshness is of the moment at which the page is written.

use super::{get, one_dealer, page};

/// The export is of 10:00, the clock stands at 14:05, and a day is the limit.
#[tokio::test]
async fn a_rooftop_goes_stale_while_the_page_is_watched() {
    let running = one_dealer(|config| config);
    let first = page(&running).await;
    for part in [
        "<span class=\"state current\"><span class=\"dot\"></span>inventory current</span>",
        "<time datetime=\"2026-12-01T10:00:00Z\">4 hours ago</time>",
        "Seen 1 December 2026, 03:00 local time; stale after 24 hours.",
        "1 rooftop: 1 current.",
        "written at <time datetime=\"2026-12-01T14:05:00Z\">1 December 2026, 14:05 UTC</time>",
    ] {
        assert!(first.contains(part), "{part} is not in {first}");
    }
    // One second before the limit, and at it.
    running.clock.advance(86_400 - 4 * 3600 - 5 * 60 - 1);
    assert!(page(&running).await.contains("inventory current</span> seen"));
    running.clock.advance(1);
    let stale = page(&running).await;
    assert!(
        stale.contains("state stale\"><span class=\"dot\"></span>inventory stale</span>")
            && stale.contains("24 hours ago"),
        "{stale}"
    );
    assert!(stale.contains("1 rooftop: 1 stale."));
    let text = running.send(get("/")).await.text();
    assert!(text.contains("inventory stale, seen 2026-12-01T10:00:00Z"), "{text}");
}

/// The number is the one that a search would give.
#[tokio::test]
async fn the_count_is_that_of_a_search() {
    let running = one_dealer(|config| config);
    let listed = running.gateway.snapshot().organizations().next().unwrap().rooftops().next().unwrap().searchable;
    assert!(listed > 1);
    assert!(page(&running).await.contains(&format!("{listed} cars in search.")));
}
