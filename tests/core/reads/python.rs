//! Scripts of Python that print a file whole.

use super::shell::{all, pass};

#[test]
fn python_shows_what_it_prints_whole() {
    all(&[
        ("python3 -c \"print(open('a.txt').read())\"", "a.txt"),
        ("python -c 'print( open(\"a.txt\", encoding=\"utf-8\").read(), end=\"\")'", "a.txt"),
        ("python3.12 -Ic 'import sys; sys.stdout.write(open(\"a.txt\").read())'", "a.txt"),
        ("python3 -c 'from pathlib import Path; print(Path(\"a.txt\").read_text())'", "a.txt"),
        ("python3 - <<'EOF'\nimport io\nprint(io.open('a.txt').read())\nEOF", "a.txt"),
        (
            "python3 <<'EOF'\nprint(open('a.txt').read())\nprint(open('~/b').read())\nEOF",
            "a.txt; ~/b",
        ),
        ("uv run python -c 'print(open(\"a.txt\").read())'", ""),
        ("python3 -c 'print(open(\"a.txt\").read()[:100])'", ""),
        ("python3 -c 'print(open(\"a.txt\").read().count(\"x\"))'", ""),
        ("python3 -c 'print(open(name).read())'", ""),
        ("python3 -c 'print(open(f\"{x}.txt\").read())'", ""),
        ("python3 -c 'print(len(open(\"a.txt\").read()))'", ""),
        ("python3 -c \"print(open('$X').read())\"", ""),
        ("python3 -c 'x = open(\"a.txt\").read()'", ""),
        ("python3 x.py <<'EOF'\nprint(open('a.txt').read())\nEOF", ""),
        ("python3 x.py", ""),
        ("python3 -c", ""),
    ]);
}

#[test]
fn python_shows_what_a_statement_prints_that_is_in_no_block() {
    all(&[
        ("python3 -c \"x = 1; print(open('a.txt').read()); y = 2\"", "a.txt"),
        ("python3 -c \"print(open('a.txt').read()) # all of it\"", "a.txt"),
        ("python3 -c \"print(\n  open('a.txt').read(),\n)\"", "a.txt"),
        ("python3 <<'EOF'\ns = '''it's\n'''; print(open('a.txt').read())\nEOF", "a.txt"),
        ("python3 <<'EOF'\nif x:\n  y\nprint(open('a.txt').read())\nEOF", "a.txt"),
        ("python3 <<'EOF'\ns = 'a\\'b'\nprint(open('a.txt').read())\nEOF", "a.txt"),
        ("python3 <<'EOF'\nd = {'x': [1, (2)]}; print(open('a.txt').read())\nEOF", "a.txt"),
        ("python3 <<'EOF'\n# it's (\nprint(open('a.txt').read())\nEOF", "a.txt"),
        ("python3 <<'EOF'\ns = '' + \"\"\nprint(open('a.txt').read())\nEOF", "a.txt"),
    ]);
}

#[test]
fn what_python_may_not_print_passes() {
    let script = |script: &str| ["python3 <<'EOF'\n", script, "\nEOF"].concat();
    for text in [
        // A comment, a text, a function, a branch.
        "# print(open('a.txt').read())",
        "#print(open('a.txt').read())",
        "x = 1 # ; print(open('a.txt').read())",
        "x = ( # )\nprint(open('a.txt').read())\n)",
        "s = \"print(open('a.txt').read())\"",
        "s = '''\nprint(open('a.txt').read())\n'''\nopen('o', 'w').write(s)",
        "s = \"\"\"it's\nprint(open('a.txt').read())\n\"\"\"",
        "s = '''\\'''\nprint(open('a.txt').read())\n'''",
        "def show():\n    print(open('a.txt').read())",
        "def show():\n    x = 1; print(open('a.txt').read())",
        "def show(): x = 1; print(open('a.txt').read())",
        "if x: y; print(open('a.txt').read())",
        "for x in y:\n\tprint(open('a.txt').read())",
        "x = (\nprint(open('a.txt').read())\n)",
        "x = 1 + \\\nprint(open('a.txt').read())",
        // Elsewhere, or a part of it.
        "print(open('a.txt').read(), file=open('o', 'w'))",
        "print(open('a.txt').read(), file = out)",
        "print(open('a.txt').read(), **options)",
        "print(open('a.txt').read()) if x else y()",
        "print(open('a.txt').read(), end='') if x else y()",
        "xprint(open('a.txt').read())",
        "import os; os.chdir('src'); print(open('a.txt').read())",
        "import sys; sys.stdout = out; print(open('a.txt').read())",
        // It does not come so far, or something else lies there by then.
        "import sys; sys.exit(); print(open('a.txt').read())",
        "raise SystemExit\nprint(open('a.txt').read())",
        "import os; os.remove('a.txt'); print(open('a.txt').read())",
        "open('a.txt', 'w').write('x'); print(open('a.txt').read())",
        // Python runs nothing of it.
        "print(open('a.txt').read())\ns = 'x",
        "s = 'x\ny = 'z\nprint(open(\"a.txt\").read())",
        "print(open('a.txt').read())\ns = '''x",
        "print(open('a.txt').read())\n(",
        "print(open('a.txt').read())\n)",
    ] {
        pass(&[&script(text)]);
    }
}
