"""What ctest's JUnit reports say, for ./test.

Usage: test_report.py counts FIRST [AGAIN]    prints "PASSED FAILED SKIPPED UNSTEADY"
       test_report.py failures NAME FIRST [AGAIN]
                                              prints each test that failed, with the end of what it printed
       test_report.py --self-test

AGAIN is the report of a second run of what failed in FIRST. A test that passes there is unsteady: it counts as passed,
and it is shown with what its first run printed, so that nobody overlooks it.
"""
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

LAST_LINES = 40  # of what a test printed; a build's log is read by its end


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
    wrong = [what for what, held in (
        ("one run", alone == ["failed", "failed", "passed", "skipped", "skipped"]),
        ("two runs", twice == ["failed", "passed", "skipped", "skipped", "unsteady"]),
        ("output", outputs == ["bad <"])) if not held]
    print("\n".join([*wrong, f"{3 - len(wrong)} of 3 examples are as expected"]))
    return 1 if wrong else 0


def main(arguments):
    match arguments:
        case ["--self-test"]:
            return self_test()
        case ["counts", *paths] if paths:
            found = [verdict for _, verdict, _ in verdicts(paths)]
            unsteady = found.count("unsteady")
            print(found.count("passed") + unsteady, found.count("failed"), found.count("skipped"), unsteady)
        case ["failures", preset, *paths] if paths:
            for name, verdict, output in verdicts(paths):
                if verdict in ("failed", "unsteady"):
                    print(f"---- {preset}: {name} {'failed' if verdict == 'failed' else 'failed once, then passed'}")
                    print("\n".join(output.rstrip().splitlines()[-LAST_LINES:]))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
