#!/usr/bin/env python3
"""Runs all benchmarks, keeps their JSON lines in WORK/figures.jsonl, prints a table. Exit status 1: a result was wrong.

Options are those of each benchmark: --binary PATH, --work FOLDER, --sizes 1000,10000 for a quicker run.
"""

import json
import sys
from pathlib import Path

from support import Bench, run_quietly

ALL = ("start", "recall_mcp", "servers", "meaning", "store_mcp", "store_pages", "import", "mine", "over_http", "indexer", "profiles", "profile_rows")
LESS_IS_BETTER = {"ms", "s", "KB", "MB", "times", "%"}


def verdict(line):
    if line["target"] is None:
        return ""
    good = line["value"] <= line["target"] if line["unit"] in LESS_IS_BETTER else line["value"] >= line["target"]
    return f"{'<=' if line['unit'] in LESS_IS_BETTER else '>='} {line['target']:g} {'met' if good else 'missed'}"


def main():
    here = Path(__file__).resolve().parent
    with Bench(__doc__) as bench:  # reads the options, and fails early when the binary is not there
        work = bench.options.work
    lines, failed = [], []
    for name in ALL:
        print(f"{name} …", file=sys.stderr, flush=True)
        said = run_quietly([sys.executable, here / f"{name}.py", *sys.argv[1:]])
        if said is None:
            failed.append(name)
        lines += said or []
    (work / "figures.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    figures = [json.loads(line) for line in lines]
    print("\n".join(lines))
    print(f"\n| figure | value | unit | target | runs |\n|---|---|---|---|---|")
    for line in figures:
        print(f"| {line['figure']} | {line['value']:,.4g} | {line['unit']} | {verdict(line)} | {line['runs']} |")
    for name in failed:
        print(f"{name}.py failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
