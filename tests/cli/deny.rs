//! What a deny list covers, and what one that is no text does.

use crate::run::{BROKEN, Stop};

#[test]
fn a_deny_list_covers_the_folders_that_it_names_and_all_if_it_cannot_be_read() {
    for (list, verdict) in [
        (&b"/home/developer\n"[..], "block broken_promise"),
        (b"/home/dev\n", "pass denied"),
        (b"\xff\n", "pass denied"),
    ] {
        let mut stop = Stop::judged(BROKEN);
        stop.write(".config/sprag/deny", list).run();
        assert_eq!(stop.verdict(), verdict, "{list:?}");
    }
}
