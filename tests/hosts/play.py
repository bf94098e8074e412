"""Plays scenarios in the real hosts and demands what must hold. `run` starts it.

Each scenario has a home of its own: files of a user who has a hook already, `sprag install`, a turn
of the host against the scripted model and the stand-in judge, `sprag uninstall`.
"""

import fcntl
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

import worker
from host import HOSTS
from model import Model

FILES = {
    "calc.py": "def add(a, b):\n    return a - b\n",
    "test_calc.py": "import unittest\nfrom calc import add\n\nclass Add(unittest.TestCase):\n"
                    "    def test_add(self):\n        self.assertEqual(add(2, 3), 5)\n",
}

ASKED = "The suite fails. Take care of it."
ANNOUNCED = "I'll fix it now and run the suite."


class Failed(Exception):
    pass


def demand(holds, what):
    if not holds:
        raise Failed(what)


class Run:
    """One home, one project, one judge, one host."""

    def __init__(self, host, program, sprag, root, scores):
        self.sprag, self.root = sprag, root
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sprag-hosts-"))
        self.home, self.project = self.folder / "home", self.folder / "project"
        for folder in (self.home / "tmp", self.project):
            folder.mkdir(parents=True)
        self.host = host(program, self.home, self.project)
        for name, text in host.files.items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text, encoding="utf-8")
        for name, text in FILES.items():
            (self.project / name).write_text(text, encoding="utf-8")
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "sprag").symlink_to(sprag)
        port, self.asked = self.folder / "port", self.folder / "asked"
        self.judge = subprocess.Popen(
            [sprag, "stand-in", "--port-file", port, "--scores", json.dumps(scores),
             "--record", self.asked], stdout=subprocess.DEVNULL)
        while not (port.exists() and port.read_text().strip()):
            demand(self.judge.poll() is None, "the stand-in did not start")
            time.sleep(0.01)
        self.environment = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(self.home),
            "TMPDIR": str(self.home / "tmp"), "LANG": "C.UTF-8", "SHELL": "/bin/sh",
            "TYPESAFE_API_KEY": "stub-key-that-opens-nothing",
            "SPRAG_ENDPOINT": f"http://127.0.0.1:{port.read_text().strip()}/v1/systemone",
        }

    def close(self):
        self.judge.kill()
        self.judge.wait()
        shutil.rmtree(self.folder)

    def command(self, *args):
        done = subprocess.run([self.sprag, *args], env=self.environment, cwd=self.project,
                              capture_output=True, text=True, timeout=60, check=False)
        demand(done.returncode == 0, f"sprag {' '.join(args)}: {done.stdout}{done.stderr}")
        return done.stdout

    def install(self, *args):
        """Installs, and does what is left to the user."""
        self.command("install", "--host", self.host.word, *args)
        if self.host.word == "codex":
            self.host.trust({**self.environment, **self.host.environment(0)})

    def play(self, prompt, replies, *args, after="I have nothing to add."):
        """Runs one prompt; returns what the host printed."""
        self.model = Model(self.host.form, replies, after)
        port = self.model.port
        done = subprocess.run(
            [*self.host.command(port, prompt), *args],
            env={**self.environment, **self.host.environment(port)}, cwd=self.project,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
        self.model.shutdown()
        demand(done.returncode == 0, f"the host failed: {done.stdout}{done.stderr}")
        return done.stdout

    def work(self):
        return [self.host.read("calc.py"), self.host.edit("calc.py", "a - b", "a + b"),
                self.host.shell("python3 -m unittest -q test_calc"),
                "Fixed: add() subtracted. The suite passes."]

    def plugin(self, *args):
        """Runs one of the host's commands for plugins, in the checkout."""
        done = subprocess.run([self.host.program, "plugin", *args], cwd=self.root,
                              env={**self.environment, **self.host.environment(0)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                              check=False)
        demand(done.returncode == 0, f"plugin {' '.join(args)}: {done.stdout}{done.stderr}")

    def sent(self, number):
        """Returns what the model got with a request, from 1, as text."""
        body = self.model.requests[number - 1]
        return json.dumps(body.get("messages") or body.get("input"), ensure_ascii=False)

    def records(self):
        file = self.home / ".local/state/sprag/decisions.jsonl"
        if not file.exists():
            return []
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    def verdicts(self):
        """Returns the verdicts on what is the end of a turn."""
        verdicts = [record["verdict"] for record in self.records() if "verdict" in record]
        return [verdict for verdict in verdicts if verdict != {"pass": "not_a_stop"}]

    def reads(self):
        """Returns what became of reads that were too large, and by which tool."""
        reads = [record["read"] for record in self.records() if "read" in record]
        return [(read["verdict"], read["by"]) for read in reads]

    def judged(self):
        """Returns how often the judge was asked."""
        return len(self.asked.read_text().splitlines()) if self.asked.exists() else 0

    def stops(self):
        """Returns how many stops the neighbour's hook saw."""
        lines = (self.project / "stops.jsonl").read_text(encoding="utf-8").split("\n")
        return sum(self.host.is_stop(json.loads(line)) for line in lines if line.strip())

    def remove(self):
        """Uninstalls, and demands that the host's files are what they were."""
        self.command("uninstall", "--host", self.host.word)
        for name, text in self.host.files.items():
            file = self.home / name
            demand(file.read_text(encoding="utf-8") == text, f"{name} changed")
            left = [path.name for path in file.parent.iterdir() if "sprag" in path.name]
            demand(not left, f"left behind: {left}")


def block(run):
    """A blocked stop reaches the model, and the turn goes on; the next stop passes."""
    run.install("--checks", "promises")
    said = run.play(ASKED, [ANNOUNCED, *run.work()])
    demand(run.verdicts() == [{"block": "promises"}, {"pass": "continuing"}], run.verdicts())
    demand(len(run.model.requests) == 5, f"{len(run.model.requests)} requests")
    demand("did not do it" not in run.sent(1), "the model knew before")
    demand("did not do it" in run.sent(2), "the reason did not reach the model")
    demand("The suite passes." in said, f"the turn did not go on: {said}")
    demand("a + b" in (run.project / "calc.py").read_text(), "nothing was changed")
    demand(run.stops() == 2, f"the neighbour's hook saw {run.stops()} stops")
    plan = run.records()[0]["plan"]
    demand((plan["host"], plan["started_by"], plan["known"]["tools"])
           == (run.host.word, "person", 0), plan)
    run.remove()


def passes(run):
    """A turn whose work is done ends."""
    run.install("--checks", "promises")
    said = run.play(ASKED, run.work())
    demand(run.verdicts() == [{"pass": "nothing_found"}], run.verdicts())
    demand(len(run.model.requests) == 4, f"{len(run.model.requests)} requests")
    demand("The suite passes." in said and run.stops() == 1, "the turn did not end once")
    demand(run.records()[0]["plan"]["known"]["tools"] == 3, run.records()[0]["plan"])
    run.command("doctor")
    run.remove()


def contradicted(run):
    """Success that is claimed although the suite failed is sent back, and the turn goes on."""
    run.install("--checks", "done")
    _, _, test, done = run.work()
    spoil = run.host.edit("calc.py", "a - b", "b - a")
    mend = run.host.edit("calc.py", "b - a", "a + b")
    run.play(ASKED, [spoil, test, "Fixed. All tests pass.", mend, test, done])
    demand(run.verdicts()[:1] == [{"block": "done"}], run.records()[0])
    demand(len(run.model.requests) == 6, f"{len(run.model.requests)} requests")
    demand("a + b" in (run.project / "calc.py").read_text(), "the turn did not go on")
    run.remove()


def keyless(run):
    """Without a key, tests that are claimed and never ran send the turn back; nobody is asked."""
    del run.environment["TYPESAFE_API_KEY"]
    (run.project / "package.json").write_text('{"scripts": {"test": "jest"}}', encoding="utf-8")
    run.install("--checks", "done")
    _, _, test, _ = run.work()
    mend = run.host.edit("calc.py", "a - b", "(\n        a\n        + b\n    )")
    run.play(ASKED, [mend, "I fixed the sum. All tests pass.", test, "The tests pass now."])
    first, *_ = run.records()
    demand(first["verdict"] == {"block": "done"}, first)
    demand(first["call"]["asked"] == "local", first["call"])
    demand(first["call"]["model"].startswith("local-"), first["call"])
    demand("says that tests passed" in run.sent(3), "the reason did not reach the model")
    demand(len(run.model.requests) == 4, f"{len(run.model.requests)} requests")
    demand(run.judged() == 0, f"the judge at the endpoint was asked {run.judged()} times")
    run.remove()


def verified(run):
    """The same claim after a run that passed ends the turn, and nobody is asked."""
    run.install("--checks", "done")
    run.play(ASKED, run.work())
    demand(run.verdicts() == [{"pass": "nothing_to_ask"}] and run.judged() == 0, run.verdicts())
    standing = run.records()[0]["plan"]["known"]["standing"]
    demand(standing["changed"]["code"] == 1 and standing["test"]["last"] == "passed_part",
           standing)
    run.remove()


def guilty(run):
    """An agent that announces for ever is sent back within the cap, and the host ends."""
    run.install("--checks", "promises")
    run.play(ASKED, [ANNOUNCED], after=lambda number: f"I'll take step {number} now.")
    blocks = [verdict for verdict in run.verdicts() if "block" in verdict]
    demand(1 <= len(blocks) <= 3, run.verdicts())
    demand(len(run.model.requests) == len(blocks) + 1, f"{len(run.model.requests)} requests")
    run.remove()


def reads(run):
    """A read that is too large reaches the model as a reason, and a slice of it as it is."""
    (run.project / "large.txt").write_text("".join(f"row-{n}\n" for n in range(1, 1201)))
    run.install("--user", "--checks", "reads")
    run.play("Summarise large.txt.",
             [run.host.read("large.txt"), run.host.read("large.txt", offset=700, limit=50),
              run.host.shell("cat large.txt"), run.host.shell("wc -l large.txt"), "Done."])
    demand(len(run.model.requests) == 5, f"{len(run.model.requests)} requests")
    by = "shell" if run.host.word == "codex" else "tool"
    demand(run.reads() == [("deny", by), ("deny", "shell")], run.records())
    demand("has 1,200 lines" in run.sent(2), "the reason did not reach the model")
    demand("row-700" not in run.sent(2), "the file did, too")
    demand("row-700" in run.sent(3) and "row-749" in run.sent(3), "the slice was not shown")
    demand(run.sent(4).count("has 1,200 lines") == 2, "the command was not denied")
    demand("row-751" not in run.sent(5), "some of the file was shown")
    demand("1200 large.txt" in run.sent(5), "a command that shows nothing was denied")
    demand(run.judged() == 0, "somebody was asked")
    run.remove()


def reads_of_a_project(run):
    """Registered where it usually is, in a project that is trusted, it holds reads there."""
    (run.project / "large.txt").write_text("".join(f"row-{n}\n" for n in range(1, 1201)))
    # One of the hosts looks for a project's hooks in a checkout alone.
    subprocess.run(["git", "init", "-q", run.project], check=True)
    run.host.trust_project()
    run.install("--checks", "reads")
    run.play("Summarise large.txt.", [run.host.shell("cat large.txt"), "Done."])
    demand(run.reads() == [("deny", "shell")], run.records())
    demand("has 1,200 lines" in run.sent(2), "the reason did not reach the model")
    demand("denies bulk reads" in run.command("doctor"), "the doctor does not see the entry")
    run.command("uninstall", "--host", run.host.word, "--project")
    run.play("Summarise large.txt.", [run.host.shell("cat large.txt"), "Done."])
    demand("row-700" in run.sent(2) and len(run.reads()) == 1, "it is still there")


def reads_twice(run):
    """A slice that two entries are told of is charged once, and a denial is said once."""
    (run.project / "large.txt").write_text("".join(f"row-{n}\n" for n in range(1, 1201)))
    run.environment["SPRAG_CHECKS"] = "reads"
    run.install("--user")
    run.command("install", "--project" if run.host.word == "claude" else "--user")
    slices = [run.host.read("large.txt", offset=at, limit=300) for at in (1, 301, 601)]
    run.play("Summarise large.txt.", [*slices, "Done."])
    demand(len(run.reads()) == 1, run.records())
    demand("row-599" in run.sent(3), "the second slice was denied")
    demand("row-601" not in run.sent(4), "the third was not")
    demand(run.sent(4).count("were read in slices") == 1, "the reason came twice")


def reads_of_the_plugin(run):
    """The plugin holds reads as the entry does, and with no program on PATH every one happens."""
    (run.project / "large.txt").write_text("".join(f"row-{n}\n" for n in range(1, 1201)))
    options = {"pluginConfigs": {"sprag@inline": {"options": {"checks": "reads"}}}}
    given = ["--plugin-dir", str(run.root / "shell/plugin"), "--settings", json.dumps(options)]
    look = [run.host.read("large.txt"), "Done."]
    run.play("Summarise large.txt.", look, *given)
    demand(run.reads() == [("deny", "tool")], run.records())
    demand("has 1,200 lines" in run.sent(2), "the reason did not reach the model")
    (run.folder / "bin" / "sprag").unlink()
    run.play("Summarise large.txt.", look, *given)
    demand("row-700" in run.sent(2), "a missing program denied a read")


def reads_in_shadow(run):
    """In shadow the same read happens, and the record says what would have happened."""
    (run.project / "large.txt").write_text("".join(f"row-{n}\n" for n in range(1, 1201)))
    run.install("--user", "--checks", "reads", "--shadow")
    run.play("Summarise large.txt.", [run.host.shell("cat large.txt"), "Done."])
    demand(run.reads() == [("would_deny", "shell")], run.records())
    demand("row-700" in run.sent(2), "the file was not shown")
    run.remove()


def shadow(run):
    """In shadow the same turn ends, and the record says what would have happened."""
    run.install("--checks", "promises", "--shadow")
    run.play(ASKED, [ANNOUNCED])
    demand(run.verdicts() == [{"would_block": "promises"}], run.verdicts())
    demand(len(run.model.requests) == 1, f"{len(run.model.requests)} requests")
    run.remove()


def nothing(run):
    """With no check on, nothing is asked, written or changed."""
    run.install()
    run.play(ASKED, [ANNOUNCED])
    demand(run.records() == [] and len(run.model.requests) == 1, "something happened")
    demand(not (run.home / ".local").exists(), "a state was written")
    run.remove()


def watched(run):
    """A running task silences `watch`; once it is through, the same promise is sent back."""
    run.install("--checks", "watch")
    promise = "The build is running. I'll watch it and report when it is through."
    run.play("Start the long build and tell me how it goes.",
             [["Starting it.", run.host.shell("sleep 4; echo built", run_in_background=True)],
              promise],
             after="I'll keep watching the deployment and report on it.")
    records = run.records()
    demand(run.verdicts()[:2] == [{"pass": "nothing_found"}, {"block": "watch"}],
           run.verdicts())
    demand([record["plan"]["known"]["running"] for record in records[:2]] == [1, 0], "the tasks")
    run.remove()


def task(run):
    """A task in the background is seen, and silences `watch`."""
    run.install("--checks", "watch")
    promise = "The build is running. I'll watch it and report when it is through."
    run.play("Start the long build and tell me how it goes.",
             [["Starting it.", run.host.shell("sleep 4; echo built", background=True)], promise])
    demand(run.verdicts()[:1] == [{"pass": "nothing_found"}], run.verdicts())
    demand(run.records()[0]["plan"]["known"]["running"] == 1, run.records()[0]["plan"])
    run.remove()


def plugin(run):
    """The plugin blocks as the entry does, and with no program on PATH every turn ends."""
    options = {"pluginConfigs": {"sprag@inline": {"options": {"checks": "promises"}}}}
    given = ["--plugin-dir", str(run.root / "shell/plugin"), "--settings", json.dumps(options)]
    run.play(ASKED, [ANNOUNCED, *run.work()], *given)
    demand(run.verdicts()[:1] == [{"block": "promises"}], run.verdicts())
    demand("did not do it" in run.sent(2), "the reason did not reach the model")
    (run.folder / "bin" / "sprag").unlink()
    run.play(ASKED, [ANNOUNCED], *given)
    demand(len(run.model.requests) == 1, "a missing program held the turn up")
    for name, text in run.host.files.items():
        demand((run.home / name).read_text(encoding="utf-8") == text, f"{name} changed")


def valid(run):
    """The host's own validator has no fault and no warning to name."""
    for folder in (".", "shell/plugin"):
        run.plugin("validate", "--strict", folder)


def marketplace(run):
    """The README's one line installs the plugin, its options hold, and another line removes it."""
    readme = (run.root / "README.md").read_text(encoding="utf-8")
    lines = [line for line in readme.splitlines() if line.startswith("claude plugin install ")]
    demand(len(lines) == 1, f"the README has {len(lines)} such lines")
    run.plugin(*lines[0].split()[2:])
    run.play(ASKED, [ANNOUNCED])
    demand(run.verdicts() == [{"would_block": "promises"}], run.verdicts())
    run.command("doctor")
    run.plugin("marketplace", "remove", "sprag")
    run.play(ASKED, [ANNOUNCED])
    demand(len(run.records()) == 1, "the plugin is still there")
    for name, text in run.host.files.items():
        left = json.loads((run.home / name).read_text(encoding="utf-8"))
        demand(left["hooks"] == json.loads(text)["hooks"], "the neighbour's hook changed")


def plugin_of_codex(run):
    """The plugin is found, blocks once it is trusted, and leaves the hooks file alone."""
    run.plugin("marketplace", "add", str(run.root))
    run.plugin("add", "sprag@sprag")
    run.host.trust({**run.environment, **run.host.environment(0)})
    run.environment["SPRAG_CHECKS"] = "promises"
    run.play(ASKED, [ANNOUNCED, *run.work()])
    demand(run.verdicts() == [{"block": "promises"}, {"pass": "continuing"}], run.verdicts())
    demand("reviewed; /hooks says" in run.command("doctor"), "the review is not seen")
    (run.folder / "bin" / "sprag").unlink()
    run.play(ASKED, [ANNOUNCED])
    demand(len(run.model.requests) == 1, "a missing program held the turn up")
    for name, text in run.host.files.items():
        demand((run.home / name).read_text(encoding="utf-8") == text, f"{name} changed")


def unreviewed(run):
    """Until its user trusts the entry the host skips it; the doctor says so, and forges nothing."""
    run.command("install", "--host", "codex", "--checks", "promises")
    run.play(ASKED, [ANNOUNCED])
    demand(run.records() == [] and len(run.model.requests) == 1, "it ran all the same")
    doctor = [run.sprag, "doctor"]
    said = subprocess.run(doctor, env={**run.environment, **run.host.environment(0)}, text=True,
                          cwd=run.project, capture_output=True, timeout=60, check=False)
    demand(said.returncode == 1 and "not reviewed yet" in said.stdout, said.stdout)
    run.host.trust({**run.environment, **run.host.environment(0)})
    demand("reviewed; /hooks says" in run.command("doctor"), "the review is not seen")
    states = {hook["trustStatus"] for hook in
              run.host.hooks({**run.environment, **run.host.environment(0)})}
    demand(states == {"trusted"}, states)
    run.command("uninstall", "--host", "codex")


def twice(run):
    """A stop that the entry here and Claude Code's both are told of is handled once."""
    run.environment["SPRAG_CHECKS"] = "promises"
    run.install()
    run.command("install")
    run.play(ASKED, [ANNOUNCED, *run.work()])
    demand(run.verdicts() == [{"block": "promises"}, {"pass": "continuing"}], run.verdicts())
    demand(run.judged() == 1, f"the judge was asked {run.judged()} times")
    demand(run.sent(2).count("did not do it") == 1, "the reason came twice")
    run.command("uninstall")
    run.remove()


def entry_of_claude(run):
    """Claude Code's entry alone works here, too, by what the payload says."""
    run.environment["SPRAG_CHECKS"] = "promises"
    run.command("install")
    run.play(ASKED, [ANNOUNCED, *run.work()])
    demand(run.verdicts() == [{"block": "promises"}, {"pass": "continuing"}], run.verdicts())
    demand("did not do it" in run.sent(2), "the reason did not reach the model")
    run.command("uninstall")


IDLE = {"no_action": 0.93, "broken_promise": 0.31}
SOUND = {"no_action": 0.02, "broken_promise": 0.04}
CLAIMED = {"claims_done": 0.97, "claims_tests": 0.96, "claims_build": 0.02, "claims_lint": 0.02,
           "verification_applies": 0.95, "outcome_blocked": 0.02}
WATCH = {"watch_claim": 0.95}
EVERY = ("claude", "codex", "grok")
SCENARIOS = [
    (block, EVERY, IDLE),
    (passes, EVERY, SOUND),
    (contradicted, EVERY, CLAIMED),
    (keyless, EVERY, {}),
    (verified, EVERY, CLAIMED),
    (guilty, EVERY, IDLE),
    (reads, EVERY, IDLE),
    (reads_in_shadow, EVERY, IDLE),
    (reads_of_a_project, EVERY, IDLE),
    (reads_twice, ("claude", "grok"), IDLE),
    (reads_of_the_plugin, ("claude",), IDLE),
    (shadow, EVERY, IDLE),
    (nothing, EVERY, IDLE),
    (watched, ("claude",), WATCH),
    (plugin, ("claude",), IDLE),
    (valid, ("claude",), IDLE),
    (marketplace, ("claude",), IDLE),
    (plugin_of_codex, ("codex",), IDLE),
    (unreviewed, ("codex",), IDLE),
    (task, ("grok",), WATCH),
    (twice, ("grok",), IDLE),
    (entry_of_claude, ("grok",), IDLE),
    (worker.delegated, ("claude", "codex"), IDLE),
    (worker.written, ("claude", "codex"), IDLE),
    (worker.refused, ("claude", "codex"), IDLE),
    (worker.disarmed, ("codex",), IDLE),
    (worker.messages, ("claude",), IDLE),
    (worker.within, ("claude", "codex"), SOUND),
]


def loopback_alone():
    """Sets the one interface up, and refuses to run beside any other."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh", b"lo", 0)
        answer = fcntl.ioctl(any_socket, 0x8913, request)  # SIOCGIFFLAGS
        flags = struct.unpack("16sh", answer[:18])[1]
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", flags | 1))  # SIOCSIFFLAGS, up
    names = [name for _, name in socket.if_nameindex()]
    if names != ["lo"]:
        sys.exit(f"play.py: not isolated, {names}; start it with `run`")


def main():
    sprag, root, claude, codex, grok, *wanted = sys.argv[1:]
    programs = {"claude": claude, "codex": codex, "grok": grok}
    loopback_alone()
    failed = ran = 0
    for scenario, hosts, scores in SCENARIOS:
        for host in hosts:
            name = f"{host}/{scenario.__name__}"
            if wanted and not {host, scenario.__name__, name} & set(wanted):
                continue
            ran += 1
            run = Run(HOSTS[host], programs[host], sprag, pathlib.Path(root), scores)
            try:
                scenario(run)
                print(f"ok    {name}: {scenario.__doc__}", flush=True)
            except (Failed, worker.Failed, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"FAIL  {name}: {scenario.__doc__}\n      {error}", flush=True)
            finally:
                run.close()
    if ran == 0:
        names = [f"{host}/{scenario.__name__}" for scenario, hosts, _ in SCENARIOS
                 for host in hosts]
        sys.exit(f"play.py: no scenario of {wanted}; there are {', '.join(names)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
