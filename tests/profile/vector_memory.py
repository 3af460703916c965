#!/usr/bin/env python3
"""The profile vector-memory: eight tools and three resources, priorities, changes, notes that are imported (J1, J3, J5, J7)."""

import hashlib
import json
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import McpError  # noqa: E402
from outcome import check, run, run_cases  # noqa: E402
from two import Two, same  # noqa: E402

TOOLS = ["store_memory", "search_memory", "list_memories", "delete_memory", "update_memory", "deduplicate_memories",
         "import_markdown_memories", "migrate_embeddings"]
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]


def eight_tools_in_every_revision(binary):
    with Two(binary) as two:
        two.init()
        for revision in REVISIONS:
            with two.world.mcp("--project", two.project, protocol=revision) as client:
                listed = client.request("tools/list")["tools"]
                same([tool["name"] for tool in listed], TOOLS, revision)
                limit = listed[1]["inputSchema"]["properties"]["limit"]
                same((limit["default"], limit["maximum"]), (10, 20), "limits of search_memory")
                same(listed[5]["inputSchema"]["properties"]["similarity_threshold"]["default"], 0.95, "threshold")
                result = client.tool("list_memories", {})
                text = json.loads(result["content"][0]["text"])
                if revision >= "2025-06-18":
                    same(result["structuredContent"], text, "structuredContent")
                if client.server:
                    same(client.server["serverInfo"]["name"], "vector-memory-mcp", revision)
                    check(len(client.server["instructions"]) <= 700, "instructions")
        with two.world.mcp() as client:
            try:
                client.tool("memory_store", {"title": "a", "content": "b"})
                check(False, "a tool of another surface was called")
            except McpError as said:
                same(said.error["code"], -32602, "unknown tool")
                check('did you mean "store_memory"' in said.error["message"], f"the nearest name: {said}")


def the_cores_tools_behind_them(binary):
    with Two(binary) as two:
        two.configure("[profile]\ncore_tools = true\n")
        with two.world.mcp() as client:
            names = [tool["name"] for tool in client.request("tools/list")["tools"]]
            same(names[:8], TOOLS, "the profile's own come first")
            check("memory_store" in names and len(set(names)) == len(names), f"{names}")
            check(client.call("memory_store", {"title": "a", "content": "b", "format": "json"})["id"], "and work")


def priorities(binary):
    with Two(binary) as two:
        two.init()
        for given, shown, number in (("core", "CORE", 10), ("High", "HIGH", 8), ("NORMAL", "NORMAL", 5), ("low", "LOW", 2)):
            stored = two.store(f"Priority {given}", priority=given)
            same(stored["priority"], shown, given)
            core = two.world.json("--db", two.projects, "get", stored["memory_id"])["memory"]
            same(core["priority"], number, "the core's number")
        same(two.store("Priority of none")["priority"], "NORMAL", "default")
        error = two.refused("store_memory", content="x", priority="URGENT")
        same((error["type"], error["field"]), ("VALIDATION_FAILED", "priority"), "URGENT")
        nine = two.world.json("--db", two.projects, "store", "-T", "Nine", "-c", "nine", "-p", 9, "-t", "long", "-n", "shop")["id"]
        two.call("update_memory", memory_id=nine, metadata_updates={"tags": ["x"]})
        core = two.world.json("--db", two.projects, "get", nine)["memory"]
        same((core["priority"], core["tags"]), (9, ["x"]), "a nine stays a nine")
        same(two.call("list_memories", filters={"memory_id": nine})["memories"][0]["priority"], "CORE", "shown as")
        for content, band in (("Security: all services must use mTLS", "CORE"), ("architecture of the importer", "HIGH"),
                              ("fixed a bug in the parser", None)):
            suggestion = two.store(content).get("suggestion", {})
            same(suggestion.get("priority"), band, content)
        check("suggestion" not in two.store("Encryption at rest", priority="HIGH"), "no hint at what was given")


def same_text_again(binary):
    with Two(binary) as two:
        two.init()
        first = two.store("The till opens at nine", tags=["till"])
        same(first["action"], "created", "first")
        same(list(first), ["success", "memory_id", "action", "location", "project_id", "priority", "content_hash", "created_at", "embedding"],
             "keys in their order")
        same(first["content_hash"], hashlib.sha256(b"The till opens at nine").hexdigest(), "hash")
        again = two.store("The till opens at nine")
        same((again["action"], again["memory_id"]), ("unchanged", first["memory_id"]), "again")
        more = two.store("The till opens at nine", tags=["hours"], priority="HIGH")
        same((more["action"], more["memory_id"], more["priority"]), ("merged", first["memory_id"], "HIGH"), "with more")
        one = two.call("list_memories", memory_id=first["memory_id"])["memories"][0]
        same(one["tags"], ["till", "hours"], "tags united")
        check("title" not in one, "nobody gave it a title")
        same(list(one), ["memory_id", "content", "location", "project_id", "priority", "tags", "source", "metadata", "created_at",
                         "updated_at", "access_count", "content_hash", "superseded_by"], "keys in their order")  # fmt: skip
        check(two.store("the till opens at nine")["memory_id"] != first["memory_id"], "another letter, another memory")
        long = "A long text. " * 40
        same(two.store(long)["action"], "created", "long")
        same(two.store(long)["action"], "unchanged", "long again")
        same(two.store("v1", title="Version")["action"], "created", "titled")
        same(two.store("v2", title="Version")["action"], "updated", "titled again")
        two.store("Found at the end", source="session_end")
        found = two.world.json("--db", two.projects, "list", "--source", "session_end")["memories"]
        same([each["content"] for each in found], ["Found at the end"], "the core lists by the sources of profiles")


def lists(binary):
    with Two(binary) as two:
        two.init()
        with two.world.mcp("--project", two.project) as client:
            for number in range(30):
                client.call("store_memory", {"content": f"Memory {number}", "location": "global" if number % 3 == 0 else "project"})
            for sort_by in ("created_at", "updated_at", "last_accessed_at", "priority", "access_count", "title"):
                for order in ("asc", "desc"):
                    seen, offset = [], 0
                    while offset is not None:
                        page = client.call("list_memories", {"sort_by": sort_by, "order": order, "limit": 7, "offset": offset})
                        same(page["total"], 30, "total")
                        seen += [each["memory_id"] for each in page["memories"]]
                        offset = page.get("next_offset")
                    same((len(seen), len(set(seen))), (30, 30), f"{sort_by} {order}")


def changes(binary):
    with Two(binary) as two:
        two.init()
        one = two.store("The till opens at nine", category="hours")["memory_id"]
        changed = two.call("update_memory", memory_id=one[:8], updated_content="The shop closes at six")["memory"]
        same((changed["memory_id"], changed["content"]), (one, "The shop closes at six"), "by a prefix")
        check("title" not in changed, "still untitled")
        same(two.ids("when does the shop close")[0], one, "found by what it says now")
        changed = two.call("update_memory", memory_id=one, metadata_updates={"category": None, "x": 1, "title": "Hours"})["memory"]
        same((changed.get("category"), changed["metadata"], changed["title"]), (None, {"x": 1}, "Hours"), "merge patch")
        changed = two.call("update_memory", memory_id=one, metadata_updates={"title": None, "x": None}, priority="core")["memory"]
        same((changed.get("title"), changed["metadata"], changed["priority"]), (None, {}, "CORE"), "and back")
        same(two.refused("update_memory", memory_id=one)["type"], "VALIDATION_FAILED", "nothing to change")
        same(two.refused("update_memory", memory_id="nobody", updated_content="x")["type"], "NOT_FOUND", "unknown")
        for patch in ({"k": {"a": 1, "b": None}}, {"k": {"b": [2], "c": {"d": None}}}, {"k": {"a": None}}):
            changed = two.call("update_memory", memory_id=one, metadata_updates=patch)["memory"]
        same(changed["metadata"], {"k": {"b": [2], "c": {}}}, "a merge patch goes into objects")
        two.call("update_memory", memory_id=one, metadata_updates={"k": None})
        two.store("Said twice")
        same(two.refused("update_memory", memory_id=one, updated_content="Said twice")["type"], "CONFLICT", "said already")
        moved = two.call("update_memory", memory_id=one, move_to="global")["memory"]
        same((moved["memory_id"], moved["location"]), (one, "global"), "moved")
        same(two.call("list_memories", memory_id=one)["total"], 1, "and not copied")
        gone = two.call("delete_memory", memory_id=one[:8])
        same((gone["memory_id"], gone["location"]), (one, "global"), "deleted by a prefix")
        same(two.refused("delete_memory", memory_id=one)["type"], "NOT_FOUND", "deleted for good")
        same(two.world.json("--db", two.users, "archive", "stats")["archived_total"], 0, "and not archived")
        ids = ["abcdef01-0000-4000-8000-000000000001", "abcdef01-0000-4000-8000-000000000002"]
        memories = [{"id": each, "title": each, "content": each, "namespace": "shop", "tier": "long"} for each in ids]
        done = two.world.run("--db", two.projects, "import", input=json.dumps({"memories": memories}))
        check(done.returncode == 0, f"{done}")
        error = two.refused("delete_memory", memory_id="abcdef01")
        check(error["type"] == "CONFLICT" and all(each in error["message"] for each in ids), f"which of them: {error}")
        for location in ("project", "global"):
            one = two.store(f"Back again in {location}", location=location)["memory_id"]
            named = two.call("delete_memory", memory_id=one)["hint"].partition(" brings it back")[0]
            done = two.world.run(*shlex.split(named)[1:])
            check(done.returncode == 0 and two.call("list_memories", memory_id=one)["total"] == 1, f"{named}: {done}")


def resources(binary):
    with Two(binary) as two:
        with two.world.mcp() as client:
            same(len(client.request("resources/list")["resources"]), 2, "without a project")
        two.init()
        two.store("Never on Fridays", priority="CORE", title="Deploys", tags=["x"])
        two.store("On Fridays", priority="CORE", title="deploys", location="global")
        two.store("Tabs", priority="CORE", location="global")
        with two.world.mcp("--project", two.project) as client:
            listed = [each["uri"] for each in client.request("resources/list")["resources"]]
            same(listed, ["memory://core", "memory://high", "memory://project/shop"], "listed")
            same(client.request("resources/templates/list")["resourceTemplates"][0]["uriTemplate"], "memory://project/{project_id}", "template")
            content = client.request("resources/read", {"uri": "memory://core"})["contents"][0]
            same(content["mimeType"], "text/markdown", "type")
            check(content["text"].startswith("# CORE memories (2)\n\n## Deploys\n\nid: "), content["text"])
            check("On Fridays\n" not in content["text"].replace("Never on Fridays\n", ""), "overridden ones are left out")
            text = client.request("resources/read", {"uri": "memory://high"})["contents"][0]["text"]
            same(text, "# HIGH memories (0)\n", "none")
            check("Never on Fridays" in client.request("resources/read", {"uri": "memory://project/shop"})["contents"][0]["text"], "project")
            def completed(value, name="project_id", **ref):
                return client.request("completion/complete", {"ref": ref, "argument": {"name": name, "value": value}})["completion"]["values"]

            template = {"type": "ref/resource", "uri": "memory://project/{project_id}"}
            same([completed(value, **template) for value in ("", "sh", "x")], [["shop"], ["shop"], []], "the project's id is completed")
            same(completed("", "other", **template), [], "another argument has no values")
            prompt = {"ref": {"type": "ref/prompt", "name": "session_summary"}, "argument": {"name": "focus", "value": ""}}
            same(client.request("completion/complete", prompt)["completion"]["values"], [], "the prompt's argument is anything")
            for params in ({"ref": template}, {"ref": template, "argument": {"value": ""}}, {"ref": template, "argument": {"name": "project_id"}},
                           {"ref": template, "argument": {"name": "project_id", "value": 1}}, {"argument": prompt["argument"]},
                           {"ref": {"type": "ref/prompt", "name": "other"}, "argument": prompt["argument"]}):  # fmt: skip
                same(client.exchange("completion/complete", params).get("error", {}).get("code"), -32602, f"{params}")
            for uri in ("memory://project/other", "memory://x", "memory://stats"):
                try:
                    client.request("resources/read", {"uri": uri})
                    check(False, f"{uri} was read")
                except McpError as error:
                    check("-32002" in str(error) or "-32602" in str(error), f"{uri}: {error}")


def told_of_changes(binary):
    with Two(binary) as two:
        two.init()
        two.store("Something", priority="LOW")
        with two.world.mcp("--project", two.project) as client:
            same(client.server["capabilities"]["resources"], {"subscribe": True}, "capability")
            client.request("resources/subscribe", {"uri": "memory://core"})
            client.request("resources/subscribe", {"uri": "memory://project/shop"})
            try:
                client.request("resources/subscribe", {"uri": "memory://nothing"})
                check(False, "an unknown one was taken")
            except McpError:
                pass
            two.store("Always so", priority="CORE", location="global")
            told = client.read(timeout=10)
            same((told["method"], told["params"]["uri"]), ("notifications/resources/updated", "memory://core"), "by another process")
            client.request("resources/unsubscribe", {"uri": "memory://core"})
            two.store("Of the project")
            same(client.read(timeout=10)["params"]["uri"], "memory://project/shop", "only what changed")


def imports(binary):
    with Two(binary) as two:
        two.init()
        (two.project / "docs").mkdir()
        (two.project / ".claude").mkdir()
        (two.project / "MEMORY.md").write_text("# Shop\n\n## Build\n\nWith cmake.\n\n```\n# no heading\n```\n\n## Rules\n- Use tabs\n- No emojis\n")
        (two.project / "NOTES.md").write_text("Before any heading.\n")
        (two.project / "docs/ADR-001-queue.md").write_text("# Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nA queue.\n")
        (two.project / ".claude/a.md").write_text("From the assistant.\n")
        (two.project / "README.md").write_text("# Not asked for\n\nx\n")
        look = two.call("import_markdown_memories")
        same([each["path"] for each in look["files"]], ["MEMORY.md", "NOTES.md", "docs/ADR-001-queue.md", ".claude/a.md"], "found")
        same([each["title"] for each in look["files"][0]["memories"]], ["Build", "Rules \u203a Use tabs", "Rules \u203a No emojis"], "titles")
        record = look["files"][2]["memories"][0]
        same((record["priority"], record["category"]), ("HIGH", "decision"), "a decision record")
        same(two.call("list_memories")["total"], 0, "a preview stores nothing")
        check(not two.projects.exists(), "nor makes a store")
        edits = [{"path": "MEMORY.md", "n": 3, "skip": True}, {"path": "NOTES.md", "n": 1, "priority": "CORE"}]
        done = two.call("import_markdown_memories", confirm_import=True, edits=edits, token=look["token"])
        same((done["imported"], done["skipped"], done["failed"]), (5, 1, 0), "imported")
        one = two.call("list_memories", filters={"priority": "CORE"})["memories"][0]
        same((one["source"], one["metadata"]["path"], one["metadata"]["line_from"]), ("import", "NOTES.md", 1), "where it came from")
        again = two.call("import_markdown_memories", confirm_import=True, edits=edits[:1])
        same((again["imported"], again["updated"], again["unchanged"]), (0, 0, 5), "again")
        (two.project / "NOTES.md").write_text("Changed in the file.\n")
        same(two.refused("import_markdown_memories", confirm_import=True, token=look["token"])["type"], "CONFLICT", "an old token")
        build = next(each for each in two.call("list_memories")["memories"] if each.get("title") == "Build")
        two.call("update_memory", memory_id=build["memory_id"], updated_content="With meson.")
        look = two.call("import_markdown_memories", edits=edits[:1])
        same((look["totals"]["update"], look["totals"]["edited_here"]), (1, 1), "one changed there, one only here")
        (two.project / "MEMORY.md").write_text("# Shop\n\n## Build\n\nWith ninja.\n")
        look = two.call("import_markdown_memories", file_paths=["MEMORY.md"])
        same(look["files"][0]["memories"][0]["action"], "edited_here", "changed on both sides: it stays")
        same(len(look["files"][0]["gone"]), 1, "a section that is gone is named")

        # An edited section stays when the file is read again.
        (two.project / "NOTES.md").write_text("# One\n\nfirst\n\n# Two\n\nsecond\n")
        (two.project / "more.md").write_text("# One\n\nfirst\n\n# Two\n\nsecond\n")
        edits = [{"path": "more.md", "n": 1, "title": "Own", "content": "my own words"}]
        two.call("import_markdown_memories", file_paths=["more.md"], confirm_import=True, edits=edits)
        for more in ({}, {"edits": edits}):
            again = two.call("import_markdown_memories", file_paths=["more.md"], confirm_import=True, **more)
            same((again["imported"], again["updated"], again["unchanged"]), (0, 0, 2), f"again: {more}")
        own = next(each for each in two.call("list_memories")["memories"] if each.get("title") == "Own")
        same(own["content"], "my own words", "an edited section")
        look = two.call("import_markdown_memories", file_paths=["more.md"])
        same([each["action"] for each in look["files"][0]["memories"]], ["edited_here", "unchanged"], "and is said to be")

        (two.world.work / "out.md").write_text("outside")
        (two.project / "link.md").symlink_to(two.world.work / "out.md")
        (two.project / "large.md").write_bytes(b"x" * (2 << 20))
        (two.project / "bytes.md").write_bytes(b"\x00\x01\x02")
        (two.project / "good.md").write_text("Good")
        files = two.call("import_markdown_memories", confirm_import=True,
                         file_paths=["/etc/passwd", "../out.md", "link.md", "large.md", "bytes.md", "nothing.md", "good.md"])
        same((files["failed"], files["imported"]), (6, 1), "what is wrong with one keeps no other back")
        check("link.md" in [each["path"] for each in files["files"]], f"named as it was asked for: {files}")


def prompt_of_the_end(binary):
    with Two(binary) as two:
        with two.world.mcp() as client:
            same([each["name"] for each in client.request("prompts/list")["prompts"]], ["session_summary"], "prompts")
            text = client.request("prompts/get", {"name": "session_summary", "arguments": {"focus": "the cart"}})["messages"][0]["content"]["text"]
            check("store_memory" in text and "session_end" in text and "the cart" in text, text)


def texts_for_other_kinds(binary):
    """Models write numbers, lists, truths and objects as texts (S56)."""
    with Two(binary) as two:
        two.init()
        with two.world.mcp("--project", two.project) as client:
            kept = client.call("store_memory", {"content": "The gate opens at nine", "tags": "gate, hours", "priority": "high",
                                                "metadata": '{"k": 1}'})
            found = client.call("search_memory", {"query": "gate", "limit": "3", "min_similarity": "0", "include_overridden": "false",
                                                  "filters": '{"tags": ["gate"], "priority": "CORE,HIGH"}'})
            same([each["memory_id"] for each in found["memories"]], [kept["memory_id"]], "filters as a text")
            listed = client.call("list_memories", {"limit": "5", "offset": "0", "filters": {"memory_id": json.dumps([kept["memory_id"]])}})
            same(listed["total"], 1, "ids as a text")
            changed = client.call("update_memory", {"memory_id": kept["memory_id"], "metadata_updates": '{"tags": "a,b", "limit": "5"}'})
            same((changed["memory"]["tags"], changed["memory"]["metadata"]["limit"]), (["a", "b"], "5"), "free keys stay texts")
            client.call("list_memories", {"filters": {"date_range": {"from": "2020-01-01", "to": "9999-12-31"}}})
            client.call("list_memories", {"filters": {"date_range": '{"from": "yesterday", "to": "2199-01-01 10:00"}'}})
            for key in ("from", "to"):
                said = client.tool("list_memories", {"filters": {"date_range": {key: "soon"}}})["content"][0]["text"]
                check(f"date_range.{key}" in said, said)
            # A title that one memory alone has is as good as its id (S54); the reply has an overwritten content (S53).
            client.call("store_memory", {"title": "Opening hours", "content": "from nine"})
            again = client.call("store_memory", {"title": "Opening hours", "content": "from ten"})
            same((again["action"], again["replaced"]), ("updated", "from nine"), "replaced")
            same(client.call("delete_memory", {"memory_id": "Opening hours"})["success"], True, "by its title")


CASES = (eight_tools_in_every_revision, the_cores_tools_behind_them, priorities, same_text_again, lists, changes, resources, told_of_changes, imports,
         prompt_of_the_end, texts_for_other_kinds)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
