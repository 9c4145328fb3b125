//! What is left of processes that were killed.

use dealeragent_sources::{FaultKind, Spool};

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("incoming")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn left_overs_go_and_what_is_in_use_stays() {
    let data = tempfile::tempdir().unwrap();
    let gone = data.path().join("incoming/1-0");
    std::fs::create_dir_all(&gone).unwrap();
    std::fs::write(gone.join("lock"), "").unwrap();
    std::fs::write(gone.join("0.part"), "half a file").unwrap();
    let first = Spool::open(data.path()).unwrap();
    assert!(!gone.exists(), "nobody held it");

    let file = first.create().unwrap();
    let second = Spool::open(data.path()).unwrap();
    assert!(file.path().exists(), "the first is in use");
    assert_eq!(names(data.path()).len(), 3, "two folders and the lock");
    drop(first);
    assert!(file.path().exists(), "a file holds its folder");
    drop(file);
    drop(second);
    assert_eq!(names(data.path()), ["lock"]);
}

#[test]
fn only_the_owner_can_read_what_comes() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let spool = Spool::open(data.path()).unwrap();
    let file = spool.create().unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file.path()), 0o600);
    assert_eq!(mode(file.path().parent().unwrap()), 0o700);
}

#[test]
fn a_data_folder_that_cannot_be_used_is_said() {
    let data = tempfile::NamedTempFile::new().unwrap();
    let fault = Spool::open(data.path()).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::LocalDisk);
    assert!(fault.to_string().contains("check free space and permissions of the data folder"), "{fault}");
}
