#!/usr/bin/env python3
"""The two stores of vector-memory: where they are, what fails, the project's before the user's; settings, log, secrets (J2, J8, J9)."""

import json
import os
import stat
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run, run_cases  # noqa: E402
from two import Two, same  # noqa: E402


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
        del two.world.environment["VECTOR_MEMORY_DB_PATH"]
        two.world.environment["XDG_DATA_HOME"] = str(two.world.folder / "xdg")
        places = [two.world.folder / "xdg/vector-memory-mcp/memories.db", two.world.folder / "named.db", two.world.folder / "flag.db"]
        for number, place in enumerate(places):
            if number == 1:
                two.world.environment["VECTOR_MEMORY_DB_PATH"] = str(place)
            done = two.raw("store_memory", {"content": f"Number {number}"}, "--project", nowhere, *(("--db", place) if number == 2 else ()))
            check(done.returncode == 0, f"{done}")
            same([each.exists() for each in places], [at <= number for at in range(3)], "the folder of data, then the environment, then the flag")


def modes(binary):
    """Stores that others can read: doctor says so, and mends it on request."""
    with Two(binary) as two:
        def told(*flags):
            checks = two.world.json("doctor", *flags)["checks"]
            return {each["name"]: each["detail"] for each in checks if each["name"].split()[0] in ("user", "project", "mudpuppy")}

        two.world.environment["AI_MEMORY_PROJECT"] = str(two.project)
        same(told(), {}, "nothing is there")
        two.init()
        two.store("Tea is at five")
        two.store("Known everywhere", location="global")
        private = "0600: only you can read it"
        same(told(), {"user store": private, "user folder": "0700: only you can read it", "project store": private,
                      "project folder": "0700: only you can read it"}, "as they are made")
        log = Path(f"{two.projects}-wal")
        log.touch(0o600)
        wide = {two.users: 0o644, two.users.parent: 0o755, two.projects.parent: 0o750, log: 0o640}
        for path, mode in wide.items():
            path.chmod(mode)
        found = two.world.run("doctor").stdout
        for path, mode in wide.items():
            wanted = "700" if path.is_dir() else "600"
            check(f"{mode:04o}: other users of this machine can access it; change that with: chmod {wanted} {path}\n" in found, f"{path}: {found}")
        same([stat.S_IMODE(path.stat().st_mode) for path in wide], list(wide.values()), "a look changes nothing")
        same(set(told("--fix").values()), {private, "changed from 0644 to 0600", "changed from 0755 to 0700", "changed from 0750 to 0700",
                                           "changed from 0640 to 0600"} - {private}, "mended on request")
        same([stat.S_IMODE(path.stat().st_mode) for path in wide], [0o600, 0o700, 0o700, 0o600], "to what they are made with")


def stores_that_fail(binary):
    with Two(binary) as two:
        two.init()
        two.store("Known everywhere", location="global")
        two.projects.mkdir()
        (two.projects / "lance").write_text("x")
        same(two.store("In the project")["location"], "project", "beside a directory")
        check((two.projects / "lance").exists() and (two.project / ".memory/ai-memory.db").exists(), "left alone")
        log = (two.users.parent / "logs/vector-memory.log").read_text()
        check(" WARN start FALLBACK " in log and str(two.projects) in log, f"the log says so: {log}")
        two.world.environment["AI_MEMORY_PROJECT"] = str(two.project)
        told = [each["detail"] for each in two.world.json("doctor")["checks"] if each["name"] == "vector-memory"]
        check(len(told) == 1 and str(two.projects) in told[0], f"and doctor: {told}")
        del two.world.environment["AI_MEMORY_PROJECT"]
        (two.projects / "lance").unlink()
        two.projects.rmdir()
        two.projects.write_bytes(os.urandom(8192))
        found = two.search("known")
        same(found["count"], 1, "the other store answers")
        check("the project store could not be used" in found["warnings"][-1], f"{found}")
        two.users.write_bytes(os.urandom(8192))
        error = two.refused("search_memory", query="known")
        check(error["type"] in ("DATABASE_ERROR", "UNAVAILABLE"), f"{error}")


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
        check(any("add up to 2" in each["detail"] for each in two.world.json("doctor")["checks"]), "by doctor too")
        configure("", deduplication={"auto_check": False})
        check("duplicates" not in two.store("Fact 1 about the till."), "no look for duplicates")
        configure("", retrieval={"default_limit": "x"})
        done = two.raw("search_memory", {"query": "till"})
        check(done.returncode == 1 and str(file) in done.stderr and "retrieval.default_limit" in done.stderr, f"{done}")
        configure("", deduplication={"similarity_threshold": 0.4})
        done = two.raw("search_memory", {"query": "till"})
        check(done.returncode == 1 and f"{file}: deduplication.similarity_threshold must be a number from 0.5 to 1" in done.stderr, f"{done}")
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


CASES = (where_stores_are, modes, stores_that_fail, overrides, settings, what_is_logged, secrets)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
