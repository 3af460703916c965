#!/usr/bin/env python3
"""`adopt`: what other programs keep on a machine is found, taken in once, and followed (X4)."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import hosts_home as hosts  # noqa: E402
from outcome import Findings, check, run  # noqa: E402
from world import World  # noqa: E402

PORT = hosts.said("Which port does the billing service use?", "The billing service listens on port 9417.")


def place(report, program, keeps="sessions"):
    return next(each for each in report["places"] if each["program"] == program and each["keeps"] == keeps)


def turns(world, session):
    return [each["content"] for each in world.json("transcript", "show", session)["turns"]]


def sums(view):
    counted = sum(each["count"] for each in view["pieces_skipped"] + view["not_understood"])
    check(view["pieces"] == view["pieces_taken"] + counted, f"the counts do not add up: {view}")


def filled(world):
    home, shop = world.home, world.home / "shop"
    shop.mkdir()
    hosts.claude_code(home, "cc-1", PORT, shop)
    hosts.codex(home, "cx-1", hosts.said("Why does the queue stall?", "The consumer holds a lock while it sleeps."), home / "api")
    hosts.gemini(home, "ge-1", hosts.said("How do we name branches?", "By ticket, as in PAY-17."), project=shop)
    hosts.copilot(home, "co-1", hosts.said("Who reviews the schema?", "The data team reviews every migration."), shop)
    hosts.aider(shop, hosts.said("Which linter is it?", "It is ruff, with line length 120."))
    hosts.write(home / ".claude/projects" / str(shop).replace("/", "-") / "memory/MEMORY.md", "# Shop\n\n## Deploys\n\nOnly on Tuesdays; my password is Otter-55-river\n")
    hosts.write(shop / "memory-bank/techContext.md", "# Tech\n\n## Database\n\nPostgreSQL 16 with pgvector.\n")
    hosts.goose(home, "20260201_1", hosts.said("What starts the tests?", "It is just check, from the top."), shop)
    hosts.cline(home / ".config/VSCodium/User", "1700000000001", hosts.said("Where are the icons?", "In assets/icons, as SVG."), shop, "rooveterinaryinc.roo-cline")
    hosts.cline(home / ".config/Code - Insiders/User", "1700000000002", hosts.said("Who signs releases?", "The release manager, on Fridays."), shop, "kilocode.kilo-code")
    hosts.antigravity(home, "an-1", hosts.said("Which cache is it?", "It is Valkey, on port 6380."), shop)
    hosts.write(home / ".gemini/antigravity/conversations/one.pb", "not a text")


def what_programs_keep_of_a_person_is_for_all_projects(world):
    """The facts of ~/.gemini/GEMINI.md and Codex' memories: a session of any project begins with them."""
    shop = world.home / "shop"
    shop.mkdir()
    hosts.write(world.home / ".gemini/GEMINI.md", "## Gemini Added Memories\n- Ann drinks tea, not coffee.\n")
    hosts.write(world.home / ".codex/memories/MEMORY.md", "## Style\nAnn writes commit messages in the imperative.\n")
    world.json("adopt", "--yes")
    event = json.dumps({"session_id": "s", "cwd": str(shop)})
    start = world.run("hook", "session-start", input=event).stdout
    check("tea, not coffee" in start and "imperative" in start, f"{start}")


def finds_all_and_takes_each_once(world):
    filled(world)
    plan = world.run("adopt", stdin=subprocess.DEVNULL)
    check(plan.returncode == 0 and "--yes" in plan.stderr, f"{plan}")
    for words in ("claude-code: sessions", "codex: sessions", "→ shop", "cline: memory-md", "antigravity"):
        check(words in plan.stdout, f"{words} is not in {plan.stdout}")
    check(world.json("stats")["total"] == 0, "something was stored before anybody agreed")
    dry = world.json("adopt", "--dry-run")
    check(world.json("stats")["total"] == 0, "a dry run stored something")
    first = world.json("adopt", "--yes")
    for report in (dry, first):
        for program in ("claude-code", "codex", "gemini", "copilot", "aider", "goose", "roo", "kilo"):
            view = place(report, program)
            check((view["conversations"], view["turns"], view["memories"], view["errors"]) == (1, 4, 1, 0), f"{view}")
            sums(view)
        check(place(report, "claude-code", "memory-md")["memories"] == 1, f"{report}")
        brain, sealed = [each for each in report["places"] if each["program"] == "antigravity"]
        check((brain["conversations"], brain["turns"], brain["memories"], sealed["files_not_read"]) == (1, 5, 1, 1), f"{brain} {sealed}")
    check(place(first, "claude-code", "memory-md")["secrets_removed"] == 1 and "Otter" not in world.run("export").stdout, f"{first}")
    for program in ("gemini", "goose", "roo", "kilo", "antigravity"):
        check(place(first, program)["projects"] == ["shop"], f"{place(first, program)}")
    check(place(first, "claude-code")["projects"] == ["shop"] and place(first, "cline", "memory-md")["projects"] == ["shop"], f"{first}")
    found = world.json("recall", "which port does billing use")["memories"][0]
    check("9417" in found["content"] and found["namespace"] == "shop", f"{found}")
    check("9417" in world.run("replay", found["id"], "--verbose").stdout, "the memory does not lead to its conversation")
    again = world.json("adopt", "--yes")
    check(all(each["files_new"] == 0 for each in again["places"] if each["program"] != "antigravity"), f"{again}")
    world.run("adopt", "--stop")
    state = world.home / ".local/state/ai-memory/adopted"
    for each in state.iterdir():
        each.unlink()
    forgetful = world.json("adopt", "--yes")
    check(sum(each["turns"] + each["memories"] + each["memories_updated"] for each in forgetful["places"]) == 0,
          f"without its notes it doubles: {forgetful}")


def on_a_new_machine(world):
    """The first thing a person does: no folder of this program exists yet."""
    hosts.claude_code(world.home, "cc-1", PORT, world.home / "shop")
    del world.environment["AI_MEMORY_DB"]
    check(not (world.home / ".local").exists(), "the home folder is not a new one")
    report = world.json("adopt", "--yes")
    check(place(report, "claude-code")["memories"] == 1, f"{report}")


def only_some(world):
    filled(world)
    report = world.json("adopt", "--yes", "--only", "codex,gemini")
    check({each["program"] for each in report["places"]} == {"codex", "gemini"}, f"{report}")
    check("codex, gemini" in world.run("adopt", "--status").stdout, "they are not followed")
    check("followed: gemini" in world.run("adopt", "--stop", "--only", "codex").stdout, "codex is followed still")
    wrong = world.run("adopt", "--only", "emacs")
    check(wrong.returncode != 0 and "claude-code" in wrong.stderr, f"{wrong}")


def messages_count_once(world):
    """A resumed session begins with the messages of another; they come together or one by one, in either order."""
    home, shop = world.home, world.home / "shop"
    talk = [("user", "And the metrics?"), ("assistant", "Metrics are on port 9418."), ("user", "Thanks"), ("assistant", "Sure.")]
    first, records = hosts.claude_code(home, "cc-1", PORT, shop)
    world.json("adopt", "--yes")
    second, _ = hosts.claude_code(home, "cc-2", talk, shop, day=2, before=records)
    view = place(world.json("adopt", "--yes"), "claude-code")
    check((view["files_new"], view["turns"], view["memories"]) == (1, 4, 1), f"{view}")
    check({"reason": "copies of messages", "count": 4} in view["pieces_skipped"], f"{view}")
    check(len(turns(world, "cc-1")) == 4 and turns(world, "cc-2")[0] == "And the metrics?", f"{turns(world, 'cc-2')}")
    grown, _ = hosts.claude_code(home, "cc-2", talk + [("user", "One more"), ("assistant", "Yes?")], shop, day=2, before=records)
    view = place(world.json("adopt", "--yes"), "claude-code")
    check((view["turns"], view["memories"], view["memories_updated"]) == (2, 0, 1), f"{view}")
    check(len(turns(world, "cc-2")) == 6, f"{turns(world, 'cc-2')}")
    memories = world.json("list", "-n", "shop")["memories"]
    check(sum("9417" in each["content"] for each in memories) == 1, f"{memories}")


def sessions_that_hooks_captured(world):
    home, shop = world.home, world.home / "shop"
    event = {"session_id": "cc-1", "cwd": str(shop), "transcript_path": str(home / "none.jsonl")}
    for name, more in (("user-prompt", {"hook_event_name": "UserPromptSubmit", "prompt": PORT[0][1]}),
                       ("stop", {"hook_event_name": "Stop", "last_assistant_message": "I am done."})):
        world.run("hook", name, "--host", "claude", input=json.dumps(dict(event, **more)))
    before = turns(world, "cc-1")
    check(len(before) == 2, f"{before}")
    hosts.claude_code(home, "cc-1", PORT, shop)
    view = place(world.json("adopt", "--yes"), "claude-code")
    check(turns(world, "cc-1") == before, f"two countings were mixed: {turns(world, 'cc-1')}")
    check(view["turns"] == 0 and view["memories"] == 1, f"{view}")
    sums(view)


def stopped_and_gone_on(world):
    home, shop = world.home, world.home / "shop"
    words = "word " * 2000
    for number in range(400):
        hosts.claude_code(home, f"cc-{number}", hosts.said(f"What is thing {number}? {words}", f"It is {number * 7}."), shop, day=number % 28 + 1)
    process = subprocess.Popen([world.binary, "adopt", "--yes"], env=world.environment, cwd=world.work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None and len(world.json("transcript", "list", "--limit", "5")["transcripts"]) < 1:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out = process.communicate(timeout=120)[0].decode()
    check(process.returncode == 0 or "goes on from here" in out, f"exit {process.returncode}: {out}")
    rest = world.json("adopt", "--yes", timeout=300)
    check(place(world.json("adopt", "--yes"), "claude-code")["files_new"] == 0, "files are left")
    check(world.json("stats")["total"] == 400 and rest["stopped"] is False, f"{world.json('stats')}")
    process.stdout.close()


def mined_is_never_news(world):
    shop = world.home / "shop"
    hosts.claude_code(world.home, "cc-1", PORT, shop)
    world.json("adopt", "--yes")
    started = world.json("session-start", "-n", "shop")
    check("9417" not in json.dumps(started), f"a mined session is news: {started}")


def a_server_follows(world):
    shop = world.home / "shop"
    hosts.claude_code(world.home, "cc-1", PORT, shop)
    world.json("adopt", "--yes")
    config = world.home / ".config/ai-memory/config.toml"
    hosts.write(config, "[adopt]\nrest_secs = 1\n")
    world.environment.pop("AI_MEMORY_NO_CONFIG")
    with world.mcp() as server:
        server.call("memory_stats")
        time.sleep(0.5)
        hosts.codex(world.home, "cx-9", hosts.said("Where are the logs?", "In /var/log/shop."), shop)
        hosts.claude_code(world.home, "cc-9", hosts.said("Who is on call?", "The platform team, by rota."), shop)
        end = time.monotonic() + 60
        while time.monotonic() < end and world.json("stats")["total"] < 2:
            time.sleep(0.3)
        ticks = cpu_of(server.pid)
        time.sleep(2)
        check(cpu_of(server.pid) - ticks <= 5, f"idle, it used {cpu_of(server.pid) - ticks} hundredths of a second in two seconds")
    check("platform team" in json.dumps(world.json("recall", "who is on call")), "what came later was not taken in")


def cpu_of(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return int(fields[11]) + int(fields[12])


def a_hook_follows(world):
    shop = world.home / "shop"
    hosts.claude_code(world.home, "cc-1", PORT, shop)
    world.json("adopt", "--yes")
    hosts.write(world.home / ".config/ai-memory/config.toml", "[adopt]\nrest_secs = 0\n")
    world.environment.pop("AI_MEMORY_NO_CONFIG")
    hosts.claude_code(world.home, "cc-9", hosts.said("Who is on call?", "The platform team, by rota."), shop)
    for each in (world.home / ".local/state/ai-memory/adopted").iterdir():
        os.utime(each, (time.time() - 3600, time.time() - 3600))
    world.run("hook", "session-start", input=json.dumps({"hook_event_name": "SessionStart", "session_id": "new", "cwd": str(shop)}))
    end = time.monotonic() + 30
    while time.monotonic() < end and world.json("stats")["total"] < 2:
        time.sleep(0.2)
    check("platform team" in json.dumps(world.json("recall", "who is on call")), "the hook took nothing in")


def test(binary, _):
    findings = Findings()
    for case in TESTS:
        with findings, World(binary) as world:
            try:
                case(world)
            except AssertionError as error:
                raise AssertionError(f"{case.__name__}: {error}") from None
    findings.raise_any()
    return f"{len(TESTS)} cases: found, taken in once, stopped and gone on, followed"


TESTS = (on_a_new_machine, what_programs_keep_of_a_person_is_for_all_projects, finds_all_and_takes_each_once, only_some, messages_count_once,
         sessions_that_hooks_captured, stopped_and_gone_on, mined_is_never_news, a_server_follows, a_hook_follows)

if __name__ == "__main__":
    run(test, __doc__)
