#!/usr/bin/env python3
"""Synthetic memories and questions, the same at every run: data.py --size N --out FILE

A generator yields memory 0, 1, 2, …; the set of N memories is its first N, so that 1K is a part of 10K. Contents have 100 to
800 bytes (titles and contents together about 530 in the mean); words follow a Zipf distribution over a vocabulary made of
vocabulary.txt, its derived forms, names and identifiers. Three titles in ten vary an earlier one of the same namespace.
"""

import argparse
import itertools
import json
import random
import re
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

SEED = 20_240_607
FIRST_DAY = datetime(2024, 1, 1, tzinfo=timezone.utc)
DAYS = 730
FAR_EXPIRY = "2035-01-01T00:00:00+00:00"
NAMESPACES = [
    "global", "webshop", "webshop/api", "webshop/ui", "infra", "infra/ci", "ledger", "mobile-app", "research", "home",
    "recipes", "travel", "health", "books", "team/platform", "team/data", "garden", "music", "school", "attic",
]  # fmt: skip
NAMES = (
    "Anna Bruno Carla Dmitri Elena Farid Greta Hugo Ines Jonas Keiko Lars Marta Nadia Oscar Priya Quentin Rosa Samuel Tamara "
    "Ulrich Vera Walter Xenia Yusuf Zoe Amina Bjorn Chiara Diego Emeka Fiona Gustav Hana Ivo Julia Kofi Lena Mateo Noor"
).split()

# {w}: a word, {i}: an identifier, {p}: a path, {v}: a version, {n}: a person, {d}: a day, {k}: a number
SENTENCES = [
    "We decided to use the {w} {w} for the {w} because the {w} was too {w}.",
    "{n} said that the {w} of the {w} should not {w} before the {w} {w} is done.",
    "The {w} {w} runs on port {k} and writes its {w} to {p}.",
    "When the {w} fails with a {w} {w}, {w} the {w} and look at {p} first.",
    "{i} must be called before {i}, otherwise the {w} is {w}.",
    "Since version {v} the {w} needs a {w} {w}; older ones {w} silently.",
    "On {d} {n} and {n} talked about the {w} and the {w} {w} in {w}.",
    "{n} prefers {w} over {w}, especially for {w} {w}.",
    "The {w} took {k} seconds with {w} and {k} without, so we keep the {w}.",
    "Remember to {w} the {w} every {w}, the {w} does not do it.",
    "There is a {w} between the {w} and the {w} that only shows with {w} {w}.",
    "{i} in {p} holds the {w}; change it together with {i}.",
    "The plan for {d} is to {w} the {w}, then {w} the {w} with {n}.",
    "It was {w} and {w} at the {w}, and {n} bought a {w} for {k} crowns.",
    "A {w} {w} is {w} when its {w} has more than {k} {w}.",
    "Do not {w} the {w} while the {w} {w}: it leaves a {w} {w} behind.",
    "For the {w} we need {w}, {w}, {w} and a {w} {w}.",
    "The {w} of {v} changed {i} from {w} to {w}.",
]
TITLES = [
    "{w} {w} of the {w}", "{w} {w} {w}", "How to {w} the {w}", "{n} and the {w} {w}", "{i} needs a {w}", "{w} {w} in {w} {w}",
    "Why the {w} is {w}", "{w} {v} {w} notes", "Decision: {w} for the {w} {w}", "{w} with {n} on {d}", "The {w} {w} and its {w}",
    "Fix the {w} {w} when the {w} {w}",
]  # fmt: skip
QUESTIONS = [
    "What did {n} decide about the {w} {w}?", "When did {n} {w} the {w}?", "Why is the {w} {w} so {w}?",
    "How do we {w} the {w} before the {w}?", "Which {w} does the {w} {w} need?", "What kind of {w} does {n} prefer for the {w}?",
    "Where is the {w} of the {w} {w} written to?", "What happened with the {w} and the {w} in {w}?",
    "How long did the {w} take with the {w} {w}?", "Who talked about the {w} {w} and the {w}?",
    "What should be called before {i}?", "How many {w} can a {w} {w} have?", "What is the plan for the {w} with {n}?",
    "Does the {w} still {w} when the {w} is {w}?", "What was the {w} that {n} bought at the {w}?",
]  # fmt: skip
SLOT = re.compile(r"\{([wipvndk])\}")
STOP_WORDS = {"open", "first", "call", "keep", "will", "say", "do"}


def derived(word, rng):
    """The word, and now and then a form of it."""
    forms = [word]
    if rng.random() < 0.5:
        forms.append(word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s"))
    if rng.random() < 0.35:
        forms.append(word.removesuffix("e") + "ing")
    if rng.random() < 0.25:
        forms.append(word + ("d" if word.endswith("e") else "ed"))
    if rng.random() < 0.10:
        forms.append(word.removesuffix("e") + "er")
    return forms


class Vocabulary:
    def __init__(self, rng):
        text = (Path(__file__).parent / "vocabulary.txt").read_text(encoding="utf-8")
        base = sorted({word for line in text.splitlines() if not line.startswith("#") for word in line.split()})
        rng.shuffle(base)
        heads, tails = [], []
        for word in base:
            first, *others = derived(word, rng)
            heads.append(first)
            tails += others
        rng.shuffle(tails)
        # Plain words are frequent, derived forms mostly rare; what the everyday top is depends on the seed only.
        mixed = heads[:300] + rng.sample(heads[300:] + tails, len(heads) - 300 + len(tails))
        self.words = list(dict.fromkeys(mixed))
        self.base = base
        weights = [1.0 / (rank + 10) for rank in range(len(self.words))]
        self.cumulative = list(itertools.accumulate(weights))
        self.identifiers = [self.identifier(rng) for _ in range(1500)]
        self.paths = [self.path(rng) for _ in range(600)]

    def identifier(self, rng):
        parts = rng.choices(self.base, k=rng.choice((2, 2, 3)))
        style = rng.random()
        if style < 0.5:
            return "_".join(parts) + rng.choice(("", "()", ""))
        if style < 0.8:
            return parts[0] + "".join(each.capitalize() for each in parts[1:])
        return "_".join(parts).upper() if style < 0.9 else "".join(each.capitalize() for each in parts)

    def path(self, rng):
        parts = rng.choices(self.base, k=rng.choice((2, 3, 3, 4)))
        return rng.choice(("src/", "/etc/", "/var/lib/", "docs/", "~/")) + "/".join(parts) + rng.choice((".cpp", ".toml", ".md", ".log", ".py", ""))

    def fill(self, template, rng, words=None):
        """The template with its slots filled; `words`: from these in place of the whole vocabulary."""
        count = template.count("{w}")
        picked = iter(rng.choices(words, k=count) if words else rng.choices(self.words, cum_weights=self.cumulative, k=count))

        def one(match):
            kind = match[1]
            if kind == "w":
                return next(picked)
            if kind == "n":
                return rng.choice(NAMES)
            if kind == "i":
                return rng.choice(self.identifiers)
            if kind == "p":
                return rng.choice(self.paths)
            if kind == "v":
                return f"{rng.randrange(0, 9)}.{rng.randrange(0, 20)}.{rng.randrange(0, 9)}"
            if kind == "d":
                return f"{rng.randrange(1, 29)} {rng.choice(('January', 'March', 'May', 'July', 'September', 'November'))} {rng.choice((2024, 2025))}"
            return str(int(10 ** rng.uniform(0.5, 4.5)))

        return SLOT.sub(one, template)


def memories(seed=SEED):
    """Memory 0, 1, 2, … without end."""
    rng = random.Random(seed)
    vocabulary = Vocabulary(random.Random(SEED))
    space_weights = list(itertools.accumulate(1.0 / (rank + 1) for rank in range(len(NAMESPACES))))
    tags = [vocabulary.words[rank] for rank in range(40, 200)]
    titles = {name: [] for name in NAMESPACES}
    taken = set()
    while True:
        name_space = rng.choices(NAMESPACES, cum_weights=space_weights)[0]
        title = new_title(vocabulary, titles[name_space], rng)
        if (name_space, title) in taken:
            continue
        taken.add((name_space, title))
        if len(titles[name_space]) < 2000:
            titles[name_space].append(title)
        created = FIRST_DAY + timedelta(seconds=rng.randrange(DAYS * 86_400), microseconds=rng.randrange(1_000_000))
        updated = created + timedelta(seconds=rng.randrange(30 * 86_400)) if rng.random() < 0.2 else created
        tier = rng.choices(("long", "mid", "short"), (75, 20, 5))[0]
        memory = {
            "id": str(uuid.UUID(int=rng.getrandbits(128), version=4)),
            "tier": tier,
            "namespace": name_space,
            "title": title,
            "content": new_content(vocabulary, rng),
            "tags": sorted(set(rng.choices(tags, k=rng.choice((0, 0, 1, 1, 2, 3, 4))))),
            "priority": rng.choices(range(1, 11), (1, 2, 4, 8, 40, 12, 10, 8, 4, 2))[0],
            "confidence": rng.choice((1.0, 1.0, 1.0, 0.9, 0.8, 0.5)),
            "source": rng.choice(("claude", "claude", "claude", "user", "cli", "api")),
            "access_count": 0,
            "created_at": created.isoformat(timespec="microseconds"),
            "updated_at": updated.isoformat(timespec="microseconds"),
            "metadata": {} if rng.random() < 0.8 else {"agent_id": f"agent-{rng.randrange(9)}"},
        }
        if tier != "long":
            memory["expires_at"] = FAR_EXPIRY
        yield memory


def new_title(vocabulary, earlier, rng):
    if earlier and rng.random() < 0.3:
        words = rng.choice(earlier).split()
        place = rng.randrange(len(words))
        words[place : place + (rng.random() < 0.7)] = rng.choices(vocabulary.words, cum_weights=vocabulary.cumulative)
        title = " ".join(words[:8])
    else:
        title = vocabulary.fill(rng.choice(TITLES), rng)
    return title[0].upper() + title[1:]


def new_content(vocabulary, rng):
    wanted = int(rng.triangular(100, 800, 465))
    sentences, size = [], 0
    while size < wanted:
        sentence = vocabulary.fill(rng.choice(SENTENCES), rng)
        sentences.append(sentence[0].upper() + sentence[1:])
        size += len(sentence) + 1
    text = (" " if rng.random() < 0.7 else "\n").join(sentences)
    if len(text) > 800:
        text = text[:800].rsplit(" ", 1)[0]
    return text


def links(members, rng):
    """One link for every twenty memories."""
    for _ in range(len(members) // 20):
        source, target = rng.sample(members, 2)
        yield {
            "source_id": source,
            "target_id": target,
            "relation": rng.choice(("related_to", "supersedes", "contradicts", "derived_from")),
            "created_at": FIRST_DAY.isoformat(),
        }


def write_export(path, size, start=0, seed=SEED):
    """Memories start … start + size - 1 as an export file. Gives the number of bytes of titles and contents."""
    ids, text_bytes = [], 0
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"memories":[')
        for number, memory in enumerate(itertools.islice(memories(seed), start, start + size)):
            out.write((",\n" if number else "\n") + json.dumps(memory, ensure_ascii=False))
            ids.append(memory["id"])
            text_bytes += len(memory["title"].encode()) + len(memory["content"].encode())
        known = list({(each["source_id"], each["target_id"], each["relation"]): each for each in links(ids, random.Random(seed))}.values())
        out.write('],\n"links":' + json.dumps(known) + f',\n"count":{size}}}\n')
    return text_bytes


def queries(count, seed=SEED + 1):
    """Questions and short queries about the first thousand memories; one in four is made of the most frequent words."""
    rng = random.Random(seed)
    vocabulary = Vocabulary(random.Random(SEED))
    common = [word for word in vocabulary.words[:40] if word not in STOP_WORDS]
    plain = re.compile(r"[A-Za-z]{3,}")
    known = [plain.findall(each["title"] + " " + each["content"]) for each in itertools.islice(memories(), 1000)]
    words = set(vocabulary.words)
    for number in range(count):
        about = [word for word in rng.choice(known) if word in words] or common
        if number % 4 == 3:
            yield " ".join(rng.sample(common, rng.randrange(2, 6)))
        elif number % 2 == 0:
            yield vocabulary.fill(rng.choice(QUESTIONS), rng, about)
        else:
            yield " ".join(rng.choices(about, k=rng.randrange(2, 6)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--size", type=int, default=1000)
    arguments.add_argument("--out", required=True)
    options = arguments.parse_args()
    text = write_export(options.out, options.size)
    print(f"{options.size} memories, {text} bytes of titles and contents, {text / max(1, options.size):.0f} each")


if __name__ == "__main__":
    main()
