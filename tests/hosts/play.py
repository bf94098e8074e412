"""Plays scenarios in a real Claude Code and demands what must hold. `run` starts it.

Each scenario has a home of its own: settings of a user who has a hook already, `sprag install`, a
turn of the host against the scripted model and the stand-in judge, `sprag uninstall`.
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

from model import Model

# A neighbour's hook, an odd style, a key that nobody knows: all of it has to stay.
SETTINGS = """{
    "cleanupPeriodDays": 20, "x-ours": "caf\u00e9 \\u00e9",
    "hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "cat >> stops.jsonl"}]} ]}
}"""

FILES = {
    "calc.py": "def add(a, b):\n    return a - b\n",
    "test_calc.py": "import unittest\nfrom calc import add\n\nclass Add(unittest.TestCase):\n"
                    "    def test_add(self):\n        self.assertEqual(add(2, 3), 5)\n",
}


def shell(command, **more):
    return ("Bash", {"command": command, "description": "Run a command", **more})


def work(folder):
    return [
        ("Read", {"file_path": f"{folder}/calc.py"}),
        ("Edit", {"file_path": f"{folder}/calc.py", "old_string": "a - b", "new_string": "a + b"}),
        shell("python3 -m unittest -q test_calc"),
        "Fixed: add() subtracted. The suite passes.",
    ]


class Failed(Exception):
    pass


def demand(holds, what):
    if not holds:
        raise Failed(what)


class Run:
    """One home, one project, one judge."""

    def __init__(self, claude, sprag, root, scores):
        self.claude, self.sprag, self.root = claude, sprag, root
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sprag-hosts-"))
        self.home, self.project = self.folder / "home", self.folder / "project"
        for folder in (self.home / ".claude", self.home / "tmp", self.project):
            folder.mkdir(parents=True)
        self.settings = self.home / ".claude" / "settings.json"
        self.settings.write_text(SETTINGS, encoding="utf-8")
        for name, text in FILES.items():
            (self.project / name).write_text(text, encoding="utf-8")
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "sprag").symlink_to(sprag)
        port = self.folder / "port"
        self.judge = subprocess.Popen(
            [sprag, "stand-in", "--port-file", port, "--scores", json.dumps(scores)],
            stdout=subprocess.DEVNULL)
        while not (port.exists() and port.read_text().strip()):
            demand(self.judge.poll() is None, "the stand-in did not start")
            time.sleep(0.01)
        self.environment = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(self.home),
            "TMPDIR": str(self.home / "tmp"), "LANG": "C.UTF-8", "SHELL": "/bin/sh",
            "CLAUDE_CODE_TMPDIR": str(self.home / "tmp"), "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1", "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "ANTHROPIC_API_KEY": "stub-key-that-opens-nothing",
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

    def host(self, prompt, replies, *args, after="I have nothing to add."):
        """Runs one prompt; returns what the host printed."""
        self.model = Model(replies, after)
        environment = {**self.environment, "ANTHROPIC_BASE_URL": self.model.url}
        done = subprocess.run(
            [self.claude, "-p", prompt, *args, "--allowedTools", "Bash,Edit,Read"],
            env=environment, cwd=self.project, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=120, check=False)
        self.model.shutdown()
        demand(done.returncode == 0, f"the host failed: {done.stdout}{done.stderr}")
        return done.stdout

    def plugin(self, *args):
        """Runs one of the host's commands for plugins, in the checkout."""
        done = subprocess.run([self.claude, "plugin", *args], env=self.environment, cwd=self.root,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                              check=False)
        demand(done.returncode == 0, f"plugin {' '.join(args)}: {done.stdout}{done.stderr}")

    def sent(self, number):
        """Returns what the model got with a request, from 1, as text."""
        return json.dumps(self.model.requests[number - 1]["messages"], ensure_ascii=False)

    def records(self):
        file = self.home / ".local/state/sprag/decisions.jsonl"
        if not file.exists():
            return []
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    def stops(self):
        return len((self.project / "stops.jsonl").read_text(encoding="utf-8").splitlines())

    def remove(self):
        """Uninstalls, and demands that the host's files are what they were."""
        self.command("uninstall")
        demand(self.settings.read_text(encoding="utf-8") == SETTINGS, "the settings changed")
        left = [path.name for path in self.settings.parent.iterdir() if "sprag" in path.name]
        demand(not left, f"left behind: {left}")


def verdicts(run):
    return [record["verdict"] for record in run.records()]


def block(run):
    """A blocked stop reaches the model, and the turn goes on; the next stop passes."""
    run.command("install", "--checks", "promises")
    said = run.host("The suite fails. Take care of it.",
                    ["I'll fix it now and run the suite.", *work(run.project)])
    demand(verdicts(run) == [{"block": "broken_promise"}, {"pass": "continuing"}], verdicts(run))
    demand(len(run.model.requests) == 5, f"{len(run.model.requests)} requests")
    demand("announces an action" in run.sent(2), "the reason did not reach the model")
    demand("The suite passes." in said, f"the turn did not go on: {said}")
    demand("a + b" in (run.project / "calc.py").read_text(), "nothing was changed")
    demand(run.stops() == 2, f"the neighbour's hook saw {run.stops()} stops")
    run.remove()


def shadow(run):
    """In shadow the same turn ends, and the record says what would have happened."""
    run.command("install", "--checks", "promises", "--shadow")
    run.host("The suite fails. Take care of it.", ["I'll fix it now and run the suite."])
    demand(verdicts(run) == [{"would_block": "broken_promise"}], verdicts(run))
    demand(len(run.model.requests) == 1, f"{len(run.model.requests)} requests")
    run.remove()


def passes(run):
    """A turn whose work is done ends."""
    run.command("install", "--checks", "promises")
    said = run.host("The suite fails. Take care of it.", work(run.project))
    demand(verdicts(run) == [{"pass": "nothing_found"}], verdicts(run))
    demand(len(run.model.requests) == 4, f"{len(run.model.requests)} requests")
    demand("The suite passes." in said and run.stops() == 1, "the turn did not end once")
    run.command("doctor")
    run.remove()


def watched(run):
    """A running task silences `watch`; once it is through, the same promise is sent back."""
    run.command("install", "--checks", "watch")
    promise = "The build is running. I'll watch it and report when it is through."
    run.host("Start the long build and tell me how it goes.",
             [["Starting it.", shell("sleep 4; echo built", run_in_background=True)], promise],
             after="I'll keep watching the deployment and report on it.")
    records = run.records()
    demand(verdicts(run)[:2] == [{"pass": "nothing_found"}, {"block": "unwatched"}], verdicts(run))
    demand([record["plan"]["known"]["running"] for record in records[:2]] == [1, 0], "the tasks")
    run.remove()


def nothing(run):
    """With no check on, nothing is asked, written or changed."""
    run.command("install")
    run.host("The suite fails. Take care of it.", ["I'll fix it now and run the suite."])
    demand(run.records() == [] and len(run.model.requests) == 1, "something happened")
    run.remove()


def plugin(run):
    """The plugin blocks as the entry does, and with no program on PATH every turn ends."""
    options = {"pluginConfigs": {"sprag@inline": {"options": {"checks": "promises"}}}}
    given = ["--plugin-dir", str(run.root / "shell/plugin"), "--settings", json.dumps(options)]
    run.host("The suite fails. Take care of it.",
             ["I'll fix it now and run the suite.", *work(run.project)], *given)
    demand(verdicts(run)[:1] == [{"block": "broken_promise"}], verdicts(run))
    demand("announces an action" in run.sent(2), "the reason did not reach the model")
    (run.folder / "bin" / "sprag").unlink()
    run.host("The suite fails. Take care of it.", ["I'll fix it now and run the suite."], *given)
    demand(len(run.model.requests) == 1, "a missing program held the turn up")
    demand(run.settings.read_text(encoding="utf-8") == SETTINGS, "the settings changed")


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
    run.host("The suite fails. Take care of it.", ["I'll fix it now and run the suite."])
    demand(verdicts(run) == [{"would_block": "broken_promise"}], verdicts(run))
    run.command("doctor")
    run.plugin("marketplace", "remove", "sprag")
    run.host("The suite fails. Take care of it.", ["I'll fix it now and run the suite."])
    demand(len(run.records()) == 1, "the plugin is still there")
    hooks = json.loads(run.settings.read_text(encoding="utf-8"))["hooks"]
    demand(hooks == json.loads(SETTINGS)["hooks"], "the neighbour's hook changed")


BROKEN = {"no_action": 0.31, "broken_promise": 0.93}
SCENARIOS = {
    block: BROKEN,
    shadow: BROKEN,
    passes: {"no_action": 0.02, "broken_promise": 0.04},
    watched: {"watch_claim": 0.95},
    nothing: BROKEN,
    plugin: BROKEN,
    valid: {},
    marketplace: BROKEN,
}


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
    claude, sprag, root, *wanted = sys.argv[1:]
    loopback_alone()
    failed = ran = 0
    for scenario, scores in SCENARIOS.items():
        if wanted and scenario.__name__ not in wanted:
            continue
        ran += 1
        run = Run(claude, sprag, pathlib.Path(root), scores)
        try:
            scenario(run)
            print(f"ok    {scenario.__name__}: {scenario.__doc__}", flush=True)
        except (Failed, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL  {scenario.__name__}: {scenario.__doc__}\n      {error}", flush=True)
        finally:
            run.close()
    if ran == 0:
        sys.exit(f"play.py: no scenario of {wanted}; there are "
                 + ", ".join(each.__name__ for each in SCENARIOS))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
