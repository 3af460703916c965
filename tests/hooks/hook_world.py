"""What the tests of hooks share: a world, events into the program as a host sends them, and what comes back."""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from world import SKIPPED, World  # noqa: E402, F401


class HookWorld(World):
    def __init__(self, binary):
        super().__init__(binary)
        self.failures = 0

    def hook(self, kind, event, *flags, environment=None):
        """The answer of one event: None for silence, an object, or a text of a plain host."""
        text = event if isinstance(event, (str, bytes)) else json.dumps(event)
        kept = dict(self.environment)
        self.environment.update(environment or {})
        try:
            done = self.run("hook", kind, *flags, input=text)
        finally:
            self.environment = kept
        self.check(done.returncode == 0, f"hook {kind} ended with {done.returncode}")
        self.check(done.stderr == "", f"hook {kind} wrote to standard error: {done.stderr[:200]}")
        if not done.stdout:
            return None
        self.check(done.stdout.count("\n") == 1 or not done.stdout.startswith("{"), "more than one line")
        return json.loads(done.stdout) if done.stdout.startswith("{") else done.stdout

    def store(self, title, content, *flags):
        done = self.run("--json", "store", "-T", title, "-c", content, "-n", "work", *flags)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return json.loads(done.stdout)["id"]

    def memories(self, *flags):
        return json.loads(self.run("--json", "list", *flags).stdout)["memories"]

    def check(self, holds, what):
        if not holds:
            self.failures += 1
            print("FAILED:", what)

    def equal(self, got, wanted, what):
        self.check(got == wanted, f"{what}:\n  got    {got!r}\n  wanted {wanted!r}")


def main(test):
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    with HookWorld(options.binary) as world:
        test(world)
    print("failed" if world.failures else "passed")
    sys.exit(1 if world.failures else 0)
