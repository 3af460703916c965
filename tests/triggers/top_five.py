"""How often a labelled question finds its answer among the first five of 1,000 memories: the 200 questions of dev.jsonl and held.jsonl
that need memory, over their worlds and the made-up memories of bench/data.py, priorities, ages and uses at random; asked through
search_memory of the profile vector-memory. With a model where AI_MEMORY_MODELS names one. Prints figures; fails where
fewer than LEAST of them do."""

import argparse
import itertools
import json
import os
import random
import re
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/lib"), str(ROOT / "bench"), str(Path(__file__).resolve().parent)]
import data  # noqa: E402
import measure  # noqa: E402
from world import World  # noqa: E402

SIZE, LONGEST, FIRST = 1_000, 300, 5
LEAST = 0.85
PRIORITIES = (10, 8, 5, 2)
PRECISIONS = "precision@5", "of what is shown", "the most there could be"


def questions():
    """Question, world, names of the memories that answer it."""
    for half in ("dev", "held"):
        for line in (measure.HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            if item["task"] == "recall" and item["expect"]["recall"]:
                yield item["events"][-1]["text"], item["memories"], item["expect"]["relevant"]


def contents():
    """(world, name) → text: the labelled worlds first, then made-up ones of other projects."""
    worlds = json.loads((measure.HERE / "worlds.json").read_text(encoding="utf-8"))
    texts = {(world, name): text for world, memories in worlds.items() for name, text in memories.items()}
    for number, memory in enumerate(itertools.islice(data.memories(), SIZE - len(texts))):
        texts[memory["namespace"], str(number)] = memory["content"][:LONGEST].rsplit(" ", 1)[0]
    return texts


def document(texts, name_space, rng, at_random):
    """An export with these contents, of any age, priority and use, or all alike."""
    now = datetime.now(timezone.utc)
    memories = []
    for number, text in enumerate(texts.values()):
        written = (now - timedelta(days=rng.uniform(0, 400) if at_random else 1)).isoformat()
        memories.append({"id": f"00000000-0000-4000-8000-{number:012}", "title": f"{number} {text}"[:60], "content": text,
                         "namespace": name_space, "priority": rng.choice(PRIORITIES) if at_random else 5, "access_count": rng.randrange(20) if at_random else 0, "confidence": 1.0,
                         "created_at": written, "updated_at": written, "metadata": {}, "tags": [], "tier": "long", "source": "manual"})  # fmt: skip
    return json.dumps({"format": "ai-memory-export/1", "memories": memories, "links": [], "archive": []})


def words(text):
    return {word for word in re.findall(r"\w{3,}", text.lower())}


def told(name, ranks, common, precisions):
    apart = [rank for rank, shared in zip(ranks, common) if not shared]
    hit = [rank <= FIRST for rank in ranks]
    print(f"{name}: hit@5 {sum(hit) / len(hit):.3f} of {len(hit)}, MRR {sum(1 / rank for rank in ranks) / len(ranks):.3f}, "
          f"without a word in common {sum(rank <= FIRST for rank in apart) / max(1, len(apart)):.3f} of {len(apart)}, "
          + ", ".join(f"{what} {sum(values) / len(values):.3f}" for what, values in zip(PRECISIONS, zip(*precisions))))  # fmt: skip
    return sum(hit) >= LEAST * len(hit)


def rank_of(found, wanted):
    return next((at + 1 for at, content in enumerate(found) if content in wanted), 1_000)


def precision_of(found, wanted):
    """Of the first five how many answer: of five places, of those that were filled, and with every answer among them."""
    good = sum(content in wanted for content in found[:FIRST])
    return good / FIRST, good / max(1, len(found[:FIRST])), min(FIRST, len(wanted)) / FIRST


def asked(client, call, texts):
    """For each question the rank of its first answer, whether both have a word in common, and precision@5."""
    ranks, common, precisions = [], [], []
    for question, where, relevant in questions():
        wanted = {texts[where, name] for name in relevant}
        found = [memory["content"] for memory in call(client, question)["memories"]]
        ranks.append(rank_of(found, wanted))
        precisions.append(precision_of(found, wanted))
        common.append(bool(words(question) & set().union(*map(words, wanted))))
    return ranks, common, precisions


def in_a_world(binary, texts, at_random, ranking):
    with World(binary) as world:
        models = os.environ.get("AI_MEMORY_MODELS")
        if models:
            world.environment["AI_MEMORY_MODELS"] = models
        world.environment["AI_MEMORY_NO_CONFIG"] = "0"
        config = world.home / ".config/ai-memory/config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(f'[vector_memory]\nranking = "{ranking}"\n')
        project = world.work / "shop"
        project.mkdir()
        own = project / ".memory/db"
        face = ("--profile", "vector-memory", "--project", project)
        world.run("init", project)
        world.run("call", "store_memory", json.dumps({"content": "the first", "location": "project"}), *face)
        name_space = json.loads(world.run("--db", own, "--json", "list").stdout)["memories"][0]["namespace"]
        done = world.run("--db", own, "import", input=document(texts, name_space, random.Random(11), at_random), timeout=600)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        if models:
            world.run("--db", own, "backfill", timeout=3_600)
        how = ("priorities, ages and uses at random" if at_random else "all of one age and priority") + (", model" if models else "")
        with world.mcp("--db", str(own), "--namespace", name_space) as client:
            good = told(f"memory_recall by relevance, {how}", *asked(client, lambda server, question: server.call(
                "memory_recall", {"context": question[:1_000], "limit": FIRST, "format": "json"}), texts))  # fmt: skip
        with world.mcp(*map(str, face)) as client:
            return told(f"search_memory, ranking {ranking}, {how}", *asked(client, lambda server, question: server.call(
                "search_memory", {"query": question[:1_000], "limit": FIRST}), texts)) and good  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--ranking", default="vector-memory")
    options = parser.parse_args()
    texts = contents()
    good = [in_a_world(options.binary, texts, at_random, options.ranking) for at_random in (False, True)]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
