"""Trains the models of triggers and writes src/capture/trigger_weights.bin: logistic regressions over what the program itself prints as
features (`ai-memory detect` with "features": true), by dev.jsonl, made.jsonl, needed.jsonl, items of generate.py, and files of more items
that stay outside of the repository (--more). held.jsonl and unseen.jsonl are never seen. Needs numpy. Two steps, with a build of the program after each:

    train.py --binary B words     the words that count as frequent, by which features are made
    train.py --binary B models    the models; once more after a build, for errors are followed by the models"""

import argparse
import json
import random
import re
import struct
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from pathlib import Path

import generate
import measure
import numpy as np

WEIGHTS = measure.HERE.parents[1] / "src/capture/trigger_weights.bin"
TASKS = ("needed", "decision", "failure", "solved")
KINDS = {"needed": "recall", "decision": "decision", "failure": None, "solved": "resolved"}  # of items; None: all
# Of each task: places as a power of two, the penalty of large weights, what a made-up frame counts beside an item, what the sum of a
# chance of one half is: where that is above zero, precision is wanted before recall.
BITS = {"needed": 17, "decision": 16, "failure": 14, "solved": 15}
PENALTY = {"needed": 5e-7, "decision": 1.5e-5, "failure": 5e-5, "solved": 2e-5}
OF_FRAMES = {"needed": 0.4, "decision": 0.15, "failure": 0.3, "solved": 0.3}
HALF = {"needed": 0.25, "decision": 0, "failure": 0, "solved": 0.5}
STEPS = {"needed": 200, "decision": 80, "failure": 60, "solved": 60}
GROUPS_OF_A_WORD = 5


def read(name):
    return [json.loads(line) for line in (measure.HERE / name).read_text(encoding="utf-8").splitlines()]


def all_items(more):
    load = lambda name: json.loads((measure.HERE / name).read_text(encoding="utf-8"))  # noqa: E731
    # Both files have a world of the name "shop": an item's world is sought in the file that belongs to its own.
    worlds, made_worlds = load("worlds.json"), load("made_worlds.json")
    both = {**worlds, **made_worlds}
    outside = [json.loads(line) for file in more for line in Path(file).read_text(encoding="utf-8").splitlines()]
    sources = ((read("dev.jsonl"), worlds), (read("made.jsonl") + outside, both), (read("needed.jsonl"), load("needed_worlds.json")))
    rng, own = random.Random(4), []
    for items, of in sources:
        for each in items:
            if each["task"] == "decision":
                generate.after_a_status(rng, each)
            each.setdefault("pool", of.get(each.get("memories"), {}))
            if not set(each["expect"].get("relevant", [])) <= set(each["pool"]):
                raise SystemExit(f"a wanted memory is in no world: {each['group']}")
        own += items
    langs = {each["memories"]: each["lang"] for each in own if each.get("memories") in both}
    frames = list(generate.all_items([(langs.get(name, "en"), pool) for name, pool in both.items()]))
    for each in frames:
        each["frame"] = True
    return own + frames


def words_of(text):
    text = re.sub(r"[0-9]", "0", text.lower().replace("’", "'"))
    return set(re.findall(r"[a-z0-9_'\u00c0-\u2e7f]+|[\u2e80-\uffff]|[?!:\"`|<>=$/\n]", text))


def hash_of(word):
    value = 2166136261
    for byte in word.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def frequent(items):
    """Words of many ways of phrasing, and those of several frames apart from their slots."""
    groups, frames = defaultdict(set), defaultdict(int)
    for each in items:
        if not each.get("frame"):
            for event in each["events"]:
                if event["kind"] != "tool":
                    for word in words_of(event["text"]):
                        groups[word].add(each["group"])
    for of in generate.FRAMES["decision"].values():
        for frame in set(of["yes"] + of["no"] + of["offers"] + of["answers_yes"] + of["answers_no"]):
            for word in words_of(re.sub(r"\{\w+\}", " ", frame)):
                frames[word] += 1
    words = {word for word, seen in groups.items() if len(seen) >= GROUPS_OF_A_WORD} | {word for word, times in frames.items() if times >= 2}
    return sorted({hash_of(word) for word in words if "0" not in word})


def detected(binary, items):
    """Each item with what the program saw in it."""
    with tempfile.TemporaryDirectory() as folder:
        program = subprocess.Popen([binary, "detect", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                   env={"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder})  # fmt: skip

        def feed():
            for each in items:
                # An id tells nothing: it is opaque here as it is in life.
                memories = [{"id": f"z{at:02}", "text": text} for at, text in enumerate(each.get("pool", {}).values())]
                program.stdin.write(json.dumps({"events": each["events"], "memories": memories, "features": True}) + "\n")
            program.stdin.close()

        threading.Thread(target=feed, daemon=True).start()
        for each, line in zip(items, program.stdout):
            yield each, json.loads(line)["features"]
        if program.wait() != 0:
            raise SystemExit("detect failed")


class Rows:
    """Rows of one task: hashed places as a sparse matrix, numbers, what is wanted, what a row counts, and whose it is."""

    def __init__(self, task):
        self.mask = (1 << BITS[task]) - 1
        self.places, self.values, self.sizes, self.numbers, self.wanted, self.counts, self.items = [], [], [], [], [], [], []

    def add(self, parts, numbers, wanted, count, item):
        places = np.concatenate([np.array(part["places"], np.int64) for part in parts]) & self.mask
        self.places.append(places.astype(np.int32))
        self.values.append(np.concatenate([np.array(part["values"], np.float32) for part in parts]))
        self.sizes.append(len(places))
        self.numbers.append(numbers)
        self.wanted.append(wanted)
        self.counts.append(count)
        self.items.append(item)

    def close(self):
        self.places, self.values = np.concatenate(self.places), np.concatenate(self.values)
        self.rows = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.numbers, self.wanted = np.array(self.numbers, np.float64), np.array(self.wanted, bool)
        self.counts, self.items = np.array(self.counts, np.float64), np.array(self.items)
        self.mean, self.spread = self.numbers.mean(0), self.numbers.std(0) + 1e-6
        self.numbers = (self.numbers - self.mean) / self.spread
        return self

    def sums(self, weights):
        places, k = self.mask + 1, self.numbers.shape[1]
        hashed = np.bincount(self.rows, self.values * weights[self.places], minlength=len(self.sizes))
        return hashed + self.numbers @ weights[places : places + k] + weights[-1]

    def gradient(self, by_row):
        hashed = np.bincount(self.places, self.values * by_row[self.rows], minlength=self.mask + 1)
        return np.concatenate([hashed, self.numbers.T @ by_row, [by_row.sum()]])


def rows_of(binary, items):
    """All tasks' rows, of one pass of the program."""
    rows = {task: Rows(task) for task in TASKS}
    for number, (each, seen) in enumerate(detected(binary, items)):
        task, expect = each["task"], each["expect"]
        count = lambda of: OF_FRAMES[of] if each.get("frame") else 1.0  # noqa: B023, E731
        if task == "recall":
            names = list(each["pool"])
            for name, part in zip(seen["memories"], seen["needed"]):
                wanted = names[int(name[1:])] in expect["relevant"]
                rows["needed"].add([seen["prompt"][0], part], part["numbers"], wanted, count("needed"), number)
        if task == "decision":
            for part in seen["decision"]:
                rows["decision"].add([part], part["numbers"], expect["decision"], count("decision"), number)
        if task == "resolved":
            for part in seen["solved"]:
                rows["solved"].add([part], part["numbers"], expect["resolved"], count("solved"), number)
        add_failures(rows["failure"], each, seen["failure"], count("failure"), number)
    return rows


def add_failures(rows, each, seen, count, number):
    """Of what was put right at last, the first event fails and the last one does not; other prompts tell of no failure."""
    last = len(each["events"]) - 1
    for at, (event, part) in enumerate(zip(each["events"], seen)):
        solved = each["task"] == "resolved" and each["expect"]["resolved"]
        if event["kind"] == "assistant" or (each["task"] == "resolved" and not solved and not event.get("exit")):
            continue
        if event.get("exit"):
            rows.add([part], part["numbers"], True, count, number)
        elif solved and at in (0, last):
            tool_comes = event["kind"] == "user" and any(other["kind"] == "tool" for other in each["events"])
            rows.add([part], part["numbers"], at == 0 and not tool_comes, count, number)
        elif each["task"] != "resolved" and not part["numbers"][1]:
            rows.add([part], part["numbers"], False, count * 0.6, number)


def minimum(function, start, steps, kept=10):
    """L-BFGS."""
    at, (value, slope), past = start, function(start), []
    for _ in range(steps):
        way, alphas = slope.copy(), []
        for move, turn, scale in reversed(past):
            alphas.append(scale * (move @ way))
            way -= alphas[-1] * turn
        if past:
            way *= (past[-1][0] @ past[-1][1]) / (past[-1][1] @ past[-1][1])
        for (move, turn, scale), alpha in zip(past, reversed(alphas)):
            way += (alpha - scale * (turn @ way)) * move
        length, down = 1.0, way @ slope
        while True:
            there = at - length * way
            new_value, new_slope = function(there)
            if new_value <= value - 1e-4 * length * down or length < 1e-8:
                break
            length /= 2
        move, turn = there - at, new_slope - slope
        if move @ turn > 1e-12:
            past = [*past[-kept + 1 :], (move, turn, 1 / (move @ turn))]
        at, value, slope = there, new_value, new_slope
    return at


def trained(task, rows):
    """Of an item that is wanted the one row that fits best counts, once a first model can tell it."""
    size = rows.mask + 1 + rows.numbers.shape[1] + 1
    penalty = np.concatenate([np.full(rows.mask + 1, PENALTY[task]), np.full(rows.numbers.shape[1], 1e-3), [0]])
    weights, counts = np.zeros(size), rows.counts.copy()
    for turn in range(3 if task in ("decision", "solved") else 1):
        if turn:
            sums = rows.sums(weights)
            best = np.full(rows.items.max() + 1, -np.inf)
            np.maximum.at(best, rows.items, sums)
            counts = np.where(rows.wanted & (sums < best[rows.items]), 0, rows.counts)
        share = 0.4 if task == "needed" else 1.0  # most memories of a pool are not wanted
        counts[rows.wanted] *= share * counts[~rows.wanted].sum() / counts[rows.wanted].sum()
        counts /= counts.sum()
        sign = np.where(rows.wanted, 1.0, -1.0)

        def loss(at):
            sums = sign * rows.sums(at)
            by_row = -counts * sign / (1 + np.exp(np.clip(sums, -500, 500)))
            return (counts * np.logaddexp(0, -sums)).sum() + 0.5 * (penalty * at * at).sum(), rows.gradient(by_row) + penalty * at

        weights = minimum(loss, weights, STEPS[task])
    print(f"{task}: {len(rows.sizes)} rows, right {np.mean((rows.sums(weights) > 0) == rows.wanted):.3f}", flush=True)
    return weights


def packed(task, weights, rows):
    """As src/capture/triggers.cpp reads it."""
    places, numbers = weights[: rows.mask + 1], weights[rows.mask + 1 : -1] / rows.spread
    bias = weights[-1] - (numbers * rows.mean).sum() - HALF[task]
    step = np.quantile(np.abs(places[places != 0]), 0.9995) / 127
    steps = np.clip(np.round(places / step), -127, 127).astype(np.int8)
    return struct.pack("<IIff", len(numbers), len(places), bias, step) + numbers.astype("<f4").tobytes() + steps.tobytes()


def split(models):
    """The models of a file of weights, by task."""
    by_task = {}
    for task in TASKS:
        numbers, places = struct.unpack_from("<II", models)
        size = 16 + 4 * numbers + places
        by_task[task], models = models[:size], models[size:]
    return by_task


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--more", action="append", default=[], help="a file of items")
    parser.add_argument("--only", action="append", choices=TASKS, help="train this one, the others stay as they are")
    parser.add_argument("step", choices=("words", "models"))
    options = parser.parse_args()
    items, old = all_items(options.more), WEIGHTS.read_bytes()
    words = struct.unpack_from("<I", old)[0]
    if options.step == "words":
        hashes = frequent(items)
        print(f"{len(items)} items, {len(hashes)} frequent words")
        WEIGHTS.write_bytes(struct.pack(f"<{len(hashes) + 1}I", len(hashes), *hashes) + old[4 + 4 * words :])
        return
    models, wanted = split(old[4 + 4 * words :]), options.only or TASKS
    kinds = {KINDS[task] for task in wanted}
    rows = rows_of(options.binary, [each for each in items if None in kinds or each["task"] in kinds])
    models |= {task: packed(task, trained(task, rows[task].close()), rows[task]) for task in wanted}
    WEIGHTS.write_bytes(old[: 4 + 4 * words] + b"".join(models[task] for task in TASKS))


if __name__ == "__main__":
    sys.exit(main())
