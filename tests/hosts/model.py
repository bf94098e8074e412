"""A model that answers by script, over Anthropic's Messages API on loopback.

Only requests of the main conversation use up replies; a request that offers no Bash tool is some
other one (a title, a summary) and gets a fixed answer. A reply is a text, or a tool call
(NAME, INPUT), or a list of both.
"""

import gzip
import http.server
import itertools
import json
import threading

AFTER = "I have nothing to add."


def blocks(reply, ids):
    made = []
    for part in reply if isinstance(reply, list) else [reply]:
        if isinstance(part, str):
            made.append({"type": "text", "text": part})
        else:
            name, given = part
            made.append({"type": "tool_use", "id": f"toolu_{next(ids):06}", "name": name,
                         "input": given})
    return made


def message(reply, model, ids):
    content = blocks(reply, ids)
    calls = any(block["type"] == "tool_use" for block in content)
    return {"id": f"msg_{next(ids):06}", "type": "message", "role": "assistant", "model": model,
            "content": content, "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None, "usage": {"input_tokens": 10, "output_tokens": 5}}


def events(whole):
    yield "message_start", {"message": {**whole, "content": [], "stop_reason": None}}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            empty = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield "content_block_start", {"index": index, "content_block": empty}
        yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    yield "message_delta", {"delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
                            "usage": {"output_tokens": 5}}
    yield "message_stop", {}


class Model(http.server.ThreadingHTTPServer):
    """Serves on a free port until it is shut down."""

    daemon_threads = True

    def __init__(self, replies, after=AFTER):
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies = iter(replies)
        self.after = after
        self.ids = itertools.count(1)
        self.lock = threading.Lock()
        self.requests = []  # bodies of the main conversation, in order
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, body):
        if not any(tool.get("name") == "Bash" for tool in body.get("tools") or []):
            return "Scripted."
        with self.lock:
            self.requests.append(body)
            return next(self.replies, self.after)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        body = json.loads(raw or b"{}")
        if not self.path.split("?")[0].endswith("/messages"):
            return self.send_whole({"input_tokens": 1})
        whole = message(self.server.answer(body), body.get("model", "scripted"), self.server.ids)
        if not body.get("stream"):
            return self.send_whole(whole)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for kind, given in events(whole):
            line = json.dumps({"type": kind, **given})
            self.wfile.write(f"event: {kind}\ndata: {line}\n\n".encode())
            self.wfile.flush()
        self.close_connection = True

    def do_GET(self):
        self.send_whole({"data": []})

    def do_HEAD(self):
        self.send_whole({})

    def send_whole(self, value):
        raw = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(raw)
