"""How well the models of triggers judge the labelled items: `ai-memory detect` over all of them, a line a task; fails below the gates."""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TASKS = ("recall", "decision", "resolved")
HALVES = ("dev", "held", "unseen")
LEAST = 0.85
LEAST_BOUND = 0.82  # of the held half
LEAST_UNSEEN = 0.6  # of the author whom training never saw
# Precision and recall; what is resolved is stored without asking, so it must nearly always be right.
GATES = {"recall": (0.85, 0.80), "decision": (0.85, 0.75), "resolved": (0.95, 0.0)}


def items():
    """The items of both halves and those of an author whom training never saw, each with the memories of its world."""
    for half, of in (("dev", "worlds.json"), ("held", "worlds.json"), ("unseen", "unseen_worlds.json")):
        worlds = json.loads((HERE / of).read_text(encoding="utf-8"))
        for line in (HERE / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            memories = [{"id": name, "text": text} for name, text in worlds.get(item.get("memories"), {}).items()]
            yield {**item, "half": half, "memories": memories}


def wilson(hits, all_of):
    if not all_of:
        return 0.0, 1.0
    z, share = 1.96, hits / all_of
    middle = (share + z * z / (2 * all_of)) / (1 + z * z / all_of)
    width = z / (1 + z * z / all_of) * math.sqrt(share * (1 - share) / all_of + z * z / (4 * all_of * all_of))
    return middle - width, middle + width


def is_right(item, found):
    task, expect = item["task"], item["expect"]
    if task != "recall":
        return found[task] == expect[task]
    return bool(set(found["relevant"]) & set(expect["relevant"])) if expect["recall"] else not found["recall"]


def share(hits, all_of):
    return hits / all_of if all_of else 1.0


def figures(task, pairs):
    """Accuracy with its interval, precision, recall, the mean of what is right among positive and negative ones."""
    right = [(item["expect"][task], found[task], is_right(item, found)) for item, found in pairs]
    good = sum(ok for wanted, _, ok in right if wanted)
    wanted, said = sum(each[0] for each in right), sum(each[1] for each in right)
    silent = sum(ok for wanted, _, ok in right if not wanted)
    precision, recall = share(good, said), share(good, wanted)
    return {"items": len(right), "accuracy": share(good + silent, len(right)), "bounds": wilson(good + silent, len(right)),
            "balanced": (recall + share(silent, len(right) - wanted)) / 2, "precision": precision, "recall": recall,
            "f1": 2 * precision * recall / max(1e-9, precision + recall)}  # fmt: skip


def told(name, found):
    low, high = found["bounds"]
    return (f"{name}: accuracy {found['accuracy']:.3f} [{low:.3f}, {high:.3f}] of {found['items']}, balanced {found['balanced']:.3f}, "
            f"precision {found['precision']:.3f}, recall {found['recall']:.3f}, F1 {found['f1']:.3f}")  # fmt: skip


def show_faults(pairs):
    for item, found in pairs:
        if not is_right(item, found):
            said = item["events"][-1]["text"] if item["task"] != "resolved" else [list(event.values()) for event in item["events"]]
            print("   ", item["group"], said, item["expect"], found["relevant"], found["points"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--show", choices=("dev",), help="print what was judged wrongly; of the others nothing is shown")
    parser.add_argument("--by", choices=("lang", "host"), help="figures of the half apart, by language or host")
    parser.add_argument("--half", choices=HALVES, help="this one only")
    options = parser.parse_args()
    every = [item for item in items() if item["half"] == (options.half or item["half"])]
    lines = "".join(json.dumps({"events": each["events"], "memories": each["memories"]}) + "\n" for each in every)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([options.binary, "detect", "--json"], input=lines, capture_output=True, encoding="utf-8", timeout=900,
                              env={"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder})  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"detect: {done.stderr}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(every):
        raise SystemExit(f"{len(every)} items, {len(answers)} answers")
    failed = []
    for half in HALVES if options.half is None else (options.half,):
        for task in TASKS if half != "unseen" else ("recall",):
            pairs = [(item, found) for item, found in zip(every, answers) if item["task"] == task and item["half"] == half]
            found = figures(task, pairs)
            print(told(f"{half} {task}", found))
            for value in sorted({item[options.by] for item, _ in pairs}) if options.by else ():
                print("   ", told(value, figures(task, [pair for pair in pairs if pair[0][options.by] == value])))
            if options.show == half:
                show_faults(pairs)
            precision, recall = GATES[task]
            held = half == "held"
            gates = {"accuracy": LEAST_UNSEEN if half == "unseen" else LEAST, "precision": precision if held else 0, "recall": recall if held else 0}
            failed += [f"{half} {task}: {name} below {least}" for name, least in gates.items() if found[name] < least]
            if held and found["bounds"][0] < LEAST_BOUND:
                failed.append(f"{half} {task}: lower bound below {LEAST_BOUND}")
    took = sorted(found["ms"] for found in answers)
    print(f"ms an item: p50 {took[len(took) // 2]:.2f}, p99 {took[len(took) * 99 // 100]:.2f}")
    raise SystemExit("\n".join(failed) if failed else 0)


if __name__ == "__main__":
    main()
