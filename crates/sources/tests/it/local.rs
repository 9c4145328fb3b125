//! Files and folders of this machine.

use dealeragent_sources::{FaultKind, Fetched, Look, TimeBasis};

use crate::world::{World, at, file, is_unchanged, not_yet, nothing, settled, text};

const FOLDER: &str = "folder = { path = \"in\", pattern = \"lot*.csv\" }";

#[tokio::test]
async fn a_file_is_taken_when_it_stays_as_it_is() {
    let world = World::new();
    world.write("lot.csv", "one", -100);
    let source = world.source("path = \"lot.csv\"");
    let first = source.look(&nothing(), at(0)).await;
    assert_eq!(not_yet(first), "lot.csv: seen for the first time; taken if it stays as it is");
    let soon = source.look(&nothing(), at(3)).await;
    let Ok(Fetched::NotYet(again)) = soon else { panic!("{soon:?}") };
    assert_eq!(again.again_after.unwrap().as_secs(), 7, "what is left of the ten seconds");
    let taken = file(source.look(&nothing(), at(10)).await);
    assert_eq!((text(&taken).as_str(), taken.length, taken.name.as_str()), ("one", 3, "lot.csv"));
    assert_eq!((taken.source_time.at, taken.source_time.basis), (at(-100), TimeBasis::FileModified));

    let known = taken.validators.clone();
    assert!(is_unchanged(&source.look(&known, at(20)).await));
    // What came last is kept as JSON; after a restart nothing is fetched again.
    let kept = serde_json::from_str(&serde_json::to_string(&known).unwrap()).unwrap();
    assert!(is_unchanged(&world.source("path = \"lot.csv\"").look(&kept, at(30)).await));
    // It says nothing about another place.
    world.write("other/lot.csv", "one", -100);
    not_yet(world.source("path = \"other/lot.csv\"").look(&kept, at(30)).await);
}

#[tokio::test]
async fn a_file_that_grows_is_waited_for() {
    let world = World::new();
    let source = world.source("path = \"lot.csv\"");
    for (seconds, content) in [(0, "a"), (15, "ab"), (30, "abc")] {
        world.write("lot.csv", content, seconds);
        not_yet(source.look(&nothing(), at(seconds)).await);
    }
    // Its length alone does not tell: a change of the time counts too.
    world.write("lot.csv", "abX", 40);
    assert!(not_yet(source.look(&nothing(), at(45)).await).contains("still changes"));
    assert_eq!(text(&file(source.look(&nothing(), at(55)).await)), "abX");
}

#[tokio::test]
async fn a_clock_that_was_set_back_begins_anew() {
    let world = World::new();
    world.write("lot.csv", "one", -100);
    let source = world.source("path = \"lot.csv\"");
    not_yet(source.look(&nothing(), at(0)).await);
    not_yet(source.look(&nothing(), at(-5000)).await);
    assert_eq!(text(&file(source.look(&nothing(), at(-4990)).await)), "one");
}

#[tokio::test]
async fn what_is_read_is_a_copy_and_goes() {
    let world = World::new();
    world.write("lot.csv", "one", -100);
    let source = world.source("path = \"lot.csv\"");
    let taken = file(settled(&source, &nothing(), 0).await);
    world.write("lot.csv", "overwritten", 0);
    assert_eq!(text(&taken), "one");
    assert_eq!(world.incoming(), 1);
    drop(taken);
    assert_eq!(world.incoming(), 0);
}

#[tokio::test]
async fn the_newest_of_a_folder_is_taken_and_others_are_told() {
    let world = World::new();
    for (name, seconds) in
        [("lot-1.csv", -300), ("lot-2.csv", -200), ("lot-3.csv", -100), ("notes.txt", -1), ("lot-4.csv.part", -1)]
    {
        world.write(&format!("in/{name}"), name, seconds);
    }
    let source = world.source(FOLDER);
    let taken = file(settled(&source, &nothing(), 0).await);
    assert_eq!(text(&taken), "lot-3.csv");
    assert_eq!(taken.passed_over.names, ["lot-2.csv", "lot-1.csv"]);

    // Old ones are no news, whether the newest stays or goes.
    let known = taken.validators;
    assert!(is_unchanged(&source.look(&known, at(100)).await));
    std::fs::remove_file(world.path().join("in/lot-3.csv")).unwrap();
    assert!(is_unchanged(&source.look(&known, at(200)).await));

    world.write("in/lot-5.csv", "five", 210);
    world.write("in/lot-6.csv", "six", 220);
    let taken = file(settled(&source, &known, 230).await);
    assert_eq!(text(&taken), "six");
    assert_eq!((taken.passed_over.names.as_slice(), taken.passed_over.count), (["lot-5.csv".to_owned()].as_slice(), 1));
    for gone in ["1", "2", "5", "6"] {
        std::fs::remove_file(world.path().join(format!("in/lot-{gone}.csv"))).unwrap();
    }
    assert!(
        is_unchanged(&source.look(&taken.validators, at(300)).await),
        "an emptied folder takes nothing off the air"
    );
}

#[tokio::test]
async fn uploads_hidden_files_links_and_folders_are_left_out() {
    let world = World::new();
    for name in ["lot.part", "lot.TMP", "lot.filepart", "lot.uploading", ".lot"] {
        world.write(&format!("in/{name}"), "x", -100);
    }
    std::fs::create_dir(world.path().join("in/lot-folder")).unwrap();
    world.write("secret", "private", -100);
    std::os::unix::fs::symlink(world.path().join("secret"), world.path().join("in/lot-link")).unwrap();
    let source = world.source("folder = { path = \"in\", pattern = \"*\" }");
    assert!(not_yet(source.look(&nothing(), at(0)).await).starts_with("none of 5 files has a name like *"));
}

#[tokio::test]
async fn a_time_in_the_future_does_not_win_for_ever() {
    let world = World::new();
    world.write("in/lot-ahead.csv", "ahead", 100_000);
    let source = world.source(FOLDER);
    assert!(not_yet(source.look(&nothing(), at(0)).await).contains("lot-ahead.csv: its time lies in the future"));
    world.write("in/lot-now.csv", "now", 0);
    assert_eq!(text(&file(settled(&source, &nothing(), 10).await)), "now");
}

#[tokio::test]
async fn names_are_shown_without_what_changes_a_line() {
    let world = World::new();
    world.write("in/lot\n\u{202e}fdp.csv", "x", -100);
    let reason = not_yet(world.source(FOLDER).look(&nothing(), at(0)).await);
    assert!(reason.starts_with("lot\u{fffd}\u{fffd}fdp.csv: "), "{reason}");
}

#[tokio::test]
async fn faults_say_what_and_where() {
    let world = World::new();
    world.write("long.csv", &"x".repeat(1001), -100);
    std::fs::create_dir(world.path().join("folder.csv")).unwrap();
    for (toml, kind, said) in [
        ("path = \"missing.csv\"", FaultKind::Missing, "missing.csv: cannot be read: entity not found; check the path"),
        ("folder = { path = \"no\", pattern = \"*\" }", FaultKind::Missing, "check the path"),
        ("path = \"long.csv\"", FaultKind::TooLarge, "long.csv: is longer than 1000 bytes"),
        ("path = \"folder.csv\"", FaultKind::Configuration, "is no file; for a folder write folder = "),
    ] {
        let fault = world.source(toml).look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), kind, "{toml}");
        assert!(fault.to_string().contains(said), "{fault}");
    }
}
