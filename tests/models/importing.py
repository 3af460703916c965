#!/usr/bin/env python3
"""`model import` from folders, wheels and hostile archives; then use, none, auto, embed, remove."""

import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import tiny_model  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402


def wheel(path, folder, prefix="pkg/model/", more=()):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, prefix + file.name)
        for name, content in more:
            archive.writestr(name, content)
    return path


def states(world):
    return {each["name"]: each["state"] for each in world.json("model", "list")["models"]}


def refused(world, part, *arguments):
    done = world.run("model", *arguments)
    check(done.returncode == 1 and part in done.stderr, f"{arguments}: exit {done.returncode}: {done.stderr!r}")
    check(not done.stdout, f"{arguments}: said {done.stdout!r}")


def imports(world, folder):
    done = world.run("model", "import", folder, "--name", "one")
    check(done.returncode == 0 and "one is ready: 64 dimensions" in done.stdout, f"{done.stdout}{done.stderr}")
    check("nobody has checked" in done.stderr, f"no warning: {done.stderr!r}")
    done = world.json("model", "import", wheel(world.folder / "tiny.whl", folder), "--name", "two")
    check(done == {"name": "two", "result": "imported"}, f"{done}")
    check(states(world)["one"] == states(world)["two"] == "ready", f"{states(world)}")
    same = [world.json("model", "embed", "the user likes tea", "--model", each)["vectors"] for each in ("one", "two")]
    check(same[0] == same[1], "a folder and a wheel of the same files give different vectors")


def refuses(world, folder):
    models = world.home / ".local/share/ai-memory/models"
    before = sorted(each.name for each in models.iterdir())
    refused(world, "give it a name with --name", "import", folder)
    refused(world, "are not the published ones", "import", folder, "--name", "all-MiniLM-L6-v2")
    refused(world, "--name must be", "import", folder, "--name", "../x")
    refused(world, "no such file or folder", "import", world.folder / "nothing")
    refused(world, "contains no model.safetensors", "import", world.home, "--name", "x")
    refused(world, "neither a folder nor a zip", "import", folder / "vocab.txt", "--name", "x")
    evil = wheel(world.folder / "evil.whl", folder, more=[("../../escaped", "x")])
    refused(world, "leads out of it", "import", evil, "--name", "x")
    bomb = world.folder / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("vocab.txt", "config.json"):
            archive.write(folder / name, name)
        with archive.open("model.safetensors", "w", force_zip64=True) as entry:
            for _ in range(200):
                entry.write(bytes(1 << 20))
    refused(world, "cannot be", "import", bomb, "--name", "x")
    (world.folder / "wrong").mkdir()
    for name in ("model.safetensors", "vocab.txt"):
        (world.folder / "wrong" / name).write_bytes((folder / name).read_bytes())
    (world.folder / "wrong/config.json").write_text('{"model_type": "gpt2"}')
    refused(world, "config.json", "import", world.folder / "wrong", "--name", "x")
    check(not (world.folder / "escaped").exists(), "the archive wrote outside of its place")
    left = sorted(each.name for each in models.iterdir() if not each.name.endswith(("-lock", ".lock")))
    check(left == [each for each in before if not each.endswith(("-lock", ".lock"))], f"left behind: {left}, was {before}")


def chooses(world):
    text = ("model", "embed", "tea", "dark mode")
    refused(world, "no model is in use", "embed", "tea")
    world.json("model", "use", "two")
    check(states(world)["two"] == "in use", f"{states(world)}")
    got = world.json(*text)
    check(got["model"] == "two" and got["dimension"] == 64 and len(got["vectors"]) == 2, f"{str(got)[:200]}")
    check(all(abs(sum(x * x for x in each) - 1) < 1e-3 for each in got["vectors"]), "no unit vectors")
    lines = world.json("model", "embed", "--lines", "-", input="tea\ndark mode\n")
    check(lines["vectors"] == got["vectors"], "lines give other vectors than arguments")
    plain = world.run(*text).stdout.splitlines()
    check([float(each) for each in plain[0].split()] == got["vectors"][0], "plain numbers differ from JSON's")
    check("two, 64 dimensions" in world.run("doctor").stdout, "the doctor does not see the model")
    world.json("model", "use", "none")
    check(world.json("model", "list")["chosen"] == "none", "none is not chosen")
    refused(world, "no model is in use", "embed", "tea")
    refused(world, "there is no model three", "use", "three")
    refused(world, "model get all-MiniLM-L6-v2", "use", "all-MiniLM-L6-v2")
    config = world.home / ".config/ai-memory/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[embedding]\nmodel = "one"\n')
    world.environment["AI_MEMORY_NO_CONFIG"] = "0"
    check(states(world)["one"] == "in use", "the configuration does not go before")
    done = world.run("model", "use", "two")
    check("overrides this choice" in done.stderr, f"no note: {done.stderr!r}")
    world.environment["AI_MEMORY_NO_CONFIG"] = "1"
    check(states(world)["two"] == "in use", "the choice is lost")


def opens_none_at_keyword(world):
    """Whoever opens the damaged model says so; at the tier keyword nobody does (S35)."""
    world.environment["AI_MEMORY_NO_CONFIG"] = "0"
    other = world.folder / "other.db"
    for tier, opened in (("semantic", True), ("keyword", False)):
        (world.home / ".config/ai-memory/config.toml").write_text(f'tier = "{tier}"\n[embedding]\nmodel = "one"\n')
        check(world.run("--db", other, "store", "-T", tier, "-c", "c").returncode == 0, "not stored")
        done = world.run("--db", other, "backfill")
        check(("cannot be used" in done.stderr) == opened, f"{tier}: {done}")
    world.environment["AI_MEMORY_NO_CONFIG"] = "1"


def removes(world):
    check(world.json("model", "remove", "two") == {"name": "two", "result": "removed"}, "not removed")
    check("two" not in states(world) and world.json("model", "list")["chosen"] == "auto", "it is still chosen")
    refused(world, "there is no model two", "remove", "two")
    models = world.home / ".local/share/ai-memory/models"
    packed = (models / "one.aimw").read_bytes()
    (models / "one.aimw").write_bytes(packed[: len(packed) // 2])
    check(states(world)["one"] == "damaged", f"{states(world)}")
    refused(world, "", "embed", "tea", "--model", "one")
    opens_none_at_keyword(world)
    check(world.run("model", "verify").returncode == 1, "the damage is not found")


def test(binary, _):
    with World(binary) as world:
        folder = tiny_model.write(world.folder / "tiny")
        check(set(states(world).values()) == {"available"} and "all-MiniLM-L6-v2" in states(world), f"{states(world)}")
        check(not (world.home / ".local/share/ai-memory").exists(), "looking made a folder")
        imports(world, folder)
        refuses(world, folder)
        chooses(world)
        removes(world)
        check(not world.database.exists(), "a database was made")
    return "folders, wheels, hostile archives; use, embed, remove"


if __name__ == "__main__":
    run(test, __doc__)
