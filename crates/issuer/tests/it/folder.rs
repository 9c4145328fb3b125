//! Who may read the keys.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
};

use dealeragent_issuer::{Issuer, Rotation};

use crate::support::{World, start};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_it_makes_is_for_its_owner_alone() {
    let world = World::new();
    world.issuer();
    Issuer::rotate(world.data_dir(), Rotation::Gentle, start()).unwrap();
    assert_eq!(mode(&world.keys()), 0o700);
    let files: Vec<_> = fs::read_dir(world.keys()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 3, "the lock, the list, one key: {files:?}");
    files.iter().for_each(|file| assert_eq!(mode(file), 0o600, "{file:?}"));
}

#[test]
fn a_data_folder_that_is_missing_is_made_private() {
    let world = World::new();
    let folder = world.data_dir().join("state").join("gateway");
    Issuer::open(&folder, dealeragent_protocol::values::Text::parse("x").unwrap(), start()).unwrap();
    assert_eq!(mode(&folder), 0o700);
}

#[test]
fn wider_permissions_are_refused_with_what_mends_them() {
    let world = World::new();
    world.issuer();
    let key = world.private_keys().remove(0);
    for (path, good, bad) in [
        (world.keys(), 0o700, &[0o755, 0o750, 0o701][..]),
        (key, 0o600, &[0o644, 0o640, 0o602]),
        (world.ring(), 0o600, &[0o644, 0o660]),
    ] {
        for bad in bad {
            set_mode(&path, *bad);
            let fault = world.fault();
            let mend = format!("chmod {good:o} {}", path.display());
            assert!(fault.contains(&mend) && fault.contains(&format!("{bad:04o}")), "{fault}");
            set_mode(&path, good);
        }
    }
    let rotate = || Issuer::rotate(world.data_dir(), Rotation::AtOnce, start());
    set_mode(&world.keys(), 0o755);
    assert!(rotate().is_err());
    set_mode(&world.keys(), 0o700);
    rotate().unwrap();
}

/// Somebody else's folder could be behind it.
#[test]
fn links_are_refused() {
    let world = World::new();
    world.issuer();
    let elsewhere = world.data_dir().join("elsewhere");
    fs::rename(world.ring(), &elsewhere).unwrap();
    symlink(&elsewhere, world.ring()).unwrap();
    assert!(world.fault().contains("ring.json is not a file"), "{}", world.fault());

    let world = World::new();
    let elsewhere = world.data_dir().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, world.keys()).unwrap();
    assert!(world.fault().contains("keys is not a folder"), "{}", world.fault());
}

#[test]
fn a_file_in_the_folders_place_is_told() {
    let world = World::new();
    fs::write(world.keys(), "x").unwrap();
    assert!(world.fault().contains("keys"), "{}", world.fault());
}
