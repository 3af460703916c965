#!/usr/bin/env python3
"""The profile vector-memory beside others: a user who is asked, calls that are taken back, a locked store, three profiles on one home,
what an installation starts; and that nothing of it opens a socket (J2, J4)."""

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import McpClient  # noqa: E402
from outcome import LONG, check, eventually, run, run_cases  # noqa: E402
from two import Two, same  # noqa: E402
from world import World, complaints  # noqa: E402


class Asked(McpClient):
    """A client whose user can be asked; `says` is what he answers, `questions` what he was asked."""

    def handshake(self, protocol):
        self.says, self.questions = "decline", []
        result = self.request("initialize", {"protocolVersion": protocol, "capabilities": {"elicitation": {}},
                                             "clientInfo": {"name": "asked", "version": "1"}})  # fmt: skip
        self.notify("notifications/initialized")
        return result

    def result_of(self, tool, **arguments):
        number = self.next_id()
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        while True:
            said = self.read()
            if said.get("method") == "elicitation/create":
                self.questions.append(said["params"]["message"])
                answer = {"action": self.says}
                if self.says == "accept":
                    answer["content"] = {"confirm": True}
                elif self.says in said["params"]["requestedSchema"]["properties"].get("choice", {}).get("enum", []):
                    answer = {"action": "accept", "content": {"choice": self.says}}
                self.send({"jsonrpc": "2.0", "id": said["id"], "result": answer})
            elif said.get("id") == number:
                return said["result"]


class Rooted(McpClient):
    """A client that tells where it works."""

    def handshake(self, protocol):
        result = self.request("initialize", {"protocolVersion": protocol, "capabilities": {"roots": {"listChanged": True}},
                                             "clientInfo": {"name": "rooted", "version": "1"}})  # fmt: skip
        self.notify("notifications/initialized")
        return result

    def tell(self, *folders):
        asked = self.read()
        same(asked["method"], "roots/list", "it is asked")
        self.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": folder.as_uri()} for folder in folders]}})


def finds_the_project_by_roots(binary):
    with Two(binary) as two:
        two.init()
        inside = two.project / "src"
        inside.mkdir()
        elsewhere = two.world.folder / "elsewhere"
        elsewhere.mkdir()

        def started(*flags):
            return Rooted([str(two.world.binary), "mcp", *flags], env=two.world.environment, cwd=elsewhere)

        with started() as client:
            client.tell(elsewhere, inside)
            same(client.call("store_memory", {"content": "The till opens at nine"})["location"], "project", "the first root that has one")
            uris = [each["uri"] for each in client.request("resources/list")["resources"]]
            check("memory://project/shop" in uris, f"{uris}")
            client.notify("notifications/roots/list_changed")
            client.tell(elsewhere)
            same(client.call("search_memory", {"query": "till"})["memories"][0]["location"], "project", "and it stays")
        check(two.projects.exists(), "its store")
        with started() as client:
            client.tell(elsewhere)
            same(client.call("store_memory", {"content": "Nowhere"})["location"], "global", "no root has one")
        with started("--project", str(two.project)) as client:
            same(client.call("list_memories", {"location": "project"})["total"], 1, "who knows its project asks nobody")


def says_what_is_not_in_its_place(binary):
    """Of a project that is found by roots, and of the user's store: once in each log, and only there."""
    with Two(binary) as two:
        two.init()
        two.projects.mkdir()
        elsewhere = two.world.folder / "elsewhere"
        elsewhere.mkdir()
        log = two.users.parent / "logs/vector-memory.log"

        def lines(place, text):
            return [line for line in text.splitlines() if f"{place} is a directory" in line]

        with Rooted([str(two.world.binary), "mcp"], env=two.world.environment, cwd=elsewhere) as client:
            client.tell(two.project)
            same(client.call("store_memory", {"content": "Beside it"})["location"], "project", "it is found")
            check(eventually(lambda: log.exists() and lines(two.projects, log.read_text())), "the log says so")
            client.notify("notifications/roots/list_changed")
            client.tell(two.project)
            client.call("list_memories")
            same(len(lines(two.projects, client.stderr_text())), 1, "once at the start")
        same(len(lines(two.projects, log.read_text())), 1, "and once in the log")
        two.users.mkdir()
        done = two.world.run("call", "list_memories", "{}", "--project", elsewhere)
        same(len(lines(two.users, done.stderr)), 1, f"the user's: {done}")
        same(len(lines(two.users, log.read_text())), 1, "in its log too")
        doctor = two.world.run("doctor", "--json")
        same((len(lines(two.users, doctor.stderr)), doctor.stdout.count(f"{two.users} is a directory")), (0, 1), "doctor says it in its list")
        own = two.world.folder / "own.log"
        two.configure(f'[log]\nfile = "{own}"\n')
        two.world.run("call", "list_memories", "{}", "--project", two.project)
        same([len(lines(place, own.read_text())) for place in (two.users, two.projects)], [1, 1], "a log for both has it once")


def asked(two):
    return Asked([str(two.world.binary), "mcp", "--project", str(two.project)], env=two.world.environment, cwd=two.world.work)


def asks_before_a_merge(binary):
    with Two(binary) as two:
        two.init().with_model()
        one = two.store("the user likes tea", tags=["x"], priority="HIGH")["memory_id"]
        two.store("The user likes tea.", tags=["y"])
        with asked(two) as client:
            merge = {"auto_merge": True, "similarity_threshold": 0.9}
            client.result_of("deduplicate_memories", similarity_threshold=0.9)
            same(client.questions, [], "a look asks nothing")
            client.result_of("deduplicate_memories", **merge)
            check(len(client.questions) == 1 and "Merge 2 memories into 1" in client.questions[0], f"{client.questions}")
            same(two.call("list_memories")["total"], 2, "declined: nothing")
            client.says = "accept"
            done = client.result_of("deduplicate_memories", **merge)
            same(len(done["structuredContent"]["merged"]), 1, "accepted")
            same(two.call("list_memories")["total"], 1, "merged")
            client.result_of("deduplicate_memories", **merge)
            same(len(client.questions), 2, "nothing to merge: nothing is asked")
        back = two.world.run("--db", two.projects, "archive", "restore", one)
        check(back.returncode == 0, f"what was merged away comes back: {back}")
        same(two.call("list_memories")["total"], 2, "and is there")


def asks_what_to_do_with_a_duplicate(binary):
    with Two(binary) as two:
        two.init().with_model()
        with asked(two) as client:
            def store(content, says):
                client.says = says
                result = client.result_of("store_memory", content=content, on_duplicate="ask")
                same(json.loads(result["content"][0]["text"]), result["structuredContent"], "the text is the same object")
                return result["structuredContent"]

            def contents():
                return sorted(each["content"] for each in two.call("list_memories")["memories"])

            said = store("the user likes tea", "Merge")
            same((said["action"], client.questions), ("created", []), "nothing alike: nothing is asked")
            old = said["memory_id"]
            said = store("The user likes tea.", "Do not store")
            same((said["action"], said["memory_id"]), ("skipped", old), "not stored")
            check("the user likes tea" in client.questions[0], f"{client.questions}")
            same(store("The user likes tea.", "decline")["declined"], True, "who does not answer stores nothing")
            same(store("The user likes tea.", "accept")["declined"], True, "nor does a yes to what was no such question")
            same(contents(), ["the user likes tea"], "nothing was stored")
            said = store("The user likes tea!", "Update the old one")
            same((said["action"], said["memory_id"]), ("updated", old), "the old one says it now")
            same(store("the user likes tea", "Merge")["action"], "merged", "united")
            same(len(contents()), 1, "united")
            same(store("The user likes tea...", "Keep both")["action"], "created", "both")
            same(len(contents()), 2, "both")
            same(len(client.questions), 6, "each is asked once")
        with two.world.mcp("--project", two.project, protocol=None) as client:
            meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
            call = {"name": "store_memory", "arguments": {"content": "The user likes tea?", "on_duplicate": "ask"}, "_meta": meta}
            asked_by_retry = client.request("tools/call", call)
            form = asked_by_retry["inputRequests"]["confirm"]["params"]["requestedSchema"]["properties"]["choice"]
            same(form["enum"], ["Merge", "Update the old one", "Keep both", "Do not store"], "the same choices in the modern era")
            answer = {"confirm": {"action": "accept", "content": {"choice": "Do not store"}}}
            said = client.request("tools/call", {**call, "requestState": asked_by_retry["requestState"], "inputResponses": answer})
            same(said["structuredContent"]["action"], "skipped", "and the same answer")


def a_migration_can_be_taken_back(binary):
    with Two(binary) as two:
        two.init()
        with two.world.mcp("--project", two.project) as client:
            for number in range(40):
                client.call("store_memory", {"content": f"the user likes tea {number}", "on_duplicate": "warn"})
        two.with_model()
        check(two.search("tea", limit=1)["warnings"], "a search says that there are no vectors of the model")
        before = two.call("migrate_embeddings", dry_run=True)["remaining"]
        check(0 < before < 40, f"what a search has returned is embedded after it: {before}")
        with two.world.mcp("--project", two.project) as client:
            call = {"jsonrpc": "2.0", "id": "m", "method": "tools/call", "params": {"name": "migrate_embeddings", "arguments": {}}}
            back = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "m"}}
            client.send_raw(b"".join(json.dumps(each).encode() + b"\n" for each in (call, back)))
            left = client.call("migrate_embeddings", {"dry_run": True})
            check(left["already_current"] + left["remaining"] == 40, f"what is done stays done: {left}")
            told = []
            call["id"], call["params"]["_meta"] = "n", {"progressToken": "p"}
            client.send(call)
            while not told or told[-1].get("id") != "n":
                told.append(client.read())
            same(told[-1]["result"]["structuredContent"]["remaining"], 0, "the rest")
            check(left["remaining"] == 0 or any(each.get("method") == "notifications/progress" for each in told), f"progress: {told}")
            check("warnings" not in client.call("search_memory", {"query": "tea"}), "searches have nothing to say any more")


def a_locked_store(binary):
    """Who waited for the lock would wait for longer than this test may last; a hook that does is ended, without a note of why."""
    with Two(binary) as two:
        two.init()
        two.store("Fridays are quiet")
        two.configure("[storage]\nbusy_timeout_secs = 600\n")
        holder = sqlite3.connect(two.projects, isolation_level=None)

        with two.world.mcp("--project", two.project) as client:
            client.call("search_memory", {"query": "quiet"})
            holder.execute("BEGIN IMMEDIATE")
            late = {}
            waiting = threading.Thread(target=lambda: late.update(done=two.raw("store_memory", {"content": "Mondays are loud"}, "--project", two.project)))
            waiting.start()
            try:
                for _ in range(20):
                    same(client.call("search_memory", {"query": "quiet"})["count"], 1, "searches go on")
                event = json.dumps({"session_id": "l", "cwd": str(two.project), "prompt": "Do you remember which days are quiet?", "hook_event_name": "UserPromptSubmit"})
                said = two.world.run("hook", "user-prompt", input=event)
                check(said.returncode == 0 and "Fridays are quiet" in said.stdout, f"a hook reads beside the lock: {said}")
                notes = two.world.home / ".local/state/ai-memory/hooks.log"
                spool = two.world.home / ".local/state/ai-memory/spool"
                check(notes.exists() and any(spool.rglob("*")), "and puts aside what it would keep")
                check(waiting.is_alive(), "a store waits")
            finally:
                holder.execute("ROLLBACK")
                waiting.join()
            same(json.loads(late["done"].stdout)["action"], "created", "and is done")
        two.configure("[storage]\nbusy_timeout_secs = 1\n")
        holder.execute("BEGIN IMMEDIATE")
        error = two.refused("store_memory", content="Never")
        same(error["type"], "UNAVAILABLE", "at the end of its patience")
        holder.execute("ROLLBACK")
        log = two.users.parent / "logs/vector-memory.log"
        check("UNAVAILABLE" in log.read_text() and "Never" not in log.read_text(), "logged, without the content")
        told = [line for line in log.read_text().splitlines() if "in use by another program" in line]
        check([line.split()[1] for line in told] == ["WARN", "WARN", "ERROR"], f"a line for each part of the wait: {told}")


def no_sockets(binary):
    if not shutil.which("strace"):
        return
    with Two(binary) as two:
        two.init().with_model()
        two.store("the user likes tea")
        trace = two.world.folder / "trace"
        for tool, arguments in (("store_memory", {"content": "paris is far"}), ("search_memory", {"query": "tea"}), ("list_memories", {}),
                                ("deduplicate_memories", {}), ("import_markdown_memories", {}), ("migrate_embeddings", {})):  # fmt: skip
            command = ["strace", "-f", "-e", "trace=socket,connect", "-o", str(trace), str(binary), "call", tool, json.dumps(arguments)]
            done = subprocess.run(command, env=two.world.environment, cwd=two.project, capture_output=True, text=True, timeout=120)
            if "ptrace" in done.stderr:
                return  # not allowed here
            check(done.returncode == 0, f"{tool}: {done}")
            opened = [line for line in trace.read_text().splitlines() if "socket(" in line or "connect(" in line]
            same(opened, [], f"{tool} opens no socket")


def opens_one_store(binary):
    """A call for one store opens no file of the other (2.15)."""
    if not shutil.which("strace"):
        return
    with Two(binary) as two:
        two.init()
        two.store("the user likes tea", location="global")
        two.store("the project likes coffee")
        trace = two.world.folder / "trace"
        for place, other in (("global", two.projects), ("project", two.users)):
            kept = two.store(f"a third of {place}", location=place)["memory_id"]
            for tool, asked in (("search_memory", {"query": "likes"}), ("list_memories", {}), ("list_memories", {"filters": {"location": place}}),
                                ("deduplicate_memories", {}), ("migrate_embeddings", {}),
                                ("update_memory", {"memory_id": kept, "metadata_updates": {"tags": ["a"]}}), ("delete_memory", {"memory_id": kept})):  # fmt: skip
                asked = json.dumps(asked if "filters" in asked else {**asked, "location": place})
                command = ["strace", "-f", "-e", "trace=openat,open", "-o", str(trace), str(Path(binary).resolve()), "call", tool, asked]
                done = subprocess.run(command, env=two.world.environment, cwd=two.project, capture_output=True, text=True, timeout=120)
                if "ptrace" in done.stderr:
                    print("not traced: it is not allowed here")
                    return
                without_model = tool == "migrate_embeddings" and "UNAVAILABLE" in done.stdout
                check(without_model or done.returncode == 0, f"{tool} {place}: {done}")
                check(tool not in ("search_memory", "list_memories") or "likes" in done.stdout, f"{tool} {place}: {done}")
                opened = [line for line in trace.read_text().splitlines() if f'"{other}' in line]
                same(opened, [], f"{tool} of {place} leaves the other store alone")


def three_on_one_home(binary):
    each = 1_000 if LONG else 40
    with World(binary) as world:
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True)
        config.write_text('[vector_memory]\nglobal_db = "core"\n')
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        failures = []

        def write(flags, call):
            try:
                with world.mcp(*flags) as client:
                    for number in range(each):
                        client.call(*call(number))
            except Exception as error:  # noqa: BLE001
                failures.append(repr(error))

        work = [(("--profile", "vector-memory"), lambda n: ("store_memory", {"content": f"of vector memory, number {n}", "location": "global"})),
                (("--profile", "mudpuppy"), lambda n: ("memory_add", {"content": f"of mudpuppy, number {n}"})),
                ((), lambda n: ("memory_store", {"title": f"core {n}", "content": f"of the core, number {n}", "namespace": "work"}))]
        threads = [threading.Thread(target=write, args=one) for one in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        same(failures, [], "all at once")
        same(world.json("stats")["total"], 3 * each, "nothing is lost")
        same(complaints(world), "", "doctor")
        for flags, tool, arguments, count in ((("--profile", "vector-memory"), "list_memories", {"limit": 1}, "total"),
                                              (("--profile", "mudpuppy"), "memory_stats", {}, "totalEntries")):
            with world.mcp(*flags) as client:
                same(client.call(tool, arguments)[count], each, f"{flags} sees its own")


def what_is_installed_runs(binary):
    with Two(binary) as two:
        two.init()
        two.store("Deploys are never on Fridays.", priority="CORE")
        done = two.world.run("install", "claude-code", "--profile", "vector-memory")
        check(done.returncode == 0, f"{done}")
        entry = json.loads((two.world.home / ".claude.json").read_text())["mcpServers"]["memory"]
        with McpClient([entry["command"], *entry["args"]], env=two.world.environment, cwd=two.project) as client:
            same(len(client.request("tools/list")["tools"]), 8, "the server that the entry starts")
        hooks = json.loads((two.world.home / ".claude/settings.json").read_text())["hooks"]
        event = json.dumps({"hook_event_name": "SessionStart", "session_id": "i", "cwd": str(two.project), "source": "startup"})
        command = hooks["SessionStart"][0]["hooks"][0]["command"]
        said = subprocess.run(command, shell=True, input=event, env=two.world.environment, cwd=two.world.work, capture_output=True, text=True, timeout=60)
        check("never on Fridays" in said.stdout, f"the hook that fires: {said}")


CASES = (finds_the_project_by_roots, says_what_is_not_in_its_place, asks_before_a_merge, asks_what_to_do_with_a_duplicate, a_migration_can_be_taken_back, a_locked_store, no_sockets, opens_one_store, three_on_one_home, what_is_installed_runs)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
