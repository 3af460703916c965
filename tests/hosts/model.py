"""A model that answers by a script, in the four dialects in which assistants ask for one. What it was asked is kept."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Asked:
    """One request: what the user and the tools have said, in order, and which tools there are."""

    def __init__(self, said, tools, body):
        self.said, self.tools, self.body = said, tools, body  # said: ("user" or "result", text)

    def texts(self):
        """All that the model is told, wherever the host puts it."""
        return "\n".join(strings({name: value for name, value in self.body.items() if name != "tools"}))


def strings(value):
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for each in inner for text in strings(each)]


def plain(content):
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content or [] if isinstance(part, dict) and isinstance(part.get("text"), str))


class Anthropic:
    path = "/messages"

    @staticmethod
    def read(body):
        said = []
        for message in body["messages"]:
            if message["role"] != "user":
                continue
            parts = message["content"] if isinstance(message["content"], list) else [{"type": "text", "text": message["content"]}]
            for part in parts:
                if part["type"] == "tool_result":
                    said.append(("result", plain(part.get("content"))))
                elif part["type"] == "text":
                    said.append(("user", part["text"]))
        return Asked(said, {tool["name"]: tool.get("input_schema") or {} for tool in body.get("tools", []) if "name" in tool}, body)

    @staticmethod
    def events(text, call, _):
        usage = {"input_tokens": 1, "output_tokens": 1}
        whole = {"id": f"msg_{time.time_ns()}", "type": "message", "role": "assistant", "model": "scripted", "content": [], "stop_reason": None,
                 "stop_sequence": None, "usage": usage}
        if call:
            block = {"type": "tool_use", "id": f"toolu_{time.time_ns()}", "name": call[0], "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
        else:
            block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": text}
        for event in ({"type": "message_start", "message": whole},
                      {"type": "content_block_start", "index": 0, "content_block": block},
                      {"type": "content_block_delta", "index": 0, "delta": delta},
                      {"type": "content_block_stop", "index": 0},
                      {"type": "message_delta", "delta": {"stop_reason": "tool_use" if call else "end_turn", "stop_sequence": None}, "usage": usage},
                      {"type": "message_stop"}):
            yield event["type"], event

    @staticmethod
    def whole(text, call):
        block = {"type": "tool_use", "id": f"toolu_{time.time_ns()}", "name": call[0], "input": call[1]} if call else {"type": "text", "text": text}
        return {"id": f"msg_{time.time_ns()}", "type": "message", "role": "assistant", "model": "scripted", "content": [block],
                "stop_reason": "tool_use" if call else "end_turn", "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}


class Responses:
    path = "/responses"

    @staticmethod
    def read(body):
        said, tools = [], {}
        for item in body["input"]:
            if item.get("type", "message") == "message" and item.get("role") in ("user", "developer"):
                said.append((item["role"], plain(item["content"])))
            elif str(item.get("type")).endswith("_output"):
                said.append(("result", json.dumps(item.get("output"))))
        for tool in body.get("tools", []):
            for inner in tool.get("tools", []) if tool.get("type") == "namespace" else [tool]:
                if "name" in inner:
                    tools[inner["name"]] = {**(inner.get("parameters") or {}), "namespace": tool["name"] if inner is not tool else None}
        return Asked(said, tools, body)

    @staticmethod
    def events(text, call, tools):
        number = time.time_ns()
        if call:
            item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": call[0], "arguments": json.dumps(call[1]), "status": "completed"}
            if tools[call[0]].get("namespace"):
                item["namespace"] = tools[call[0]]["namespace"]
        else:
            item = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed",
                    "content": [{"type": "output_text", "text": text, "annotations": []}]}
        response = {"id": f"resp_{number}", "object": "response", "status": "completed", "output": [item],
                    "usage": {"input_tokens": 1, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 1,
                              "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 2}}
        for event in ({"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
                      {"type": "response.output_item.done", "output_index": 0, "item": item},
                      {"type": "response.completed", "response": response}):
            yield event["type"], event


class Chat:
    path = "/chat/completions"

    @staticmethod
    def read(body):
        said = [("result" if message["role"] == "tool" else "user", plain(message.get("content"))) for message in body["messages"]
                if message["role"] in ("user", "tool")]
        return Asked(said, {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in body.get("tools") or []}, body)

    @staticmethod
    def events(text, call, _):
        number = time.time_ns()
        delta = {"role": "assistant", "content": None if call else text}
        if call:
            delta["tool_calls"] = [{"index": 0, "id": f"call_{number}", "type": "function", "function": {"name": call[0], "arguments": json.dumps(call[1])}}]
        head = {"id": f"chat_{number}", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
        yield None, {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        yield None, {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"}]}
        yield None, {**head, "choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
        yield None, "[DONE]"


class Gemini:
    path = "GenerateContent"

    @staticmethod
    def read(body):
        said = []
        for content in body.get("contents", []):
            for part in content.get("parts", []):
                if "functionResponse" in part:
                    said.append(("result", json.dumps(part["functionResponse"])))
                elif content.get("role") == "user" and "text" in part:
                    said.append(("user", part["text"]))
        tools = {each["name"]: each.get("parametersJsonSchema") or each.get("parameters") or {}
                 for group in body.get("tools", []) for each in group.get("functionDeclarations", [])}
        return Asked(said, tools, body)

    @staticmethod
    def events(text, call, _):
        part = {"functionCall": {"name": call[0], "args": call[1]}} if call else {"text": text}
        yield None, {"candidates": [{"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
                     "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}}


DIALECTS = (Anthropic, Responses, Chat, Gemini)
# Tools that write a file, with their names of the path and the text.
WRITERS = {"Write": ("file_path", "content"), "write_file": ("file_path", "content"), "create": ("path", "file_text")}
SHELLS = ("Bash", "exec_command", "shell_command", "shell", "run_shell_command", "bash")


class Model:
    """Steps answer the prompt at hand, one after each result of a tool: {"text": …}, {"shell": command}, {"tool": name, "args": …}."""

    def __init__(self):
        self.expect("", [{"text": "ok"}])
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def body(self):
                if self.headers.get("Transfer-Encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("Content-Length") or 0))
                whole = b""
                while size := int(self.rfile.readline(), 16):
                    whole += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return whole

            def send(self, data, kind, status=200):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                self.send(json.dumps({"object": "list", "models": [], "data": [{"id": "scripted", "object": "model"}]}).encode(), "application/json")

            def do_POST(self):
                body = json.loads(self.body() or b"{}")
                path = self.path.split("?")[0]
                dialect = next((each for each in DIALECTS if path.lower().endswith(each.path.lower())), None)
                if not dialect:
                    return self.send(b'{"input_tokens":1,"totalTokens":1}' if "ount" in path else b"{}", "application/json", 200 if "ount" in path else 404)
                asked = dialect.read(body)
                text, call = model.answer(asked)
                if dialect is Anthropic and not body.get("stream"):
                    return self.send(json.dumps(Anthropic.whole(text, call)).encode(), "application/json")
                events = list(dialect.events(text, call, asked.tools))
                if dialect is Gemini and "stream" not in path:
                    return self.send(json.dumps(events[0][1]).encode(), "application/json")
                lines = "".join((f"event: {name}\n" if name else "") + f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n" for name, event in events)
                return self.send(lines.encode(), "text/event-stream")

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def expect(self, prompt, steps):
        self.prompt, self.steps, self.asked, self.given, self.next = prompt, steps, [], {}, 0

    def answer(self, asked):
        """(text, None) or (None, (tool, arguments))"""
        if (asked.body.get("generationConfig") or {}).get("responseMimeType") == "application/json":
            return json.dumps({"reasoning": "-", "next_speaker": "user", "model_choice": "flash", "complexity_score": 1, "complexity_reasoning": "-"}), None
        if not asked.tools or self.prompt not in asked.texts():
            return "ok", None
        self.asked.append(asked)
        results = 0
        for who, text in asked.said:
            results = 0 if who == "user" and self.prompt in text else results + (who == "result")
        if results not in self.given:  # a request that is repeated gets the same answer
            self.given[results] = self.step(asked.tools)
        return self.given[results]

    def step(self, tools):
        step = self.steps[min(self.next, len(self.steps) - 1)]
        search = next((each for each in tools if each.lower().replace("_", "") == "toolsearch"), None)
        if "text" in step:
            self.next += 1
            return step["text"], None
        if "tool" in step:
            name = next((each for each in tools if each.endswith(step["tool"])), None)
            if not name and search:  # tools that are loaded when they are asked for
                return None, (search, {"query": step["tool"]})
            self.next += 1
            return (None, (name, step["args"])) if name else (f"there is no tool {step['tool']} among {', '.join(tools)}", None)
        self.next += 1
        if "write" in step:
            name = next((each for each in WRITERS if each in tools), None)
            if not name:
                return f"there is no writer among {', '.join(tools)}", None
            path, text = WRITERS[name]
            return None, (name, {path: step["write"], text: step["content"]})
        name = next((each for each in SHELLS if each in tools), None)
        if not name:
            return f"there is no shell among {', '.join(tools)}", None
        properties = tools[name].get("properties", {})
        arguments = {"cmd" if "cmd" in properties else "command": step["shell"]}
        for needed in tools[name].get("required", []):
            arguments.setdefault(needed, "to see how it goes")
        return None, (name, arguments)
