#!/usr/bin/env python3
"""The profile vector-memory: eight tools, three resources, two stores as one, the ranking that explains itself; its settings,
its log (J1, J2, J3, J4, J5, J7, J8, J9)."""

import hashlib
import json
import os
import stat
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import tiny_model  # noqa: E402
from mcp_client import McpError  # noqa: E402
from outcome import check, run, run_cases  # noqa: E402
from world import World  # noqa: E402

TOOLS = ["store_memory", "search_memory", "list_memories", "delete_memory", "update_memory", "deduplicate_memories",
         "import_markdown_memories", "migrate_embeddings"]
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]


def same(got, wanted, what):
    check(got == wanted, f"{what}:\n{got}\n--- wanted\n{wanted}")


class Two:
    """A world with a project P, and words for calling the tools in it or beside it."""

    def __init__(self, binary):
        self.world = World(binary)
        self.world.environment.update(AI_MEMORY_PROFILE="vector-memory")
        self.project = self.world.work / "shop"
        self.project.mkdir()
        self.users = self.world.home / ".local/share/vector-memory-mcp/memories.db"
        self.projects = self.project / ".memory/db"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.world.remove()

    def init(self):
        done = self.world.run("init", self.project)
        check(done.returncode == 0, f"{done}")
        return self

    def raw(self, tool, arguments, *flags):
        return self.world.run("call", tool, json.dumps(arguments), *flags)

    def call(self, tool, _where=None, **arguments):
        done = self.raw(tool, arguments, "--project", _where or self.project)
        check(done.returncode == 0, f"{tool} {arguments}: {done}")
        return json.loads(done.stdout)

    def refused(self, tool, _where=None, **arguments):
        done = self.raw(tool, arguments, "--project", _where or self.project)
        check(done.returncode == 1, f"{tool} {arguments}: {done}")
        said = json.loads(done.stdout)
        check(said["success"] is False and said["error"]["suggestion"], f"{said}")
        return said["error"]

    def store(self, content, **more):
        return self.call("store_memory", content=content, **more)

    def search(self, query, **more):
        return self.call("search_memory", query=query, **more)

    def ids(self, query, **more):
        return [each["memory_id"] for each in self.search(query, **more)["memories"]]

    def with_model(self):
        folder = tiny_model.write(self.world.folder / "tiny")
        done = self.world.run("model", "import", folder, "--name", "tiny")
        check(done.returncode == 0, f"{done}")
        return self.configure('[embedding]\nmodel = "tiny"\n')

    def configure(self, text):
        self.world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        config = self.world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(text)
        return self


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
            said = client.tool("memory_store", {"title": "a", "content": "b"})
            check(said["isError"] and "unknown tool" in said["content"][0]["text"], f"{said}")


def where_stores_are(binary):
    with Two(binary) as two:
        nowhere = two.world.work
        two.call("search_memory", nowhere, query="anything")
        check(not two.users.exists(), "a search makes no file")
        with two.world.mcp() as client:
            for _ in range(7):
                client.call("list_memories", {})
        check(not two.users.exists(), "a server that only reads makes no file")
        stored = two.call("store_memory", nowhere, content="Tea is at five")
        same(stored["location"], "global", "without a project")
        same(stat.S_IMODE(two.users.stat().st_mode), 0o600, "mode")
        check("ai-memory init" in two.refused("store_memory", nowhere, content="x", location="project")["suggestion"], "hint")

        (two.project / ".git").mkdir()
        (two.project / "a").mkdir()
        (two.project / "a/.memory").write_text("a file is no marker")
        same(two.call("store_memory", two.project / "a", content="One")["location"], "global", ".git and a file")
        (two.world.home / ".memory").mkdir()
        (two.world.home / "x").mkdir()
        same(two.call("store_memory", two.world.home / "x", content="Two")["location"], "global", "a home's own")
        same(two.call("store_memory", two.world.home, content="Three")["location"], "project", "in the home itself")

        first = two.world.run("init", two.project)
        second = two.world.run("init", two.project)
        check(first.returncode == second.returncode == 0 and first.stdout != second.stdout, f"{first} {second}")
        same((two.project / ".memory/.gitignore").read_text(), "*\n", ".gitignore")
        same(stat.S_IMODE((two.project / ".memory").stat().st_mode), 0o700, "mode of .memory")
        two.search("anything")
        check(not two.projects.exists(), "a search makes no project store")
        (two.project / "deep/er").mkdir(parents=True)
        stored = two.call("store_memory", two.project / "deep/er", content="The till is open")
        same((stored["location"], stored["project_id"]), ("project", "shop"), "found upwards")
        same(stat.S_IMODE(two.projects.stat().st_mode), 0o600, "mode of the project's store")
        same(two.store("Everywhere", location="global")["project_id"], "shop", "where it came from")

        two.world.environment["CLAUDE_PROJECT_DIR"] = str(two.project)
        done = two.raw("list_memories", {"location": "project"})
        same(json.loads(done.stdout)["total"], 1, "CLAUDE_PROJECT_DIR")
        same(two.call("list_memories", two.world.folder, location="project")["total"], 0, "--project is stronger")
        del two.world.environment["CLAUDE_PROJECT_DIR"]
        moved = two.world.work / "market"
        two.project.rename(moved)
        one = two.call("list_memories", moved, location="project")["memories"][0]
        same(one["project_id"], "shop", "the id stays when the folder is renamed")
        check(two.world.run("doctor", "--db", moved / ".memory/db").returncode == 0, "doctor")
        two.world.environment["VECTOR_MEMORY_DB_PATH"] = str(two.world.folder / "other.db")
        same(two.call("list_memories", nowhere)["total"], 0, "VECTOR_MEMORY_DB_PATH")
        check(not two.world.database.exists(), "the core's database is left alone")


def stores_that_fail(binary):
    with Two(binary) as two:
        two.init()
        two.store("Known everywhere", location="global")
        two.projects.mkdir()
        (two.projects / "lance").write_text("x")
        same(two.store("In the project")["location"], "project", "beside a directory")
        check((two.projects / "lance").exists() and (two.project / ".memory/ai-memory.db").exists(), "left alone")
        (two.projects / "lance").unlink()
        two.projects.rmdir()
        two.projects.write_bytes(os.urandom(8192))
        found = two.search("known")
        same(found["count"], 1, "the other store answers")
        check("the project store could not be used" in found["warnings"][-1], f"{found}")
        two.users.write_bytes(os.urandom(8192))
        error = two.refused("search_memory", query="known")
        check(error["type"] in ("DATABASE_ERROR", "UNAVAILABLE"), f"{error}")


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
        same(first["content_hash"], hashlib.sha256(b"The till opens at nine").hexdigest(), "hash")
        again = two.store("The till opens at nine")
        same((again["action"], again["memory_id"]), ("unchanged", first["memory_id"]), "again")
        more = two.store("The till opens at nine", tags=["hours"], priority="HIGH")
        same((more["action"], more["memory_id"], more["priority"]), ("merged", first["memory_id"], "HIGH"), "with more")
        one = two.call("list_memories", memory_id=first["memory_id"])["memories"][0]
        same(one["tags"], ["till", "hours"], "tags united")
        check("title" not in one, "nobody gave it a title")
        check(two.store("the till opens at nine")["memory_id"] != first["memory_id"], "another letter, another memory")
        long = "A long text. " * 40
        same(two.store(long)["action"], "created", "long")
        same(two.store(long)["action"], "unchanged", "long again")
        same(two.store("v1", title="Version")["action"], "created", "titled")
        same(two.store("v2", title="Version")["action"], "updated", "titled again")


def ranking(binary):
    with Two(binary) as two:
        two.init()
        two.store("The login timeout was fixed by raising the pool to 50", priority="LOW")
        two.store("Deploys go out on Tuesdays", priority="CORE", location="global")
        two.store("The cache is warmed at night", priority="HIGH")
        found = two.search("deploys on tuesdays")
        same(found["mode"], "built-in", "without a model")
        weights = found["weights"]
        check(found["count"] >= 1 and found["memories"][0]["content"].startswith("Deploys"), f"{found}")
        for each in two.search("timeout of the login pool", min_similarity=0)["memories"]:
            parts = each["score_breakdown"]
            total = sum(weights[name] * parts[name] for name in ("similarity", "recency", "priority", "usage"))
            check(abs(total + parts["project_boost"] - each["score"]) < 1e-5, f"{each}")
            same(parts["project_boost"], 0.1 if each["location"] == "project" else 0.0, "boost")
        by_words = json.loads(two.raw("search_memory", {"query": "cache"}, "--project", two.project, "--tier", "keyword").stdout)
        check(by_words["count"] >= 1 and by_words["mode"] in ("text", "built-in"), f"{by_words}")
        same(two.search("zebra crossing", min_similarity=1)["memories"], [], "nothing found is no error")
        two.refused("search_memory", query="  ")
        two.refused("search_memory", query="x", limit=0)
        check("limit" in two.search("x", limit=50)["warnings"][0], "a limit that is too large is clamped")


def counted_once_a_session(binary):
    with Two(binary) as two:
        two.init()
        two.store("The till opens at nine")
        with two.world.mcp("--project", two.project) as client:
            for _ in range(3):
                client.call("search_memory", {"query": "when does the till open"})
            client.call("search_memory", {"query": "till hours"})
            client.call("list_memories", {})
        same(two.call("list_memories")["memories"][0]["access_count"], 2, "uses")


def overrides(binary):
    with Two(binary) as two:
        two.init()
        users = two.store("Deploys on Monday", title="Deploy Day", location="global")["memory_id"]
        own = two.store("Deploys on Tuesday", title="deploy  day")["memory_id"]
        found = two.search("deploys")
        same([each["memory_id"] for each in found["memories"]], [own], "the project's holds")
        same(found["overridden"], 1, "and says so")
        same(two.ids("deploys on monday", limit=1), [own], "hidden before the limit")
        both = two.search("deploys", include_overridden=True)["memories"]
        same({each["memory_id"]: each.get("overridden_by") for each in both}, {own: None, users: own}, "shown on demand")
        listed = {each["memory_id"]: each.get("overridden_by") for each in two.call("list_memories")["memories"]}
        same(listed, {own: None, users: own}, "lists show both")
        two.call("delete_memory", memory_id=own)
        same(two.ids("deploys"), [users], "back again")

        text = "Equal texts in both stores"
        two.store(text, location="global")
        two.store(text)
        scores = {each["location"]: each for each in two.search(text, include_overridden=True)["memories"] if each["content"] == text}
        check(abs(scores["project"]["score"] - scores["global"]["score"] - 0.1) < 0.001, f"{scores}")
        same([each["location"] for each in two.search(text)["memories"] if each["content"] == text], ["project"], "one of two")


def filters(binary):
    with Two(binary) as two:
        two.init()
        two.store("till one", tags=["a", "b"], priority="HIGH", category="fix", source="import")
        two.store("till two", tags=["a"], priority="LOW")
        two.store("till three", location="global", tags=["a"])

        def names(**more):
            return sorted(each["content"][5:] for each in two.search("till", **more)["memories"])

        same(names(), ["one", "three", "two"], "all")
        same(names(filters={"tags": ["a", "b"]}), ["one"], "tags: all")
        same(names(filters={"priority": ["HIGH", "low"]}), ["one", "two"], "priorities")
        same(names(priority="high"), ["one"], "flat")
        same(names(filters={"category": "fix"}), ["one"], "category")
        same(names(filters={"source": "manual"}), ["three", "two"], "source")
        same(names(filters={"date_range": {"from": "2020-01-01", "to": "2020-12-31"}}), [], "dates")
        same(names(location="global"), ["three"], "location")
        same(two.call("list_memories", filters={"project_id": "shop"})["total"], 3, "project_id, of global ones too")
        both = two.search("till", tags=["a"], filters={"tags": ["b"]})
        check("filters" in both["warnings"][0] and both["count"] == 1, f"{both}")
        check("did you mean" in two.search("till", filtres={})["warnings"][0], "unknown arguments are named")


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
        two.store("Said twice")
        same(two.refused("update_memory", memory_id=one, updated_content="Said twice")["type"], "CONFLICT", "said already")
        moved = two.call("update_memory", memory_id=one, move_to="global")["memory"]
        same((moved["memory_id"], moved["location"]), (one, "global"), "moved")
        same(two.call("list_memories", memory_id=one)["total"], 1, "and not copied")
        gone = two.call("delete_memory", memory_id=one[:8])
        same((gone["memory_id"], gone["location"]), (one, "global"), "deleted by a prefix")
        same(two.refused("delete_memory", memory_id=one)["type"], "NOT_FOUND", "deleted for good")


def near_duplicates(binary):
    with Two(binary) as two:
        two.init().with_model()
        first = two.store("the user likes tea")
        same(first["embedding"], "stored", "by the model")
        two.store("paris of the user")
        warned = two.store("the user likes tea.")
        same(warned["action"], "created", "stored all the same")
        check(warned["duplicates"][0]["memory_id"] == first["memory_id"], f"{warned}")
        check("deduplicate_memories" in warned["warnings"][0], f"{warned}")
        same(two.store("The user likes tea", on_duplicate="skip")["action"], "skipped", "skip")
        updated = two.store("The user likes tea!", on_duplicate="update")
        same(updated["action"], "updated", "update")
        differs = two.store("the user likes tea 5432", on_duplicate="merge")
        again = two.store("the user likes tea 5433", on_duplicate="merge")
        same((again["action"], again["duplicates"][0]["differs"]), ("created", ["numbers"]), "other numbers are never merged")
        check(again["memory_id"] != differs["memory_id"], "two memories")


def deduplicates(binary):
    with Two(binary) as two:
        two.init().with_model()
        one = two.store("the user likes tea", tags=["x"], priority="HIGH", on_duplicate="warn")["memory_id"]
        two.search("the user likes tea")
        two_ = two.store("The user likes tea.", tags=["y"])["memory_id"]
        look = two.call("deduplicate_memories", location="project", similarity_threshold=0.9)
        same((look["compared"], look["groups_found"]), (2, 1), "found")
        suggestion = look["groups"][0]["suggestion"]
        same((suggestion["action"], suggestion["keep"], suggestion["priority"], suggestion["tags"]),
             ("merge", two_, "HIGH", ["y", "x"]), "suggested")
        same(two.call("list_memories")["total"], 2, "nothing changed")
        merged = two.call("deduplicate_memories", auto_merge=True, similarity_threshold=0.9)["merged"]
        same(merged, [{"memory_id": two_, "superseded": [one]}], "merged")
        left = two.call("list_memories")["memories"]
        same([(each["memory_id"], each["tags"], each["priority"], each["access_count"]) for each in left], [(two_, ["y", "x"], "HIGH", 1)], "one")
        old = two.call("list_memories", filters={"superseded": True})["memories"]
        same([(each["memory_id"], each["superseded_by"]) for each in old], [(one, two_)], "the other is in the archive")
        check(two_ in two.refused("delete_memory", memory_id=one)["suggestion"], "where it went")
        same(two.call("deduplicate_memories", similarity_threshold=0.9)["groups_found"], 0, "again: nothing")
        two.store("the user likes tea 1")
        two.store("the user likes tea 2")
        group = two.call("deduplicate_memories", auto_merge=True, similarity_threshold=0.9)
        check(all(each["suggestion"]["action"] == "review" for each in group["groups"]), f"{group}")
        same(group["merged"], [], "what differs is left alone")


def migrates(binary):
    with Two(binary) as two:
        two.init()
        same(two.store("the user likes tea")["embedding"], "pending", "without a model")
        same(two.refused("migrate_embeddings")["type"], "UNAVAILABLE", "no model")
        two.store("paris", location="global")
        two.with_model()
        same(two.call("migrate_embeddings", dry_run=True)["remaining"], 2, "dry run")
        done = two.call("migrate_embeddings")
        same((done["migrated"], done["remaining"], done["total"]), (2, 0, 2), "migrated")
        same(two.search("tea")["mode"], "vector", "by the model")


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
        same((look["totals"]["update"], look["totals"]["edited_here"]), (1, 0), "one changed there, one only here")
        (two.project / "MEMORY.md").write_text("# Shop\n\n## Build\n\nWith ninja.\n")
        look = two.call("import_markdown_memories", file_paths=["MEMORY.md"])
        same(look["files"][0]["memories"][0]["action"], "edited_here", "changed on both sides: it stays")
        same(len(look["files"][0]["gone"]), 1, "a section that is gone is named")

        (two.world.work / "out.md").write_text("outside")
        (two.project / "link.md").symlink_to(two.world.work / "out.md")
        (two.project / "large.md").write_bytes(b"x" * (2 << 20))
        (two.project / "bytes.md").write_bytes(b"\xff\xfe")
        (two.project / "good.md").write_text("Good")
        files = two.call("import_markdown_memories", confirm_import=True,
                         file_paths=["/etc/passwd", "../out.md", "link.md", "large.md", "bytes.md", "nothing.md", "good.md"])
        same((files["failed"], files["imported"]), (6, 1), "what is wrong with one keeps no other back")


SEED_CONFIG = {
    "embedding": {"model": "Xenova/all-MiniLM-L6-v2", "dimension": 384},
    "retrieval": {"default_limit": 10, "session_start_limit": 8, "similarity_threshold": 0.7,
                  "scoring_weights": {"similarity": 0.4, "recency": 0.2, "priority": 0.2, "usage": 0.2}},
    "auto_triggers": {"session_end": True, "decision_detection": True, "error_resolution": True},
    "deduplication": {"auto_check": True, "similarity_threshold": 0.9},
}


def settings(binary):
    with Two(binary) as two:
        two.init()
        two.world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        file = two.world.home / ".local/share/vector-memory-mcp/config.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        toml = two.world.home / ".config/ai-memory/config.toml"
        toml.parent.mkdir(parents=True, exist_ok=True)

        def configure(text, **changes):
            config = json.loads(json.dumps(SEED_CONFIG))
            for section, values in changes.items():
                config[section].update(values)
            file.write_text(json.dumps(config))
            toml.write_text(text)

        for number in range(6):
            two.store(f"Fact {number} about the till")
        configure("")
        same(two.search("till")["count"], 6, "the plan's own file")
        shown = {each["key"]: each for each in two.world.json("config", "show")["settings"]}
        same((shown["vector_memory.default_limit"]["value"], shown["vector_memory.default_limit"]["origin"]), (10, "other"), "origin")
        same(shown["vector_memory.max_limit"]["origin"], "default", "what it does not say")
        configure("", retrieval={"default_limit": 3})
        same(two.search("till")["count"], 3, "default_limit")
        configure("[vector_memory]\ndefault_limit = 2\n", retrieval={"default_limit": 3})
        same(two.search("till")["count"], 2, "config.toml overrides it")
        configure("", retrieval={"scoring_weights": {"similarity": 0.8, "recency": 0.4, "priority": 0.4, "usage": 0.4}})
        done = two.raw("search_memory", {"query": "till"}, "--project", two.project)
        same(json.loads(done.stdout)["weights"]["similarity"], 0.4, "weights are divided by their sum")
        check("add up to 2" in done.stderr, f"and that is said: {done.stderr}")
        configure("", deduplication={"auto_check": False})
        check("duplicates" not in two.store("Fact 1 about the till."), "no look for duplicates")
        configure("", retrieval={"default_limit": "x"})
        done = two.raw("search_memory", {"query": "till"})
        check(done.returncode == 1 and str(file) in done.stderr and "retrieval.default_limit" in done.stderr, f"{done}")
        configure("", retrieval={"defaultlimit": 3})
        done = two.raw("search_memory", {"query": "till"}, "--project", two.project)
        check(done.returncode == 0 and "did you mean" in done.stderr, f"an unknown key: {done.stderr}")
        configure("[profile]\nname = \"vector-memory\"\n[vector_memory]\nglobal_db = \"core\"\n")
        del two.world.environment["AI_MEMORY_PROFILE"]
        two.store("Kept with everything else", location="global")
        check(two.world.database.exists() and not two.users.exists(), "the core's database as the user's store")
        same(two.world.json("list", "-n", "global")["memories"][0]["content"], "Kept with everything else", "the core sees it")


def what_is_logged(binary):
    with Two(binary) as two:
        two.init()
        one = two.store("The till opens at nine")["memory_id"]
        with two.world.mcp("--project", two.project) as client:
            for _ in range(2):
                client.call("search_memory", {"query": "when does the till open"})
            client.call("list_memories", {"filters": {"memory_id": one}})
        rows = two.world.json("--db", two.projects, "access-log", "--memory", one)["items"]
        same([row["access_type"] for row in rows], ["get", "search", "search"], "each call")
        same((rows[-1]["query_text"], rows[-1]["memory_id"]), ("when does the till open", one), "with its question")
        check(rows[-1]["relevance_score"] > 0 and rows[0]["relevance_score"] is None, "and its score")
        two.projects.write_bytes(os.urandom(8192))
        two.search("till of a secret question")
        two.refused("store_memory", content="a secret content", priority="URGENT")
        log = two.world.home / ".local/share/vector-memory-mcp/logs/vector-memory.log"
        text = log.read_text()
        same(stat.S_IMODE(log.stat().st_mode), 0o600, "mode of the log")
        check(" WARN search_memory FALLBACK the project store" in text and " ERROR store_memory VALIDATION_FAILED priority" in text, text)
        check("secret" not in text, "no contents and no questions")


def secrets(binary):
    token = "ghp_Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX"
    with Two(binary) as two:
        two.init()
        stored = two.store(f"The deploy key is {token}")
        check(any("looks like" in each for each in stored["warnings"]), f"{stored}")
        check(all(token not in each for each in stored["warnings"]), "which is not repeated")
        check(token in two.call("list_memories")["memories"][0]["content"], "it is stored as it is")
        check("warnings" not in two.store("Nothing of the kind"), "else nothing is said")
        del two.world.environment["AI_MEMORY_PROFILE"]
        world = two.world
        done = world.run("--json", "store", "-T", "Key", "-c", f"key {token}")
        check("looks like" in done.stdout + done.stderr, f"the core too: {done}")
        world.run("transcript", "append", "-s", "s-1", "-c", f"my key is {token}")
        shown = world.json("transcript", "list")["transcripts"][0]["id"]
        text = world.run("transcript", "show", shown).stdout
        check(token not in text and "[secret removed]" in text, f"capture takes it out: {text}")
        export = world.work / "conversations.json"
        export.write_text(json.dumps([{"uuid": "c-1", "name": "Keys", "created_at": "2026-01-01T00:00:00Z", "chat_messages": [
            {"sender": "human", "text": f"Please use the key {token} for the deploys of the shop.", "created_at": "2026-01-01T00:00:00Z"},
            {"sender": "assistant", "text": "I shall use it for the deploys of the shop from now on.", "created_at": "2026-01-01T00:01:00Z"}]}]))
        mined = world.run("mine", export, "--format", "claude", "--min-messages", 1, "--min-length", 1)
        check(mined.returncode == 0, f"{mined}")
        contents = [each["content"] for each in world.json("list", "--limit", 50)["memories"]]
        check(any("[secret removed]" in each for each in contents), f"mine takes it out: {contents}")
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text("[secrets]\nremove = false\n")
        done = world.run("--json", "store", "-T", "Key", "-c", f"key {token}!")
        check("looks like" not in done.stdout + done.stderr, "the switch turns it off")


def prompt_of_the_end(binary):
    with Two(binary) as two:
        with two.world.mcp() as client:
            same([each["name"] for each in client.request("prompts/list")["prompts"]], ["session_summary"], "prompts")
            text = client.request("prompts/get", {"name": "session_summary", "arguments": {"focus": "the cart"}})["messages"][0]["content"]["text"]
            check("store_memory" in text and "session_end" in text and "the cart" in text, text)


def asks_first(binary):
    with Two(binary) as two:
        two.init().with_model()
        two.store("the user likes tea")
        twin = two.call("import_markdown_memories", file_paths=[])
        same(twin["totals"]["duplicate"], 0, "no notes")
        (two.project / "NOTES.md").write_text("the user likes tea!\n")
        look = two.call("import_markdown_memories")
        same(look["files"][0]["memories"][0]["action"], "duplicate", f"named in a preview: {look}")
        check(look["files"][0]["memories"][0]["duplicate_of"], "with its id")
        same(two.store("The user likes tea.", on_duplicate="ask")["action"], "created", "who cannot be asked is warned")


CASES = (eight_tools_in_every_revision, where_stores_are, stores_that_fail, priorities, same_text_again, ranking,
         counted_once_a_session, overrides, filters, lists, changes, near_duplicates, deduplicates, migrates, resources, told_of_changes,
         imports, settings, what_is_logged, secrets, prompt_of_the_end, asks_first)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
