"""How well the rules of triggers judge the labelled items: `ai-memory detect` over both halves, a line a task; fails below the gates."""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from make_items import items  # noqa: E402

TASKS = ("recall", "decision", "resolved")
LEAST = 0.85


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--show", choices=("dev",), help="print what was judged wrongly; of the held half nothing is shown")
    options = parser.parse_args()
    every = list(items())
    lines = "".join(json.dumps({"events": each["events"], "memories": each["memories"]}) + "\n" for each in every)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([options.binary, "detect", "--json"], input=lines, capture_output=True, encoding="utf-8", timeout=900,
                              env={"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder})
    if done.returncode != 0:
        raise SystemExit(f"detect: {done.stderr}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    failed = len(answers) != len(every)
    for half in ("dev", "held"):
        for task in TASKS:
            pairs = [(item, found) for item, found in zip(every, answers) if item["task"] == task and item["half"] == half]
            right = sum(is_right(item, found) for item, found in pairs)
            positive = [(item, found) for item, found in pairs if found[task]]
            precise = sum(item["expect"][task] and is_right(item, found) for item, found in positive)
            low, high = wilson(right, len(pairs))
            share = right / max(1, len(pairs))
            print(f"{half} {task}: accuracy {share:.3f} [{low:.3f}, {high:.3f}] of {len(pairs)}, precision {precise / max(1, len(positive)):.3f}")
            failed = failed or share < LEAST
            if options.show == half:
                for item, found in pairs:
                    if not is_right(item, found):
                        said = item["events"][-1].get("text", "") if task != "resolved" else item["events"]
                        print("   ", item["group"], said, item["expect"], found["relevant"], found["points"])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
