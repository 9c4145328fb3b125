//! What a tip that was noted down elsewhere reveals.

use dealeragent_store::{ChainHash, Defect, InvalidTip, LogId, NotedTip, Place, Tip, verify_export};

use crate::support::{World, entry, write};

#[test]
fn entries_cut_off_at_the_end_need_the_noted_tip() {
    let world = World::of(5);
    let tip = world.archive().tip().unwrap();
    world.unguarded().execute("DELETE FROM audit_entries WHERE seq > 3", []).unwrap();
    assert!(world.verify().is_intact(), "nothing in the file tells");
    let broken = world.archive().verify(Some(&tip)).unwrap().broken.unwrap();
    assert_eq!(broken.place, Place::Entry(4));
    assert_eq!(broken.defect, Defect::CutOff { noted: 5 });
}

#[test]
fn a_rewritten_log_needs_the_noted_tip() {
    let world = World::of(5);
    let tip = world.archive().tip().unwrap();
    world.unguarded().execute("DELETE FROM audit_entries WHERE seq > 3", []).unwrap();
    write(&world.store.audit_store().unwrap(), [entry(4), entry(9), entry(10)]);
    assert!(world.verify().is_intact());
    let broken = world.archive().verify(Some(&tip)).unwrap().broken.unwrap();
    assert_eq!((broken.place, broken.defect), (Place::Entry(5), Defect::NotAsNoted));
}

#[test]
fn another_log_is_not_taken_for_the_noted_one() {
    let tip = World::of(5).archive().tip().unwrap();
    let other = World::of(5);
    let broken = other.archive().verify(Some(&tip)).unwrap().broken.unwrap();
    assert_eq!((broken.place, broken.defect), (Place::Log, Defect::OtherLog));
    let mut export = Vec::new();
    other.archive().export(&mut export).unwrap();
    let broken = verify_export(export.as_slice(), Some(&tip)).unwrap().broken.unwrap();
    assert_eq!(broken.to_string(), "the log is not the one whose tip was noted down");
}

#[test]
fn a_log_that_went_on_still_holds_the_noted_tip() {
    let world = World::new();
    let empty = world.archive().tip().unwrap();
    let log = world.store.audit_store().unwrap();
    write(&log, (1..=3).map(entry));
    let three = world.archive().tip().unwrap();
    write(&log, (4..=6).map(entry));
    for tip in [empty, three] {
        let result = world.archive().verify(Some(&tip)).unwrap();
        assert!(result.is_intact(), "{result:?}");
        assert_eq!(result.noted, Some(NotedTip::Found));
    }
}

#[test]
fn a_tip_can_be_written_on_paper() {
    let tip = Tip { log_id: LogId::new([1; 16]), seq: 42, hash: ChainHash::new([0xab; 32]) };
    let text = tip.to_string();
    assert!(text.starts_with("dealeragent-audit/1:0101"), "{text}");
    assert_eq!(text.parse::<Tip>().unwrap(), tip);
    assert_eq!(format!(" {text}\n").parse::<Tip>().unwrap(), tip);
    for bad in
        ["", "dealeragent-audit/1", &text[..text.len() - 1], &text.replace("/1:", "/2:"), &text.replace("42", "-1")]
    {
        assert_eq!(bad.parse::<Tip>(), Err(InvalidTip), "{bad}");
    }
}
