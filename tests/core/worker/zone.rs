//! Which time zone a variable may name.
use sprag_core::worker::zone::guard_zone;

#[test]
fn a_zone_is_a_name_or_a_rule_and_no_file_elsewhere() {
    for (value, name) in [
        ("Europe/Berlin", "Europe/Berlin"),
        (":Europe/Berlin", "Europe/Berlin"),
        ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        (":/etc/zoneinfo/UTC", "UTC"),
        ("EST5EDT,M3.2.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0"),
        ("<+03>-3", "<+03>-3"),
        ("::/tmp/pipe", ":/tmp/pipe"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ] {
        assert_eq!(guard_zone(value), Some(name), "{value}");
    }
    for value in [
        "",
        ":",
        ":/tmp/pipe",
        "/tmp/pipe",
        "../pipe",
        "./pipe",
        "Europe/../../pipe",
        "/usr/share/zoneinfo/../pipe",
        "/usr/share/zoneinfo",
        "/usr/share/zoneinfo/",
        "/usr/share/zoneinfo//tmp/pipe",
        "/usr/share/zoneinfos/pipe",
    ] {
        assert_eq!(guard_zone(value), None, "{value}");
    }
}
