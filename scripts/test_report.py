"""Reads ctest's JUnit reports for ./test.

Usage: test_report.py counts FIRST [AGAIN]    prints "PASSED FAILED SKIPPED UNSTEADY"; of a suite of GoogleTest that passed,
                                              its cases are counted
       test_report.py failures NAME FIRST [AGAIN]
                                              prints each test that failed, with the end of its output
       test_report.py unsteady NAME FIRST [AGAIN]
                                              prints "NAME: TEST" for each unsteady test
       test_report.py history FILE            reads such lines from standard input, adds this run to FILE, and prints on the
                                              first line how many of these tests were unsteady in 3 of the last 10 runs, then
                                              one line for each
       test_report.py --self-test

AGAIN is the report of a second run of the tests that failed in FIRST. A test that passes there is unsteady: it counts as passed,
and it is shown with the output of its first run, so that nobody overlooks it.
"""
import json
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

LAST_LINES = 40  # shown of a test's output; a build's log is read by its end
RUNS = 10  # in the history
TOO_OFTEN = 3


def tests_of(path):
    """{name: (status, output)}; status is "run" (passed), "fail", "notrun" or "disabled" (skipped)."""
    return {case.get("name"): (case.get("status"), case.findtext("system-out") or "")
            for case in ElementTree.parse(path).getroot().iter("testcase")}


def verdicts(paths):
    """(name, "passed" | "failed" | "skipped" | "unsteady", output of the first run) of each test."""
    first, again = tests_of(paths[0]), tests_of(paths[1]) if len(paths) > 1 else {}
    for name, (status, output) in first.items():
        if status == "fail":
            yield name, "unsteady" if again.get(name, ("", ""))[0] == "run" else "failed", output
        else:
            yield name, "passed" if status == "run" else "skipped", output


def cases(output):
    """How many cases of a suite of GoogleTest (passed, skipped); a test that is none is one that passed."""
    passed, skipped = (re.search(rf"^\[  {word} +\] (\d+) test", output, re.MULTILINE) for word in ("PASSED", "SKIPPED"))
    return (int(passed[1]), int(skipped[1]) if skipped else 0) if passed else (1, 0)


def counts(paths):
    """(passed, failed, skipped, unsteady)"""
    found = {"passed": 0, "failed": 0, "skipped": 0, "unsteady": 0}
    for _, verdict, output in verdicts(paths):
        passed, skipped = cases(output) if verdict == "passed" else (1, 0)
        found[verdict] += passed
        found["skipped"] += skipped
    return found["passed"] + found["unsteady"], found["failed"], found["skipped"], found["unsteady"]


def add_to_history(path, names):
    """[(name, in how many of the last runs it was unsteady)], this run included. A damaged history begins again."""
    try:
        runs = [[str(name) for name in run] for run in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        runs = []
    runs = [*runs, sorted(set(names))][-RUNS:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    return [(name, sum(name in run for run in runs)) for name in runs[-1]]


def history_lines(counts):
    too_often = [name for name, count in counts if count >= TOO_OFTEN]
    return [str(len(too_often)),
            *(f"{'failed' if name in too_often else 'unsteady'}: {name} passed only when run again alone, "
              f"in {count} of the last {RUNS} runs" for name, count in counts)]


def self_test():
    def report(**status):
        cases = "".join(f'<testcase name="{n}" status="{s}"><system-out>{n} &lt;</system-out></testcase>'
                        for n, s in status.items())
        path = pathlib.Path(tempfile.mkstemp(dir=folder, suffix=".xml")[1])
        path.write_text(f"<testsuite>{cases}</testsuite>", encoding="utf-8")
        return str(path)

    with tempfile.TemporaryDirectory() as folder:
        first = report(good="run", bad="fail", shaky="fail", absent="notrun", off="disabled")
        again = report(bad="fail", shaky="run")
        alone, twice = (sorted(v for _, v, _ in verdicts(paths)) for paths in ([first], [first, again]))
        outputs = [output for name, _, output in verdicts([first]) if name == "bad"]
        counted = counts([first]), counts([first, again])
        suite = cases("[==========] 9 tests from 2 test suites ran. (3 ms total)\n[  PASSED  ] 7 tests.\n[  SKIPPED ] 2 tests, listed below:\n")
        file = pathlib.Path(folder) / "build" / "unsteady.json"
        runs = [add_to_history(file, names) for names in (["a", "b"], ["a"], [], ["a"])]
        later = [add_to_history(file, names) for names in [[]] * 8 + [["a"]]][-1]
        file.write_text("{", encoding="utf-8")
        damaged = add_to_history(file, ["a"])
    examples = (
        ("one run", alone == ["failed", "failed", "passed", "skipped", "skipped"]),
        ("two runs", twice == ["failed", "passed", "skipped", "skipped", "unsteady"]),
        ("counts", counted == ((1, 2, 2, 0), (2, 1, 2, 1))),
        ("the cases of a suite", (suite, cases("[  PASSED  ] 1 test.\n"), cases("nothing")) == ((7, 2), (1, 0), (1, 0))),
        ("output", outputs == ["bad <"]),
        ("history", runs == [[("a", 1), ("b", 1)], [("a", 2)], [], [("a", 3)]]),
        ("the third time fails", history_lines(runs[3]) == ["1", "failed: a passed only when run again alone, in 3 of the last 10 runs"]),
        ("the second does not", history_lines(runs[1])[0] == "0" and history_lines(runs[1])[1].startswith("unsteady: a ")),
        ("nothing", history_lines(runs[2]) == ["0"]),
        ("ten runs are kept", later == [("a", 2)]),
        ("a damaged history", damaged == [("a", 1)]))
    wrong = [what for what, held in examples if not held]
    print("\n".join([*wrong, f"{len(examples) - len(wrong)} of {len(examples)} examples are as expected"]))
    return 1 if wrong else 0


def main(arguments):
    match arguments:
        case ["--self-test"]:
            return self_test()
        case ["counts", *paths] if paths:
            print(*counts(paths))
        case ["failures", preset, *paths] if paths:
            for name, verdict, output in verdicts(paths):
                if verdict in ("failed", "unsteady"):
                    print(f"---- {preset}: {name} {'failed' if verdict == 'failed' else 'failed once, then passed'}")
                    print("\n".join(output.rstrip().splitlines()[-LAST_LINES:]))
        case ["unsteady", preset, *paths] if paths:
            print("".join(f"{preset}: {name}\n" for name, verdict, _ in verdicts(paths) if verdict == "unsteady"), end="")
        case ["history", path]:
            print("\n".join(history_lines(add_to_history(pathlib.Path(path), sys.stdin.read().splitlines()))))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
