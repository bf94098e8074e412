//! How much of its files a program shows.

use super::shell::all;

#[test]
fn a_program_that_shows_files_shows_all_of_them() {
    all(&[
        ("cat -n a.txt b.txt", "a.txt; b.txt"),
        ("cat -A -- a.txt", "a.txt"),
        ("cat - a.txt", "a.txt"),
        ("less +F a.txt", "+F; a.txt"),
        ("more a.txt", "a.txt"),
        ("nl -ba a.txt", "a.txt"),
        ("cat<a.txt", "a.txt"),
        ("cat <a.txt", "a.txt"),
        ("cat 0< a.txt", "a.txt"),
        ("cat b.txt < a.txt", "b.txt"),
        ("cat - < a.txt", "a.txt"),
        ("cat a.txt 3< b.txt", "a.txt"),
        ("head -5 < a.txt", "a.txt 1-5"),
        ("cat < a.txt | head -5", "a.txt 1-5"),
    ]);
}

#[test]
fn head_shows_what_its_options_say() {
    all(&[
        ("head a.txt", "a.txt 1-10"),
        ("head -n 5 a.txt b.txt", "a.txt 1-5; b.txt 1-5"),
        ("head -n5 a.txt", "a.txt 1-5"),
        ("head -5 a.txt", "a.txt 1-5"),
        ("head --lines=5 a.txt", "a.txt 1-5"),
        ("head --lines 5 a.txt", "a.txt 1-5"),
        ("head -qn 900 a.txt", "a.txt 1-900"),
        ("head -qvn900 a.txt", "a.txt 1-900"),
        ("head -v -n 3 -- a.txt", "a.txt 1-3"),
        ("head -n 900 -n 5 a.txt", "a.txt 1-5"),
        ("head -n -5 a.txt", "a.txt all but 5"),
        ("head -n 0 a.txt", "a.txt "),
        ("head -n 2k a.txt", "a.txt 1-2048"),
        ("head -n 99999999999999999999 a.txt", "a.txt 1-"),
        ("head -c 400 a.txt", "a.txt 400 bytes"),
        ("head -c400 a.txt", "a.txt 400 bytes"),
        ("head --bytes=1M a.txt", "a.txt 1048576 bytes"),
        ("head -c -400 a.txt", "a.txt all but 10"),
        ("head -n abc a.txt", "a.txt"),
        ("head -n +5 a.txt", "a.txt"),
        ("head -n a.txt", ""),
        ("head --line 5 a.txt", ""),
        ("head -z -n 5 a.txt", ""),
    ]);
}

#[test]
fn tail_shows_what_its_options_say() {
    all(&[
        ("tail a.txt", "a.txt last 10"),
        ("tail -20 a.txt", "a.txt last 20"),
        ("tail -20f a.txt", "a.txt last 20"),
        ("tail -f -n 20 a.txt", "a.txt last 20"),
        ("tail -fn20 a.txt", "a.txt last 20"),
        ("tail -n -20 a.txt", "a.txt last 20"),
        ("tail -n +5 a.txt", "a.txt 5-"),
        ("tail -n+5 a.txt", "a.txt 5-"),
        ("tail +5 a.txt", "a.txt 5-"),
        ("tail -c 400 a.txt", "a.txt last 400 bytes"),
        ("tail -c +401 a.txt", "a.txt 11-"),
        ("tail -F --retry --pid 5 -s 2 a.txt", "a.txt last 10"),
        ("tail --follow=name --pid=5 a.txt", "a.txt last 10"),
        ("tail -r a.txt", ""),
    ]);
}

#[test]
fn sed_shows_the_lines_that_its_script_names() {
    all(&[
        ("sed -n '1,200p' a.txt", "a.txt 1-200"),
        ("sed -n 5p a.txt", "a.txt 5-5"),
        ("sed -n '100,+50p' a.txt", "a.txt 100-150"),
        ("sed -n '10,$p' a.txt", "a.txt 10-"),
        ("sed -n '10,$ p' a.txt", "a.txt 10-"),
        ("sed -n ' 1, 9 p ; 20 , 29 p ' a.txt", "a.txt 1-9,20-29"),
        ("sed -n '1,9p;;5,12p;' a.txt b.txt", "a.txt 1-9,5-12; b.txt 1-9,5-12"),
        ("sed -n p a.txt", "a.txt"),
        ("sed -n '1,900{p}' a.txt", "a.txt 1-900"),
        ("sed -n '1,900{10,20p;30p}' a.txt", "a.txt 10-20,30-30"),
        ("sed -n '1,900p;900q' a.txt", "a.txt 1-900"),
        ("sed -n '5!p' a.txt", "a.txt 1-4,6-"),
        ("sed -n '5q;p' a.txt", "a.txt 1-4"),
        ("sed -n 'p;5q' a.txt", "a.txt 1-5"),
        ("sed -n '5Q;p' a.txt", "a.txt 1-4"),
        ("sed -n '1,5l' a.txt", "a.txt 1-5"),
        ("sed -n 's/a/b/' a.txt", "a.txt "),
        ("sed 5q a.txt", "a.txt 1-5"),
        ("sed '10,$d' a.txt", "a.txt 1-9"),
        ("sed '1,9d;20,29d' a.txt", "a.txt 10-19,30-"),
        ("sed '10!d' a.txt", "a.txt 10-10"),
        ("sed '' a.txt", "a.txt"),
        ("sed 's/a/b/g; s|/|;|' a.txt", "a.txt"),
        ("sed '/x\\/y/s/a/b/' a.txt", "a.txt"),
        ("sed 'y/ab/cd/;=;G' a.txt", "a.txt"),
        ("sed '/x/p' a.txt", "a.txt"),
        ("sed '3a text; q' a.txt", "a.txt"),
        ("sed '1,5p # twice' a.txt", "a.txt 1-5,1-"),
    ]);
}

#[test]
fn sed_is_read_with_all_its_options() {
    all(&[
        ("sed -ne '1,5p' a.txt", "a.txt 1-5"),
        ("sed -n -e 1,5p -e 9p a.txt", "a.txt 1-5,9-9"),
        ("sed -n -e1,5p a.txt", "a.txt 1-5"),
        ("sed a.txt -n -e 1,5p", "a.txt 1-5"),
        ("sed -nE '1,5p' a.txt", "a.txt 1-5"),
        ("sed -s -u -r -n '1,5p' a.txt", "a.txt 1-5"),
        ("sed --quiet --expression=1,5p a.txt", "a.txt 1-5"),
        ("sed --silent --expression 1,5p a.txt", "a.txt 1-5"),
        ("sed -l 9 -n -- 1,5p a.txt", "a.txt 1-5"),
        ("sed --line-length=9 --line-length 9 -n 1,5p a.txt", "a.txt 1-5"),
        ("gsed -n 1,5p a.txt", "a.txt 1-5"),
        ("/usr/bin/sed -n 1,5p a.txt", "a.txt 1-5"),
        // With the end of a line being a zero, a text is one line.
        ("sed -z 's/\\n/,/g' a.txt", "a.txt"),
        ("sed -zn 1,5p a.txt", "a.txt"),
        ("sed --null-data -n 2,5p a.txt", "a.txt "),
    ]);
}

#[test]
fn what_sed_prints_by_patterns_or_changes_passes() {
    for script in [
        "/x/p",
        "/a/,/b/p",
        "1,/b/p",
        "/a/,9p",
        "/a/,+9p",
        "\\,x,p",
        "/x/Ip",
        "1~2p",
        "1,50p;s/x/y/p",
        "s/x/y/w out",
        "1,5p;n",
        "$!N;p",
        "1,5{p",
        "1,5p}",
        "p p",
        "{{{{{{{{{p}}}}}}}}}",
        "5r b.txt",
        "b",
        "/x/q;p",
        "s/x/y",
        "s",
        "1,",
        "1,p",
        ",5p",
        "#n\np",
    ] {
        all(&[(&format!("sed -n '{script}' a.txt"), "")]);
    }
    all(&[
        ("sed '/x/d' a.txt", ""),
        ("sed '/x/,$!d' a.txt", ""),
        ("sed -i 5q a.txt", ""),
        ("sed -ni 5p a.txt", ""),
        ("sed --in-place=.b 5q a.txt", ""),
        ("sed -f x.sed a.txt", ""),
        ("sed -nfx.sed a.txt", ""),
        ("sed --file=x.sed a.txt", ""),
        ("sed --what 5q a.txt", ""),
        ("sed -n", ""),
        ("sed -n 5p", ""),
        ("sed -n 5p -", ""),
    ]);
}

#[test]
fn awk_shows_the_lines_that_its_rules_name() {
    all(&[
        ("awk 1 a.txt", "a.txt"),
        ("awk '{print}' a.txt", "a.txt"),
        ("awk '{ print $0 }' a.txt b.txt", "a.txt; b.txt"),
        ("awk '{print NR\": \"$0}' a.txt", "a.txt"),
        ("awk '{printf \"%d %s\\n\", NR, $0}' a.txt", "a.txt"),
        ("awk 'NR<900' a.txt", "a.txt 1-899"),
        ("awk 'NR <= 900' a.txt", "a.txt 1-900"),
        ("awk 'NR>10' a.txt", "a.txt 11-"),
        ("awk 'NR>=10 && NR<=20' a.txt", "a.txt 10-20"),
        ("awk 'NR>=10&&NR<=20{print NR\": \"$0}' a.txt", "a.txt 10-20"),
        ("awk 'NR==5 {print; }' a.txt", "a.txt 5-5"),
        ("awk 'NR==10,NR==20' a.txt", "a.txt 10-20"),
        ("awk 'NR==5;NR==9' a.txt", "a.txt 5-5,9-9"),
        ("awk 'NR>20{exit} {print}' a.txt", "a.txt 1-20"),
        ("awk '{print} NR==20{exit}' a.txt", "a.txt 1-20"),
        ("awk -F: -v x=1 -F , -- 1 x=2 a.txt", "a.txt"),
        ("gawk 'FNR<5' < a.txt", "a.txt 1-4"),
        ("awk '0' a.txt", "a.txt "),
        ("awk '{}' a.txt", "a.txt "),
    ]);
}

#[test]
fn what_awk_prints_in_part_or_by_patterns_passes() {
    for program in [
        "{print $1}",
        "/x/",
        "NR%2",
        "NR==1 || NR==5",
        "length > 80",
        "{print length($0)}",
        "{print substr($0, 1, 9)}",
        "{if (NR<5) print}",
        "{print > \"b.txt\"}",
        "{print \"$0\"}",
        "BEGIN {print}",
        "NR<5{next}1",
        "NR",
        "NR<",
        "{print",
        "{print $0; exit}",
        "{print $0 | \"sort\"}",
        "{sub(/a/, \"\"); print}",
        "$1 == 5",
    ] {
        all(&[(&format!("awk '{program}' a.txt"), "")]);
    }
    all(&[("awk -f x.awk a.txt", ""), ("awk", ""), ("awk -i inplace 1 a.txt", "")]);
    all(&[("awk \"NR<$n\" a.txt", ""), ("awk -v n=$n 1 a.txt", "a.txt")]);
}

#[test]
fn bat_shows_its_ranges() {
    all(&[
        ("bat a.txt", "a.txt"),
        ("batcat -pp --style plain -l rs a.txt", "a.txt"),
        ("bat -r 1:50 a.txt", "a.txt 1-50"),
        ("bat -r1:50 a.txt", "a.txt 1-50"),
        ("bat --line-range=:50 a.txt", "a.txt 1-50"),
        ("bat --line-range 40: a.txt", "a.txt 40-"),
        ("bat -r 30:+10 -r 90 a.txt b.txt", "a.txt 30-40,90-90; b.txt 30-40,90-90"),
        ("bat -r -10: a.txt", "a.txt last 10"),
        ("bat -r x:y a.txt", ""),
        ("bat -r -10: -r 1:5 a.txt", ""),
        ("bat -r", ""),
        ("bat --diff a.txt", ""),
        ("bat $OPTIONS a.txt", ""),
    ]);
}
