#!/usr/bin/env python3
"""Do the tools keep what they say of themselves? contract.py --binary PATH [--calls FOLDER]

Reads tools/list, checks every description and schema, calls every tool and compares its replies with its output schema;
then does the same with the calls that the behaviour suite has logged (tests/behaviour/README.md, --log), and wants every
tool to have succeeded there, and to have been refused there or here.
"""

import argparse
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lib")]
from json_schema import flaws, misfits  # noqa: E402
from world import World  # noqa: E402

NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
WITH_FORMAT = {"memory_recall", "memory_search", "memory_list", "memory_session_start"}  # S4
# Without a language model these explain themselves, and nothing else (S10, F2).
NEED_A_MODEL = {"memory_expand_query", "memory_auto_tag", "memory_detect_contradiction"}

# The 26 of C3; later issues may add others.
OF_THE_REFERENCE = {"memory_" + name for name in (
    "store recall search list delete promote forget stats update get link get_links consolidate capabilities expand_query auto_tag"
    " detect_contradiction archive_list archive_restore archive_purge archive_stats gc session_start namespace_set_standard"
    " namespace_get_standard namespace_clear_standard").split()}

# Calls in order; {a} is the id of an earlier `"as": "a"`. Each tool is there, with everything it takes.
CALLS = [
    ("memory_store", {"title": "Port", "content": "It listens on 8080"}, "a"),
    ("memory_store", {"title": "Port", "content": "It listens on 9090", "tier": "long", "priority": 9}, None),
    ("memory_store", {"title": "Listening port", "content": "c", "tags": ["t"], "namespace": "team/api", "confidence": 0.5, "source": "user",
                      "metadata": {"k": [1, None]}, "ttl_secs": 60, "agent_id": "me", "expires_at": "2261-01-01T00:00:00Z"}, "b"),
    ("memory_store", {"title": "Third", "content": "c", "tier": "short"}, "c"),
    ("memory_store", {"title": "Fourth", "content": "forgettable words", "namespace": "bin"}, "d"),
    ("memory_recall", {"context": "port", "format": "json", "limit": 100, "namespace": "team/*", "tags": "t", "explain": True,
                       "since": "2020-01-01", "until": "2261-01-01", "budget_tokens": 1000}, None),
    ("memory_recall", {"context": "port", "content_bytes": 20}, None),
    ("memory_recall", {"context": "port", "explain": True}, None),
    ("memory_search", {"query": "port", "format": "json", "namespace": "team/api", "tier": "mid", "limit": 5}, None),
    ("memory_search", {"query": "port", "format": "toon"}, None),
    ("memory_list", {"format": "json"}, None),
    ("memory_list", {"format": "toon", "columns": "agent_id,metadata"}, None),
    ("memory_link", {"source_id": "{a}", "target_id": "{b}", "relation": "supersedes"}, None),
    ("memory_resolve", {"winner_id": "{a}", "loser_id": "{c}"}, None),
    ("memory_store", {"title": "Sixth", "content": "c", "supersedes": "{c}", "namespace": "team/api"}, None),
    ("memory_get", {"id": "{c}"}, None),
    ("memory_recall", {"context": "port", "format": "json", "tier": "long", "agent_id": "me"}, None),
    ("memory_get", {"id": "{a}"}, None),
    ("memory_get", {"ids": ["{a}", "{b}", "nowhere to be found"]}, None),
    ("memory_why", {"context": "port", "id": "{a}", "namespace": "team/*", "limit": 5, "min_score": 0.5, "tags": "t", "kind": "observation"}, None),
    ("memory_why", {"context": "port", "id": "{a}", "tier": "long", "since": "2020-01-01", "until": "2261-01-01"}, None),
    ("memory_update", {"id": "{b}", "priority": 6}, None),
    ("memory_undo", {"id": "{b}"}, None),
    ("memory_history", {"id": "{b}", "limit": 5}, "v"),
    ("memory_diff", {"from": "2020-01-01", "to": "today", "namespace": "team/*", "limit": 5}, None),
    ("memory_list", {"format": "json", "as_of": "yesterday"}, None),
    ("memory_restore_version", {"id": "{b}", "version": "{v}"}, None),
    ("memory_review", {"kind": "contradiction", "limit": 5, "after": "0"}, None),
    ("memory_review", {}, None),
    ("memory_list", {"format": "json", "source": "user", "limit": 1, "after": "5_0_0"}, None),
    ("memory_namespaces", {}, None),
    ("memory_get_links", {"id": "{b}"}, None),
    ("memory_reflect", {"source_ids": ["{a}", "{c}"], "title": "What they share", "content": "c", "tier": "long", "namespace": "team",
                        "tags": ["t"], "priority": 7, "confidence": 0.5, "source": "user", "metadata": {"k": 1}, "agent_id": "me"}, "r"),
    ("memory_recall", {"context": "share", "format": "json", "kind": "reflection", "explain": True}, None),
    ("memory_list", {"format": "json", "kind": "observation"}, None),
    ("memory_update", {"id": "{b}", "content": "new", "tags": [], "expires_at": "", "metadata": {}}, None),
    ("memory_promote", {"id": "{b}"}, None),
    ("memory_namespace_set_standard", {"namespace": "team/api", "id": "{a}", "parent": "company"}, None),
    ("memory_namespace_get_standard", {"namespace": "team/api"}, None),
    ("memory_namespace_get_standard", {"namespace": "nothing"}, None),
    ("memory_namespace_get_standard", {"namespace": "team/api", "inherit": True}, None),
    ("memory_session_start", {"namespace": "team/api", "format": "json", "limit": 3}, None),
    ("memory_namespace_clear_standard", {"namespace": "team/api"}, None),
    ("memory_namespace_clear_standard", {"namespace": "team/api"}, None),
    ("memory_stats", {}, None),
    ("memory_capabilities", {}, None),
    ("memory_forget", {"pattern": "forgettable", "dry_run": True}, None),
    ("memory_forget", {"namespace": "bin"}, None),
    ("memory_archive_list", {"limit": 5, "offset": 0, "namespace": "bin"}, None),
    ("memory_archive_stats", {}, None),
    ("memory_archive_restore", {"id": "{d}"}, None),
    ("memory_archive_purge", {"older_than_days": 1}, None),
    ("memory_archive_purge", {}, None),
    ("memory_gc", {"dry_run": True}, None),
    ("memory_gc", {}, None),
    ("memory_consolidate", {"ids": ["{a}", "{b}"], "title": "Both", "summary": "s", "namespace": "team"}, None),
    ("memory_delete", {"id": "{c}"}, None),
    ("memory_audit_show", {"limit": 2, "type": "memory_deleted", "before": 100}, None),
    ("memory_audit_show", {"event": 1}, None),
    ("memory_audit_verify", {}, None),
    ("memory_audit_verify", {"event": 2, "public_key": ["0" * 64]}, None),
    ("memory_get", {"id": "{r}"}, None),
    ("memory_capture_turn", {"session_id": "s", "content": "Which port?", "namespace": "team"}, None),
    ("memory_capture_turn", {"session_id": "s", "content": "9090", "role": "assistant", "turn": 2, "namespace": "team", "ttl_secs": 3600,
                             "said_at": "2026-01-01T00:00:00Z", "memory_ids": ["{r}"]}, None),
    ("memory_transcript", {"id": "s", "from": 1, "limit": 1}, None),
    ("memory_transcript", {"session_id": "s"}, None),
    ("memory_transcript_list", {"session_id": "s", "namespace": "team", "limit": 5, "offset": 0}, None),
    ("memory_transcript_search", {"text": "9090", "namespace": "team", "limit": 2}, None),
    ("memory_transcript_files", {"id": "s"}, None),
    ("memory_transcript_touched", {"path": "src/a.cpp", "namespace": "team", "edits": True, "limit": 2}, None),
    ("memory_session_digest", {"session_id": "s"}, None),
    ("memory_transcript_link", {"memory_id": "{r}", "session_id": "s"}, None),
    ("memory_transcript_link", {"memory_id": "{r}", "transcript_id": "s", "span_start": 0, "span_end": 5}, None),
    ("memory_transcript_prune", {"older_than_days": 1, "dry_run": True}, None),
    ("memory_replay", {"memory_id": "{r}"}, None),
    ("memory_replay", {"memory_id": "{r}", "depth": 1, "verbose": True, "max_bytes": 10}, None),
    ("memory_stats", {"unknown": 1}, None),  # named in `warnings`
]

# Calls that must be refused; tools without arguments have nothing that could be.
REFUSED = [
    ("memory_store", {"title": "", "content": "x"}),
    ("memory_recall", {"context": "x", "format": "xml"}),
    ("memory_search", {"query": 5}),
    ("memory_list", {"tier": "huge"}),
    ("memory_get", {"id": "nowhere to be found"}),
    ("memory_undo", {"id": "nowhere to be found"}),
    ("memory_update", {"id": "nowhere to be found"}),
    ("memory_delete", {}),
    ("memory_history", {"id": "nowhere to be found"}),
    ("memory_diff", {"from": "no time"}),
    ("memory_restore_version", {"id": "nowhere to be found", "version": 1}),
    ("memory_promote", {"id": "nowhere to be found"}),
    ("memory_forget", {}),
    ("memory_link", {"source_id": "nowhere", "target_id": "to be found"}),
    ("memory_get_links", {}),
    ("memory_consolidate", {"ids": ["one"], "title": "t", "summary": "s"}),
    ("memory_reflect", {"source_ids": ["nowhere to be found"], "title": "t", "content": "c"}),
    ("memory_expand_query", {"query": "x"}),
    ("memory_auto_tag", {"id": "nowhere to be found"}),
    ("memory_detect_contradiction", {"id_a": "nowhere", "id_b": "to be found"}),
    ("memory_archive_list", {"limit": -1}),
    ("memory_archive_restore", {"id": "nowhere to be found"}),
    ("memory_archive_purge", {"older_than_days": -1}),
    ("memory_gc", {"dry_run": "yes"}),
    ("memory_session_start", {"limit": "many"}),
    ("memory_namespace_set_standard", {"namespace": "with blanks", "id": "x"}),
    ("memory_namespace_get_standard", {}),
    ("memory_namespace_clear_standard", {"namespace": 5}),
    ("memory_audit_show", {"event": 1000000}),
    ("memory_audit_verify", {"head": "words"}),
    ("memory_capture_turn", {"session_id": "s"}),
    ("memory_transcript", {"id": "nowhere to be found"}),
    ("memory_transcript_list", {"limit": -1}),
    ("memory_transcript_search", {}),
    ("memory_transcript_files", {"id": "nowhere to be found"}),
    ("memory_transcript_touched", {}),
    ("memory_session_digest", {"id": "nowhere to be found"}),
    ("memory_transcript_link", {"memory_id": "nowhere to be found", "session_id": "s"}),
    ("memory_transcript_prune", {}),
    ("memory_resolve", {"winner_id": "nowhere to be found", "loser_id": "neither"}),
    ("memory_replay", {"memory_id": "nowhere to be found"}),
]


class Contract:
    def __init__(self):
        self.problems, self.checked = [], 0
        self.tools = {}

    def expect(self, holds, what):
        self.checked += 1
        if not holds:
            self.problems.append(what)

    # ---- what the tools say of themselves ----
    def read_tools(self, listed):
        for tool in listed:
            name = tool.get("name", "")
            self.expect(NAME.fullmatch(name), f"{name!r} is no name for a tool")
            self.expect(name not in self.tools, f"{name} is listed twice")
            self.tools[name] = tool
            self.check_texts(name, tool)
            self.check_schemas(name, tool)
            self.check_annotations(name, tool)

    def check_texts(self, name, tool):
        title, description = tool.get("title", ""), tool.get("description", "")
        self.expect(title and title == title.strip() and not title.endswith("."), f"{name}: the title is {title!r}")
        self.expect(description.endswith((".", "!", "?")) and description[0].isupper() and description == description.strip(),
                    f"{name}: the description is no sentence: {description!r}")
        self.check_described(name, tool.get("inputSchema", {}))
        self.check_described(name, tool.get("outputSchema", {}))

    def check_described(self, place, schema):
        for name, each in schema.get("properties", {}).items():
            text = each.get("description", "")
            self.expect(text and text == text.strip() and not text.endswith((".", ",", ";")), f"{place}.{name}: the description is {text!r}")
            self.check_described(f"{place}.{name}", each)
            self.check_described(f"{place}.{name}[]", each.get("items", {}))

    def check_schemas(self, name, tool):
        for kind in ("inputSchema", "outputSchema"):
            if kind == "outputSchema" and name in WITH_FORMAT:
                self.expect(kind not in tool, f"{name} answers in several formats: it has no {kind}")
                continue
            found = flaws(tool.get(kind), f"{name} {kind}")
            self.expect(not found, "; ".join(found))
            self.expect(tool.get(kind, {}).get("type") == "object", f"{name}: {kind} describes no object")

    def check_annotations(self, name, tool):
        annotations = tool.get("annotations", {})
        self.expect(annotations.get("title") == tool.get("title"), f"{name}: two titles")
        for hint in HINTS:
            self.expect(isinstance(annotations.get(hint), bool), f"{name}: {hint} is missing")
        self.expect(set(annotations) == {"title", *HINTS}, f"{name}: annotations are {sorted(annotations)}")
        self.expect(not (annotations.get("readOnlyHint") and annotations.get("destructiveHint")), f"{name} reads only and destroys")

    # ---- what they answer ----
    def check_reply(self, name, reply, where):
        schema = self.tools[name].get("outputSchema")
        if schema is None:
            return
        # Not a result of the tool itself, but of how it was called (S7).
        members = {key: value for key, value in reply.items() if key != "warnings"}
        found = misfits(members, schema, f"{where}: {name}", closed=True)
        self.expect(not found, "; ".join(found))

    def check_arguments(self, name, arguments):
        found = misfits(arguments, self.tools[name]["inputSchema"], f"arguments of {name}")
        self.expect(not found, "; ".join(found))

    def check_result(self, name, result, arguments):
        said = result["content"][0]["text"]
        self.expect(not result.get("isError"), f"{name} {arguments}: {said}")
        as_json = name not in WITH_FORMAT or arguments.get("format") == "json"
        self.expect(("structuredContent" in result) == as_json, f"{name} {arguments}: structured content")
        if result.get("isError") or not as_json:
            return {}
        self.expect(json.loads(said) == result["structuredContent"], f"{name}: text and structured content differ")
        self.check_reply(name, result["structuredContent"], "called")
        return result["structuredContent"]

    def call_all(self, client):
        ids, called = {}, set()
        for name, arguments, kept_as in CALLS:
            given = json.dumps(arguments).replace('"{v}"', str(ids.get("v")))  # a number
            arguments = json.loads(re.sub(r"\{(\w)\}", lambda found: ids[found[1]], given))
            if "limit" not in arguments and "unknown" not in arguments:
                self.check_arguments(name, arguments)
            reply = self.check_result(name, client.tool(name, arguments), arguments)
            if kept_as:
                ids[kept_as] = reply["states"][-1]["version"] if "states" in reply else reply["id"]
            called.add(name)
        for name in sorted(set(self.tools) - called - NEED_A_MODEL):
            self.problems.append(f"{name} is not among the calls of contract.py")

    def refuse_all(self, client):
        refused = set()
        for name, arguments in REFUSED:
            result = client.tool(name, arguments)
            said = result["content"][0]["text"]
            self.expect(result.get("isError") is True, f"{name} {arguments} should be refused: {said[:200]}")
            self.expect("structuredContent" not in result, f"{name}: a refusal has no structured content")
            self.expect(said and not said.endswith(".") and "\n" not in said, f"{name}: a refusal is one sentence: {said!r}")
            refused.add(name)
        return refused

    # ---- what the behaviour suite saw ----
    def read_calls(self, folder, refused):
        succeeded, count = set(), 0
        for file in sorted(folder.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                if record["door"] != "mcp" or record["operation"] not in self.tools:
                    continue
                count += 1
                if record["ok"]:
                    succeeded.add(record["operation"])
                    if isinstance(record["reply"], dict):
                        self.check_reply(record["operation"], record["reply"], f"{record['script']}:{record['line']}")
                else:
                    refused.add(record["operation"])
        self.expect(count > 0, f"{folder}: no calls were logged")
        for name in sorted(set(self.tools) - succeeded - NEED_A_MODEL):
            self.problems.append(f"{name} never succeeds in the behaviour suite")
        return count

    def check_refused(self, refused):
        for name, tool in sorted(self.tools.items()):
            if tool["inputSchema"].get("properties") and name not in refused:
                self.problems.append(f"{name} is never refused, here or in the behaviour suite")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=Path, help="the ai-memory under test")
    arguments.add_argument("--calls", type=Path, help="the folder with the call logs of the behaviour suite")
    options = arguments.parse_args()
    contract, logged = Contract(), 0
    with World(options.binary) as world, world.mcp("--tier", "autonomous") as client:
        contract.read_tools(client.request("tools/list")["tools"])
        missing = sorted(OF_THE_REFERENCE - contract.tools.keys())
        contract.expect(not missing, f"not listed: {', '.join(missing)} (C3)")
        contract.call_all(client)
        refused = contract.refuse_all(client)
    if options.calls:
        logged = contract.read_calls(options.calls, refused)
    contract.check_refused(refused)
    print("\n".join(contract.problems))
    print(f"{len(contract.tools)} tools, {len(CALLS) + len(REFUSED)} calls, {logged} logged ones: "
          f"{contract.checked} checks, {len(contract.problems)} problems")
    return 1 if contract.problems else 0


if __name__ == "__main__":
    sys.exit(main())
