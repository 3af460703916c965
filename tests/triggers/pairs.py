"""What the profile vector-memory takes for the same: 100 pairs that say the same in other words and 100 about the same topic
(pairs.tsv), and the pairs that differ in a number, a negation, a name … (src/memory/differs_test.cpp), in small letters too. Prints which
share is found nearer than 0.9 and 0.95, in which a difference is seen, and what is merged unasked. Needs a model: AI_MEMORY_MODELS."""

import argparse
import json
import os
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
import sys  # noqa: E402

sys.path.insert(0, str(ROOT / "tests/lib"))
from world import World  # noqa: E402

LABELLED = re.compile(r'Pair\{"(\w+)",\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\}')


def pairs():
    """Kind, text, other text."""
    for line in (HERE / "pairs.tsv").read_text(encoding="utf-8").splitlines():
        yield line.split("\t")
    for _, first, second in LABELLED.findall((ROOT / "src/memory/differs_test.cpp").read_text(encoding="utf-8")):
        yield "differ", first, second
        yield "small letters", first.lower(), second.lower()


def looked_at(call, first, second):
    """How near the two are, and in what they differ; then whether they are merged unasked however near they are."""
    call("store_memory", {"content": first, "on_duplicate": "warn"})
    told = call("store_memory", {"content": second, "on_duplicate": "warn"})
    near = [each for each in told.get("duplicates", []) if each["content"] == first[:300]]
    merged = call("deduplicate_memories", {"similarity_threshold": 0.5, "auto_merge": True}).get("merged", [])
    for memory in call("list_memories", {"limit": 100})["memories"]:
        call("delete_memory", {"memory_id": memory["memory_id"]})
    return (near[0]["similarity"], near[0].get("differs", [])) if near else (0.0, []), bool(merged)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    models = os.environ.get("AI_MEMORY_MODELS")
    if not models:
        raise SystemExit("AI_MEMORY_MODELS must name a folder with a model")
    found = {}
    with World(options.binary) as world:
        world.environment.update(AI_MEMORY_MODELS=models, AI_MEMORY_NO_CONFIG="0")
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True)
        config.write_text("[vector_memory]\ndedup_threshold = 0.5\n")
        with world.mcp("--profile", "vector-memory") as client:
            for kind, first, second in pairs():
                found.setdefault(kind, []).append(looked_at(lambda *call: client.call(*call), first, second))
    for kind, each in found.items():
        share = lambda holds: f"{sum(map(holds, each)) / len(each):.2f}"  # noqa: E731
        print(f"{kind}: {len(each)} pairs, nearer than 0.9 {share(lambda one: one[0][0] > 0.9)}, than 0.95 {share(lambda one: one[0][0] > 0.95)}, "
              f"nearer than 0.5 and no difference seen {share(lambda one: one[0][0] > 0.5 and not one[0][1])}, merged unasked from 0.5 on "
              f"{sum(one[1] for one in each)}, of those nearer than 0.95 {sum(one[1] and one[0][0] > 0.95 for one in each)}")  # fmt: skip


if __name__ == "__main__":
    main()
