#!/usr/bin/env python3
"""The profile mudpuppy: five tools, their replies to the byte, the search by words and meaning, the daily log (K1–K3)."""

import hashlib
import json
import re
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import tiny_model  # noqa: E402
from mcp_client import McpError  # noqa: E402
from mcp_http import McpHttp  # noqa: E402
from outcome import check, eventually, run, run_cases  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

TOOLS = ["memory_add", "memory_search", "memory_get", "memory_stats", "memory_delete"]
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
HOUR = 3_600_000


def server(world, *arguments, **options):
    return world.mcp("--profile", "mudpuppy", *arguments, **options)


def javascript(value):
    """JSON.stringify(value, null, 2), as far as Python's json says the same."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def text_of(client, tool, arguments):
    """The only text of a reply, which structuredContent repeats."""
    result = client.tool(tool, arguments)
    check(len(result["content"]) == 1 and "isError" not in result, f"{tool} {arguments}: {result}")
    text = result["content"][0]["text"]
    if client.protocol >= "2025-06-18":
        check(result["structuredContent"] == json.loads(text), f"{tool}: {result}")
    return text


def ask(client, tool, arguments=None):
    return json.loads(text_of(client, tool, arguments or {}))


def add(client, content, **more):
    return ask(client, "memory_add", {"content": content, **more})["id"]


def refused(client, tool, arguments, what):
    result = client.tool(tool, arguments)
    text = result["content"][0]["text"]
    check(result.get("isError") is True and "structuredContent" not in result, f"{tool} {arguments}: {result}")
    check(list(json.loads(text)) == ["error"] and what in json.loads(text)["error"], f"{tool} {arguments}: {text}")


def same(got, wanted, what):
    check(got == wanted, f"{what}:\n{got}\n--- wanted\n{wanted}")


def five_tools_in_every_revision(binary):
    with World(binary) as world:
        for revision in REVISIONS:
            with server(world, protocol=revision) as client:
                listed = client.request("tools/list")["tools"]
                same([tool["name"] for tool in listed], TOOLS, revision)
                check(listed[0]["inputSchema"]["properties"]["confidence"]["default"] == 1.0, f"{listed[0]}")
                check(("annotations" in listed[0]) == (revision >= "2025-03-26"), f"{listed[0]}")
                if client.server:
                    check(client.server["serverInfo"]["name"] == "mudpuppy", f"{client.server}")
                    check(client.server["instructions"].startswith("Long-term memory."), f"{client.server}")
                    same(sorted(set(client.server["capabilities"]) - {"logging"}), ["tools"], revision)
                ask(client, "memory_stats")
                check(client.request("prompts/list")["prompts"] == [], "prompts")
                check(client.request("resources/list")["resources"] == [], "resources")


def no_other_tools(binary):
    with World(binary) as world:
        with server(world) as client:
            try:
                client.tool("memory_store", {"title": "a", "content": "b"})
                check(False, "a tool of another surface was called")
            except McpError as said:
                check(said.error["code"] == -32602 and 'unknown tool "memory_store"' in said.error["message"], f"{said}")
        (world.home / ".config/ai-memory").mkdir(parents=True)
        (world.home / ".config/ai-memory/config.toml").write_text("[profile]\ncore_tools = true\n")
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        with server(world) as client:
            names = [tool["name"] for tool in client.request("tools/list")["tools"]]
            check(names[:5] == TOOLS and "memory_store" in names and len(names) == len(set(names)), f"{names}")
            check(client.call("memory_store", {"title": "a", "content": "b"})["title"] == "a", "the core's store")
            check("results" in ask(client, "memory_search", {"query": "b"}), "the profile's search")


def ways_to_it(binary):
    with World(binary) as world:
        link = world.folder / "bin" / "mudpuppy"
        link.symlink_to(world.binary)
        hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}) + "\n"

        def name(*command, **more):
            done = subprocess.run(command, input=hello, capture_output=True, text=True, timeout=60, cwd=world.work,
                                  env={**world.environment, **more})
            check(done.returncode == 0, f"{command}: {done}")
            return json.loads(done.stdout)["result"]["serverInfo"]["name"]

        same(name(link), "mudpuppy", "by the name of the program")
        same(name(link, "--db", world.database), "mudpuppy", "with a flag")
        same(name(world.binary, "mcp", AI_MEMORY_PROFILE="mudpuppy"), "mudpuppy", "by the environment")
        same(name(world.binary, "mcp", "--profile", "core", AI_MEMORY_PROFILE="mudpuppy"), "ai-memory", "the flag is stronger")
        same(name(link, "mcp", "--profile", "core"), "ai-memory", "than the name too")
        done = world.run("call", "memory_stats", "--profile", "mudpuppy")
        same(done.stdout.splitlines()[1], '  "totalEntries": 0,', "call")
        version = subprocess.run([link, "--version"], capture_output=True, text=True, timeout=60, env=world.environment)
        check(version.returncode == 0 and version.stdout, f"{version}")


def replies_to_the_byte(binary):
    with World(binary) as world, server(world) as client:
        same(text_of(client, "memory_stats", {}), javascript(
            {"totalEntries": 0, "byType": {}, "avgImportance": 0, "avgConfidence": 0, "totalAccesses": 0,
             "oldestEntry": None, "newestEntry": None}), "stats of nothing")
        before = int(time.time() * 1000)
        number = add(client, "User prefers dark mode", entryType="preference", context="settings", tags=["ui", "é"], importance=8,
                     confidence=0.9)
        same(text_of(client, "memory_add", {"content": "User prefers dark mode", "importance": 2}),
             javascript({"id": number, "created": False, "duplicate": True}), "the same again")
        entry = ask(client, "memory_get", {"id": number})["entry"]
        same(list(entry), ["id", "content", "contentHash", "entryType", "source", "context", "confidence", "importance", "tags",
                           "createdAt", "updatedAt", "accessCount"], "keys in order")
        check(before <= entry["createdAt"] <= time.time() * 1000 and entry["updatedAt"] == entry["createdAt"], f"{entry}")
        same((entry["importance"], entry["confidence"], entry["entryType"], entry["context"], entry["tags"], entry["accessCount"]),
             (8, 0.9, "preference", "settings", ["ui", "é"], 0), "kept as it was given")
        same(entry["contentHash"], hashlib.sha256(b"User prefers dark mode").hexdigest(), "its hash")
        again = text_of(client, "memory_get", {"id": number})
        read = json.loads(again)["entry"]
        check(read["accessCount"] == 1 and list(read)[-1] == "lastAccessedAt", again)
        same(again, javascript(json.loads(again)), "two blanks")
        plain = add(client, "plain")
        same(text_of(client, "memory_get", {"id": plain}), javascript({"entry": {
            "id": plain, "content": "plain", "contentHash": hashlib.sha256(b"plain").hexdigest(), "entryType": "fact",
            "source": "manual", "confidence": 1, "importance": 5, "tags": [],
            **{k: v for k, v in ask(client, "memory_get", {"id": plain})["entry"].items() if k in ("createdAt", "updatedAt")},
            "accessCount": 0}}), "defaults")
        check(add(client, "plain ") != plain, "one blank more is another text")
        found = text_of(client, "memory_search", {"query": "dark", "mode": "keyword"})
        same(found, javascript({"results": [{
            "id": number, "content": "User prefers dark mode", "entryType": "preference", "source": "manual", "context": "settings",
            "confidence": 0.9, "importance": 8, "tags": ["ui", "é"], "score": 1, "matchedBy": ["keyword"],
            "createdAt": entry["createdAt"]}], "total": 1}), "search")
        stats = ask(client, "memory_stats")
        same((stats["totalEntries"], stats["byType"], stats["avgImportance"], stats["avgConfidence"]),
             (3, {"fact": 2, "preference": 1}, 6, 0.9667), "stats")
        same(text_of(client, "memory_get", {"id": 999999}), javascript({"error": "Memory entry not found: 999999"}), "nobody")
        same(text_of(client, "memory_delete", {"id": plain}), javascript({"success": True, "deleted": True}), "delete")
        same(text_of(client, "memory_delete", {"id": plain}), javascript({"success": False, "deleted": False}), "once more")


def arguments_that_cannot_be(binary):
    with World(binary) as world, server(world) as client:
        for arguments, what in (
            ({}, "content"), ({"content": ""}, "content"), ({"content": "a", "entryType": "note"}, "entryType"),
            ({"content": "a", "importance": 0}, "importance"), ({"content": "a", "importance": 11}, "importance"),
            ({"content": "a", "importance": 5.5}, "importance"), ({"content": "a", "confidence": 1.1}, "confidence"),
            ({"content": "a", "source": "file-index"}, "file-index, which is the indexer's own"),
            ({"content": "a", "expiresAt": 1}, "expiresAt must be in the future (Unix milliseconds)"),
        ):
            refused(client, "memory_add", arguments, what)
        refused(client, "memory_search", {"query": ""}, "query")
        refused(client, "memory_search", {"query": "a", "limit": 0}, "limit")
        refused(client, "memory_search", {"query": "a", "mode": "fuzzy"}, "mode")
        refused(client, "memory_search", {"query": "a", "entryTypes": ["note"]}, "entryTypes")
        refused(client, "memory_get", {"id": 0}, "id")
        reply = ask(client, "memory_search", {"query": "a", "limit": 5000, "colour": 1})
        check(len(reply["warnings"]) == 3 and list(reply) == ["results", "total", "warnings"], f"{reply}")
        check(ask(client, "memory_stats")["totalEntries"] == 0, "nothing was kept")


def longer_than_a_memory(binary):
    """Limits that its clients do not know split or shorten, and the reply says so (S57)."""
    with World(binary) as world, server(world) as client:
        long = "".join(f"line {number} of a long note\n" for number in range(4000))
        reply = ask(client, "memory_add", {"content": long, "context": "c" * 9000, "importance": "7",
                                           "tags": [f"tag {number}" for number in range(60)] + ["t" * 200]})
        check(reply["created"] and len(reply["warnings"]) == 3, f"{reply}")
        numbers = [int(each) for each in reply["warnings"][0].rsplit("memories ", 1)[1].split(", ")]
        entries = [ask(client, "memory_get", {"id": number})["entry"] for number in numbers]
        same("".join(entry["content"] for entry in entries), long, "nothing is lost")
        same((len(entries[0]["context"]), len(entries[0]["tags"]), entries[0]["importance"]), (8192, 50, 7), "shortened")
        reply = ask(client, "memory_add", {"content": "short", "tags": ["t" * 200, ""]})
        same(reply["warnings"], ["1 tag is cut to 128 bytes"], "one tag")


def expiry(binary):
    with World(binary) as world, server(world) as client:
        soon = int(time.time() * 1000) + 1500
        number = add(client, "meeting at noon", expiresAt=soon)
        same(ask(client, "memory_get", {"id": number})["entry"]["expiresAt"], soon, "to the millisecond")
        reply = ask(client, "memory_add", {"content": "in seconds", "expiresAt": int(time.time()) + 3600})
        check(reply["created"] and len(reply["warnings"]) == 1, f"{reply}")
        check(ask(client, "memory_get", {"id": reply["id"]})["entry"]["expiresAt"] > time.time() * 1000 + HOUR / 2, "read as seconds")
        check(eventually(lambda: "error" in ask(client, "memory_get", {"id": number})), "it expires")
        check(all(hit["id"] != number for hit in ask(client, "memory_search", {"query": "meeting noon"})["results"]), "search")
        check(ask(client, "memory_stats")["totalEntries"] == 1, "stats")
        reply = ask(client, "memory_add", {"content": "meeting at noon"})
        check(reply["created"] and reply["id"] != number, f"{reply}")


def search(binary):
    with World(binary) as world, server(world) as client:
        theme = add(client, "user prefers dark mode", entryType="preference", tags=["ui"])
        add(client, "the cat sleeps on the sofa")
        hybrid = ask(client, "memory_search", {"query": "dark theme"})["results"]
        check(hybrid[0]["id"] == theme and hybrid[0]["matchedBy"] == ["vector", "keyword"], f"{hybrid}")
        vector = ask(client, "memory_search", {"query": "dark theme", "mode": "vector"})["results"]
        check(vector[0]["id"] == theme and vector[0]["matchedBy"] == ["vector"], f"{vector}")
        words = ask(client, "memory_search", {"query": "dark theme", "mode": "keyword"})["results"]
        same([hit["id"] for hit in words], [theme], "by words")
        # 0.7 of the vector's part and 0.3 of the words', which is 1 for the only one.
        check(abs(hybrid[0]["score"] - (0.7 * vector[0]["score"] + 0.3)) <= 0.002, f"{hybrid[0]} {vector[0]}")
        check(0.5 <= vector[0]["score"] <= 1, f"{vector[0]}")
        only = ask(client, "memory_search", {"query": "dark theme", "vectorWeight": 0, "keywordWeight": 1})["results"]
        same(only[0]["score"], 1, "weights of the call")
        for query in ("'\"(){}[]:^~*", 'AND OR NEAR("', "\0", "💡"):
            ask(client, "memory_search", {"query": query})
            check(ask(client, "memory_search", {"query": query, "mode": "keyword"})["total"] == 0, query)
        same(ask(client, "memory_search", {"query": "dark\0"})["total"], 0, "nothing holds a NUL (S37)")


def by_a_model(binary):
    with World(binary) as world:
        def near():
            with server(world) as client:
                return [hit["content"] for hit in ask(client, "memory_search", {"query": "the user likes tea", "mode": "vector"})["results"]]

        with server(world) as client:
            add(client, "the user likes tea")
        done = world.run("model", "import", tiny_model.write(world.folder / "tiny"), "--name", "tiny")
        check(done.returncode == 0, f"{done}")
        del world.environment["AI_MEMORY_NO_CONFIG"]
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text('[embedding]\nmodel = "tiny"\n')
        same(near(), ["the user likes tea"], "what the model has not seen yet is found by the built-in table")
        done = world.run("call", "memory_add", '{"content": "paris is far"}', "--profile", "mudpuppy")
        check(done.returncode == 0, f"{done}")
        check("paris is far" in near(), "and a new one has its vector at once")
        next((world.home / ".local/share/ai-memory/models").glob("tiny.aimw")).unlink()
        with server(world) as client:
            told = ask(client, "memory_search", {"query": "the user likes tea"})["warnings"]
        check("the model could not be used" in str(told), f"without its file: {told}")


def words_of_context_and_tags(binary):
    with World(binary) as world:
        with server(world) as client:
            number = add(client, "a long text about nothing in particular, " * 10, context="said at the harbour", tags=["boats"])
            add(client, "something else")

            def found(query):
                return [hit["id"] for hit in ask(client, "memory_search", {"query": query, "mode": "keyword"})["results"]]

            for query in ("harbour", "boat", "particular"):
                same(found(query), [number], query)
            with sqlite3.connect(f"file:{world.database}?mode=ro", uri=True) as database:
                title, = database.execute("SELECT title FROM memories WHERE key = ?", (number,)).fetchone()
            check(re.fullmatch(r"a long text .*… #[0-9a-f]{8}", title), title)
            same(found(title[-8:]), [], "what a title was made with is no word of the text")
        # The core may change what is indexed; nothing of the old text stays behind.
        memory, = (each for each in world.json("list", "-n", "mudpuppy")["memories"] if each["title"] == title)
        world.json("update", memory["id"], "--metadata", json.dumps({"entry_type": "fact", "context": "in the garden"}))
        with server(world) as client:
            same([found("harbour"), found("garden")], [[], [number]], "the context was changed")
            ask(client, "memory_delete", {"id": number})
        done = world.run("doctor")
        check(done.returncode == 0, f"doctor: {done.stdout}")


def filters_reach_beyond_the_pool(binary):
    with World(binary) as world, server(world) as client:
        for number in range(120):
            add(client, f"coffee note {number}: coffee, coffee and coffee", importance=5)
        wanted = add(client, "somewhere in a longer text about tea there is one word on coffee too", tags=["rare"], importance=9,
                     entryType="insight", confidence=0.4)
        for narrow in ({"tags": ["none", "rare"]}, {"minImportance": 9}, {"entryTypes": ["task", "insight"]}):
            hits = ask(client, "memory_search", {"query": "coffee", "limit": 3, **narrow})["results"]
            same([hit["id"] for hit in hits], [wanted], f"{narrow}")
        hits = ask(client, "memory_search", {"query": "coffee", "limit": 3, "minConfidence": 0.5})["results"]
        check(len(hits) == 3 and wanted not in [hit["id"] for hit in hits], f"{hits}")


def own_namespace(binary):
    with World(binary) as world:
        with server(world) as client:
            number = add(client, "a fact of its own")
        world.json("store", "-T", "Elsewhere", "-c", "a fact of the core", "-n", "shop")
        listed = world.json("list", "-n", "mudpuppy")
        check("a fact of its own" in json.dumps(listed), f"{listed}")
        with server(world) as client:
            check(ask(client, "memory_stats")["totalEntries"] == 1, "the core's are not counted")
            with sqlite3.connect(f"file:{world.database}?mode=ro", uri=True) as database:
                keys = [key for key, in database.execute("SELECT key FROM memories")]
            other = next(key for key in keys if key != number)
            check("error" in ask(client, "memory_get", {"id": other}), "nor read")
            check(not ask(client, "memory_delete", {"id": other})["deleted"], "nor deleted")
        world.json("store", "-T", "Typed", "-c", "stored by the core", "-n", "mudpuppy")
        with server(world) as client:
            hits = ask(client, "memory_search", {"query": "stored by the core"})["results"]
            same(hits[0]["entryType"], "fact", "without a type it is a fact")
        apart = world.folder / "apart.db"
        with server(world, "--db", str(apart)) as client:
            check(ask(client, "memory_stats")["totalEntries"] == 0 and apart.exists(), "a file apart")


def goes_where_other_memories_go(binary):
    with World(binary) as world:
        with server(world) as client:
            add(client, "to be taken along", source="chat", context="on the way", tags=["bag"])
            wanted = ask(client, "memory_search", {"query": "taken along"})["results"][0]
        exported = world.run("export").stdout
        other, third = world.folder / "other.db", world.folder / "third.db"
        done = world.json("--db", other, "import", input=exported)
        check(done["imported"] == 1 and not done["errors"] and "kept" not in done, f"{done}")
        done = world.run("sync", third)
        check(done.returncode == 0, f"{done}")
        for path in (other, third):
            with server(world, "--db", str(path)) as client:
                got, = ask(client, "memory_search", {"query": "taken along"})["results"]
                same({**got, "id": 0}, {**wanted, "id": 0}, path.name)
                check(ask(client, "memory_add", {"content": "to be taken along"})["duplicate"], f"{path.name}: the same text")


def access_log(binary):
    with World(binary) as world:
        with server(world) as client:
            kept, gone = add(client, "likes green tea"), add(client, "likes black tea")
            ask(client, "memory_get", {"id": kept})
            hits = ask(client, "memory_search", {"query": "green tea"})["results"]
            ask(client, "memory_stats")
        rows = world.json("access-log")["items"]
        same(sorted((row["access_type"], row["key"]) for row in rows), sorted([("get", kept), ("search", kept), ("search", gone)]), "rows")
        found = next(row for row in rows if row["access_type"] == "search" and row["key"] == kept)
        check(found["query_text"] == "green tea" and abs(found["relevance_score"] - hits[0]["score"]) < 0.001, f"{found} {hits[0]}")
        with server(world) as client:
            ask(client, "memory_delete", {"id": gone})
        same([row["key"] for row in world.json("access-log")["items"]], [kept, kept], "a deleted entry takes its rows along")


def over_http(binary):
    with World(binary) as world, Server(world, "--profile", "mudpuppy") as served:
        client = McpHttp(served)
        check(client.about["serverInfo"]["name"] == "mudpuppy", f"{client.about}")
        same([tool["name"] for tool in client.request("tools/list")["tools"]], TOOLS, "tools")
        number = client.call("memory_add", {"content": "over the wire"})["id"]
        same(client.call("memory_get", {"id": number})["entry"]["content"], "over the wire", "get")
        # The REST interface stays the core's.
        reply = served.client().ask("GET", "/api/v1/memories?namespace=mudpuppy")
        check(reply.status == 200 and "over the wire" in reply.text, f"{reply}")


def daily_log(binary):
    with World(binary) as world:
        folder = world.home / ".mudpuppy" / "workspace" / "memory"
        with server(world) as client:
            check(not folder.exists(), "made by the first line")
            add(client, "likes tea\n\n and cake", entryType="preference", source="chat")
            ask(client, "memory_add", {"content": "likes tea\n\n and cake"})
            add(client, "x" * 500)
            path, = folder.iterdir()
            text = path.read_text()
            check(re.fullmatch(r"\d{4}-\d\d-\d\d\.md", path.name) and path.stat().st_mode & 0o777 == 0o600, f"{path}")
            lines = text.split("\n")
            same(lines[:2], [f"# Daily Log - {path.stem}", ""], "heading")
            check(re.fullmatch(r"- \*\*\d\d:\d\d:\d\d\*\* \[preference\] \(chat\) likes tea and cake", lines[2]), text)
            check(lines[3].endswith(") " + "x" * 197 + "...") and lines[4:] == [""], text)
            path.write_text("left open")
            add(client, "third")
            check(path.read_text().startswith("left open\n- **"), path.read_text())
            path.unlink()
            add(client, "fourth")
            check(path.read_text().startswith("# Daily Log"), "made anew")
            # A failed write is reported, and the memory is kept.
            path.unlink()
            folder.rmdir()
            folder.write_text("no folder")
            reply = ask(client, "memory_add", {"content": "fifth"})
            check(reply["created"] and len(reply["warnings"]) == 1, f"{reply}")
        (world.home / ".config/ai-memory").mkdir(parents=True)
        (world.home / ".config/ai-memory/config.toml").write_text(f'[mudpuppy]\nhome = "{world.folder}/pup"\n')
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        world.run("call", "memory_add", '{"content":"by call"}', "--profile", "mudpuppy")
        check(len(list((world.folder / "pup/workspace/memory").iterdir())) == 1, "the configured home")
        world.environment["MUDPUPPY_HOME"] = str(world.folder / "named")
        world.run("call", "memory_add", '{"content":"by call again"}', "--profile", "mudpuppy")
        check((world.folder / "named").exists(), "the environment's home")


def two_servers_at_once(binary):
    with World(binary) as world:
        def fill(name):
            with server(world) as client:
                for number in range(60):
                    add(client, f"{name} number {number}")

        threads = [threading.Thread(target=fill, args=(name,)) for name in ("first", "second")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lines = [line for path in (world.home / ".mudpuppy/workspace/memory").iterdir() for line in path.read_text().splitlines()]
        whole = [line for line in lines if re.fullmatch(r"- \*\*[\d:]{8}\*\* \[fact\] \(manual\) (first|second) number \d+", line)]
        same(len(whole), 120, "whole lines")
        with server(world) as client:
            same(ask(client, "memory_stats")["totalEntries"], 120, "entries")


def settings(binary):
    with World(binary) as world:
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True)
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        config.write_text('[profile]\nname = "mudpuppy"\n[mudpuppy]\nnamespace = "pup"\nkeyword_weight = 1\nvector_weight = 0.0\n'
                          f'db = "{world.folder}/pup.db"\n')
        del world.environment["AI_MEMORY_DB"]
        with world.mcp() as client:
            add(client, "tea at five")
            same(ask(client, "memory_search", {"query": "tea"})["results"][0]["score"], 1, "by words alone")
            by_meaning = ask(client, "memory_search", {"query": "tea", "mode": "vector"})["results"][0]["score"]
        check((world.folder / "pup.db").exists(), "its database")
        check("tea at five" in json.dumps(world.json("--db", world.folder / "pup.db", "list", "-n", "pup")), "its namespace")
        # Its own file stands behind ours.
        own = world.home / ".mudpuppy/config.json"

        def score():
            done = world.run("call", "memory_search", '{"query":"tea"}', "--db", world.folder / "pup.db")
            return json.loads(done.stdout)["results"][0]["score"]

        own.write_text('{"memory":{"hybridWeights":{"vector":1,"keyword":0}}}')
        same(score(), 1, "what config.toml says")
        config.write_text('[profile]\nname = "mudpuppy"\n[mudpuppy]\nnamespace = "pup"\n')
        check(abs(score() - by_meaning) <= 0.001, "what config.json says")
        own.write_text('{"memory":{"embeddingProvider":"openai"}}')
        done = world.run("call", "memory_stats")
        check(done.returncode == 1 and "config.json" in done.stderr and "local or none" in done.stderr, f"{done}")
        with world.mcp() as client:
            refused(client, "memory_stats", {}, "local or none")
        own.unlink()
        for line, what in (('vector_weight = 1.5', "a number from 0 to 1"), ('namespace = "a b"', "namespace")):
            config.write_text(f'[profile]\nname = "mudpuppy"\n[mudpuppy]\n{line}\n')
            done = world.run("call", "memory_stats")
            check(done.returncode == 1 and what in done.stderr, f"{line}: {done}")
        config.write_text("")
        done = world.run("config", "set", "mudpuppy.vector_weight", "0.25")
        check(done.returncode == 0 and "vector_weight = 0.25" in config.read_text(), f"{done} {config.read_text()}")


CASES = (five_tools_in_every_revision, no_other_tools, ways_to_it, replies_to_the_byte, arguments_that_cannot_be, longer_than_a_memory, expiry, search, by_a_model,
         words_of_context_and_tags, goes_where_other_memories_go, access_log, over_http,
         filters_reach_beyond_the_pool, own_namespace, daily_log, two_servers_at_once, settings)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
