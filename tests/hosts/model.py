"""A model that answers by script on loopback, in the three forms that hosts speak: Anthropic's
Messages, OpenAI's Responses and Chat Completions.

Only requests of the main conversation use up replies; any other (a title, a summary) gets a fixed
answer. A reply is a text, or a call (NAME, INPUT) of a tool, or a list of both.
"""

import gzip
import http.server
import itertools
import json
import threading

AFTER = "I have nothing to add."


def parts(reply):
    return reply if isinstance(reply, list) else [reply]


def texts(reply):
    return [part for part in parts(reply) if isinstance(part, str)]


def calls(reply):
    return [part for part in parts(reply) if not isinstance(part, str)]


class Messages:
    """POST /v1/messages"""

    path = "/messages"

    @staticmethod
    def is_main(body):
        return any(tool.get("name") == "Bash" for tool in body.get("tools") or [])

    @staticmethod
    def content(reply, ids):
        for part in parts(reply):
            if isinstance(part, str):
                yield {"type": "text", "text": part}
            else:
                name, given = part
                yield {"type": "tool_use", "id": f"toolu_{next(ids):06}", "name": name,
                       "input": given}

    @classmethod
    def whole(cls, reply, model, ids):
        return {"id": f"msg_{next(ids):06}", "type": "message", "role": "assistant",
                "model": model, "content": list(cls.content(reply, ids)), "stop_sequence": None,
                "stop_reason": "tool_use" if calls(reply) else "end_turn",
                "usage": {"input_tokens": 10, "output_tokens": 5}}

    @classmethod
    def stream(cls, reply, model, ids):
        whole = cls.whole(reply, model, ids)
        events = [("message_start", {"message": {**whole, "content": [], "stop_reason": None}})]
        for index, block in enumerate(whole["content"]):
            if block["type"] == "text":
                empty = {"type": "text", "text": ""}
                delta = {"type": "text_delta", "text": block["text"]}
            else:
                empty = {**block, "input": {}}
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            events += [("content_block_start", {"index": index, "content_block": empty}),
                       ("content_block_delta", {"index": index, "delta": delta}),
                       ("content_block_stop", {"index": index})]
        end = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
        events += [("message_delta", {"delta": end, "usage": {"output_tokens": 5}}),
                   ("message_stop", {})]
        for kind, given in events:
            yield f"event: {kind}\ndata: {json.dumps({'type': kind, **given})}\n\n"


class Responses:
    """POST /v1/responses"""

    path = "/responses"

    @staticmethod
    def is_main(_):
        return True

    @staticmethod
    def items(reply, ids):
        for text in texts(reply):
            yield {"type": "message", "role": "assistant", "id": f"msg_{next(ids)}",
                   "content": [{"type": "output_text", "text": text}],
                   "phase": "commentary" if calls(reply) else "final_answer"}
        for name, given in calls(reply):
            number = next(ids)
            yield {"type": "custom_tool_call", "id": f"ctc_{number}", "call_id": f"call_{number}",
                   "name": name, "namespace": "functions", "input": given}

    @classmethod
    def stream(cls, reply, _, ids):
        answer = {"id": f"resp_{next(ids)}"}
        usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
                 "input_tokens_details": {"cached_tokens": 0},
                 "output_tokens_details": {"reasoning_tokens": 0}}
        events = [("response.created", {"response": answer})]
        events += [("response.output_item.done", {"item": item}) for item in cls.items(reply, ids)]
        events.append(("response.completed", {"response": {**answer, "usage": usage}}))
        for kind, given in events:
            yield f"event: {kind}\ndata: {json.dumps({'type': kind, **given})}\n\n"


class Completions:
    """POST /v1/chat/completions"""

    path = "/completions"

    @staticmethod
    def is_main(body):
        # After a turn the host asks, with every tool on offer, for a line that sums it up.
        last = json.dumps((body.get("messages") or [{}])[-1])
        names = [tool.get("function", {}).get("name") for tool in body.get("tools") or []]
        return "run_terminal_command" in names and "dashboard line" not in last

    @staticmethod
    def message(reply, ids):
        made = [{"id": f"call_{next(ids)}", "type": "function",
                 "function": {"name": name, "arguments": json.dumps(given)}}
                for name, given in calls(reply)]
        return {"role": "assistant", "content": "\n".join(texts(reply)),
                **({"tool_calls": made} if made else {})}

    @classmethod
    def whole(cls, reply, model, ids):
        return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model,
                "choices": [{"index": 0, "message": cls.message(reply, ids),
                             "finish_reason": "tool_calls" if calls(reply) else "stop"}]}

    @classmethod
    def stream(cls, reply, model, ids):
        message = cls.message(reply, ids)
        made = message.pop("tool_calls", [])
        deltas = [message] + [{"role": "assistant", "tool_calls": [{"index": index, **call}]}
                              for index, call in enumerate(made)]
        for delta, end in [*((each, None) for each in deltas),
                           ({}, "tool_calls" if made else "stop")]:
            chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
                     "model": model,
                     "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
            yield f"data: {json.dumps(chunk)}\n\n"
        yield "data: [DONE]\n\n"


class Model(http.server.ThreadingHTTPServer):
    """Serves on a free port until it is shut down."""

    daemon_threads = True

    def __init__(self, form, replies, after=AFTER):
        super().__init__(("127.0.0.1", 0), Handler)
        self.form = form
        self.replies = iter(replies)
        self.after = after
        self.ids = itertools.count(1)
        self.lock = threading.Lock()
        self.requests = []  # bodies of the main conversation, in order
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def answer(self, body):
        if not self.form.is_main(body):
            return "Scripted."
        with self.lock:
            self.requests.append(body)
            reply = next(self.replies, self.after)
            return reply(len(self.requests)) if callable(reply) else reply


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        body, form = json.loads(raw or b"{}"), self.server.form
        if not self.path.split("?")[0].endswith(form.path):
            return self.send_whole({"input_tokens": 1})
        reply, model = self.server.answer(body), body.get("model", "scripted")
        if not body.get("stream"):
            return self.send_whole(form.whole(reply, model, self.server.ids))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in form.stream(reply, model, self.server.ids):
            self.wfile.write(event.encode())
            self.wfile.flush()
        self.close_connection = True

    def do_GET(self):
        self.send_whole({"data": [], "models": []})

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
