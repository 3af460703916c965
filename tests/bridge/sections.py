#!/usr/bin/env python3
"""Bridges to sections of AGENTS.md and its like: standards and important memories in, edits of a person back, the rest untouched (X5)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge_world import in_worlds  # noqa: E402
from outcome import check, run  # noqa: E402

RULES = "# Rules\n\nUse tabs.\n"


def filled(world, file="AGENTS.md"):
    world.write(world.project / file, RULES)
    standard = world.store("Review rule", "Two people review every change.")
    world.json("standard", "set", "shop", standard)
    world.store("Deploys", "Only on Tuesdays.", "-p", "9")
    return world.project / file


def comes_and_goes(world):
    for kind, file in (("agents", "AGENTS.md"), ("claude", "CLAUDE.md"), ("gemini", "GEMINI.md"), ("copilot", ".github/copilot-instructions.md")):
        path = filled(world, file)
        world.json("bridge", "add", kind)
        text = path.read_text()
        check(text.startswith(RULES), f"{file}: {text}")
        check(text.index("Two people review") < text.index("Only on Tuesdays."), f"{file}: the standard is not first: {text}")
        world.json("bridge", "remove", kind)
        check(path.read_text() == RULES, f"{file}: {path.read_text()}")
        path.unlink()
        world.json("bridge", "add", file)
        check(path.read_text().startswith("<!-- ai-memory: begin"), f"{file}: not made")
        world.json("bridge", "remove", file)
        check(not path.exists(), f"{file}: left behind")
    check(not (world.project / ".github").exists(), "an empty folder is left")


def edits_come_back(world):
    path = filled(world)
    world.json("bridge", "add", "agents")
    text = path.read_text()
    text = text.replace("Only on Tuesdays.", "Only on Tuesdays, before noon.").replace("Use tabs.", "Use spaces.")
    text = text.replace("## Memory of this project\n", "## Memory of this project\n\nRun the linter first.\n")
    path.write_text(text)
    report = world.sync()
    check((report["memories_changed"], report["memories_added"]) == (1, 1), f"{report}")
    contents = world.contents()
    check(contents["Deploys"] == "Only on Tuesdays, before noon." and contents["Run the linter first."] == "Run the linter first.", f"{contents}")
    deploys = next(each["id"] for each in world.json("list", "-n", "shop")["memories"] if each["title"] == "Deploys")
    check(world.json("history", deploys)["count"] == 2, "the former text is lost")
    check("Use spaces." in path.read_text() and world.sync()["memories_changed"] == 0, "the rest of the file was touched")


def a_standard_is_proposed(world):
    path = filled(world)
    world.json("bridge", "add", "agents")
    path.write_text(path.read_text().replace("Two people", "Nobody"))
    world.sync()
    start = world.run("session-start", "-n", "shop").stdout
    check(world.json("review", "--kind", "unconfirmed")["items"], "nothing waits for the owner's word")
    check("Nobody review" in path.read_text(), f"the person's text is gone: {path.read_text()} {start}")


def what_a_person_takes_out_stays_out(world):
    path = filled(world)
    world.json("bridge", "add", "agents")
    text = path.read_text()
    begin = text.index("<!-- ai-memory: ", text.index("Two people"))
    path.write_text(text[:begin] + text[text.index("<!-- ai-memory: end"):])
    world.sync()
    world.store("Another", "Something else.")
    world.sync()
    check("Tuesdays" not in path.read_text() and "Something else." in path.read_text(), path.read_text())
    check(world.contents()["Deploys"] == "Only on Tuesdays.", "the memory was removed")


def both_changed(world):
    path = filled(world)
    world.json("bridge", "add", "agents")
    deploys = next(each["id"] for each in world.json("list", "-n", "shop")["memories"] if each["title"] == "Deploys")
    world.json("update", deploys, "-c", "Only on Mondays.")
    path.write_text(path.read_text().replace("Only on Tuesdays.", "Only on Fridays."))
    check(world.sync()["conflicts"] == 1, "no conflict")
    texts = world.contents().values()
    check({"Only on Mondays.", "Only on Fridays."} <= set(texts), f"{texts}")
    check(len(world.json("review", "--kind", "contradiction")["items"]) == 1, "nothing in review")


def keeps_its_bound(world):
    path = filled(world)
    for number in range(60):
        world.store(f"Fact {number}", f"{number} " + "word " * 60)
    world.store("Important", "word " * 100, "-p", "10")
    world.json("bridge", "add", "agents")
    text = path.read_text()
    check(len(text.encode()) < 9_000 and "### Important" in text and "Two people" in text, f"{len(text)} bytes")
    world.sync()
    check(path.read_text() == text, "a second sync changed the file")


def facts_about_a_person_stay_private(world):
    path = filled(world)
    world.store("Ann", "Ann is on leave until May.", "--tags", "user")
    world.json("bridge", "add", "agents")
    check("Ann" not in path.read_text(), path.read_text())


def a_damaged_section_is_left_alone(world):
    path = filled(world)
    world.json("bridge", "add", "agents")
    broken = path.read_text().replace("<!-- ai-memory: end -->\n", "")
    path.write_text(broken)
    done = world.run("bridge", "sync")
    check(done.returncode != 0 and "has no end" in done.stderr and path.read_text() == broken, f"{done}")


def one_file_by_two_names(world):
    path = filled(world)
    (world.project / "CLAUDE.md").symlink_to("AGENTS.md")
    world.json("bridge", "add", "agents")
    done = world.run("bridge", "add", "claude")
    check(done.returncode != 0 and "has a bridge already" in done.stderr, f"{done}")
    check(path.read_text().count("ai-memory: begin") == 1 and (world.project / "CLAUDE.md").is_symlink(), path.read_text())


def a_project_that_is_gone_stays_gone(world):
    filled(world)
    world.json("bridge", "add", "agents")
    elsewhere = world.project.rename(world.home / "elsewhere")
    world.work = world.home
    report = world.json("bridge", "sync")["bridges"][0]
    check(report["problems"] and not world.project.exists(), f"{report}")
    world.json("bridge", "remove", "agents", "--project", world.project)
    check(world.json("bridge", "list")["bridges"] == [] and (elsewhere / "AGENTS.md").exists(), "it cannot be removed")


CASES = (comes_and_goes, edits_come_back, a_standard_is_proposed, what_a_person_takes_out_stays_out, both_changed, keeps_its_bound,
         facts_about_a_person_stay_private, a_damaged_section_is_left_alone, a_project_that_is_gone_stays_gone,
         one_file_by_two_names)

if __name__ == "__main__":
    run(lambda binary, options: in_worlds(CASES, binary, options.only), __doc__, only="")
