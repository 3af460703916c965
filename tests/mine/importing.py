#!/usr/bin/env python3
"""`import --from` through the real program: every store, again and again, dry, broken ones; what is left out is told."""

import json
import sqlite3
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402

ANN = {"type": "entity", "name": "Ann", "entityType": "person", "observations": ["likes tea", "works late"]}
ACME = {"type": "entity", "name": "Acme", "entityType": "company", "observations": ["makes anvils"]}
WORKS = {"type": "relation", "from": "Ann", "to": "Acme", "relationType": "works_at"}


def database(path, *statements):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


def service(world):
    return database(
        world.folder / "sqlite_vec.db",
        "CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT, "
        "memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT, deleted_at REAL)",
        "INSERT INTO memories VALUES (1, 'h1', 'Deploys go out on Tuesdays', 'ci,rules', 'note', '{\"a\": 1}', 1700000000.5, 1700000001.5, NULL, NULL, NULL)",
        "INSERT INTO memories VALUES (2, 'h2', 'Gone', '', 'note', '{}', 1.0, 1.0, NULL, NULL, 5.0)",
        "CREATE TABLE memory_embeddings (id INTEGER, content_embedding BLOB)")


def claude_mem(world):
    return database(
        world.folder / "claude-mem.db",
        "CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, title TEXT, "
        "subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, created_at TEXT, created_at_epoch INTEGER)",
        "INSERT INTO observations VALUES (1, 's', 'shop', NULL, 'decision', 'Port of the shop', NULL, '[\"8080\"]', 'We chose a port', "
        "'[\"http\"]', '[]', '[]', '2025-03-01T10:00:00.000Z', 1740823200000)",
        "CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT, investigated TEXT, "
        "learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, created_at TEXT, created_at_epoch INTEGER)",
        "INSERT INTO session_summaries VALUES (1, 's', 'shop', 'Choose a port', NULL, 'Ports are free', 'Chosen', NULL, NULL, NULL, NULL, "
        "'2025-03-01T11:00:00.000Z', 1740826800000)")


def mudpuppy(world):
    return database(
        world.folder / "memory.db",
        "CREATE TABLE memory_entries (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL, content_hash TEXT UNIQUE NOT NULL, "
        "entry_type TEXT NOT NULL DEFAULT 'fact', source TEXT DEFAULT 'manual', context TEXT, confidence REAL DEFAULT 1.0, "
        "importance INTEGER DEFAULT 5, tags TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER, "
        "access_count INTEGER DEFAULT 0, last_accessed_at INTEGER)",
        "CREATE VIRTUAL TABLE memory_fts USING fts5(content, context, tags, content='memory_entries', content_rowid='id')",
        "INSERT INTO memory_entries VALUES (1, ' likes tea\n', 'h1', 'preference', 'chat', 'at\nbreakfast', 0.5, 8, '[\"food\"]', "
        "1700000000123, 1700000001456, 4102444800000, 3, 1700000002789)",
        "INSERT INTO memory_entries (content, content_hash, created_at, updated_at) VALUES ('plain', 'h2', 1700000000000, 1700000000000)",
        "INSERT INTO memory_entries (content, content_hash, created_at, updated_at, expires_at) VALUES ('gone', 'h3', 1, 1, 2)",
        "CREATE TABLE memory_access_log (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_id INTEGER NOT NULL, accessed_at INTEGER NOT NULL, "
        "access_type TEXT NOT NULL, relevance_score REAL, query_text TEXT)",
        "INSERT INTO memory_access_log VALUES (1, 1, 1700000002789, 'get', NULL, NULL)",
        "INSERT INTO memory_access_log VALUES (2, 1, 1700000002000, 'search', 0.75, 'tea')",
        "INSERT INTO memory_access_log VALUES (3, 3, 1, 'get', NULL, NULL), (4, 9, 1, 'get', NULL, NULL)")


def mudpuppys_own(world):
    """What was taken over is what the profile of that name shows."""
    logged = [each for each in world.json("access-log")["items"] if each["client"] == "mudpuppy"]
    check([(each["access_type"], each["accessed_at"][:23], each["query_text"], each["relevance_score"]) for each in logged]
          == [("get", "2023-11-14T22:13:22.789", None, None), ("search", "2023-11-14T22:13:22.000", "tea", 0.75)], f"its log, once: {logged}")
    with world.mcp("--profile", "mudpuppy") as client:
        same = client.call("memory_search", {"query": "tea", "mode": "keyword"})["results"]
        check(len(same) == 1, f"{same}")
        entry = client.call("memory_get", {"id": same[0]["id"]})["entry"]
        wanted = {"content": " likes tea\n", "entryType": "preference", "source": "chat", "context": "at\nbreakfast", "confidence": 0.5,
                  "importance": 8, "tags": ["food"], "createdAt": 1700000000123, "updatedAt": 1700000001456, "expiresAt": 4102444800000}
        check({key: entry[key] for key in wanted} == wanted and entry["accessCount"] >= 3, f"{entry}")
        check(client.call("memory_stats")["byType"] == {"fact": 1, "preference": 1}, "types")
        check(client.call("memory_add", {"content": " likes tea\n"})["duplicate"], "the same text is there")


def files(world):
    """A path for each store, with how many memories, links and left-out things it has."""
    (world.folder / "memory.jsonl").write_text("".join(json.dumps(each) + "\n" for each in (ANN, ACME, WORKS)))
    notes = world.folder / "notes"
    (notes / "coffee").mkdir(parents=True)
    (notes / "coffee/brew.md").write_text("---\ntitle: Brewing\ntags: [coffee]\n---\n- [method] Pour over #clear\n- requires [[Grinding]]\n- see [[Nothing]]\n")
    (notes / "Grinding.md").write_text("# Grinding\nFine.\n")
    (world.folder / "mem0.json").write_text(json.dumps({"results": [
        {"id": "m1", "memory": "Likes green tea", "user_id": "ann", "categories": ["food"], "created_at": "2025-03-01T10:00:00-08:00"}]}))
    with zipfile.ZipFile(world.folder / "openmemory.zip", "w") as archive:
        archive.writestr("memories.json", json.dumps({"user": {"user_id": "ann"}, "memories": [
            {"id": "o1", "content": "Deploys on Tuesday", "state": "active"}, {"id": "o2", "content": "old", "state": "archived"}]}))
    (world.folder / "MEMORY.md").write_text("# Build\nUse ninja\n\n# Tests\nUse ctest\n")
    return {"mcp-memory": (world.folder / "memory.jsonl", 2, 1, 0), "basic-memory": (notes, 2, 1, 1),
            "mem0": (world.folder / "mem0.json", 1, 0, 0), "openmemory": (world.folder / "openmemory.zip", 1, 0, 1),
            "memory-md": (world.folder / "MEMORY.md", 2, 0, 0), "mcp-memory-service": (service(world), 1, 0, 1),
            "claude-mem": (claude_mem(world), 2, 0, 0), "mudpuppy": (mudpuppy(world), 2, 0, 1),
            "vector-memory": (vector_memory(world), 2, 1, 1), "obsidian": (vault(world), 2, 2, 1),
            "engram": (engram(world), 1, 0, 1), "mempalace": (mempalace(world), 1, 0, 1), "letta": (letta(world), 1, 0, 1),
            "memory-list": (memory_list(world), 2, 0, 0), "ai-memory-wiki": (wiki(world), 2, 0, 1)}


def vector_memory(world):
    return database(
        world.folder / "memories.db",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT NOT NULL, metadata TEXT NOT NULL DEFAULT '{}', created_at INTEGER NOT NULL, "
        "updated_at INTEGER NOT NULL, superseded_by TEXT, access_count INTEGER NOT NULL DEFAULT 0, project TEXT)",
        "INSERT INTO memories VALUES ('v1', 'The port is 8080', '{\"tags\": [\"net\"], \"priority\": \"high\"}', 1770000000000, 1770000000000, 'v2', 3, '/gone/boat')",
        "INSERT INTO memories VALUES ('v2', 'The port is 9090', '{}', 1770000001000, 1770000001000, NULL, 0, '/gone/boat')",
        "INSERT INTO memories VALUES ('v3', 'gone', '{}', 1, 1, 'DELETED', 0, NULL)")


def engram(world):
    return database(
        world.folder / "engram.db",
        "CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT, type TEXT, title TEXT, content TEXT, project TEXT, scope TEXT, "
        "topic_key TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT)",
        "INSERT INTO observations VALUES (1, 's', 'decision', 'Mast', 'Of spruce', 'mast', 'project', NULL, '2026-03-01 10:00:00', '2026-03-01 10:00:00', NULL)",
        "INSERT INTO observations VALUES (2, 's', 'note', 'Gone', 'x', 'mast', 'project', NULL, '2026-03-01 10:00:00', '2026-03-01 10:00:00', '2026-03-02 10:00:00')")


def wiki(world):
    """Ids are the bytes of a UUID; a former version and a journal are no memories."""
    pages = [("decisions/keel.md", "Keel", "Of lead", 1), ("decisions/keel.md", "Keel", "Of iron", 0), ("log-2026-10.md", "Log", "x", 1),
             ("rules/knots.md", "Knots", "Bowline", 1)]
    return database(
        world.folder / "memory.sqlite",
        "CREATE TABLE projects (id BLOB PRIMARY KEY NOT NULL, workspace_id BLOB NOT NULL, name TEXT NOT NULL)",
        "CREATE TABLE pages (id BLOB PRIMARY KEY NOT NULL, project_id BLOB NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL, tier TEXT, body TEXT, "
        "frontmatter_json TEXT, is_latest INTEGER, pinned INTEGER, created_at INTEGER, updated_at INTEGER)",
        f"INSERT INTO projects VALUES (x'{'01' * 16}', x'{'09' * 16}', 'keel')",
        *(f"INSERT INTO pages VALUES (x'{number:032x}', x'{'01' * 16}', '{path}', '{title}', 'semantic', '{body}', '{{\"tags\":[\"boat\"]}}', "
          f"{latest}, 0, 1790000000000000, 1790000000000000)" for number, (path, title, body, latest) in enumerate(pages)))


def mempalace(world):
    """A drawer, one without a text, and a closet, which is an index of drawers."""
    rows = [(1, "chroma:document", "'Halyards are Dyneema, ten millimetres.'"), (1, "wing", "'rigging'"), (1, "room", "'halyards'"),
            (1, "filed_at", "'2026-04-10T09:00:00'"), (2, "wing", "'rigging'"), (3, "chroma:document", "'halyards: drawer-1'")]
    return database(
        world.folder / "chroma.sqlite3",
        "CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT)",
        "CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT, scope TEXT, collection TEXT)",
        "CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT, embedding_id TEXT, seq_id BLOB, created_at TIMESTAMP)",
        "CREATE TABLE embedding_metadata (id INTEGER, key TEXT NOT NULL, string_value TEXT, int_value INTEGER, float_value REAL, bool_value INTEGER, "
        "PRIMARY KEY (id, key))",
        "INSERT INTO collections VALUES ('c1', 'mempalace_drawers'), ('c2', 'mempalace_closets')",
        "INSERT INTO segments VALUES ('s1', 'sqlite', 'METADATA', 'c1'), ('s2', 'sqlite', 'METADATA', 'c2')",
        "INSERT INTO embeddings VALUES (1, 's1', 'drawer-1', NULL, NULL), (2, 's1', 'drawer-2', NULL, NULL), (3, 's2', 'closet-1', NULL, NULL)",
        *(f"INSERT INTO embedding_metadata (id, key, string_value) VALUES ({number}, '{key}', {value})" for number, key, value in rows))


def letta(world):
    path = world.folder / "agent.af"
    path.write_text(json.dumps({"agents": [{"name": "a", "messages": [{"role": "user"}]}],
                                "blocks": [{"id": "b1", "block_ids": [], "label": "human", "value": "Sails on Sundays"}]}))
    return path


def memory_list(world):
    path = world.folder / "copied.txt"
    path.write_text("Manage memories\n\nSails on Sundays.\n\nHas a dinghy\nof wood.\n")
    return path


def vault(world):
    folder = world.folder / "vault"
    (folder / ".trash").mkdir(parents=True)
    (folder / "Hull.md").write_text("---\naliases: [Rumpf]\nstatus: dry\n---\nSand it #work, see [[Paint|it]]\n")
    (folder / "Paint.md").write_text("Two coats, see [[rumpf]]\n")
    (folder / ".trash/Old.md").write_text("deleted\n")
    (folder / "pic.png").write_text("x")
    return folder


# Where memories of a store belong to a project, or are those of another one.
SPACES = {"claude-mem": "shop", "vector-memory": "boat", "matrioshka-brain": "mudpuppy", "engram": "mast", "mempalace": "rigging",
          "ai-memory-wiki": "keel"}


def every_store(world):
    stores = files(world)
    for also, name in (("server-memory", "mcp-memory"), ("vector-memory-mcp", "vector-memory")):
        check(world.json("import", "--from", also, stores[name][0], "--dry-run")["imported"] == stores[name][1], f"{name} as {also}")
    for name, (path, memories, links, left_out) in stores.items():
        before = path.read_bytes() if path.is_file() else None
        dry = world.json("import", "--from", name, path, "--dry-run")
        check([dry["imported"], dry["links"], dry["left_out"] + dry["links_left_out"], dry["dry_run"]] == [memories, links, left_out, True], f"{name}: {dry}")
        space = SPACES.get(name, name)
        check(world.json("list", "-n", space)["count"] == 0, f"{name}: a dry run kept something")
        first = world.json("import", path, "--from", name)
        check([first["imported"], first["links"], len(first["errors"])] == [memories, links, left_out], f"{name}: {first}")
        again = world.json("import", "--from", name, path)
        check([again["imported"], again["skipped"]] == [0, memories], f"{name}, again: {again}")
        listed = world.json("list", "-n", space)["memories"]
        check(len(listed) == memories and all(each["tier"] == "long" and each["metadata"]["imported_from"] == name for each in listed), f"{listed}")
        check(before is None or path.read_bytes() == before, f"{name}: its file was changed")
        check(not list(path.parent.glob(path.name + "-*")), f"{name}: something was left beside it")
    ann = next(each for each in world.json("list", "-n", "mcp-memory")["memories"] if each["title"] == "Ann")
    check("likes tea" in ann["content"] and "works_at Acme" in ann["content"] and ann["tags"] == ["person"], f"{ann}")
    check(len(world.json("get", ann["id"])["links"]) == 1, "the relation is no link")
    service_memory = world.json("list", "-n", "mcp-memory-service")["memories"][0]
    check(service_memory["created_at"].startswith("2023-11-14T22:13:20.5"), f"{service_memory}")
    check(world.json("stats")["links_count"] == 5, "links came twice")


def the_same_tables_by_another_name(world):
    done = world.json("import", "--from", "matrioshka-brain", mudpuppy(world), "--dry-run")
    check([done["imported"], done["namespace"], done["left_out"]] == [2, "mudpuppy", 1], f"{done}")


def named_for_what_they_are(world):
    """A file of another program is named once, not line by line; `import` recognises stores and conversations."""
    graph = world.folder / "memory.jsonl"
    talk = world.folder / "conversations.json"
    talk.write_text(json.dumps([{"uuid": "c", "chat_messages": [{"uuid": "m", "sender": "human", "text": "Hi"}]}]))
    listed = world.folder / "listed.txt"
    listed.write_text("Sails on Sundays.")
    for arguments, part in ((("import", graph), "--from mcp-memory"), (("import", world.folder / "vault"), "--from memory-md"), (("import", engram(world)), "--from engram"),
                            (("import", claude_mem(world)), "--from claude-mem"), (("import", letta(world)), "--from letta"), (("import", listed), "--from memory-list"), (("import", talk), "mine"), (("import", "--from", "mcp-memory", talk), "a file of claude"),
                            (("import", "--from", "mem0", graph), "--from mcp-memory"), (("mine", graph), "--from")):
        done = world.run(*arguments)
        check(done.returncode == 1 and part in done.stderr and len(done.stderr.splitlines()) == 1, f"{arguments}: {done}")
    both = world.folder / "both"
    both.mkdir()
    (both / "memory.jsonl").write_bytes(graph.read_bytes())
    (both / "conversations.json").write_bytes(talk.read_bytes())
    done = world.json("import", "--from", "mcp-memory", both, "--dry-run")
    check(done["files_not_read"] == 1 and done["not_read"][0]["place"] == "conversations.json" and done["left_out"] == 0, f"{done}")


def changed_there(world):
    path = world.folder / "memory.jsonl"
    ann = dict(ANN, observations=ANN["observations"] + ["sings"])
    path.write_text("".join(json.dumps(each) + "\n" for each in (ann, ACME, WORKS)))
    done = world.json("import", "--from", "mcp-memory", path)
    check([done["added"], done["updated"], done["skipped"]] == [0, 1, 1], f"{done}")
    elsewhere = world.json("import", "--from", "mcp-memory", path, "-n", "team/graph", "-t", "mid")
    check(elsewhere["added"] == 2 and world.json("list", "-n", "team/graph")["memories"][0]["tier"] == "mid", f"{elsewhere}")


def broken(world):
    half = json.dumps(ACME)[:25]
    path = world.folder / "broken.jsonl"
    path.write_text(json.dumps(ANN) + json.dumps(WORKS) + "\n" + half + json.dumps(ACME) + "\n" + json.dumps(ANN) + "\n" + half)
    done = world.run("import", "--from", "mcp-memory", path, "-n", "broken")
    check(done.returncode == 0 and "imported 2 memories" in done.stdout and "1 link" in done.stdout, f"{done.stdout}")
    check("line 2" in done.stderr and "line 4" in done.stderr, f"{done.stderr}")
    (world.folder / "no.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (world.folder / "text.db").write_text("hello")
    hostile = database(world.folder / "view.db", "CREATE TABLE t (content)", "CREATE VIEW memories AS SELECT * FROM t")
    for arguments, part in ((("mem0", world.folder / "nothing"), "no such file"), (("claude-mem", world.folder / "nothing.db"), "no such file"),
                            (("claude-mem", world.folder / "text.db"), "is no SQLite database"), (("claude-mem", world.folder / "no.db"), "no.db is"),
                            (("mcp-memory-service", hostile), "has no tables"), (("claude-mem", world.folder / "sqlite_vec.db"), "--from mcp-memory-service"),
                            (("claude-mem", engram(world)), "--from engram"), (("mem0", letta(world)), "--from letta"),
                            (("mcp-memory",), "FILE is required"), (("mcp-memory", "-"), "FILE is required"), (("word", path), "--from")):
        done = world.run("import", "--from", *arguments)
        check(done.returncode in (1, 2) and part in done.stderr, f"{arguments}: exit {done.returncode}: {done.stderr}")
    (world.folder / "half.json").write_text('{"results": [{"id": "a", "memory": "A"}, {"id": ')
    done = world.json("import", "--from", "mem0", world.folder / "half.json", "-n", "half")
    check(done["imported"] == 1 and done["left_out"] == 1, f"{done}")


def counted(world):
    """Every item is taken, or left out with its reason (X1)."""
    (world.folder / "private.json").write_text(json.dumps([{"id": "a", "memory": "A"}, {"id": "b", "memory": "<private>B</private>"}, {"id": "c", "memory": " "}]))
    done = world.json("import", "--from", "mem0", world.folder / "private.json", "-n", "private")
    check([done["imported"], done["left_out"]] == [1, 2] and "b: it is private" in done["errors"], f"{done}")
    (world.folder / "empty.json").write_text("{}")
    for store in ("mem0", "openmemory", "letta"):
        done = world.run("import", "--from", store, world.folder / "empty.json")
        check(done.returncode == 1 and f"not read: empty.json: it holds no memories of {store}" in done.stderr, f"{done}")


def folder_of_a_program(world):
    (world.folder / "program/data").mkdir(parents=True)
    (world.folder / "program/other.db").write_text("hello")
    database(world.folder / "program/nothing.db", "CREATE TABLE t (content)")
    vector_memory(world).rename(world.folder / "program/data/memories.db")
    done = world.json("import", "--from", "vector-memory", world.folder / "program", "-n", "program")
    check(done["imported"] == 2, f"{done}")
    empty = world.run("import", "--from", "engram", world.folder / "program")
    check(empty.returncode != 0 and empty.stderr, f"{empty}")


def the_plain_import_is_as_before(world):
    wrong = world.run("import", "-n", "x", input="{}")
    check(wrong.returncode == 2 and "--namespace goes with --from only" in wrong.stderr, f"{wrong}")
    exported = world.run("export").stdout
    (world.folder / "export.json").write_text(exported)
    other = world.folder / "other.db"
    for arguments, given in ((("import", world.folder / "export.json"), None), (("import",), exported), (("import", "-"), exported)):
        done = world.json("--db", other, *arguments, input=given)
        check(sorted(done) == ["errors", "imported"] and not done["errors"], f"{arguments}: {done}")


def test(binary, _):
    with World(binary) as world:
        for part in (every_store, mudpuppys_own, the_same_tables_by_another_name, named_for_what_they_are, changed_there, broken, counted, folder_of_a_program, the_plain_import_is_as_before):
            part(world)
    return "fifteen stores taken over, twice, dry and broken"


if __name__ == "__main__":
    run(test, __doc__)
