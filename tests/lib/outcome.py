"""How a crash test begins and ends: --binary, a one-line summary, exit status 0 or 1 (77: cannot run here)."""

import argparse
import os
import sys
import time
from pathlib import Path

from world import SKIPPED

LONG = os.environ.get("AIM_LONG") == "1"
SLOWER = float(os.environ.get("AIM_SLOWER", "1"))  # how much more time a sanitizer's build may take


class Skipped(Exception):
    pass


def check(holds, text):
    if not holds:
        raise AssertionError(text)


class Findings:
    """Collects what fails in `with findings:`, so that one run tells all; raise_any() at the end."""

    def __init__(self):
        self.texts = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        if kind and issubclass(kind, AssertionError):
            self.texts.append(str(error))
            return True
        return False

    def raise_any(self):
        check(not self.texts, f"{len(self.texts)} findings:\n  " + "\n  ".join(self.texts))


def run_cases(cases, binary, only=""):
    """Runs each case(binary), or the one of that name; says of every failure whose it is. Returns how many there were."""
    findings = Findings()
    chosen = [case for case in cases if not only or case.__name__ == only]
    for case in chosen:
        with findings:
            try:
                case(binary)
            except AssertionError as error:
                raise AssertionError(f"{case.__name__}: {error}") from None
    findings.raise_any()
    return f"{len(chosen)} cases"


def eventually(holds, seconds=10.0, step=0.05):
    """Whether `holds()` comes true in time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(step)
    return True


def run(test, description, **numbers):
    """Runs test(binary, options) and ends the process. `numbers`: further options with their defaults."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("--binary", required=True, type=Path, help="the ai-memory under test")
    for name, initial in numbers.items():
        arguments.add_argument(f"--{name}", type=type(initial), default=initial)
    options = arguments.parse_args()
    name, started = Path(sys.argv[0]).stem, time.monotonic()
    try:
        facts = test(options.binary, options)
    except Skipped as why:
        print(f"{name}: skipped: {why}")
        sys.exit(SKIPPED)
    except Exception as error:  # whatever goes wrong is a failure of the test, told in one line
        print(f"{name}: FAILED: {type(error).__name__ + ': ' if not isinstance(error, AssertionError) else ''}{error}")
        sys.exit(1)
    print(f"{name}: ok, {facts}, {time.monotonic() - started:.1f} s")
    sys.exit(0)
