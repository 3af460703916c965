#!/usr/bin/env python3
"""Runs behaviour scripts against the real binary: runner.py --binary PATH [-j N] [--log PATH] [FILE…]

Without files: all of this folder. README.md describes the format. Exit status 0 when everything is as expected, else 1.
"""

import argparse
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from doors import Failed, Session  # noqa: E402
from script import BadScript, parse  # noqa: E402

SHOWN_LINES = 40


class Log:
    """Every call as a JSON line. `path` a folder: one file a script there, replaced; else a file that is added to."""

    def __init__(self, path, script):
        self.descriptor, self.script = None, script.name
        if path is None:
            return
        if path.endswith("/") or os.path.isdir(path):
            os.makedirs(path, exist_ok=True)
            path, how = os.path.join(path, f"{script.stem}.jsonl"), os.O_TRUNC
        else:
            how = os.O_APPEND
        self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o644)

    def __call__(self, record):
        if self.descriptor is not None:  # one write a line, so that several processes may share the file
            line = json.dumps({"script": self.script, **record}, ensure_ascii=False) + "\n"
            os.write(self.descriptor, line.encode("utf-8", "replace"))

    def close(self):
        if self.descriptor is not None:
            os.close(self.descriptor)


def report(script, step, failed):
    lines = [f"{script}:{step.line}: {failed}" if step else f"{script}: {failed}"]
    if step:
        lines.append(f"  {step.verb} {step.text[:400]}")
    for sign, side in (("-", failed.expected), ("+", failed.got)):
        lines += [f"  {sign} {each[:4000]}" for each in side[:SHOWN_LINES]]
        if len(side) > SHOWN_LINES:
            lines.append(f"  {sign} … {len(side) - SHOWN_LINES} lines more")
    return "\n".join(lines)


def run_script(script, options):
    """(number of steps, failures as texts)"""
    try:
        steps = parse(script.read_text(encoding="utf-8"))
    except BadScript as error:
        return 0, [f"{script}:{error}"]
    log, failures = Log(options.log, script), []
    session = Session(options.binary, log)
    try:
        for step in steps:
            try:
                session.run(step)
            except Failed as failed:
                failures.append(report(script, step, failed))
                if not options.keep_going:
                    break
        try:
            session.finish()
        except Exception as error:  # a server that hangs or ends badly
            failed = error if isinstance(error, Failed) else Failed(str(error))
            failures.append(report(script, None, failed))
    finally:
        session.remove()
        log.close()
    return len(steps), failures


def main():
    here = Path(__file__).resolve().parent
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=Path, help="the ai-memory under test")
    arguments.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="scripts at the same time")
    arguments.add_argument("--log", help="where to write every call as a JSON line; a folder (ending in /): one file a script")
    arguments.add_argument("--keep-going", action="store_true", help="go on with a script after a failed step")
    arguments.add_argument("scripts", nargs="*", type=Path)
    options = arguments.parse_args()
    scripts = options.scripts or sorted(here.glob("*.test"))
    printing, bad, count = threading.Lock(), 0, 0

    def one(script):
        nonlocal bad, count
        steps, failures = run_script(script, options)
        with printing:
            count += steps
            bad += bool(failures)
            print(f"{'FAIL' if failures else 'ok  '} {script.name} ({steps} steps)")
            for each in failures:
                print(each)
            sys.stdout.flush()

    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        list(pool.map(one, scripts))
    print(f"{len(scripts)} scripts, {count} steps, {bad} scripts failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
