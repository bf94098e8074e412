//! Which folder may hold counters and records.
use sprag_core::state_folder::{Folder, Shared, guard_folder};

#[test]
fn every_folder_that_others_may_change_holds_no_state() {
    for mode in 0..=0o7777 {
        let own = Folder { owner: 1000, user: 1000, mode };
        let others_write = [0o020, 0o002].iter().any(|bit| mode & bit != 0);
        let expected = if others_write { Err(Shared::Writable) } else { Ok(()) };
        assert_eq!(guard_folder(own), expected, "{mode:o}");
        for owner in [0, 999, 1001] {
            assert_eq!(guard_folder(Folder { owner, ..own }), Err(Shared::Foreign), "{mode:o}");
        }
    }
}

#[test]
fn a_folder_that_is_refused_is_explained() {
    assert_eq!(Shared::Foreign.to_string(), "the folder belongs to another user");
    assert_eq!(Shared::Writable.to_string(), "others may write to the folder: chmod go-w");
}
