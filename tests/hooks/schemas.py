"""Recorded events and every answer to them, against JSON schemas of the hosts (J6, check 35), by a validator of others. What a host
sends is what its documentation says it sends, and nothing else; it gets what it documents to take from a hook of that event. Where a
host takes nothing from one, there is no schema for it, and silence alone will do. Skipped without python3-jsonschema."""

import copy
import json
import sys
from pathlib import Path

from hook_world import SKIPPED, main
from recorded import answers

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(SKIPPED)

SCHEMAS = Path(__file__).resolve().parent / "schemas"


class Shapes:
    """The schemas of one host, by its names of events."""

    def __init__(self, path):
        self.document = json.loads(path.read_text())
        self.used = set()
        for each in self.document["$defs"].values():
            jsonschema.Draft202012Validator.check_schema(each)

    def names(self):
        return set(self.document["$defs"]) - {"every"}

    def misfits(self, name, value):
        """Where a value does not fit, as texts; None: there is no such schema."""
        if name not in self.document["$defs"]:
            return None
        self.used.add(name)
        validator = jsonschema.Draft202012Validator({**self.document, "$ref": f"#/$defs/{name}"})
        return [f"{each.json_path}: {each.message[:200]}" for each in validator.iter_errors(value)]


def spoiled(event):
    """The event with each member taken away or of another kind, and with one more."""
    for name in event:
        without = copy.deepcopy(event)
        del without[name]
        yield f"without {name}", without
    yield "with one more", {**event, "one_more": 1}


def looks_at_all(world, shapes, name, event, where):
    """A schema that lets everything pass would say nothing."""
    found = sum(bool(shapes.misfits(name, each)) for _, each in spoiled(event))
    world.check(found >= len(event) // 2, f"{where}: {name} finds {found} of {len(event) + 1} changes")


def test(world):
    shapes = {path.stem: Shapes(path) for path in sorted(SCHEMAS.glob("*.json"))}
    hosts = set()
    for host, each, event, answer, where in answers(world):
        hosts.add(host)
        if host == "plain":
            continue  # it is nobody's: a text, or a person at a terminal
        name = each.get("name") or event.get("hook_event_name") or event.get("hookEventName")
        world.equal(shapes[host].misfits(f"{name}.input", event), [], f"{where}: what {name} sends")
        looks_at_all(world, shapes[host], f"{name}.input", event, where)
        if answer is not None:
            world.equal(shapes[host].misfits(f"{name}.output", answer), [], f"{where}: what {name} takes")
            world.check(shapes[host].misfits(f"{name}.output", {**answer, "decision": "block"}), f"{where}: {name}.output takes anything")
    world.equal(hosts - {"plain"}, set(shapes), "every host has both")
    for host, each in shapes.items():
        world.equal(each.names() - each.used, set(), f"{host}: every event is recorded, and every answer given")


if __name__ == "__main__":
    main(test)
