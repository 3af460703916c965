"""Sessions over many events: memories are brought when they help, once; errors and what solved them; decisions; secrets; and that
nothing stops an assistant."""

import json
import os
import stat

from hook_world import main

MARK = "A decision was detected. Should this be stored as a memory?"


def prompt(session, text, **more):
    return {"session_id": session, "hook_event_name": "UserPromptSubmit", "prompt": text, **more}


def said(answer):
    return "" if answer is None else answer["hookSpecificOutput"]["additionalContext"]


def tool(session, command, output, failed):
    return {"session_id": session, "hook_event_name": "PostToolUseFailure" if failed else "PostToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}, "tool_response": {"stdout": output, "stderr": ""}}


def recall(world):
    login = world.store("Login timeout", "The login timeout was fixed by raising the pool size of pgbouncer to 40", "-t", "long")
    world.store("Office", "The office plant needs water on Mondays", "-t", "long")
    for number in range(30):
        world.store(f"Note {number}", f"Component {number} is built by pipeline {number * 7} on runner {number % 5}")
    world.check("pgbouncer" in said(world.hook("user-prompt", prompt("r-1", "How did we fix the login timeout?"))), "a memory that helps is brought")
    world.equal(world.hook("user-prompt", prompt("r-1", "how did we fix the login timeout again?")), None, "once a session")
    again = said(world.hook("user-prompt", prompt("r-2", "How did we fix the login timeout?")))
    world.check("pgbouncer" in again and "never instructions" in again, "another session gets it, as data")
    for quiet in ("thanks!", "run the tests again", "Remember to add a test for this function", "Write a haiku about autumn",
                  "#skip how did we fix the login timeout?", "What does this function return?", "yes", ""):
        world.equal(world.hook("user-prompt", prompt("r-3", quiet)), None, f"silence at {quiet!r}")
    # Tools and hooks of a session know of each other.
    with world.mcp() as client:
        asked = {"context": "login timeout", "session_id": "r-4", "namespace": "work", "format": "json"}
        first = client.call("memory_recall", asked)
        world.equal(first["memories"][0]["id"], login, "recall finds it")
        fresh = client.call("memory_recall", {**asked, "fresh": True})
        world.check(all(each["id"] != login for each in fresh["memories"]), "fresh leaves out what was shown")
        world.equal(client.call("memory_recall", asked)["memories"][0]["id"], login, "without it nothing is left out")
    world.equal(world.hook("user-prompt", prompt("r-4", "How did we fix the login timeout?")), None, "what a tool has shown is known to hooks")
    # Also where a server is not told its session: its hooks are, and one host has started both.
    world.hook("user-prompt", prompt("r-5", "Look at the login page, please, and say what you think"))
    with world.mcp() as client:
        client.call("memory_recall", {"context": "login timeout", "namespace": "work", "format": "json"})
    world.equal(world.hook("user-prompt", prompt("r-5", "How did we fix the login timeout?")), None, "what a server of the same host has shown is known to hooks")
    connection_is_a_session(world, login)
    other = world.store("Login pool", "The login timeout needs a pool size of 60 in pgbouncer", "-t", "long")
    world.run("link", login, other, "-r", "contradicts")
    disputed = said(world.hook("user-prompt", prompt("r-6", "How did we fix the login timeout?")))
    world.check("contradict each other: ai-memory resolve" in disputed, f"what settles two that contradict each other: {disputed!r}")
    state = world.home / ".local/state/ai-memory/sessions"
    for file in state.glob("*.json"):
        world.equal(stat.S_IMODE(file.stat().st_mode), 0o600, "the mode of a state")
        file.write_text("{broken")
    world.check(said(world.hook("user-prompt", prompt("r-1", "How did we fix the login timeout?"))), "a damaged state begins anew")


def conversations(world):
    """Of a long memory the lines that answer are judged and shown, wherever they stand."""
    lines = [f"[user]: What about the hinges of door {number}?\n[assistant]: The second offer for door {number} is cheaper by {number} euros." for number in range(70)]
    lines.insert(55, "[user]: and the lift?\n[assistant]: The lift is maintained by Kestrel Lifts, customer number 88-140.")
    world.store("Offers for the doors", "\n".join(lines), "-t", "long")
    for number, text in enumerate(("Who maintains the lift?", "who maintains the lift")):
        world.check("Kestrel Lifts" in said(world.hook("user-prompt", prompt(f"c-{number}", text))), f"a line far down in a long memory: {text}")
    for number, text in enumerate(("merge and release it now please", "What is a binary tree?", "rename the variable in this function")):
        world.check("door" not in said(world.hook("user-prompt", prompt(f"c-1{number}", text))), f"silence about another subject: {text}")


def connection_is_a_session(world, login):
    """Without a session's name, `fresh` leaves out what this connection was shown; another connection was shown nothing."""
    state = world.home / ".local/state/ai-memory/sessions"
    for file in state.glob("*.host"):
        file.unlink()  # hooks and servers of one process are of one session
    files = sorted(state.glob("*.json"))
    asked = {"namespace": "work", "format": "json"}
    for tool, more in (("memory_recall", {"context": "login timeout"}), ("memory_session_start", {"limit": 50})):
        with world.mcp() as client:
            def ids(**further):
                return [each["id"] for each in client.call(tool, {**asked, **more, **further})["memories"]]

            world.check(login in ids(fresh=True), f"{tool}: a new connection was shown nothing")
            world.check(login not in ids(fresh=True), f"{tool}: fresh leaves out what the connection was shown")
            world.check(login in ids(), f"{tool}: without it nothing is left out")
            world.check(login in ids(fresh=True, session_id="r-new-" + tool), f"{tool}: a session with a name is another one")
    named = [file for file in state.glob("*.json") if file not in files]
    world.equal(len(named), 2, "only sessions with a name leave a state")


def decisions(world):
    for number, text in enumerate(("We decided to use Postgres because of its JSON support.", "ADR-7: we use event sourcing for billing.",
                                   "The architecture will be event-driven, final decision.", "We chose to keep the monolith.")):
        world.check(MARK in said(world.hook("user-prompt", prompt(f"d-{number}", text))), f"a decision: {text}")
    for number, text in enumerate(("Should we use Postgres?", "```\nWe decided to use Postgres\n```", "#skip We decided to use Postgres.",
                                   "If we decide on Postgres, what changes?", "We haven't decided yet.", "Explain the architecture decision.")):
        world.check(MARK not in said(world.hook("user-prompt", prompt(f"e-{number}", text))), f"no decision: {text}")
    world.hook("stop", {"session_id": "d-9", "hook_event_name": "Stop", "last_assistant_message": "Then we'll use Redis for the queue from now on."})
    for profile, tool in (("core", "memory_store"), ("mudpuppy", "memory_add")):
        text = said(world.hook("user-prompt", prompt(f"d-{profile}", "We decided to use Kafka because of its logs."), "--profile", profile))
        world.check(f"If so, call {tool} with the decision" in text, f"by the tool that {profile} has: {text}")
    world.check(MARK in said(world.hook("user-prompt", prompt("d-9", "good, go on with the next file"))), "one of the assistant is asked about at the next prompt")
    world.check(MARK not in said(world.hook("user-prompt", prompt("d-9", "We decided to use Kafka as well."))), "at most once in ten prompts")
    stored = said(world.hook("user-prompt", prompt("d-10", "#remember The staging password rotates on Fridays")))
    world.check("stored as " in stored, "#remember keeps the prompt")
    world.equal([each["metadata"].get("session_id") for each in world.memories() if "rotates on Fridays" in each["content"]], ["d-10"], "and says in which session (S14)")
    world.check(any("rotates on Fridays" in each["content"] for each in world.memories()), "and it is there")
    long = "Release: run `make rel`\n```\nmake rel\n```\n" + "".join(f"Step {number}.\n" for number in range(900)) + "Call Otto last."
    world.hook("user-prompt", prompt("d-12", "#remember " + long))
    world.check(long in [each["content"] for each in world.memories()], "with its code, to its end")
    world.hook("stop", {"session_id": "d-10", "hook_event_name": "Stop", "last_assistant_message": "Understood, from now on the password rotates on Fridays."})
    world.check(MARK not in said(world.hook("user-prompt", prompt("d-10", "go on with the parser"))), "what confirms it is no decision of its own")


def errors(world):
    trace = "error[E0502]: cannot borrow `x` as mutable\n --> src/main.rs:12:5\ntoken ghp_Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX"
    world.equal(world.hook("tool", tool("x-1", "cargo test", trace, True)), None, "an error that is not known")
    world.hook("stop", {"session_id": "x-1", "hook_event_name": "Stop", "last_assistant_message": "I cloned the value before the loop, ghp_Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX."})
    world.hook("tool", tool("x-1", "cargo  test", "ok", False))
    kept = [each for each in world.memories() if each["title"].startswith("Error: ")]
    world.equal(len(kept), 1, "one memory of the solution")
    if kept:
        world.check("cloned the value" in kept[0]["content"] and kept[0]["source"] == "hook", f"what solved it: {kept[0]}")
        world.equal(kept[0]["confidence"], 0.7, "its confidence")
    other = trace.replace("main.rs:12:5", "other.rs:99:1").replace("`x`", "`y`")
    answer = said(world.hook("tool", tool("x-2", "cargo test", other, True)))
    world.check("cloned the value" in answer, f"the same error elsewhere brings its solution: {answer!r}")
    world.hook("tool", tool("x-3", "make", "main.c:3: error: expected ;", True))
    world.hook("stop", {"session_id": "x-3", "hook_event_name": "Stop", "last_assistant_message": "I added the semicolon."})
    world.hook("user-prompt", prompt("x-3", "no, it is still broken"))
    world.equal(len([each for each in world.memories() if each["title"].startswith("Error: ")]), 1, "what is still broken is not kept")
    world.hook("user-prompt", prompt("x-3", "that works now, thanks"))
    world.equal(len([each for each in world.memories() if each["title"].startswith("Error: ")]), 2, "a confirmation keeps it")
    world.hook("user-prompt", prompt("x-4", "my key is sk-ant-Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6 please use it"))
    for file in list(world.database.parent.iterdir()) + list((world.home / ".local/state").rglob("*")):
        if file.is_file():
            found = file.read_bytes()
            world.check(b"ghp_Zk3v" not in found and b"sk-ant-Zk3v" not in found, f"no secret in {file.name}")


def errors_of_hosts(world):
    """The same error is the same one in every host, whatever the host writes around it."""
    error = "Error: Cannot find module 'left-pad'\nRequire stack:\n- /srv/a.js"

    def gemini(text, session, failed=True):
        answer = world.hook("tool", {
            "session_id": session, "hook_event_name": "AfterTool", "tool_name": "run_shell_command", "tool_input": {"command": "node a.js"},
            "tool_response": {"llmContent": f"{text}\nExit Code: {int(failed)}\nProcess Group PGID: 4711", "returnDisplay": text}},
            environment={"GEMINI_SESSION_ID": session})
        return said(answer)

    def claude(text, session):
        return said(world.hook("tool", {"session_id": session, "hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
                                        "tool_input": {"command": "npm start"}, "error": text}))

    gemini("Output: " + error, "g-1")
    world.hook("stop", {"session_id": "g-1", "hook_event_name": "AfterAgent", "prompt_response": "I ran npm install left-pad."},
               environment={"GEMINI_SESSION_ID": "g-1"})
    gemini("Output: (empty)", "g-1", failed=False)
    kept = [each for each in world.memories() if "left-pad" in each["content"]]
    world.check(len(kept) == 1 and kept[0]["content"].startswith("Error: Error: Cannot find module"), f"without the host's label: {kept}")
    other = error.replace("/srv/a.js", "/home/u/b.js")
    for name, answer in (("Gemini CLI", gemini("Output: " + other, "g-2")),
                         ("an older Gemini CLI", gemini(f"Command: node error:\nDirectory: (root)\nOutput: {other}\nError: (none)", "g-3")),
                         ("Claude Code", claude("Exit code 1\n" + other, "g-4")), ("a bare text", claude(other, "g-5"))):
        world.check("npm install left-pad" in answer, f"{name} brings what solved it elsewhere: {answer!r}")
    world.equal(claude("Exit code 1\nfatal: another one", "g-6"), "", "another error of that status is another one")


def without_words(world):
    """Hosts whose event at a stop names a transcript alone, and one whose events have no name."""
    transcript = world.folder / "events.jsonl"

    def write(*entries):
        transcript.write_text("".join(json.dumps({"type": kind, "data": data, "id": str(number)}) + "\n" for number, (kind, data) in enumerate(entries)))

    def copilot(**more):
        return {"timestamp": 1764000000000, "cwd": str(world.work), "sessionId": "c-1", **more}

    def code(**more):
        return {"timestamp": "2026-11-22T12:00:00.000Z", "cwd": str(world.work), "sessionId": "v-1", "transcript_path": str(transcript), **more}

    def solutions():
        return [each["content"] for each in world.memories() if each["title"].startswith("Error: ")]

    def turns(session):
        found = json.loads(world.run("--json", "transcript", "list", "--limit", "1000").stdout)["transcripts"]
        return sum(each["turns"] for each in found if each["session_id"] == session)

    before = len(solutions())
    call = {"toolName": "bash", "toolArgs": {"command": "go test ./..."}}
    world.equal(world.hook("tool", copilot(**call, error="panic: runtime error: index out of range [3] with length 3")), None, "an error that is not known")
    write(("session.start", {"version": 1}), ("user.message", {"content": "go on"}), ("assistant.message", {"content": "An older word."}),
          ("assistant.message", {"content": "I corrected the bound of the loop.", "toolRequests": []}), ("assistant.turn_end", {"turnId": "0"}))
    world.equal(world.hook("stop", copilot(transcriptPath=str(transcript), stopReason="end_turn")), None, "silence at a stop")
    world.hook("tool", copilot(**call, toolResult={"resultType": "success", "textResultForLlm": "ok"}))
    world.check(len(solutions()) == before + 1 and any("bound of the loop" in each for each in solutions()), f"the solution is kept: {solutions()}")
    known = world.hook("tool", {**copilot(**call, error="panic: runtime error: index out of range [3] with length 3"), "sessionId": "c-2"})
    world.check(known and "bound of the loop" in known["additionalContext"], f"and told of a failed call: {known}")
    world.equal(turns("c-1"), 1, "the assistant's turn is captured")
    world.hook("tool", {**copilot(**call, error="panic: runtime error: integer divide by zero"), "sessionId": "c-3"})
    world.hook("stop", {**copilot(transcriptPath=str(transcript)), "sessionId": "c-3"})
    world.hook("tool", {**copilot(**call, error=""), "sessionId": "c-3"})
    world.equal(len(solutions()), before + 1, "what fails without a word is no success")

    stop = code(hookEventName="Stop", stop_hook_active=False)
    write(("user.message", {"content": "which queue?"}), ("assistant.message", {"content": "Then we'll use Redis for the queue from now on."}))
    world.equal(world.hook("stop", stop), None, "silence at a stop")
    world.equal(turns("v-1"), 1, "the assistant's turn is captured")
    asked = world.hook("tool", code(hookEventName="PostToolUse", tool_name="x", tool_input={}, tool_response="ok"))
    world.equal(asked, None, "it is asked about a decision at a prompt only")
    write(("assistant.message", {"content": "We decided on Kafka."}), ("user.message", {"content": "thanks"}), ("assistant.message", {"content": ""}))
    world.hook("stop", stop)
    world.equal(turns("v-1"), 1, "what was said before the last prompt is no answer to it")
    for text in ("", "[1]\n", '{"type":"assistant.message","data":7}\n', "{" * 999, '{"type":"assistant.message"}'):
        transcript.write_text(text)
        world.equal(world.hook("stop", stop), None, f"silence at {text[:20]!r}")


def hostile(world):
    event = prompt("h-1", "How did we fix the login timeout?")
    for what in ("", "{", "[]", "null", "\x00\xff", "{}" * 1000, '{"prompt":' + "[" * 500, json.dumps({"session_id": "\ud800", "prompt": 7}),
                 "x" * 5_000_000):
        for kind in ("session-start", "user-prompt", "edit", "tool", "stop", "compact", "session-end", "no-such-event"):
            answer = world.hook(kind, what.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if isinstance(what, str) else what)
            world.check(answer is None or kind == "session-start", f"silence of {kind} at {what[:20]!r}: {answer!r}")
    database = world.environment["AI_MEMORY_DB"]
    bad = world.folder / "bad.db"
    bad.write_bytes(os.urandom(8192))
    world.environment["AI_MEMORY_DB"] = str(bad)
    world.equal(world.hook("user-prompt", event), None, "silence with a damaged database")
    world.environment["AI_MEMORY_DB"] = str(world.folder / "none" / "new.db")
    world.equal(world.hook("user-prompt", {**event, "session_id": "h-2"}), None, "silence where there is no database yet")
    world.check((world.folder / "none" / "new.db").exists(), "but the turn is captured")
    world.environment["AI_MEMORY_DB"] = database


def test(world):
    recall(world)
    decisions(world)
    errors(world)
    errors_of_hosts(world)
    without_words(world)
    hostile(world)
    conversations(world)


if __name__ == "__main__":
    main(test)
