"""Runs the steps of one script through the doors: shell, MCP, HTTP. One Session a script, in a world of its own."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import pattern  # noqa: E402
from mcp_client import Gone, McpError  # noqa: E402
from script import raw_bytes, unrepeat  # noqa: E402
from server import API, NotServing, Server  # noqa: E402
from world import World  # noqa: E402

STEP_SECONDS = 60
EVENTUALLY_SECONDS = 10


class Failed(Exception):
    """What was expected and what came, as lines; and why, in a few words."""

    def __init__(self, why, expected=(), got=()):
        super().__init__(why)
        self.expected, self.got = list(expected), list(got)


class Session:
    def __init__(self, binary, log):
        self.world = World(binary)
        self.environment = dict(self.world.environment)
        self.bindings = {"db": str(self.world.database), "home": str(self.world.home), "work": str(self.world.work)}
        self.log = log  # a function of one record
        self.client = None
        self.server = None
        self.verbs = {
            "$": self.shell, "mcp": self.tool, "mcp-start": self.mcp_start, "mcp-end": self.mcp_end,
            "rpc": self.rpc, "send-raw": self.send_raw, "http": self.http, "env": self.set_environment,
        }

    def run(self, step):
        deadline = time.monotonic() + EVENTUALLY_SECONDS
        while True:
            try:
                return self.verbs[step.verb](step, pattern.substitute(step.text, self.bindings))
            except Failed:
                if not step.eventually or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            except (Gone, McpError) as error:
                raise Failed(str(error), step.expected) from None

    def finish(self):
        """Ends what still runs; a process that does not end well is a failure."""
        try:
            if self.client:
                self.end_client(0)
        finally:
            if self.server:
                self.end_server()

    def remove(self):
        if self.client:
            self.client.kill()
        if self.server:
            self.server.kill()
        self.world.remove()

    # ---- comparing ----
    def expect_lines(self, why, patterns, lines):
        try:
            self.bindings = pattern.match_lines(patterns, lines, self.bindings)
        except pattern.Mismatch:
            raise Failed(why, [pattern.substitute(each, self.bindings) for each in patterns], lines) from None

    def expect_text(self, why, patterns, text):
        """As JSON where both are JSON, else line by line."""
        if text[:1] in ("{", "[") and patterns and patterns[0][:1] in ("{", "["):
            try:
                value = json.loads(text)
                wanted = pattern.parse_json_pattern("\n".join(patterns))
            except (ValueError, pattern.BadPattern):
                pass
            else:
                return self.expect_json(why, wanted, value, patterns)
        return self.expect_lines(why, patterns, text.removesuffix("\n").split("\n") if text else [])

    def expect_json(self, why, wanted, value, patterns):
        try:
            self.bindings = pattern.match_json(wanted, value, self.bindings)
        except pattern.Mismatch as miss:
            got = json.dumps(value, ensure_ascii=False, sort_keys=True)
            shown = [pattern.substitute(each, self.bindings) for each in patterns]
            raise Failed(f"{why}: {miss}", shown, [got]) from None

    def record(self, step, door, operation, arguments, reply, ok):
        self.log({"line": step.line, "door": door, "operation": operation, "arguments": arguments, "reply": reply, "ok": ok})

    # ---- the shell ----
    def set_environment(self, step, text):
        if text.startswith("-"):
            self.environment.pop(text[1:], None)
        else:
            name, _, value = text.partition("=")
            self.environment[name] = value

    def shell(self, step, text):
        process = subprocess.Popen(
            ["/bin/sh", "-c", text], cwd=self.world.work, env=self.environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        stdin = "".join(pattern.substitute(each, self.bindings) + "\n" for each in step.stdin).encode()
        try:
            out, err = (each.decode("utf-8", "replace") for each in process.communicate(stdin, timeout=STEP_SECONDS))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Failed(f"still running after {STEP_SECONDS} s") from None
        self.record_shell(step, text, out, process.returncode)
        if process.returncode != step.status:
            raise Failed(f"exit {process.returncode}, expected exit {step.status}", step.expected + ["! " + each for each in step.errors],
                         out.splitlines() + ["! " + each for each in err.splitlines()])
        self.expect_text("standard output", step.expected, out)
        self.expect_lines("standard error", step.errors, err.splitlines())

    def record_shell(self, step, text, out, status):
        try:
            words = shlex.split(text)
        except ValueError:
            return
        if words.count("ai-memory") != 1:
            return
        arguments = words[words.index("ai-memory") + 1 :]
        operation = next((each for each in arguments if not each.startswith("-")), "")
        try:
            reply = json.loads(out)
        except ValueError:
            reply = out
        self.record(step, "cli", operation, arguments, reply, status == 0)

    # ---- MCP ----
    def mcp_start(self, step, text):
        if self.client:
            self.end_client(0)
        arguments, protocol = [], "2025-11-25"
        for word in shlex.split(text):
            if word.startswith("protocol="):
                protocol = None if word == "protocol=none" else word[9:]
            else:
                arguments.append(word)
        self.client = self.world.mcp(*arguments, env=self.environment, protocol=protocol, timeout=STEP_SECONDS)
        if step.expected:
            reply = json.dumps(self.client.server)
            self.expect_text("the reply to initialize", step.expected, reply)

    def mcp_end(self, step, _):
        self.end_client(step.status)

    def end_client(self, status):
        client, self.client = self.client, None
        if client is None:
            raise Failed("no MCP server is running")
        got = client.close()
        if got != status:
            raise Failed(f"the MCP server ended with status {got}, expected {status}", got=client.stderr_text().splitlines())

    def ready(self, step):
        if self.client is None:
            self.mcp_start(step.__class__(step.line, "mcp-start", ""), "")
        return self.client

    def tool(self, step, text):
        name, _, arguments = unrepeat(text).partition(" ")
        client = self.ready(step)
        try:
            arguments = json.loads(arguments) if arguments.strip() else None
        except ValueError as error:
            raise Failed(f"the arguments are no JSON: {error}") from None
        params = {"name": name} if arguments is None else {"name": name, "arguments": arguments}
        reply = client.exchange("tools/call", params)
        if "error" in reply:
            self.record(step, "mcp", name, arguments, reply["error"], False)
            line = f"rpc-error {reply['error']['code']}: {reply['error']['message']}"
            return self.expect_lines("the reply", step.expected, [line])
        result = reply["result"]
        said = self.text_of(result)
        if result.get("isError"):
            self.record(step, "mcp", name, arguments, said, False)
            return self.expect_lines("the reply", step.expected, ("error: " + said).split("\n"))
        value = said
        if said[:1] in ("{", "["):
            value = json.loads(said)
        if "structuredContent" in result and result["structuredContent"] != value:
            raise Failed("structuredContent differs from the text", [said], [json.dumps(result["structuredContent"])])
        self.record(step, "mcp", name, arguments, value, True)
        return self.expect_text("the reply", step.expected, said)

    @staticmethod
    def text_of(result):
        content = result.get("content")
        texts = [each.get("text", "") for each in content if each.get("type") == "text"] if isinstance(content, list) else []
        # Behind it there may be the reminder to store something (S50).
        if not texts or len(texts) != len(content) or any(not each.startswith("Nothing was stored") for each in texts[1:]) or len(texts) > 2:
            raise Failed("a tool result has one content of type text", got=[json.dumps(result)])
        if "isError" in result and result["isError"] is not True:
            raise Failed("isError is absent on success", got=[json.dumps(result)])
        return content[0]["text"]

    def rpc(self, step, text):
        text = unrepeat(text)
        self.ready(step).send_raw(text.encode() + b"\n")
        self.expect_reply(step, text)

    def send_raw(self, step, text):
        self.ready(step).send_raw(raw_bytes(text))
        self.expect_reply(step, text)

    def expect_reply(self, step, sent):
        """`no reply`: a ping sent after it is the next to be answered."""
        if step.expected == ["no reply"]:
            number = f"ping-{step.line}"
            self.client.send({"jsonrpc": "2.0", "id": number, "method": "ping"})
            reply = self.client.read()
            if reply.get("id") != number:
                raise Failed("there should be no reply", ["no reply"], [json.dumps(reply)])
            return
        reply = self.client.read()
        method = sent.partition('"method":')[2].lstrip(' "').partition('"')[0]
        self.record(step, "rpc", method, None, reply, "error" not in reply)
        try:
            wanted = pattern.parse_json_pattern("\n".join(step.expected))
        except pattern.BadPattern as error:
            raise Failed(f"the expectation is no JSON: {error}", step.expected, [json.dumps(reply)]) from None
        self.expect_json("the reply", wanted, reply, step.expected)

    # ---- HTTP ----
    def serve(self):
        try:
            self.server = Server(self.world, environment=self.environment)
        except NotServing as error:
            raise Failed(str(error)) from None

    def http(self, step, text):
        if self.server is None:
            self.serve()
        method, path, *body = unrepeat(text).split(" ", 2)
        headers = {"Content-Type": "application/json"} if body else {}
        try:
            reply = self.server.ask(method, API + path, body[0].encode() if body else None, headers, STEP_SECONDS)
        except OSError as error:
            raise Failed(f"{error}", step.expected) from None
        try:
            value = reply.json
        except ValueError:
            value = reply.text
        self.record(step, "http", f"{method} {path}", body[0] if body else None, value, reply.status < 400)
        status, _, first = (step.expected or [""])[0].partition(" ")
        if str(reply.status) != status:
            raise Failed(f"status {reply.status}, expected {status}", step.expected, [f"{reply.status} {reply.text}"])
        self.expect_text("the body", [each for each in [first, *step.expected[1:]] if each], reply.text)

    def end_server(self):
        try:
            status = self.server.stop()
        except NotServing as error:
            raise Failed(str(error)) from None
        if status != 0:
            raise Failed(f"serve ended with status {status} at SIGTERM", got=self.server.said().splitlines()[-20:])
