//! Which files may be replaced, and what a replacement must have.

use sprag_core::worker::replacement::{
    Attributes, Irreplaceable, Occupant, guard_attributes, guard_port_file, guard_replacement,
    is_carried,
};

const PLAIN: Occupant = Occupant::File { names: 1, mode: 0o644, is_writable: true };

#[test]
fn a_plain_file_is_replaced_and_a_free_place_is_taken() {
    assert_eq!(guard_replacement(PLAIN), Ok(()));
    assert_eq!(guard_replacement(Occupant::Free), Ok(()));
    assert_eq!(guard_replacement(Occupant::Other), Err(Irreplaceable::NoFile));
    assert_eq!(guard_replacement(Occupant::Link), Err(Irreplaceable::Link));
}

#[test]
fn every_file_that_is_read_only_or_has_several_names_stays() {
    for names in 0..4 {
        for is_writable in [true, false] {
            for mode in 0..=0o777 {
                let let_pass = guard_replacement(Occupant::File { names, mode, is_writable });
                let has_writer = mode & 0o200 != 0 || mode & 0o020 != 0 || mode & 0o002 != 0;
                let expected = match (names, is_writable && has_writer) {
                    (0 | 1, true) => Ok(()),
                    (0 | 1, false) => Err(Irreplaceable::ReadOnly),
                    _ => Err(Irreplaceable::Linked(names)),
                };
                assert_eq!(let_pass, expected, "{names} {mode:o} {is_writable}");
            }
        }
    }
}

#[test]
fn a_replacement_lacks_nothing_of_the_file_and_has_nothing_beyond() {
    let named = |name: &str, value: &[u8]| (name.to_owned(), value.to_vec());
    let was = Attributes {
        owner: 1,
        group: 2,
        mode: 0o640,
        extended: vec![named("user.a", b"1"), named("user.b", b"2")],
    };
    let with = |change: fn(&mut Attributes)| {
        let mut is = was.clone();
        change(&mut is);
        guard_attributes(&was, &is)
    };
    let lost = |name: &str| Err(Irreplaceable::Extended(name.into()));
    assert_eq!(with(|_| {}), Ok(()));
    assert_eq!(with(|is| is.extended.reverse()), Ok(()));
    assert_eq!(with(|is| is.owner = 0), Err(Irreplaceable::Owner));
    assert_eq!(with(|is| is.group = 0), Err(Irreplaceable::Group));
    assert_eq!(with(|is| is.mode = 0o644), Err(Irreplaceable::Mode));
    assert_eq!(with(|is| drop(is.extended.remove(1))), lost("user.b"));
    assert_eq!(with(|is| is.extended[0].1.push(b'1')), lost("user.a"));
    assert_eq!(with(|is| is.extended.push(("user.c".into(), Vec::new()))), lost("user.c"));
}

#[test]
fn what_the_system_says_of_the_bytes_is_not_carried_over() {
    for name in ["user.a", "system.posix_acl_access", "security.selinux", "security.capability"] {
        assert!(is_carried(name), "{name}");
    }
    for name in ["security.ima", "security.evm", "com.apple.provenance"] {
        assert!(!is_carried(name), "{name}");
    }
}

#[test]
fn every_refusal_says_what_to_do() {
    let said = [
        Irreplaceable::NoFile,
        Irreplaceable::Foreign,
        Irreplaceable::ReadOnly,
        Irreplaceable::Linked(2),
        Irreplaceable::Owner,
        Irreplaceable::Group,
        Irreplaceable::Mode,
        Irreplaceable::Extended("user.a".into()),
    ]
    .map(|why| why.to_string());
    assert_eq!(
        said,
        [
            "not a regular file",
            "a file is there that holds no port; name another",
            "it is read-only; make it writable first",
            "it has 2 names (hard links), and the others would keep the old text; \
             make it a file of its own first",
            "its owner would change; run this as its owner",
            "its group would change; run this as a member of it",
            "its permissions would change; run this as its owner",
            "its extended attribute `user.a` would be lost",
        ]
    );
}

#[test]
fn a_port_takes_the_place_of_a_port_alone() {
    for content in ["", "\n", "8000\n", "54321\n", "54321"] {
        assert_eq!(guard_port_file(content.as_bytes()), Ok(()), "{content}");
    }
    for content in ["mine", "80 81\n", "123456\n", "0000000", "       "] {
        let refused = guard_port_file(content.as_bytes());
        assert_eq!(refused, Err(Irreplaceable::Foreign), "{content}");
    }
}
