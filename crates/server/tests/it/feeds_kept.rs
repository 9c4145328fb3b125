//! What outlasts a run and a process: the store of feeds.

use std::{fmt::Write as _, sync::Arc};

use dealeragent_feeds::{
    judge::RunOutcome,
    keep::{FeedStore, Hide, Pause},
};
use dealeragent_protocol::values::{OrganizationId, RooftopId};
use dealeragent_server::{
    assembly::{Services, assemble_with},
    config::Config,
    demo,
    feed_runner::{FeedOutcome, Verdict},
    http::{Guards, Limits},
};
use dealeragent_store::Store;
use tempfile::TempDir;

use crate::support::{
    LISTEN, NOW, Running,
    folder::{CHICAGO, DENVER, Folder, demo_file},
    time,
};

/// A folder with exports and a data folder, for any number of starts.
struct Dealership {
    folder: Folder,
    data: TempDir,
}

impl Dealership {
    fn new() -> Self {
        Self { folder: Folder::demo(), data: TempDir::new().unwrap() }
    }

    fn store(&self) -> Arc<dyn FeedStore> {
        Arc::new(Store::open(self.data.path()).unwrap().feed_store())
    }

    fn start(&self) -> Running {
        self.start_with(demo::CONFIG)
    }

    fn start_with(&self, config: &str) -> Running {
        let services = Services { feeds: self.store(), ..Services::default() };
        Running::guarded(config, self.folder.files(), Limits::default(), services, |_| Guards::default())
    }

    /// The lot at a later hour, without the units that `drops` says.
    fn export(&self, hour: u32, drops: impl Fn(usize) -> bool) {
        let text = String::from_utf8(demo_file(DENVER)).unwrap();
        let mut out = String::new();
        for (at, line) in text.split_inclusive("\r\n").enumerate() {
            if at == 0 || !drops(at) {
                out.write_str(line).unwrap();
            }
        }
        self.folder.write(DENVER, out.as_bytes(), &format!("2026-12-01T{hour:02}:00:00Z"));
    }
}

fn run(running: &Running) -> Vec<FeedOutcome> {
    running.feeds.run(time(NOW))
}

/// Listings by rooftop: Denver, Chicago.
fn listings(running: &Running) -> (usize, usize) {
    let snapshot = running.gateway.snapshot();
    let count = |id: &str| {
        let rooftops = snapshot.organizations().flat_map(|organization| organization.rooftops());
        rooftops.filter(|rooftop| rooftop.rooftop_id.as_str() == id).map(|rooftop| rooftop.listings).sum()
    };
    (count("ridge-denver"), count("ridge-chicago"))
}

#[test]
fn a_start_serves_the_last_good_state_before_it_reads_a_file() {
    let dealership = Dealership::new();
    drop(dealership.start());
    dealership.folder.write(DENVER, b"<html>sign in</html>", "2026-12-01T11:00:00Z");
    std::fs::remove_file(dealership.folder.path(CHICAGO)).unwrap();
    let config = Config::read("dealeragent.toml", demo::CONFIG, &dealership.folder.files(), time(NOW)).unwrap();
    let services = Services { feeds: dealership.store(), ..Services::default() };
    let clock = Arc::new(dealeragent_gateway::ManualClock::at(time(NOW)));
    let assembly =
        assemble_with(config, dealership.folder.files(), clock, Some(LISTEN.parse().unwrap()), services).unwrap();
    let published = || {
        let snapshot = assembly.gateway.snapshot();
        snapshot.organizations().map(|organization| organization.listings().count()).sum::<usize>()
    };
    assert_eq!(published(), 304);
    let outcomes = assembly.feeds.run(time(NOW));
    assert!(outcomes.iter().all(|outcome| outcome.verdict == Verdict::Refused), "{outcomes:?}");
    assert_eq!(published(), 304);
    // Each fault is on record, once.
    let _ = assembly.feeds.run(time(NOW));
    let refused = assembly.feeds.store().runs(None, 50).unwrap();
    let refused = refused.iter().filter(|run| matches!(run.outcome, RunOutcome::Refused { .. })).count();
    assert_eq!(refused, 2);
}

#[test]
fn files_that_did_not_change_are_known_again_after_a_restart() {
    let dealership = Dealership::new();
    let first = dealership.start();
    let before = first.feeds.store().runs(None, 50).unwrap();
    assert_eq!(before.len(), 2);
    drop(first);
    let again = dealership.start();
    assert!(again.outcomes.iter().all(|outcome| outcome.verdict == Verdict::Unchanged), "{:?}", again.outcomes);
    assert!(again.outcomes.iter().all(|outcome| outcome.result.is_ok()));
    assert_eq!((listings(&again), again.feeds.store().runs(None, 50).unwrap().len()), ((158, 146), 2));
}

#[test]
fn a_run_that_waits_is_published_when_it_is_accepted_and_not_before() {
    let dealership = Dealership::new();
    let running = dealership.start();
    dealership.export(11, |at| at > 80);
    let outcomes = run(&running);
    assert_eq!((outcomes.len(), outcomes[0].verdict), (1, Verdict::Held));
    let id = outcomes[0].run.clone().unwrap();
    let said = outcomes[0].result.as_ref().unwrap_err();
    assert!(said.contains(&format!("dealeragent feed accept {id}")) && said.contains("ridge-denver"), "{said}");
    assert_eq!(listings(&running), (158, 146));
    assert!(run(&running).is_empty(), "it is not looked at again");
    drop(running);
    // It waits through a restart, under the same id.
    let running = dealership.start();
    let held = running.outcomes.iter().find(|outcome| outcome.verdict == Verdict::Held).unwrap();
    assert_eq!(held.run.as_ref(), Some(&id));
    assert_eq!(running.feeds.store().runs(None, 50).unwrap().len(), 3);
    // Another process releases it; this one notices at its next look.
    let record = dealership.store().accept(&id, "pat", time(NOW)).unwrap();
    let gone = record.diff.unwrap().totals.newly_missing;
    assert!(run(&running).is_empty());
    assert_eq!(listings(&running), (158, 146), "for one file they stay, as unknown");
    dealership.export(12, |at| at > 80);
    assert_eq!(run(&running)[0].verdict, Verdict::Applied);
    assert_eq!(listings(&running), (158 - usize::try_from(gone).unwrap(), 146));
}

#[test]
fn what_a_person_takes_off_the_air_stays_off() {
    let dealership = Dealership::new();
    let running = dealership.start();
    let organization_id = OrganizationId::parse("example-ridge").unwrap();
    let rooftop_id = RooftopId::parse("ridge-chicago").unwrap();
    let snapshot = running.gateway.snapshot();
    let organization = snapshot.organization(&organization_id).unwrap();
    let unit = organization.listings().find(|unit| unit.listing().rooftop_id.as_str() == "ridge-denver").unwrap();
    let hide = Hide {
        organization_id: organization_id.clone(),
        vehicle_id: unit.listing().vehicle_id.clone(),
        name: "a car".to_owned(),
        by: "pat".to_owned(),
        why: None,
        at: time(NOW),
    };
    let pause = Pause {
        organization_id: organization_id.clone(),
        rooftop_id: rooftop_id.clone(),
        by: "pat".to_owned(),
        why: None,
        at: time(NOW),
    };
    dealership.store().hide(&hide).unwrap();
    dealership.store().pause(&pause).unwrap();
    running.feeds.refresh().unwrap();
    assert_eq!(listings(&running), (157, 0));
    // Across runs, and across starts.
    dealership.export(11, |_| false);
    assert_eq!(run(&running)[0].verdict, Verdict::Applied);
    assert_eq!(listings(&running), (157, 0));
    let snapshot = running.gateway.snapshot();
    assert!(snapshot.organization(&organization_id).unwrap().rooftop(&rooftop_id).is_none(), "not an empty lot");
    drop(running);
    let running = dealership.start();
    assert_eq!(listings(&running), (157, 0));
    running.feeds.store().show(&organization_id, &hide.vehicle_id).unwrap();
    running.feeds.store().resume(&organization_id, &rooftop_id).unwrap();
    running.feeds.refresh().unwrap();
    assert_eq!(listings(&running), (158, 146));
}

#[test]
fn a_preview_changes_nothing() {
    let dealership = Dealership::new();
    let running = dealership.start();
    dealership.export(11, |at| at < 60);
    let open = || dealership.folder.files().open(DENVER.as_ref(), time(NOW)).unwrap();
    let generation = running.feeds.store().generation().unwrap();
    let preview = running.feeds.preview("denver-vauto", open(), time(NOW)).unwrap();
    assert_eq!((preview.verdict, preview.reasons.len()), (Verdict::Held, 1));
    assert!(preview.diff.unwrap().totals.missing > 50);
    assert_eq!(running.feeds.store().generation().unwrap(), generation);
    assert_eq!(listings(&running), (158, 146));
    assert!(running.feeds.preview("denver", open(), time(NOW)).unwrap_err().to_string().contains("denver-vauto"));
    let imported = running.feeds.import("denver-vauto", open(), time(NOW)).unwrap();
    assert_eq!(imported.verdict, Verdict::Held);
    let accepted = running.feeds.accept(&imported.run.unwrap(), "pat", time(NOW)).unwrap();
    assert_eq!(accepted.outcome.as_str(), "accepted");
}

/// A feed under another name takes over: until its first good run the old one's
/// units stay, and its first run is guarded by them (C01).
#[test]
fn another_feed_takes_over_with_its_first_good_run() {
    let dealership = Dealership::new();
    drop(dealership.start());
    let config = demo::CONFIG.replace("\"denver-vauto\"", "\"denver-new\"");
    assert_ne!(config, demo::CONFIG);
    dealership.export(11, |at| at > 30);
    let running = dealership.start_with(&config);
    assert_eq!(running.outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Held).count(), 1);
    assert_eq!(listings(&running), (158, 146));
    dealership.export(12, |at| at < 20);
    let outcomes = run(&running);
    let diff = outcomes[0].result.as_ref().unwrap().diff.as_ref().unwrap();
    assert!(diff.source_switched && diff.totals.removed > 0 && diff.totals.missing == 0, "{diff}");
    let left = listings(&running).0;
    assert_eq!(left as u64, diff.totals.after);
    drop(running);
    assert_eq!(listings(&dealership.start_with(&config)).0, left, "the old units are not back after a restart");
}

#[test]
fn a_damaged_store_is_no_empty_lot() {
    let dealership = Dealership::new();
    drop(dealership.start());
    let database = dealership.data.path().join(dealeragent_store::DATABASE_FILE);
    // What stands there is no database any more.
    std::fs::write(&database, vec![7; 8192]).unwrap();
    for side in ["-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(side);
        let _ = std::fs::remove_file(name);
    }
    assert!(Store::open(dealership.data.path()).is_err());
}
