"""Delegation: `sprag read` and `sprag write` through the real command lines, offline.

What the model gets is what a worker gets: none of the user's instructions, settings, hooks and
tools. What it answers comes back with line numbers.
"""

import http.server
import json
import subprocess
import threading

from model import Messages, Model, Responses

QUESTION = "Where is the sum made?"
QUOTED = "- `def add(a, b):` makes it."
MARK = "MARK-OF-THE-USER"
LONG = "".join(f"# line {number}\n" for number in range(1, 900)) + (
    "def add(a, b):\n    return a - b  # an end of the file\n")
# What only the agent's own session has in its requests.
MARK_OF_SESSION = "cat calc.py"
ASKED = ("read", "--question", QUESTION, "--paths", "calc.py", "test_calc.py")


class Failed(Exception):
    pass


def demand(holds, what):
    if not holds:
        raise Failed(what)


class EveryMessage(Messages):
    @staticmethod
    def is_main(_):
        return True


class Refusal(http.server.BaseHTTPRequestHandler):
    """Refuses everything."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        error = {"type": "invalid_request_error", "message": "scripted refusal"}
        raw = json.dumps({"type": "error", "error": error}).encode()
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)


class Refusing(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Refusal)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Caller:
    """A user with instructions, a hook and a server for tools, none of which a worker may see."""

    def __init__(self, run):
        self.run = run
        instructions = {"claude": ".claude/CLAUDE.md", "codex": ".codex/AGENTS.md"}
        path = run.home / instructions[run.host.word]
        path.write_text(f"{MARK}\n", encoding="utf-8")
        self.touched = run.home / "touched"
        hook = {"type": "command", "command": f"echo x >> {self.touched}"}
        hooks = {"claude": ".claude/settings.json", "codex": ".codex/hooks.json"}
        events = {event: [{"hooks": [hook]}] for event in ("Stop", "UserPromptSubmit")}
        (run.home / hooks[run.host.word]).write_text(json.dumps({"hooks": events}),
                                                     encoding="utf-8")
        if run.host.word == "codex":
            server = json.dumps(["-c", f"echo x >> {self.touched}; sleep 5"])
            config = run.home / ".codex/config.toml"
            config.write_text(f'[mcp_servers.mine]\ncommand = "sh"\nargs = {server}\n',
                              encoding="utf-8")

    def call(self, *args, replies=(), model=None, **more):
        """Runs sprag before a model with these replies."""
        run = self.run
        form = EveryMessage if run.host.word == "claude" else Responses
        self.model = model or Model(form, replies)
        environment = {**run.environment, **run.host.environment(self.model.port),
                       "SPRAG_WORKER_TIMEOUT": "60", **more}
        environment[f"SPRAG_{run.host.word.upper()}_BIN"] = str(self.program())
        try:
            return subprocess.run([run.sprag, *args], env=environment, cwd=run.project, text=True,
                                  capture_output=True, timeout=120, check=False,
                                  stdin=subprocess.DEVNULL)
        finally:
            self.model.shutdown()

    def program(self):
        """Returns the host's program; Codex is told of the model by a script around it."""
        if self.run.host.word == "claude":
            return self.run.host.program
        command = self.run.host.command(self.model.port, "-")
        settings = command[2:command.index("--skip-git-repo-check")]
        script = self.run.folder / "codex-here"
        quoted = " ".join("'" + part.replace("'", "'\\''") + "'" for part in settings)
        script.write_text(f'#!/bin/sh\nshift\nexec {self.run.host.program} exec {quoted} "$@"\n',
                          encoding="utf-8")
        script.chmod(0o755)
        return script

    def sent(self):
        return json.dumps(self.model.requests, ensure_ascii=False)


def delegated(run):
    """A worker gets two files, nothing else of the user's, and what it quotes gets its line."""
    caller = Caller(run)
    done = caller.call(*ASKED, replies=[QUOTED], SPRAG_WORKER=run.host.word)
    demand(done.returncode == 0, f"no answer: {done.stderr}")
    expected = "- `def add(a, b):` (calc.py:1) makes it.\n"
    demand(done.stdout == expected, f"not the answer: {done.stdout}")
    demand("used 10 in / 5 out" in done.stderr, f"not the usage: {done.stderr}")
    demand("1 verified citation" in done.stderr, f"not the citations: {done.stderr}")
    demand(len(caller.model.requests) == 1, f"{len(caller.model.requests)} requests")
    sent = caller.sent()
    demand(QUESTION in sent and "return a - b" in sent, "the files were not sent")
    demand("You answer a question about files" in sent, "the prompt was not sent")
    demand(not caller.touched.exists(), "a hook or a server of the user's ran")
    if run.host.word == "claude":
        demand(MARK not in sent, "the user's instructions were sent")
        [body] = caller.model.requests
        demand(body.get("tools") == [], f"tools: {body.get('tools')}")
    size = len(sent.encode())
    demand(size < 30_000, f"the request has {size} bytes")
    print(f"      {run.host.word}: the request has {size} bytes", flush=True)


def written(run):
    """A worker writes a file in the manner of another, without its fence, whole."""
    caller = Caller(run)
    code = "```python\n    assert add(2, 2) == 4\n```"
    done = caller.call("write", "--spec", "One more case.", "--reference", "test_calc.py",
                       "--context", "calc.py", "--target", "more/case.py", replies=[code],
                       SPRAG_WORKER=run.host.word)
    demand(done.returncode == 0, f"nothing was written: {done.stderr}")
    text = (run.project / "more/case.py").read_text(encoding="utf-8")
    demand(text == "    assert add(2, 2) == 4\n", f"not what was written: {text!r}")


def disarmed(run):
    """A model that asks Codex for a command or a patch gets neither, and nothing is touched."""
    caller = Caller(run)
    made = run.home / "made"
    calls = [run.host.shell(f"touch {made}"),
             run.host.script("apply_patch", f"*** Begin Patch\n*** Add File: {made}\n+x\n"
                                            "*** End Patch"), QUOTED]
    done = caller.call(*ASKED, replies=calls, SPRAG_WORKER="codex")
    demand(done.returncode == 0, f"no answer: {done.stderr}")
    demand(len(caller.model.requests) == 3, f"{len(caller.model.requests)} requests")
    demand(not made.exists(), "a worker wrote a file")


def refused(run):
    """What the model's server refuses is said in its words, with exit code 1."""
    caller = Caller(run)
    done = caller.call(*ASKED, model=Refusing(), SPRAG_WORKER=run.host.word)
    demand(done.returncode == 1 and not done.stdout, f"{done.returncode}: {done.stdout}")
    demand("scripted refusal" in done.stderr, f"not the reason: {done.stderr}")


def within(run):
    """A held read is asked of a worker inside the session, and our hook runs for the agent alone."""
    caller = Caller(run)
    form = EveryMessage if run.host.word == "claude" else Responses
    (run.project / "calc.py").write_text(LONG, encoding="utf-8")
    run.install("--user", "--checks", "promises,reads")
    # Codex starts a login shell, whose profile here knows no folder of ours.
    held, asked = run.host.shell("cat calc.py"), run.host.shell(
        f"{run.sprag} read --question '{QUESTION}' --paths calc.py")
    caller.model = Model(form, [held, asked, QUOTED, "It is in line 900."])
    environment = {**run.environment, **run.host.environment(caller.model.port),
                   "SPRAG_WORKER": run.host.word, "SPRAG_WORKER_TIMEOUT": "60"}
    environment[f"SPRAG_{run.host.word.upper()}_BIN"] = str(caller.program())
    done = subprocess.run(run.host.command(caller.model.port, QUESTION), env=environment,
                          cwd=run.project, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120, check=False)
    caller.model.shutdown()
    demand(done.returncode == 0, f"the host failed: {done.stdout}{done.stderr}")
    requests = [json.dumps(body, ensure_ascii=False) for body in caller.model.requests]
    demand(len(requests) == 4, f"{len(requests)} requests")
    demand("sprag read --question" in requests[1], "the held read was not sent to the worker")
    demand("an end of the file" in requests[2] and MARK_OF_SESSION not in requests[2],
           "the worker did not get the file alone")
    demand("(calc.py:900)" in requests[3], "the answer did not come back with its line")
    stops = [record for record in run.records() if "verdict" in record]
    demand(len(stops) == 1, f"{len(stops)} stops on record")


def messages(run):
    """The Messages API answers without any command line."""
    caller = Caller(run)
    model = Model(EveryMessage, [QUOTED])
    done = subprocess.run(
        [run.sprag, *ASKED], cwd=run.project, capture_output=True, text=True, timeout=60,
        check=False, stdin=subprocess.DEVNULL,
        env={**run.environment, "SPRAG_WORKER": "anthropic", "ANTHROPIC_API_KEY": "stub",
             "SPRAG_WORKER_ENDPOINT": f"http://127.0.0.1:{model.port}/v1/messages"})
    model.shutdown()
    demand(done.returncode == 0, f"no answer: {done.stderr}")
    demand("(calc.py:1)" in done.stdout, f"not the answer: {done.stdout}")
    demand(caller.touched.exists() is False and len(model.requests) == 1, "another request")
