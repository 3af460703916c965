#!/usr/bin/env python3
"""What ./run says while it builds: nothing when there is nothing to build."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import check, run  # noqa: E402

LOOK = "[0/2] Re-checking globbed directories...\n"


def said(lines):
    done = subprocess.run(["bash", "-c", "source scripts/setup.sh; show_progress release"], cwd=ROOT, input=lines, capture_output=True,
                          encoding="utf-8", timeout=60)
    check(done.returncode == 0 and not done.stdout, f"exit {done.returncode}: {done.stdout}")
    return done.stderr


def building(binary, options):
    check(said(LOOK + "ninja: no work to do.\n") == "", "something was built")
    check(said(LOOK + "[1/7] Building CXX object a.o\n[7/7] Linking\n") == "building release: 7 steps\n", "nothing was built")
    return "nothing is said when nothing is built"


if __name__ == "__main__":
    run(building, __doc__)
