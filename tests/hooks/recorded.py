"""The recorded events of every host, sent through the program."""

import json
from pathlib import Path

FRAMES = Path(__file__).resolve().parent / "frames"
PROMPT = "Which database do we use in production?"
TRACE = "error[E0502]: cannot borrow `x` as mutable\n --> src/main.rs:12:5"


def seed(world):
    """What the recorded events ask for: a memory, and an error that was solved."""
    world.store("Database", "Production runs PostgreSQL 16 with pgvector", "-t", "long")
    world.store("Rounding", "In src/till.rs amounts are rounded down, as the tax office wants it", "-t", "long")
    solved = {"session_id": "seed", "transcript_path": "/none.jsonl", "cwd": str(world.work)}
    tool = {**solved, "tool_name": "Bash", "tool_input": {"command": "cargo test"}, "tool_use_id": "t"}
    world.hook("tool", {**tool, "hook_event_name": "PostToolUseFailure", "error": "Exit code 101\n" + TRACE})
    world.hook("stop", {**solved, "hook_event_name": "Stop", "stop_hook_active": False, "last_assistant_message": "I cloned the value before the loop."})
    world.hook("tool", {**tool, "hook_event_name": "PostToolUse", "tool_response": {"stdout": "ok", "stderr": "", "interrupted": False}})
    transcript = world.folder / "transcript.jsonl"
    transcript.write_text(
        json.dumps({"type": "USER_INPUT", "source": "USER_EXPLICIT", "content": "an older one"}) + "\n"
        + json.dumps({"type": "USER_INPUT", "source": "USER_EXPLICIT", "content": PROMPT}) + "\n"
        + json.dumps({"type": "PLANNER_RESPONSE", "source": "MODEL", "content": "Let me look."}) + "\n")
    return transcript


def answers(world):
    """(host, what was recorded, the event as it was sent, the answer, where this is)"""
    transcript = seed(world)
    for path in sorted(FRAMES.glob("*.json")):
        for number, each in enumerate(json.loads(path.read_text())["events"]):
            event = json.loads(json.dumps(each["event"]).replace("{cwd}", str(world.work)).replace("{transcript}", str(transcript)))
            answer = world.hook(each["kind"], event, environment=each.get("environment"))
            yield path.stem, each, event, answer, f"{path.stem} event {number} ({each['kind']})"
