#!/usr/bin/env python3
"""What is in a file of each format is taken, skipped for a reason, or not understood, and the counts add up (X1). The document
shows them as a table; here is the file of each row."""

import json
import re
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/formats/mine.md"
ASKED, SAID, AT = "Which knot?", "A bowline.", "2026-03-01T10:00:00Z"
BLOCKS = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": SAID}, {"type": "tool_use", "id": "1", "name": "Read", "input": {"file_path": "k.md"}}]
RESULT, ODD = {"type": "tool_result", "tool_use_id": "1", "content": "bowline"}, {"type": "hologram"}
PARTS = [{"text": "hm", "thought": True}, {"text": SAID}, {"functionCall": {"name": "read_file", "args": {"absolute_path": "k.md"}}}]
ANSWER = {"functionResponse": {"name": "read_file", "response": {"output": "bowline"}}}


def lines(*records):
    return "".join(json.dumps(each) + "\n" for each in records)


def claude_code(kind, content, number):
    return {"parentUuid": f"{number - 1}" if number else None, "isSidechain": False, "uuid": f"{number}", "sessionId": "s", "type": kind,
            "timestamp": AT, "message": {"role": kind, "content": content}}


def chatgpt(number, role, kind, **content):
    return {f"{number}": {"id": f"{number}", "parent": f"{number - 1}", "children": [f"{number + 1}"], "message": {
        "id": f"{number}", "author": {"role": role}, "create_time": 1772000000 + number, "content": {"content_type": kind, **content}}}}


def item(**payload):
    return {"timestamp": AT, "type": "response_item", "payload": payload}


def event(kind, **data):
    return {"type": kind, "id": kind, "timestamp": AT, "data": data}


def step(source, kind, **more):
    return {"step_index": 1, "source": source, "type": kind, "created_at": AT, **more}


# A question, an answer, and where the format has them: reasoning, a call of a tool, its result, a text of the program, state, something new.
FILES = {
    "claude": ("conversations.json", json.dumps([{"uuid": "c", "name": "Knots", "created_at": AT, "chat_messages": [
        {"uuid": "1", "sender": "human", "content": [{"type": "text", "text": ASKED}]},
        {"uuid": "2", "sender": "assistant", "content": BLOCKS + [RESULT, ODD]}]}])),
    "chatgpt": ("conversations.json", json.dumps([{"conversation_id": "c", "title": "Knots", "create_time": 1772000000, "current_node": "5", "mapping": {
        **chatgpt(1, "system", "text", parts=["Be brief"]), **chatgpt(2, "user", "text", parts=[ASKED]),
        **chatgpt(3, "assistant", "thoughts", thoughts=[]), **chatgpt(4, "assistant", "text", parts=[SAID]),
        **chatgpt(5, "assistant", "hologram")}}])),
    "slack": ("chat/2026-03-01.json", json.dumps([{"type": "message", "user": "U1", "text": ASKED, "ts": "1772000000.1"},
                                                   {"type": "message", "user": "U2", "text": SAID, "ts": "1772000001.1"},
                                                   {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": "1772000002.1"}])),
    "claude-code": ("s.jsonl", lines(claude_code("user", ASKED, 0), claude_code("assistant", BLOCKS + [ODD], 1), claude_code("user", [RESULT], 2),
                                     {"type": "file-history-snapshot", "messageId": "x"}, {"type": "hologram", "uuid": "9", "parentUuid": "2"})),
    "codex": ("rollout-1.jsonl", lines({"timestamp": AT, "type": "session_meta", "payload": {"id": "s", "cwd": "/home/u/boat"}},
                                       item(type="message", role="user", content=[{"type": "input_text", "text": ASKED}]),
                                       item(type="reasoning", summary=[]), item(type="function_call", name="shell", arguments="{}", call_id="1"),
                                       item(type="function_call_output", call_id="1", output="bowline"),
                                       item(type="message", role="assistant", content=[{"type": "output_text", "text": SAID}]), item(type="hologram"))),
    "gemini": ("session-1.json", json.dumps({"sessionId": "s", "projectHash": "h", "startTime": AT, "messages": [
        {"id": "1", "type": "user", "content": ASKED}, {"id": "2", "type": "info", "content": "a notice"},
        {"id": "3", "type": "gemini", "content": SAID, "thoughts": [{"subject": "hm"}],
         "toolCalls": [{"name": "read_file", "args": {"path": "k.md"}, "result": [ANSWER]}]}, {"id": "4", "type": "hologram", "content": "x"}]})),
    "qwen": ("q.jsonl", lines(*[{"uuid": f"{number}", "parentUuid": None, "sessionId": "q", "type": kind, "timestamp": AT, "message": {"role": kind, "parts": parts}}
                                for number, (kind, parts) in enumerate((("user", [{"text": ASKED}]), ("assistant", PARTS), ("tool_result", [ANSWER]),
                                                                        ("system", []), ("hologram", []), ("assistant", [{"smell": 1}])))])),
    "copilot": ("events.jsonl", lines(event("session.start", sessionId="s"), event("user.message", content=ASKED), event("assistant.reasoning", content="hm"),
                                      event("tool.execution_start", toolName="view", arguments={"path": "k.md"}),
                                      event("tool.execution_complete", result={"content": "bowline"}), event("assistant.message", content=SAID),
                                      event("comet.seen"))),
    "vscode": ("v.json", json.dumps({"responderUsername": "x", "sessionId": "v", "requests": [
        {"requestId": "1", "message": {"text": ASKED}, "response": [{"kind": "thinking", "value": "hm"}, {"value": SAID}, {"kind": "hologram"}]}]})),
    "cursor": ("c.jsonl", lines({"role": "user", "message": {"content": ASKED}}, {"role": "assistant", "message": {"content": BLOCKS + [RESULT, ODD]}},
                                {"role": "moon", "message": {"content": "x"}})),
    "opencode": ("export.json", json.dumps({"info": {"id": "ses_1", "title": "Knots", "directory": "/home/u/boat"}, "messages": [
        {"info": {"id": "msg_1", "role": "user"}, "parts": [{"type": "text", "text": ASKED}, {"type": "text", "synthetic": True, "text": "a file"}]},
        {"info": {"id": "msg_2", "role": "assistant"}, "parts": [
            {"type": "reasoning", "text": "hm"}, {"type": "tool", "tool": "read", "state": {"input": {"filePath": "k.md"}, "output": "bowline"}},
            {"type": "text", "text": SAID}, {"type": "step-finish"}, {"type": "hologram"}]}]})),
    "cline": ("api_conversation_history.json", json.dumps([
        {"role": "user", "content": [{"type": "text", "text": f"<task>{ASKED}</task>"}, {"type": "text", "text": "<environment_details>x</environment_details>"}]},
        {"role": "assistant", "content": BLOCKS + [ODD]}, {"role": "user", "content": [RESULT]}])),
    "aider": (".aider.chat.history.md", f"\n# aider chat started at 2026-03-01 10:00:00\n\n> Model: x\n\n#### {ASKED}\n\n{SAID}\n\n> Applied edit to k.md\n"),
    "goose": ("20260301_1.jsonl", lines(
        {"working_dir": "/home/u/boat", "description": "Knots"}, {"role": "user", "created": 1772000000, "content": [{"type": "text", "text": ASKED}]},
        {"role": "assistant", "created": 1772000001, "content": BLOCKS[:2] + [{"type": "toolRequest", "toolCall": {"value": {"name": "view", "arguments": {"path": "k.md"}}}}, ODD]},
        {"role": "user", "created": 1772000002, "content": [{"type": "toolResponse", "toolResult": {"value": [{"type": "text", "text": "bowline"}]}}]})),
    "antigravity": ("brain/s/.system_generated/logs/transcript.jsonl", lines(
        step("USER_EXPLICIT", "USER_INPUT", content=f"<USER_REQUEST>\n{ASKED}\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>"),
        step("SYSTEM", "CONVERSATION_HISTORY"), step("MODEL", "PLANNER_RESPONSE", thinking="hm", tool_calls=[{"name": "view_file", "args": {"path": "k.md"}}]),
        step("MODEL", "VIEW_FILE", content="bowline"), step("MODEL", "PLANNER_RESPONSE", content=SAID), step("MOON", "NEWS", content="x"))),
}


def goose_database(path):
    with sqlite3.connect(path) as rows:
        rows.execute("CREATE TABLE sessions (id TEXT, name TEXT, working_dir TEXT)")
        rows.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER)")
        rows.execute("INSERT INTO sessions VALUES ('g', 'Knots', '/home/u/boat')")
        for role, content in (("user", [{"type": "text", "text": ASKED}]), ("assistant", BLOCKS[:2] + [ODD])):
            rows.execute("INSERT INTO messages(session_id, role, content_json, created_timestamp) VALUES ('g', ?, ?, 1772000000)", (role, json.dumps(content)))


def counts(reply):
    skipped, odd = [sum(each["count"] for each in reply[name]) for name in ("pieces_skipped", "not_understood")]
    check(reply["pieces"] == reply["pieces_taken"] + skipped + odd, f"the counts do not add up: {reply}")
    return [reply["pieces_taken"], skipped, odd]


def measured(world, name):
    file, text = FILES[name]
    path = world.folder / name / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    given = world.folder / name if name == "slack" else path
    memory = world.json("mine", given, "--dry-run", "--min-messages", "1")
    turns = world.json("transcript", "import", given)
    check(memory["format"] == name and turns["format"] == name, f"{name}: {memory}")
    check(memory["pieces"] == turns["pieces"], f"{name}: {memory['pieces']} and {turns['pieces']} pieces")
    return [memory["pieces"]] + counts(memory) + counts(turns)


def test(binary, options):
    rows = {}
    for name in FILES:
        with World(binary) as world:  # another session that says the same would count as a copy
            rows[name] = measured(world, name)
    with World(binary) as world:
        goose_database(world.folder / "sessions.db")
        reply = world.json("mine", world.folder / "sessions.db", "--min-messages", "1")
        check(counts(reply) == [2, 1, 1] and reply["added"] == 1, f"{reply}")
    table = "\n".join(f"| `{name}` | " + " | ".join(map(str, row)) + " |" for name, row in rows.items())
    shown = re.findall(r"^\| `[a-z-]+` (?:\| \d+ ){7}\|$", DOCUMENT.read_text(), re.M)
    check(shown == table.split("\n"), f"{DOCUMENT.name} should have:\n{table}")
    for name, row in rows.items():
        check(row[1] == 2 and (row[3] >= 1 or name in ("slack", "aider")), f"{name}: {row}")
    return f"{len(rows)} formats and a database"


if __name__ == "__main__":
    run(test, __doc__)
