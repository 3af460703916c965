#!/usr/bin/env python3
"""The official server-memory and the profile of its name get the same calls and give the same answers (X6).

server_memory.py --binary BINARY, in a folder where npm has installed the package."""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import McpClient  # noqa: E402
from outcome import LONG, check, run, run_cases  # noqa: E402
from world import World  # noqa: E402

PACKAGE = Path.cwd() / "node_modules/@modelcontextprotocol/server-memory/dist/index.js"
NAMES = ["Ada", "Bob", "Tea", "Ünïcode 茶", "", "a b", "Ada likes Tea", "x" * 700, "two\nlines", "None"]
TYPES = ["person", "drink", "", "PERSON", "y" * 200]
RELATIONS = ["likes", "knows", "", "supersedes", "reflects_on", "related_to", "contradicts"]
TEXTS = ["likes tea", "", "  ", "two\nlines", "ÄÖÜ straße", "Ada likes Tea", '"quoted" \\ back\u2028slash\t', "Ada (person)", "z", "\x1f\x7f"]
# No one of these fits its tool.
MISFITS = [
    ("create_entities", {}), ("create_entities", {"entities": [{"name": 3, "observations": "x"}]}), ("create_entities", {"entities": None}),
    ("open_nodes", {"names": "Ada"}), ("open_nodes", {"names": [1, True, None, {}, []]}), ("search_nodes", {}), ("search_nodes", {"query": 1.5}),
    ("create_relations", {"relations": [{"from": "Ada"}]}), ("add_observations", {"observations": [{"entityName": "Ada", "contents": [1]}]}),
    ("delete_entities", {"entityNames": {}}), ("delete_observations", {"deletions": ["x"]}), ("delete_relations", {"relations": False}),
]


def original(world, file):
    return McpClient(["node", str(PACKAGE)], cwd=world.work, env={**world.environment, "MEMORY_FILE_PATH": str(file)})


def profile(world, **environment):
    return world.mcp("--profile", "server-memory", env={**world.environment, **environment})


def some(chance, values, most=3):
    return [chance.choice(values) for _ in range(chance.randint(0, most))]


def relation(chance):
    return {"from": chance.choice(NAMES), "to": chance.choice(NAMES), "relationType": chance.choice(RELATIONS)}


def a_call(chance):
    name = chance.choice(NAMES)
    return chance.choice([
        lambda: ("create_entities", {"entities": [
            {"name": chance.choice(NAMES), "entityType": chance.choice(TYPES), "observations": some(chance, TEXTS)} for _ in range(chance.randint(0, 3))]}),
        lambda: ("create_relations", {"relations": [relation(chance) for _ in range(chance.randint(0, 4))]}),
        lambda: ("add_observations", {"observations": [{"entityName": name, "contents": some(chance, TEXTS)}]}),
        lambda: ("delete_entities", {"entityNames": some(chance, NAMES, 1)}),
        lambda: ("delete_observations", {"deletions": [{"entityName": name, "observations": some(chance, TEXTS)}]}),
        lambda: ("delete_relations", {"relations": [relation(chance) for _ in range(chance.randint(0, 3))]}),
        lambda: ("read_graph", {}),
        lambda: ("search_nodes", {"query": chance.choice(["ADA", "tea", "Ö", "", "person", "\n", "STRASSE", "ünï"])}),
        lambda: ("open_nodes", {"names": some(chance, NAMES)}),
    ])()


def same(theirs, ours, tool, arguments):
    expected, got = theirs.tool(tool, arguments), ours.tool(tool, arguments)
    check(json.dumps(expected, sort_keys=True) == json.dumps(got, sort_keys=True), f"{tool} {arguments}:\ntheirs: {expected}\nours:   {got}")


def same_answers(binary):
    for seed in range(8 if LONG else 3):
        with World(binary) as world:
            answer_the_same(world, seed)


def answer_the_same(world, seed):
    chance = random.Random(seed)
    file = world.folder / "memory.jsonl"
    if seed % 2:  # our profile takes over the file of the original
        with original(world, file) as theirs:
            for _ in range(30):
                theirs.tool(*a_call(chance))
    taken = {"MEMORY_FILE_PATH": str(file)} if seed % 2 else {}
    with original(world, file) as theirs, profile(world, **taken) as ours:
        for tool, arguments in MISFITS:
            same(theirs, ours, tool, arguments)
        for _ in range(120):
            same(theirs, ours, *a_call(chance))
            same(theirs, ours, "read_graph", {})


def same_offer(binary):
    with World(binary) as world, original(world, world.folder / "offer.jsonl") as theirs, profile(world) as ours:
        for about in ("name", "title", "description"):
            offers = [[tool[about] for tool in client.request("tools/list")["tools"]] for client in (theirs, ours)]
            check(offers[0] == offers[1], offers)
        for method, arguments in (("resources/list", {}), ("resources/templates/list", {}), ("resources/read", {"uri": "memory://knowledge-graph"}),
                                  ("resources/read", {"uri": "memory://other"})):
            answers = [client.exchange(method, arguments) for client in (theirs, ours)]
            said = [(each.get("result"), each.get("error")) for each in answers]
            check(said[0] == said[1], said)


CASES = (same_answers, same_offer)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
