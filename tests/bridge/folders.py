#!/usr/bin/env python3
"""Bridges to memory folders of assistants: facts go both ways, nothing of a person is lost, removal leaves no trace (X5)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge_world import in_worlds, topic  # noqa: E402
from outcome import check, run  # noqa: E402

INDEX = "# Memory of shop\n\n- [Role](user-role.md) — who ann is\n\n## Build\n\nWith cmake and ninja.\n"


def filled(world):
    world.write(world.memory / "user-role.md", topic("user-role", "Ann maintains the billing service.", kind="user"))
    world.write(world.memory / "MEMORY.md", INDEX)
    world.store("Deploys", "Only on Tuesdays.")


def facts_go_both_ways(world):
    filled(world)
    before = world.files(world.memory)
    dry = world.json("bridge", "add", "claude-code", "--dry-run")["bridges"][0]
    check((dry["memories_added"], dry["written"]) == (2, 1), f"{dry}")
    check(world.files(world.memory) == before and world.json("bridge", "list")["bridges"] == [], "a dry run did something")
    first = world.json("bridge", "add", "claude-code")["bridges"][0]
    check((first["memories_added"], first["written"], first["facts"]) == (2, 1, 3), f"{first}")
    check(world.contents() == {"user-role": "Ann maintains the billing service.", "Build": "With cmake and ninja.", "Deploys": "Only on Tuesdays."},
          f"{world.contents()}")
    made = (world.memory / "deploys.md").read_text()
    check(made == topic("Deploys", "Only on Tuesdays.", "Only on Tuesdays."), made)
    index = (world.memory / "MEMORY.md").read_text()
    check(index == INDEX.replace("ann is\n", "ann is\n- [Deploys](deploys.md) — Only on Tuesdays.\n"), index)
    world.write(world.memory / "user-role.md", topic("user-role", "Ann left; Bo maintains it.", kind="user"))
    world.json("update", world.json("recall", "deploys")["memories"][0]["id"], "-c", "Only on Mondays.")
    second = world.sync()
    check((second["memories_changed"], second["written"], second["conflicts"]) == (1, 1, 0), f"{second}")
    check(world.contents()["user-role"] == "Ann left; Bo maintains it." and "Mondays" in (world.memory / "deploys.md").read_text(), "a change is lost")
    third = world.sync()
    check(third["memories_changed"] + third["written"] + third["memories_added"] == 0, f"{third}")


def removals_go_both_ways(world):
    filled(world)
    world.json("bridge", "add", "claude-code")
    (world.memory / "user-role.md").unlink()
    world.json("delete", next(each["id"] for each in world.json("list", "-n", "shop")["memories"] if each["title"] == "Deploys"))
    report = world.sync()
    check((report["memories_removed"], report["removed"]) == (1, 1), f"{report}")
    check(set(world.contents()) == {"Build"} and set(world.files(world.memory)) == {"MEMORY.md"}, f"{world.contents()}")
    check("](" not in (world.memory / "MEMORY.md").read_text(), "the index leads to files that are gone")
    world.json("undo")
    check(world.contents()["user-role"] == "Ann maintains the billing service.", "a memory whose file was removed cannot be brought back")
    # A folder that was lost as a whole is no wish to forget.
    world.sync()
    for each in world.memory.iterdir():
        each.unlink()
    world.memory.rmdir()
    world.sync()
    check("user-role" in world.contents() and (world.memory / "user-role.md").exists(), "a lost folder removed memories")


def both_sides_changed(world):
    filled(world)
    world.json("bridge", "add", "claude-code")
    deploys = next(each["id"] for each in world.json("list", "-n", "shop")["memories"] if each["title"] == "Deploys")
    world.json("update", deploys, "-c", "Only on Mondays.")
    world.write(world.memory / "deploys.md", topic("Deploys", "Only on Fridays."))
    check(world.sync()["conflicts"] == 1, "no conflict was told of")
    kept = {title: content for title, content in world.contents().items() if title.startswith("Deploys")}
    check(sorted(kept.values()) == ["Only on Fridays.", "Only on Mondays."], f"{kept}")
    check(kept["Deploys"] == "Only on Fridays.", "the later change did not win")
    items = world.json("review", "--kind", "contradiction")["items"]
    check(len(items) == 1 and {each["content"] for each in items[0]["memories"]} == set(kept.values()), f"{items}")
    texts = "".join(world.files(world.memory).values())
    check("Mondays" in texts and "Fridays" in texts, "one version is in no file")


def removal_leaves_no_trace(world):
    filled(world)
    before = world.files(world.memory)
    world.json("bridge", "add", "claude-code")
    role = next(each["id"] for each in world.json("list", "-n", "shop")["memories"] if each["title"] == "user-role")
    world.json("update", role, "-c", "Somebody else.")
    world.sync()
    check("Somebody else." in (world.memory / "user-role.md").read_text(), "the change did not arrive")
    world.json("bridge", "remove", "claude-code")
    check(world.files(world.memory) == before, f"{world.files(world.memory)}")
    check(world.contents()["Deploys"] == "Only on Tuesdays." and world.json("bridge", "list")["bridges"] == [], "")
    # Later changes of a person stay.
    world.json("bridge", "add", "claude-code")
    world.write(world.memory / "deploys.md", topic("Deploys", "Edited by hand."))
    world.json("bridge", "remove", "claude-code")
    check("Edited by hand." in (world.memory / "deploys.md").read_text(), "an edit of a person was removed")


def secrets_stay_where_they_are(world):
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    world.write(world.memory / "ci.md", topic("ci", f"The token is {token}"))
    world.store("Key", f"The key is {token} too")
    report = world.json("bridge", "add", "claude-code")["bridges"][0]
    check(len(report["problems"]) == 2 and report["memories_added"] == report["written"] == 0, f"{report}")
    check("ci" not in world.contents() and set(world.files(world.memory)) == {"ci.md"}, "a secret was passed on")
    check((world.memory / "ci.md").read_text() == topic("ci", f"The token is {token}"), "the file was changed")


def the_index_keeps_its_limits(world):
    for number in range(250):
        world.write(world.memory / f"fact-{number}.md", topic(f"fact {number}", f"The value of {number} is {number * 7}."))
    world.write(world.memory / "MEMORY.md", "# Memory\n\n" + "".join(f"- [Fact {number}](fact-{number}.md) — own words\n" for number in range(250)))
    world.json("bridge", "add", "claude-code")
    text = (world.memory / "MEMORY.md").read_text()
    check(text.count("\n") <= 200 and len(text) <= 25_000, f"{text.count(chr(10))} lines, {len(text)} bytes")
    check(len(world.contents()) == 200 and world.sync()["facts"] == 250, "facts are missing")
    world.json("bridge", "remove", "claude-code")
    check((world.memory / "MEMORY.md").read_text().count("own words") == 250, "lines of the index are lost")


def teams_and_codex(world):
    world.write(world.project / ".qwen/team-memory/style.md", topic("style", "Tabs, not spaces."))
    world.write(world.home / ".codex/memories/MEMORY.md", "# Task group: shop\n\n## Queue\n\nThe consumer sleeps under a lock.\n")
    world.write(world.home / ".codex/memories/rollout_summaries/one.md", "Fixed the queue.\n")
    world.write(world.home / ".codex/memories/raw_memories.md", "raw\n")
    codex = world.files(world.home / ".codex")
    world.store("Deploys", "Only on Tuesdays.")
    world.json("bridge", "add", "qwen", "codex")
    contents = world.contents()
    check({"Tabs, not spaces.", "The consumer sleeps under a lock.", "Fixed the queue."} <= set(contents.values()), f"{contents}")
    check("raw" not in contents.values() and world.files(world.home / ".codex") == codex, "codex's files are its own")
    team = world.files(world.project / ".qwen/team-memory")
    check("deploys.md" in team and "style.md" in team["MEMORY.md"], f"{team}")
    check((world.project / ".qwen/team-memory/deploys.md").stat().st_mode & 0o777 == 0o644, "others cannot read a team's file")
    world.write(world.home / ".codex/memories/rollout_summaries/one.md", "Fixed the queue for good.\n")
    world.sync()
    contents = world.contents()
    check("Fixed the queue for good." in contents.values(), "a change of codex did not arrive")
    (world.home / ".codex").rename(world.home / "elsewhere")
    world.json("bridge", "sync")
    check(world.contents() == contents, "a folder that is elsewhere removed memories")


def a_renamed_file_is_the_same_memory(world):
    filled(world)
    world.json("bridge", "add", "claude-code")
    before = {each["title"]: each["id"] for each in world.json("list", "-n", "shop")["memories"]}
    (world.memory / "user-role.md").rename(world.memory / "people.md")
    report = world.sync()
    check(report["memories_added"] == report["memories_removed"] == 0, f"{report}")
    check({each["title"]: each["id"] for each in world.json("list", "-n", "shop")["memories"]} == before, "it is another memory now")
    index = (world.memory / "MEMORY.md").read_text()
    check("(people.md)" in index and "(user-role.md)" not in index, index)


def adopt_leaves_bridged_folders_alone(world):
    filled(world)
    world.json("bridge", "add", "claude-code")
    world.json("adopt", "--yes")
    check(len(world.contents()) == 3, f"{world.contents()}")


def adopted_before(world):
    filled(world)
    world.json("adopt", "--yes")
    world.json("bridge", "add", "claude-code")
    titles = sorted(world.contents())
    check(set(world.files(world.memory)) <= {"MEMORY.md", "user-role.md", "deploys.md"}, f"{titles} {world.files(world.memory).keys()}")


def wrong_words(world):
    for words in (("add",), ("add", "emacs"), ("remove", "emacs")):
        done = world.run("bridge", *words)
        check(done.returncode != 0 and "claude-code" in done.stderr, f"{words}: {done}")
    done = world.run("bridge", "add", "claude-code", "--project", world.home)
    check(done.returncode != 0 and "project" in done.stderr, f"{done}")


CASES = (facts_go_both_ways, removals_go_both_ways, both_sides_changed, removal_leaves_no_trace, secrets_stay_where_they_are,
         the_index_keeps_its_limits, teams_and_codex,
         a_renamed_file_is_the_same_memory, adopt_leaves_bridged_folders_alone, adopted_before, wrong_words)

if __name__ == "__main__":
    run(lambda binary, options: in_worlds(CASES, binary, options.only), __doc__, only="")
