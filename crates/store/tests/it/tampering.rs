//! Any change past the triggers is found, at its place.

use dealeragent_store::{Defect, LogId, Place};
use rusqlite::{Connection, types::Value};

use crate::{
    retention::keep_one_day,
    support::{World, entry, start, write},
};

/// The value with one byte changed, for each of its bytes.
fn mutants(value: &Value) -> Vec<Value> {
    let flip = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    match value {
        Value::Null => vec![Value::Text(String::new())],
        Value::Integer(number) => (0..8).map(|byte| Value::Integer(number ^ (1 << (byte * 8)))).collect(),
        Value::Real(_) => panic!("there are no such columns"),
        Value::Text(text) if text.is_empty() => vec![Value::Text("x".to_owned())],
        // As bytes: what comes out need not be text any more.
        Value::Text(text) => (0..text.len()).map(|at| Value::Blob(flip(text.as_bytes(), at))).collect(),
        Value::Blob(bytes) => (0..bytes.len()).map(|at| Value::Blob(flip(bytes, at))).collect(),
    }
}

fn columns(connection: &Connection, table: &str) -> Vec<String> {
    let statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    statement.column_names().map(str::to_owned).collect()
}

/// Changes each byte of each column of each row, and tells how many changes
/// there were.
fn change_everything(world: &World, table: &str, key: &str, rows: &[i64], place: impl Fn(i64) -> Place) -> usize {
    let raw = world.unguarded();
    let mut changes = 0;
    for row in rows {
        for column in columns(&raw, table) {
            let sql = format!("SELECT {column} FROM {table} WHERE {key} = ?1");
            let good: Value = raw.query_row(&sql, [row], |row| row.get(0)).unwrap();
            for bad in mutants(&good) {
                let value = if matches!(good, Value::Text(_)) { "CAST(?1 AS TEXT)" } else { "?1" };
                let set = |value: &str, to: &Value, at: i64| {
                    raw.execute(&format!("UPDATE {table} SET {column} = {value} WHERE {key} = ?2"), (to, at)).unwrap()
                };
                let key_of_bad = match &bad {
                    Value::Integer(number) if column == key => *number,
                    _ => *row,
                };
                let taken = key_of_bad != *row && rows.contains(&key_of_bad);
                if taken {
                    continue; // Two rows of one number cannot be.
                }
                assert_eq!(set(value, &bad, *row), 1);
                let broken = world.verify().broken;
                let broken = broken.unwrap_or_else(|| panic!("{column} of {row} became {bad:?} unseen"));
                assert_eq!(broken.place, place(*row), "{column} of {row} became {bad:?}: {broken}");
                assert_eq!(set("?1", &good, key_of_bad), 1);
                changes += 1;
            }
        }
    }
    assert!(world.verify().is_intact());
    changes
}

#[test]
fn any_changed_byte_of_an_entry_is_found_at_its_number() {
    let world = World::of(4);
    let place = |row: i64| Place::Entry(row.unsigned_abs());
    let changes = change_everything(&world, "audit_entries", "seq", &[1, 2, 3, 4], place);
    assert!(changes > 1000, "{changes}");
}

#[test]
fn any_changed_byte_of_an_anchor_is_found() {
    let world = World::of(3);
    world.archive().apply_retention(&keep_one_day(), start().plus_seconds(2 + 86_400)).unwrap();
    world.archive().apply_retention(&keep_one_day(), start().plus_seconds(3 + 86_400)).unwrap();
    let place = |row: i64| Place::Anchor(row.unsigned_abs());
    let changes = change_everything(&world, "audit_anchors", "number", &[1, 2], place);
    assert!(changes > 200, "{changes}");
}

#[test]
fn another_log_id_is_found_at_the_start() {
    let world = World::of(2);
    let raw = world.unguarded();
    raw.execute("UPDATE audit_log SET log_id = ?1", [LogId::new([7; 16]).as_bytes()]).unwrap();
    assert_eq!(world.broken_at(), Place::Entry(1));
    assert_eq!(world.broken().defect, Defect::Unlinked);
}

#[test]
fn a_deleted_entry_is_found() {
    for gone in 1..=4_u8 {
        let world = World::of(5);
        world.unguarded().execute("DELETE FROM audit_entries WHERE seq = ?1", [gone]).unwrap();
        let broken = world.broken();
        assert_eq!(broken.place, Place::Entry(gone.into()));
        assert_eq!(broken.defect, Defect::OutOfSequence { found: u64::from(gone) + 1 });
    }
}

#[test]
fn reordered_entries_are_found() {
    let world = World::of(5);
    world
        .unguarded()
        .execute_batch(
            "UPDATE audit_entries SET seq = 1000 WHERE seq = 2;
             UPDATE audit_entries SET seq = 2 WHERE seq = 3;
             UPDATE audit_entries SET seq = 3 WHERE seq = 1000;",
        )
        .unwrap();
    assert_eq!(world.broken_at(), Place::Entry(2));
}

#[test]
fn an_inserted_copy_is_found() {
    let world = World::of(3);
    let raw = world.unguarded();
    raw.execute_batch(
        "CREATE TEMP TABLE copy AS SELECT * FROM audit_entries WHERE seq = 1;
         UPDATE copy SET seq = 4;
         INSERT INTO audit_entries SELECT * FROM copy;",
    )
    .unwrap();
    assert_eq!(world.broken_at(), Place::Entry(4));
}

#[test]
fn a_list_that_is_written_otherwise_is_found() {
    let world = World::of(2);
    let sql = r#"UPDATE audit_entries SET rooftop_ids = '["north", "south"]' WHERE seq = 2"#;
    world.unguarded().execute(sql, []).unwrap();
    let broken = world.broken();
    assert_eq!(broken.place, Place::Entry(2));
    assert!(matches!(broken.defect, Defect::Unreadable { .. }), "{broken}");
    let shown = world.archive().show(&entry(2).trace_id).unwrap_err().to_string();
    assert!(shown.contains("audit entry 2"), "{shown}");
}

#[test]
fn what_verified_before_the_break_is_told() {
    let world = World::of(6);
    world.unguarded().execute("UPDATE audit_entries SET actor = 'nobody' WHERE seq = 4", []).unwrap();
    let result = world.verify();
    assert_eq!((result.entries, result.tip.seq, result.last.unwrap().seq), (3, 3, 3));
    assert_eq!(result.broken.unwrap().to_string(), "entry 4 was changed: its content does not give its hash");
    // The writer does not care: what happens now is still written down.
    write(&world.store.audit_store().unwrap(), [entry(7)]);
}
