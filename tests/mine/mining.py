#!/usr/bin/env python3
"""`mine` through the real program: every format, folder and zip, again and again, dry, broken and hostile (E4, S12)."""

import json
import sqlite3
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402


def claude(number, messages=4, words="about tea"):
    said = [{"uuid": f"{number}-{i}", "sender": "human" if i % 2 == 0 else "assistant", "text": f"Message {i} {words}",
             "created_at": f"2025-03-{number % 27 + 1:02}T10:{i % 60:02}:00Z"} for i in range(messages)]
    return {"uuid": f"c-{number}", "name": f"Talk {number}", "created_at": said[0]["created_at"] if said else None, "chat_messages": said}


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def zipped(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in entries.items():
            archive.writestr(name, value if isinstance(value, (str, bytes)) else json.dumps(value))
    return path


def counts(reply, *names):
    return [reply.get(name) for name in names]


def dry_run_and_repetition(world):
    export = write(world.folder / "claude/conversations.json", [claude(1), claude(2), claude(3, messages=2)])
    done = world.run("--json", "mine", export.parent, "--dry-run")
    check(done.stdout.startswith("{\n  "), f"a dry run is not printed for reading: {done.stdout[:40]!r}")
    dry = json.loads(done.stdout)
    check(counts(dry, "dry_run", "total_conversations", "filtered", "would_import", "namespace", "tier") ==
          [True, 3, 1, 2, "claude-export", "long"], f"{dry}")
    check(sorted(dry["memories"][0]) == ["content_length", "messages", "source", "title"], f"{dry['memories']}")
    check(world.json("stats")["total"] == 0, "a dry run kept something")
    first = world.json("mine", export, "-t", "long")
    check(counts(first, "imported", "skipped", "errors", "namespace", "tier", "total_conversations") ==
          [2, 1, 0, "claude-export", "long", 3], f"{first}")
    before = world.run("export").stdout
    again = world.json("mine", export.parent)
    check(counts(again, "imported", "skipped") == [0, 3], f"{again}")
    check(json.loads(world.run("export").stdout)["memories"] == json.loads(before)["memories"], "a second run changed something")
    memory = world.json("list", "-n", "claude-export")["memories"][0]
    check(memory["source"] == "mine-claude" and "mine-claude" in memory["tags"], f"{memory}")
    check(memory["metadata"]["mined_from"] == "claude" and memory["metadata"]["session_id"].startswith("c-"), f"{memory}")
    check(memory["confidence"] == 0.8 and memory["created_at"].startswith("2025-03-"), f"{memory}")
    check(memory["content"].startswith("[human]: Message 0"), f"{memory}")
    found = world.json("recall", "what did we say about tea")
    check(found["count"] == 2, f"{found['count']} recalled")


def growing(world):
    export = write(world.folder / "growing.json", [claude(10)])
    world.json("mine", export, "-n", "growing")
    write(export, [claude(10, messages=6), claude(11)])
    grown = world.json("mine", export, "-n", "growing")
    check(counts(grown, "imported", "added", "updated", "skipped") == [2, 1, 1, 0], f"{grown}")
    listed = world.json("list", "-n", "growing")["memories"]
    check(len(listed) == 2 and any("Message 5" in each["content"] for each in listed), f"{listed}")
    edited = next(each for each in listed if each["title"] == "Talk 11")
    world.json("update", edited["id"], "-c", "what I made of it")
    write(export, [claude(10, messages=6), claude(11, messages=9)])
    kept = world.json("mine", export, "-n", "growing")
    check(counts(kept, "imported", "skipped") == [0, 2], f"{kept}")
    check(world.json("get", edited["id"])["memory"]["content"] == "what I made of it", "an edited memory was overwritten")
    world.json("delete", edited["id"])
    back = world.json("mine", export, "-n", "growing")
    check(counts(back, "imported", "skipped") == [1, 1], f"{back}")


def parts_and_titles(world):
    export = write(world.folder / "long.json", [claude(20, messages=30, words="word " * 2_000), claude(21), dict(claude(22), name="Talk 21")])
    done = world.json("mine", export, "-n", "long", "-t", "long")
    check(done["total_conversations"] == 3 and done["imported"] > 4, f"{done}")
    titles = [each["title"] for each in world.json("list", "-n", "long", "--limit", "50")["memories"]]
    check("Talk 20" in titles and "Talk 20 (part 2)" in titles, f"{titles}")
    check(sum(each.startswith("Talk 21") for each in titles) == 2 and len(set(titles)) == len(titles), f"{titles}")
    check(world.json("mine", export, "-n", "long")["imported"] == 0, "long ones came twice")


def filters(world):
    export = write(world.folder / "filters.json", [claude(n, messages=n) for n in range(1, 12)])
    def imported(*flags):
        reply = world.json("mine", export, "-n", "filters", "--dry-run", *flags)
        return reply["would_import"]
    check(imported() == 9, f"{imported()}")
    check(imported("--min-messages", "1") == 11, "--min-messages 1")
    check(imported("--min-messages", "10") == 2, "--min-messages 10")
    check(imported("--min-length", "180") < 5, "--min-length")
    check(imported("--since", "2025-03-10") == 3, f"--since: {imported('--since', '2025-03-10')}")
    for flags, part in ((("--since", "soon"), "--since"), (("-f", "word"), "--format"), (("-n", "a b"), "--namespace"), (("-t", "x"), "--tier")):
        done = world.run("mine", export, *flags)
        check(done.returncode in (1, 2) and part in done.stderr, f"{flags}: {done.returncode} {done.stderr}")


def every_format(world):
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Which port?"]}, "create_time": 1700000000.0}
    chatgpt = [{"conversation_id": "g", "title": "Ports", "current_node": "c", "mapping": {
        "a": {"message": message, "parent": None}, "b": {"message": message, "parent": "a"}, "c": {"message": message, "parent": "b"}}}]
    day = [{"type": "message", "user": "U1", "text": f"Deploy {i}", "ts": f"170928720{i}.0"} for i in range(4)]
    slack = {"users.json": [{"id": "U1", "name": "ann"}], "channels.json": [{"id": "C1", "name": "general"}],
             "general/2024-03-01.json": day}
    code = "\n".join(json.dumps({"type": kind, "sessionId": "s", "parentUuid": None, "uuid": str(i), "cwd": "/x/shop",
                                 "message": {"role": kind, "content": f"Line {i}"}}) for i, kind in enumerate(["user", "assistant", "user"]))
    codex = "\n".join([json.dumps({"type": "session_meta", "payload": {"id": "x"}})] + [
        json.dumps({"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": f"Do {i}"}]}})
        for i in range(3)])
    gemini = {"sessionId": "gem", "projectHash": "h", "messages": [{"id": str(i), "type": "user", "content": f"Ask {i}"} for i in range(3)]}
    exports = {"chatgpt": {"conversations.json": chatgpt, "user.json": {}}, "slack": slack,
               "claude": {"data/conversations.json": [claude(40)], "data/users.json": []},
               "claude-code": {"-x-shop/s.jsonl": code}, "codex": {"2025/09/rollout-1.jsonl": codex},
               "gemini": {"h/chats/session-1.json": gemini}}
    for name, entries in exports.items():
        space = "shop" if name == "claude-code" else f"{name}-export"  # that of its session (S51)
        top = world.folder / "formats" / name
        for file, value in entries.items():
            write(top / file, value)
        world.run("forget", "-n", space)
        for path in (top, zipped(world.folder / f"{name}.zip", {f"export/{file}": value for file, value in entries.items()})):
            done = world.json("mine", path)
            check(counts(done, "format", "namespace", "total_conversations", "errors") == [name, space, 1, 0], f"{name}: {done}")
        check(world.json("list", "-n", space)["count"] == 1, f"{name} came twice")
        check(world.json("list", "-n", space)["memories"][0]["source"] == f"mine-{name}", name)
    check("[ann]: Deploy 0" in world.json("list", "-n", "slack-export")["memories"][0]["content"], "users are not resolved")


def into_projects(world):
    """A session's memories belong to its project; what names no folder that is there goes by the folder's name (S51)."""
    here = world.home / "checkout"
    (here / ".git").mkdir(parents=True)
    (here / "src").mkdir()
    (here / ".git/config").write_text('[remote "origin"]\n\turl = git@example.org:team/Shop.git\n')

    def session(name, folder):
        lines = [{"type": kind, "sessionId": name, "parentUuid": None, "uuid": f"{name}{i}", "cwd": str(folder),
                  "message": {"role": kind, "content": f"Line {i} of {name}"}} for i, kind in enumerate(["user", "assistant", "user"])]
        return "\n".join(json.dumps(each) for each in lines)

    top = world.folder / "sessions"
    for name, folder in (("one", here), ("two", here / "src"), ("three", "/gone/away/Blog"), ("four", "C:\\work\\site")):
        write(top / f"{name}.jsonl", session(name, folder))
    done = world.json("mine", top, "--dry-run")
    check(done["namespaces"] == [{"count": 2, "namespace": "team/Shop"}, {"count": 1, "namespace": "Blog"}, {"count": 1, "namespace": "site"}], f"{done}")
    check(done["namespace"] == "team/Shop" and done["tier"] == "long", f"{done}")
    shown = world.run("mine", top)
    check("in team/Shop (2), Blog (1), site (1) [long]" in shown.stdout, f"{shown}")
    check(world.json("list", "-n", "team/Shop")["count"] == 2, "not in the project")
    check(world.json("list", "-n", "Shop")["count"] == 2, "not by its short name")
    named = world.json("mine", top, "-n", "elsewhere", "-t", "mid")
    check(counts(named, "namespace", "imported", "tier") == ["elsewhere", 4, "mid"], f"{named}")


def everything_is_counted(world):
    """A folder of several formats is read file by file; the counts add up; what is not read is named (X1)."""
    top = world.folder / "several"
    code = [{"type": "user", "sessionId": "s", "uuid": str(i), "cwd": "/x/several", "message": {"role": "user", "content": text}}
            for i, text in enumerate(["<system-reminder>Sunday</system-reminder>", "Which port?", "And the host?"])]
    code.append({"type": "assistant", "sessionId": "s", "uuid": "3", "message": {"role": "assistant", "content": [
        {"type": "text", "text": "8080."}, {"type": "tool_use", "name": "Bash", "input": {"command": "ss -l"}}]}})
    code.append({"type": "hologram", "sessionId": "s"})
    write(top / "code/s.jsonl", "\n".join(json.dumps(each) for each in code))
    write(top / "claude/conversations.json", [claude(70)])
    write(top / "claude/users.json", [{"uuid": "u", "full_name": "A", "email_address": "a@example.org"}])
    write(top / "graph/memory.jsonl", json.dumps({"type": "entity", "name": "A", "entityType": "x", "observations": []}))
    done = world.json("mine", top)
    check([each["format"] for each in done["formats"]] and done["total_conversations"] == 2 and done["imported"] == 2, f"{done}")
    skipped, unknown = (sum(each["count"] for each in done[key]) for key in ("pieces_skipped", "not_understood"))
    check(done["pieces"] == done["pieces_taken"] + skipped + unknown == 10 and done["pieces_taken"] == 7 and unknown == 1, f"{done}")
    check({each["place"] for each in done["not_read"]} == {"claude/users.json", "graph/memory.jsonl"}, f"{done}")
    shown = world.run("mine", top)
    check("not understood: 1 record hologram" in shown.stderr and "--from mcp-memory" in shown.stderr, f"{shown}")
    kept = world.json("transcript", "import", top / "code")
    check([kept["captured"], kept["namespace"], kept["pieces_taken"]] == [4, "several", 4], f"{kept}")
    turns = world.json("transcript", "show", "s")["turns"]
    check([each["role"] for each in turns] == ["user", "user", "assistant", "tool"] and turns[3]["content"] == "Bash\nss -l", f"{turns}")
    found = world.json("transcript", "search", "SS -l")
    check([found["count"], found["complete"]] == [1, True] and found["turns"][0]["role"] == "tool" and found["turns"][0]["turn"] == 4, f"{found}")
    check("several turn 4, tool" in world.run("transcript", "search", "ss -l").stdout, "the search is not shown")
    check(world.json("transcript", "search", "ss unheard-of", "-n", "several")["count"] == 0, "all words are asked for")
    other = world.json("--db", world.folder / "turns.db", "transcript", "import", top / "code", "--no-tools")
    check(other["captured"] == 3, f"{other}")


def table(path, statement, rows):
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
        connection.executemany(f"INSERT INTO {statement.split()[2]} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    connection.close()


def databases_of_editors(world):
    top = world.folder / "editors"
    top.mkdir()
    bubbles = [{"type": 1, "bubbleId": "b1", "text": "Which knot?"}, {"type": 2, "bubbleId": "b2", "text": "A bowline.",
               "toolFormerData": {"name": "read_file", "rawArgs": '{"path": "knots.md"}', "result": "bowline"}}, {"type": 1, "bubbleId": "b3", "text": "Thanks"}]
    composer = {"composerId": "c1", "name": "Knots", "createdAt": 1770000000000, "workspaceIdentifier": {"uri": {"fsPath": "/gone/boat"}},
                "fullConversationHeadersOnly": [{"bubbleId": each["bubbleId"], "type": each["type"]} for each in bubbles]}
    table(top / "state.vscdb", "CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)",
          [("composerData:c1", json.dumps(composer)), ("other", "x")] + [(f"bubbleId:c1:{each['bubbleId']}", json.dumps(each)) for each in bubbles])
    table(top / "opencode.db", "CREATE TABLE session (id TEXT, title TEXT, directory TEXT, time_created INTEGER)",
          [("ses_1", "Sails", "/gone/boat", 1770000000000)])
    said = [("user", "Which sail?"), ("assistant", "The red one."), ("user", "Fine")]
    table(top / "opencode.db", "CREATE TABLE message (id TEXT, session_id TEXT, data TEXT)",
          [(f"msg_{i}", "ses_1", json.dumps({"role": role})) for i, (role, _) in enumerate(said)])
    table(top / "opencode.db", "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)",
          [(f"prt_{i}", f"msg_{i}", "ses_1", json.dumps({"type": "text", "text": text})) for i, (_, text) in enumerate(said)])
    done = world.json("mine", top)
    check([done["imported"], done["namespace"], done["errors"], done["pieces_taken"]] == [2, "boat", 0, 6], f"{done}")
    kept = {each["title"]: each["content"] for each in world.json("list", "-n", "boat")["memories"]}
    check(kept == {"Knots": "[user]: Which knot?\n[assistant]: A bowline.\n[user]: Thanks",
                   "Sails": "[user]: Which sail?\n[assistant]: The red one.\n[user]: Fine"}, f"{kept}")
    check(world.json("mine", top)["imported"] == 0, "databases came twice")


def renamed_there(world):
    """A chat that was renamed gets its new title, unless somebody gave it another one here."""
    export = write(world.folder / "renamed.json", [claude(80), claude(81)])
    world.json("mine", export, "-n", "renamed")
    ours = next(each for each in world.json("list", "-n", "renamed")["memories"] if each["title"] == "Talk 81")
    world.json("update", ours["id"], "--title", "Ours")
    write(export, [dict(claude(80), name="Leaves"), dict(claude(81), name="Theirs")])
    done = world.json("mine", export, "-n", "renamed")
    check(counts(done, "updated", "skipped") == [1, 1], f"{done}")
    check(sorted(each["title"] for each in world.json("list", "-n", "renamed")["memories"]) == ["Leaves", "Ours"], "titles")
    check(world.json("mine", export, "-n", "renamed")["updated"] == 0, "renamed twice")


def meets_its_transcript(world):
    """A mined session and its transcript find each other, whichever came first."""
    for first, second in ((("mine",), ("transcript", "import")), (("transcript", "import"), ("mine",))):
        session = "-".join(first)
        lines = [{"type": kind, "sessionId": session, "uuid": f"{session}{i}", "cwd": "/gone/meets", "message": {"role": kind, "content": f"Line {i}"}}
                 for i, kind in enumerate(["user", "assistant", "user"])]
        path = write(world.folder / f"{session}.jsonl", "\n".join(json.dumps(each) for each in lines))
        for command in (first, second):
            world.json(*command, path)
        memory = next(each for each in world.json("list", "-n", "meets")["memories"] if each["metadata"]["session_id"] == session)
        found = world.json("replay", memory["id"])
        check(found["count"] == 1 and found["transcripts"][0]["session_id"] == session, f"{first}: {found}")


def broken_and_hostile(world):
    half = write(world.folder / "half.json", json.dumps([claude(50), 7, claude(51)])[:-40])
    done = world.run("--json", "mine", half, "-n", "broken")
    reply = json.loads(done.stdout)
    # Complete conversations are kept; the status reports the damaged file (S30).
    check(done.returncode == 1 and counts(reply, "imported", "errors", "unreadable") == [1, 2, 1], f"{done}")
    check(all(each["place"] and each["reason"] for each in reply["problems"]), f"{reply}")
    text = world.run("mine", half, "-n", "broken")
    check("item 2" in text.stderr and "already" in text.stdout, f"{text.stdout}{text.stderr}")
    for name, entries, part in (
            ("climbs", {"conversations.json": [claude(52)], "../../escaped.json": "x"}, "leads out of it"),
            ("empty", {"readme.txt": "hello", "other.txt": "x"}, "format"),
            ("bomb", {"conversations.json": b" " * (80 << 20), "x": ""}, "cannot be")):
        done = world.run("mine", zipped(world.folder / f"{name}.zip", entries))
        check(done.returncode == 1 and part in done.stderr, f"{name}: exit {done.returncode} {done.stdout} {done.stderr}")
    done = world.run("mine", world.folder / "bomb.zip", "-f", "claude")
    check("cannot be" in done.stderr and world.run("stats").returncode == 0, f"bomb: {done}")
    check(not (world.folder / "escaped.json").exists(), "an archive wrote outside of itself")
    other = write(world.folder / "other.json", json.dumps([{"name": "a list of something else"}]))
    done = world.run("mine", other, "-f", "claude")
    check(done.returncode == 1 and "no conversation was found" in done.stderr, f"{done}")
    missing = world.run("mine", world.folder / "nothing")
    check(missing.returncode == 1 and "no such file or folder" in missing.stderr, f"{missing}")
    check(world.run("mine").returncode == 2, "a path is needed")


def forks_one_by_one(world):
    """A fork, and a resumed session, taken in later than the session whose messages they begin with (X4)."""
    def session(name, texts, first=0, **more):
        return "".join(json.dumps(dict(more, parentUuid=f"{name}{i - 1}" if i else None, cwd="/home/u/cellar", sessionId=name, type=("user", "assistant")[i % 2],
                                       uuid=f"well-{i}" if i < 2 else f"{name}-{i}", timestamp=f"2026-04-02T08:0{i}:00.000Z",
                                       message={"role": ("user", "assistant")[i % 2], "content": text})) + "\n" for i, text in enumerate(texts))
    start = ["How deep is the well?", "Eleven metres"]
    for name, rest, more in (("one", ["Use the blue pump", "I will."], {}), ("two", ["And the cistern?", "Four metres"], {"forkedFrom": {"sessionId": "one"}}),
                             ("three", ["And the barrel?", "One metre"], {})):
        write(world.folder / f"forks/{name}.jsonl", session(name, start + rest, **more))
        for turn in (1, 2):
            done = world.json("mine", world.folder / f"forks/{name}.jsonl")
            check(done["added"] == (1 if turn == 1 else 0) and done["updated"] == 0, f"{name}, {turn}: {done}")
    contents = [each["content"] for each in world.json("list", "-n", "cellar")["memories"]]
    check(len(contents) == 3 and sum("Eleven metres" in each for each in contents) == 1, f"{contents}")


def exported_again(world):
    exported = world.run("export").stdout
    other = world.folder / "other.db"
    done = world.json("--db", other, "import", input=exported)
    check(not done["errors"], f"{done}")
    check(json.loads(world.run("--db", other, "export").stdout)["memories"] == json.loads(exported)["memories"], "export and import differ")


def test(binary, _):
    with World(binary) as world:
        for part in (dry_run_and_repetition, growing, parts_and_titles, filters, every_format, into_projects, everything_is_counted, databases_of_editors, renamed_there, meets_its_transcript,
                     forks_one_by_one, broken_and_hostile, exported_again):
            part(world)
    return "six formats mined from folders and zips, twice, dry, broken and hostile"


if __name__ == "__main__":
    run(test, __doc__)
