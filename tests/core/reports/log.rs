//! Lines of the log, and the names of records.

use proptest::prelude::*;
use sprag_core::limits::RECORD_LINE_BYTES_MAX;
use sprag_core::reports::log::{Id, LogLine, Named, NotFound, Search, Skipped};
use sprag_harness::given::{judged, plan};

use crate::properties;
use crate::reports::logged::{Log, entry, pool, record_of};

fn sound() -> String {
    record_of(plan(), judged("0.2", "0.9"), Default::default()).line()
}

#[test]
fn a_line_is_a_record_of_ours_or_of_another_version_or_damaged() {
    let sound = sound();
    assert!(matches!(LogLine::read(sound.as_bytes()), LogLine::Stop(_)));
    assert!(matches!(LogLine::read(sound.trim_end().as_bytes()), LogLine::Stop(_)));
    let newer = [
        sound.replace(r#""form":1"#, r#""form":2"#),
        sound.replace("\"promises\"}", "\"a_new_check\"}"),
        r#"{"form":3}"#.into(),
    ];
    for line in newer {
        assert_eq!(LogLine::read(line.as_bytes()), LogLine::Unknown, "{line}");
    }
    let mut reads = Log::default();
    reads.read(7, 1_200);
    assert!(matches!(LogLine::read(reads.text.as_bytes()), LogLine::Read(_)));
    let newer = reads.text.replace(r#""deny""#, r#""defer""#);
    assert_eq!(LogLine::read(newer.as_bytes()), LogLine::Unknown);
    let half = &sound.as_bytes()[..sound.len() / 2];
    let long = " ".repeat(RECORD_LINE_BYTES_MAX) + &sound;
    let twice = sound.trim_end().repeat(2);
    let damaged: [&[u8]; 7] =
        [half, b"{}", b"null", b"7", b"\xff\xfe", b"{\"form\":\"1\"}", twice.as_bytes()];
    for line in damaged {
        assert_eq!(LogLine::read(line), LogLine::Damaged, "{line:?}");
    }
    assert!(
        matches!(LogLine::read(long.as_bytes()), LogLine::Stop(_)),
        "white space is none of it"
    );
    let long = sound.replace("jev-1.13.0", &"x".repeat(RECORD_LINE_BYTES_MAX));
    assert_eq!(LogLine::read(long.as_bytes()), LogLine::Damaged);
    for line in [&b""[..], b"\n", b" \r\n"] {
        assert_eq!(LogLine::read(line), LogLine::Blank);
    }
}

#[test]
fn what_is_passed_over_is_counted() {
    let mut skipped = Skipped::default();
    let sound = sound();
    let lines = [sound.as_str(), "x", "", "{\"form\":9}", "y", &sound];
    let read = lines.iter().map(|line| LogLine::read(line.as_bytes()));
    let kept = read.filter_map(|line| skipped.sift(line)).count();
    assert_eq!((kept, skipped), (2, Skipped { damaged: 2, unknown: 1 }));
}

#[test]
fn a_record_is_named_by_its_line_with_or_without_the_line_end() {
    let sound = sound();
    let id = Id::of(sound.as_bytes());
    assert_eq!(id, Id::of(sound.trim_end().as_bytes()));
    assert_eq!(id.as_str().len(), Id::DIGITS);
    let LogLine::Stop(entry) = LogLine::read(sound.as_bytes()) else { panic!("{sound}") };
    assert_eq!(entry.id, id);
    assert_eq!(entry.id, crate::reports::logged::entry(entry.record).id);
}

#[test]
fn a_beginning_of_a_name_is_enough() {
    let id = Id::of(b"x");
    let digits = id.as_str();
    for length in Id::DIGITS_MIN..=Id::DIGITS {
        let named = Named::parse(&digits[..length].to_ascii_uppercase()).unwrap();
        assert!(named.fits(&id) && !named.fits(&Id::of(b"y")), "{length}");
    }
    for text in ["", "abc", "xyzw", "0123456789a", "12 4"] {
        assert!(Named::parse(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Id>(r#""0123456789""#).is_ok());
    assert!(serde_json::from_str::<Id>(r#""012345678""#).is_err());
    assert!(serde_json::from_str::<Id>(r#""012345678X""#).is_err());
}

#[test]
fn a_name_means_one_record_or_none() {
    let entries: Vec<_> =
        pool().iter().take(12).map(|record| Box::new(entry(record.clone()))).collect();
    assert_eq!(Search::default().only(), Err(NotFound::None));
    let mut search = Search::default();
    search.add(entries[0].clone());
    search.add(entries[0].clone());
    assert_eq!(search.clone().only(), Ok(entries[0].clone()));
    entries[1..].iter().for_each(|entry| search.add(entry.clone()));
    let Err(NotFound::Several(ids)) = search.only() else { panic!("several are none") };
    assert_eq!(ids.len(), 9);
    let said = NotFound::Several(ids[..2].to_vec()).to_string();
    assert_eq!(said, format!("more than one record begins like that: {} {}", ids[0], ids[1]));
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_any_line_is_read_without_a_panic(line: Vec<u8>) {
        let _ = LogLine::read(&line);
    }

    #[test]
    fn prop_half_a_record_is_damaged(at in 0..pool().len(), share in 0.0_f64..1.0) {
        let line = pool()[at].line();
        let half = &line.as_bytes()[..(line.len() as f64 * share) as usize];
        prop_assert!(matches!(LogLine::read(half), LogLine::Damaged | LogLine::Blank)
            || half.len() + 1 >= line.len());
    }
}
