#!/usr/bin/env python3
"""The tier autonomous: tags, contradictions and other words come in the background, once each, and survive kill -9."""

import contextlib
import sqlite3
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from fake_llm import FakeModel, configure  # noqa: E402
from outcome import check, eventually, run, run_cases  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402


class Case:
    def __init__(self, binary, **keys):
        self.world, self.fake = World(binary), FakeModel()
        configure(self.world, self.fake.settings(**keys), tier="autonomous")

    def store(self, title, content, *more):
        return self.world.json("store", "-T", title, "-c", content, "-n", "n", *more)["id"]

    def get(self, id):
        return self.world.json("get", id)

    def tags(self, id):
        return self.get(id)["memory"]["tags"]

    def contradicted(self, id):
        return sorted(link["target_id"] for link in self.get(id)["links"] if link["relation"] == "contradicts" and link["source_id"] == id)

    def asked(self, shape):
        return sum(each == shape for each, _ in self.fake.asked)

    def settled(self, seconds=2.0):
        """Nothing more is asked for a while."""
        count, since = len(self.fake.asked), time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.1)
            if len(self.fake.asked) != count:
                count, since = len(self.fake.asked), time.monotonic()

    def begins(self):
        """A first server, so that the database knows from where on."""
        server = Server(self.world)
        check(eventually(self.is_marked), "nothing begins")
        return server

    def is_marked(self):
        with contextlib.closing(sqlite3.connect(self.world.database)) as database:
            return database.execute("SELECT 1 FROM meta WHERE name = 'enriched_to'").fetchone() is not None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.fake.close()
        self.world.remove()


TAGS = ["infra-stack", "database"]


def tags_and_links(binary):
    with Case(binary) as case:
        old = case.store("Before", "was there before any server")
        with case.begins() as server:
            one = server.api("POST", "/memories", {"title": "Deploys", "content": "Deploys go out on Tuesday", "namespace": "n", "tags": ["ci"]})["id"]
            check(eventually(lambda: case.tags(one) == ["ci"] + TAGS), f"no tags: {case.get(one)}")
            check(case.get(one)["memory"]["metadata"]["auto_tags"] == TAGS, f"whose tags: {case.get(one)}")
            two = case.store("Releases", "Deploys go out on Friday")  # by another process
            check(eventually(lambda: case.contradicted(two) == [one]), f"no contradiction: {case.get(two)}")
            check(case.contradicted(one) == [], "both ways")
            case.settled()
            check(case.asked("tags") == 2, f"asked {case.asked('tags')} times for tags of 2 memories")
            check(case.tags(old) == [], "what was there before was touched")
            check(case.get(one)["memory"]["access_count"] == 0, "looking for similar ones counted as a use")
            # A change that leaves the text alone asks for nothing; a new text does, and storing again does.
            case.world.json("update", one, "-p", "9")
            case.world.json("promote", one)
            case.settled()
            check(case.asked("tags") == 2, "a change of priority asked for tags")
            case.world.json("update", one, "-c", "Deploys go out on Monday")
            check(eventually(lambda: case.asked("tags") == 3), "a new text asks for tags")
            case.store("Deploys", "Deploys go out on Sunday")
            check(eventually(lambda: case.asked("tags") == 4), "storing again asks for tags")
            check(case.tags(one) == ["ci"] + TAGS, f"stored again without tags, which leaves them: {case.get(one)}")
            check(server.stop() == 0, "serve did not end well")
        check(complaints(case.world) == "", complaints(case.world))


def killed(binary):
    """kill -9 while the model thinks: the next server does it, once."""
    with Case(binary) as case:
        with case.begins() as server:
            case.fake.fault = case.fake.hangs("contradicts")
            first = case.store("Deploys", "Deploys go out on Tuesday")
            second = case.store("Releases", "Deploys go out on Friday")
            check(case.fake.arrived.wait(20), "nothing was asked")
            server.kill()
        check(case.tags(first) == TAGS or case.tags(second) == [], "the second before the first")
        case.fake.fault = None
        case.fake.let_go.set()
        third = case.store("Third", "stored while no server runs")
        with Server(case.world) as server:
            check(eventually(lambda: case.tags(third) == TAGS), f"forgotten: {case.get(third)}")
            check(case.tags(first) == case.tags(second) == TAGS, "forgotten before that")
            check(case.contradicted(second) == [first], f"links: {case.get(second)}")
            server.stop()
        check(complaints(case.world) == "", complaints(case.world))


def two_servers(binary):
    """A daemon and an MCP server: each memory once; when the one ends, the other goes on."""
    with Case(binary) as case, case.begins() as server, case.world.mcp() as client:
        ids = [case.store(f"Note {n}", f"about the subject number {n}") for n in range(5)]
        check(eventually(lambda: all(case.tags(each) == TAGS for each in ids)), "no tags")
        case.settled()
        check(case.asked("tags") == 5, f"asked {case.asked('tags')} times for 5")
        server.kill()
        last = client.call("memory_store", {"title": "Last", "content": "stored after the other has ended"})["id"]
        check(eventually(lambda: case.tags(last) == TAGS), "nobody goes on")


def expansion(binary):
    """A recall never waits; the next one has the other words."""
    with Case(binary) as case, case.begins() as server:
        server.api("POST", "/memories", {"title": "Storage", "content": "a relational store"})
        check(eventually(lambda: case.asked("tags") == 1), "no tags")
        case.fake.fault = case.fake.hangs("terms")
        first = server.api("GET", "/recall?context=which+database")
        check("expanded_terms" not in first and "notice" not in first, f"{first}")
        check(case.fake.arrived.wait(20), "nothing was asked")
        check(server.api("GET", "/recall?context=which+database")["count"] == first["count"], "another answer")
        case.fake.let_go.set()
        case.fake.fault = None
    with Case(binary) as case, case.begins() as server:
        server.api("POST", "/memories", {"title": "Storage", "content": "a relational store"})
        def terms():
            return server.api("GET", "/recall?context=which++Database").get("expanded_terms")
        check(eventually(lambda: terms() == ["RDBMS", "relational store"]), "never expanded")
        check("expanded_terms" not in server.api("GET", "/recall?context=which+database&expand=false"), "expanded against its will")
        check(case.asked("terms") == 1, f"asked {case.asked('terms')} times")


def broken_answers(binary):
    """What the model cannot do for one memory does not stop the next; what it cannot do at all waits."""
    with Case(binary) as case, case.begins():
        case.fake.answers["tags"] = lambda material: "sorry" if "hopeless" in material else {"tags": ["good"]}
        first = case.store("First", "hopeless")
        second = case.store("Second", "fine")
        check(eventually(lambda: case.tags(second) == ["good"]), f"it stands still: {case.get(second)}")
        check(case.tags(first) == [], "tags out of nothing")
        case.settled()
        check(case.asked("tags") == 3, f"asked {case.asked('tags')} times: 2 for the hopeless one, 1 for the other")


def budget_ends(binary):
    with Case(binary, calls_per_day=1) as case, case.begins() as server:
        first = case.store("First", "one")
        second = case.store("Second", "two")
        check(eventually(lambda: case.asked("tags") == 1), "nothing was asked")
        llm = server.api("GET", "/capabilities")["llm"]
        check(not llm["usable"] and "budget" in llm["reason"], f"{llm}")
        case.settled()
        check(len(case.fake.asked) == 1, f"asked {len(case.fake.asked)} times")
        check(case.tags(second) == [], "beyond the budget")
        check(case.tags(first) in ([], TAGS), "something else")


CASES = [tags_and_links, killed, two_servers, expansion, broken_answers, budget_ends]


def main(binary, options):
    return run_cases(CASES, binary, options.only)


if __name__ == "__main__":
    run(main, __doc__, only="")
