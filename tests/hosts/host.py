"""The real hosts: how each is started, told of a model, and how it calls tools."""

import json
import subprocess

from model import Completions, Messages, Responses

# A neighbour's hook, an odd style, a key that nobody knows: all of it has to stay.
NEIGHBOUR = '{"type": "command", "command": "cat >> stops.jsonl; echo >> stops.jsonl"}'


def patch(path, old, new):
    added = "\n".join("+" + line for line in f"    return {new}".split("\n"))
    return (f"*** Begin Patch\n*** Update File: {path}\n@@\n"
            f"-    return {old}\n{added}\n*** End Patch")


class Claude:
    word = "claude"
    form = Messages
    files = {".claude/settings.json": f"""{{
    "cleanupPeriodDays": 20, "x-ours": "caf\u00e9 \\u00e9",
    "hooks": {{"Stop": [ {{"hooks": [{NEIGHBOUR}]}} ]}}
}}"""}

    def __init__(self, program, home, project):
        self.program, self.home, self.project = program, home, project

    def read(self, path, **part):
        return ("Read", {"file_path": f"{self.project}/{path}", **part})

    def edit(self, path, old, new):
        return ("Edit", {"file_path": f"{self.project}/{path}", "old_string": old,
                         "new_string": new})

    def shell(self, command, **more):
        return ("Bash", {"command": command, "description": "Run a command", **more})

    def environment(self, port):
        return {"CLAUDE_CODE_TMPDIR": str(self.home / "tmp"), "DISABLE_TELEMETRY": "1",
                "DISABLE_ERROR_REPORTING": "1", "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "ANTHROPIC_API_KEY": "stub-key-that-opens-nothing",
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}"}

    def command(self, _, prompt):
        return [self.program, "-p", prompt, "--allowedTools", "Bash,Edit,Read"]

    def trust_project(self):
        """Without a terminal every folder is trusted."""

    def is_stop(self, _):
        return True


class Codex:
    """Its models call one tool, which takes a script."""

    word = "codex"
    form = Responses
    # It reads no hook at all from a file with a key that it does not know.
    files = {".codex/hooks.json":
             f'{{ "hooks": {{"Stop": [ {{"hooks": [{NEIGHBOUR}]}} ], "Notification": [] }} }}\n'}

    def __init__(self, program, home, project):
        self.program, self.home, self.project = program, home, project

    def script(self, tool, given):
        return ("exec", f"const r = await tools.{tool}({json.dumps(given)}); text(r);")

    def read(self, path, offset=None, limit=None):
        command = f"sed -n {offset},{offset + limit - 1}p {path}" if offset else f"cat {path}"
        return self.script("exec_command", {"cmd": command})

    def edit(self, path, old, new):
        return self.script("apply_patch", patch(path, old, new))

    def shell(self, command):
        return self.script("exec_command", {"cmd": command})

    def environment(self, _):
        return {"CODEX_HOME": str(self.home / ".codex"), "STUB_KEY": "stub"}

    def command(self, port, prompt):
        provider = (f'{{name="stub",base_url="http://127.0.0.1:{port}/v1",wire_api="responses",'
                    'env_key="STUB_KEY",request_max_retries=0,stream_max_retries=0,'
                    'supports_websockets=false}')
        settings = ["model_provider=stub", 'model="gpt-6.2-sol"', "analytics.enabled=false",
                    "check_for_update_on_startup=false", f"model_providers.stub={provider}"]
        options = [part for setting in settings for part in ("-c", setting)]
        return [self.program, "exec", *options, "--skip-git-repo-check",
                "--dangerously-bypass-approvals-and-sandbox", prompt]

    def is_stop(self, _):
        return True

    def hooks(self, environment):
        """Returns what the host itself says of the hooks here."""
        asked = [{"id": 1, "method": "initialize",
                  "params": {"clientInfo": {"name": "sprag-hosts", "version": "0"}}},
                 {"method": "initialized"},
                 {"id": 2, "method": "hooks/list", "params": {"cwds": [str(self.project)]}}]
        server = subprocess.Popen([self.program, "app-server"], env=environment, text=True,
                                  cwd=self.project, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
        try:
            for each in asked:
                server.stdin.write(json.dumps(each) + "\n")
            server.stdin.flush()
            for line in server.stdout:
                answer = json.loads(line)
                if answer.get("id") == 2:
                    return answer["result"]["data"][0]["hooks"]
            raise RuntimeError("the host does not list its hooks")
        finally:
            server.kill()
            server.wait()

    def trust_project(self):
        """Does what its user does when asked whether a folder is trusted."""
        table = f'[projects.{json.dumps(str(self.project))}]\ntrust_level = "trusted"\n'
        (self.home / ".codex" / "config.toml").write_text(table, encoding="utf-8")

    def trust(self, environment):
        """Does what its user does with /hooks: reviews every hook as it is."""
        config = self.home / ".codex" / "config.toml"
        before = config.read_text(encoding="utf-8") if config.exists() else ""
        tables = []
        for hook in self.hooks(environment):
            # A plugin's hook has a second hash, that of all its files.
            names = ("trusted_hash", "trusted_content_hash")
            hashes = zip(names, hook["currentHash"].split("/"))
            lines = [f"{name} = {json.dumps(value)}\n" for name, value in hashes]
            tables.append(f"[hooks.state.{json.dumps(hook['key'])}]\n" + "".join(lines))
        config.write_text(before + "\n" + "\n".join(tables), encoding="utf-8")


class Grok:
    word = "grok"
    form = Completions
    files = {".grok/hooks/neighbour.json":
             f'{{"hooks": {{"Stop": [{{"hooks": [{NEIGHBOUR}]}}]}}}}\n'}

    def __init__(self, program, home, project):
        self.program, self.home, self.project = program, home, project

    def read(self, path, **part):
        return ("read_file", {"target_file": f"{self.project}/{path}", **part})

    def edit(self, path, old, new):
        return ("search_replace", {"file_path": f"{self.project}/{path}", "old_string": old,
                                   "new_string": new})

    def shell(self, command, **more):
        return ("run_terminal_command", {"command": command, "description": "Run a command",
                                         **more})

    def environment(self, port):
        config = self.home / ".grok" / "config.toml"
        config.write_text('[model.stub]\nmodel = "stub-model"\nname = "Stub"\napi_key = "stub"\n'
                          'context_window = 128000\napi_backend = "chat_completions"\n'
                          f'base_url = "http://127.0.0.1:{port}/v1"\n', encoding="utf-8")
        return {"GROK_HOME": str(self.home / ".grok"), "GROK_DISABLE_AUTOUPDATER": "1",
                "GROK_TELEMETRY_ENABLED": "false", "GROK_FEEDBACK_ENABLED": "false"}

    def command(self, _, prompt):
        return [self.program, "-p", prompt, "-m", "stub", "--always-approve"]

    def trust_project(self):
        """Does what its user does with /hooks-trust."""
        table = f'[folders.{json.dumps(str(self.project))}]\ntrusted = true\ndecided_at = 1\n'
        (self.home / ".grok" / "trusted_folders.toml").write_text(table, encoding="utf-8")

    def is_stop(self, payload):
        return payload["reason"] == "end_turn"


HOSTS = {host.word: host for host in (Claude, Codex, Grok)}
