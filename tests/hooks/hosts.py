"""Recorded events of every host (J6): what each sends, and that it gets exactly the shape that it reads, or nothing."""

import json

from hook_world import main
from recorded import answers


def text_of(host, answer):
    """The injected text, from the place where the host looks for it; every other member is one too many."""
    if answer is None or answer == {}:
        return None
    if host == "plain":
        return answer
    if host in ("claude", "codex", "gemini", "vscode"):
        assert set(answer) == {"hookSpecificOutput"}, answer
        inner = answer["hookSpecificOutput"]
        assert set(inner) == {"hookEventName", "additionalContext"}, inner
        return inner["additionalContext"]
    if host == "antigravity":
        (step,) = answer["injectSteps"]
        assert set(answer) == {"injectSteps"} and set(step) == {"ephemeralMessage"}, answer
        return step["ephemeralMessage"]
    key = "additional_context" if host == "cursor" else "additionalContext"
    assert set(answer) == {key}, answer
    return answer[key]


def test(world):
    for host, each, event, answer, where in answers(world):
        try:
            text = text_of(host, answer)
        except AssertionError as wrong:
            world.check(False, f"{where}: not the shape of the host: {wrong}")
            continue
        if host == "antigravity":
            world.check(answer is not None, f"{where}: this host wants an object always")
        if each["says"]:
            world.check(text is not None and each["says"] in text, f"{where}: {each['says']!r} is not in {text!r}")
            if text and host in ("claude", "codex", "gemini", "vscode"):
                named = event.get("hook_event_name") or event.get("hookEventName")
                world.equal(answer["hookSpecificOutput"]["hookEventName"], named, f"{where}: the name of the event")
            world.check(not text or len(text) <= 9000, f"{where}: too long")
        else:
            world.check(text is None, f"{where}: nothing was to be said, but {text!r}")
    turns = json.loads(world.run("--json", "transcript", "list").stdout)
    world.check(len(turns["transcripts"]) >= 8, f"every host's prompts are captured: {turns}")


if __name__ == "__main__":
    main(test)
