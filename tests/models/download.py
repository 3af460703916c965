#!/usr/bin/env python3
"""`model get` from a server on loopback: whole, cut, stalled, lying, without ranges, not there; and the pinned model where
its files are at hand (AI_MEMORY_TEST_MODEL)."""

import hashlib
import os
import stat
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import tiny_model  # noqa: E402
from hub import Hub  # noqa: E402
from outcome import Findings, check, eventually, run  # noqa: E402
from world import World  # noqa: E402

MINILM = "sentence-transformers/all-MiniLM-L6-v2/resolve/1110a243fdf4706b3f48f1d95db1a4f5529b4d41"
FILES = ("model.safetensors", "vocab.txt", "config.json")


def publish(folder):
    """A web folder with a tiny model; the SHA-256 of its SHA256SUMS."""
    tiny_model.write(folder)
    sums = "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES)
    (folder / "SHA256SUMS").write_text(sums)
    return hashlib.sha256(sums.encode()).hexdigest()


class Case:
    def __init__(self, binary):
        self.world = World(binary)
        self.web = self.world.folder / "web"
        self.sums = publish(self.web / "tiny")
        self.models = self.world.home / ".local/share/ai-memory/models"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.world.remove()

    def get(self, hub, *more, name="tiny"):
        return self.world.run("model", "get", name, "--url", hub.url + "/tiny", "--sha256", self.sums, *more)

    def states(self):
        return {each["name"]: each["state"] for each in self.world.json("model", "list")["models"]}

    def expect_ready(self, done):
        check(done.returncode == 0, f"exit {done.returncode}: {done.stderr}")
        check("\r" not in done.stderr and "\x1b" not in done.stderr, f"a progress bar in a pipe: {done.stderr!r}")
        check(self.states().get("tiny") == "ready", f"listed as {self.states()}")
        check(not (self.models / ".tiny.new").exists(), "the workshop is still there")
        for file in self.models.iterdir():
            mode = stat.S_IMODE(file.stat().st_mode)
            check(mode == 0o600, f"{file.name} has mode {mode:o}")
        check(stat.S_IMODE(self.models.stat().st_mode) == 0o700, "others can look into the folder")

    def expect_refused(self, done, *parts):
        check(done.returncode == 1, f"exit {done.returncode}, wanted 1: {done.stdout}{done.stderr}")
        check(done.stderr.startswith("error: ") and done.stderr.count("\n") == 1, f"not one sentence: {done.stderr!r}")
        for part in parts:
            check(part in done.stderr, f"{part!r} is not in {done.stderr!r}")
        check("tiny" not in self.states(), f"listed as {self.states()}")


def whole(case, hub):
    case.expect_ready(case.get(hub))
    before = len(hub.requests)
    again = case.get(hub)
    check(again.returncode == 0 and "already" in again.stdout, f"the second time: {again.stdout}{again.stderr}")
    check(len(hub.requests) == before, "the second time something was asked for")


def keeps_the_files(case, hub):
    case.expect_ready(case.get(hub))
    kept = case.world.folder / "kept"
    case.expect_ready(case.get(hub, "--keep", str(kept)))
    for name in FILES:
        check((kept / name).read_bytes() == (case.web / "tiny" / name).read_bytes(), f"another {name} was kept")
    done = case.world.run("model", "import", str(kept), "--name", "again")
    check(done.returncode == 0, f"what was kept cannot be imported: {done.stderr}")


def goes_on_after_cuts(case, hub):
    hub.fault = Hub.cuts("model.safetensors", 100_000)
    case.expect_ready(case.get(hub))
    ranges = [wanted for path, wanted in hub.requests if path.endswith(".safetensors")]
    check(ranges[:3] == [None, "bytes=100000-", "bytes=200000-"], f"asked for {ranges[:3]}")


def goes_on_in_another_run(case, hub):
    hub.fault = Hub.stalls("model.safetensors", 150_000, 20)
    case.expect_refused(case.get(hub, "--timeout", "1"), "sent nothing for 1 seconds", "is kept")
    hub.fault = None
    hub.requests.clear()
    case.expect_ready(case.get(hub))
    check(hub.requests == [("/tiny/model.safetensors", "bytes=150000-")], f"asked for {hub.requests}")


def killed_in_between(case, hub):
    hub.fault = Hub.stalls("model.safetensors", 150_000, 20)
    process = subprocess.Popen([case.world.binary, "model", "get", "tiny", "--url", hub.url + "/tiny", "--sha256", case.sums],
                               env=case.world.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    part = case.models / ".tiny.new/model.safetensors.part"
    check(eventually(lambda: part.exists() and part.stat().st_size == 150_000), "the first part never came")
    process.kill()
    process.wait()
    check("tiny" not in case.states(), "what is half there is listed")
    hub.fault = None
    case.expect_ready(case.get(hub))


def without_ranges(case, hub):
    hub.fault = Hub.stalls("model.safetensors", 150_000, 20)
    case.expect_refused(case.get(hub, "--timeout", "1"), "sent nothing")
    hub.fault, hub.ranges = None, False
    case.expect_ready(case.get(hub))


def lies(case, hub):
    for name in ("SHA256SUMS", "vocab.txt", "model.safetensors"):
        hub.fault = Hub.lies(name)
        case.expect_refused(case.get(hub), "SHA-256", name)
        check(not (case.models / ".tiny.new" / name).exists(), f"{name} was kept")
        check(not (case.models / ".tiny.new" / f"{name}.part").exists(), f"a part of {name} was kept")
    hub.fault = None
    case.expect_ready(case.get(hub))


def not_there(case, hub):
    (case.web / "tiny/vocab.txt").unlink()
    case.expect_refused(case.get(hub), "has no http://127.0.0.1")
    done = case.world.run("model", "get", "all-MiniLM-L6-v2", "--url", hub.url)
    case.expect_refused(done, "has no", "config.json")


def nobody_there(case, hub):
    hub.close()
    case.expect_refused(case.get(hub), "cannot reach 127.0.0.1", "model import")


def refused_arguments(case, hub):
    world = case.world
    case.expect_refused(world.run("model", "get", "tiny"), "model list")
    case.expect_refused(world.run("model", "get", "tiny", "--url", hub.url), "--sha256")
    case.expect_refused(world.run("model", "get", "tiny", "--url", hub.url, "--sha256", "abc"), "--sha256 must be 64")
    case.expect_refused(case.get(hub, "--timeout", "0"), "--timeout must be")
    case.expect_refused(case.get(hub, name="../tiny"), "NAME must be")
    case.expect_refused(world.run("model", "get", "all-MiniLM-L6-v2", "--url", "http://192.0.2.1/"), "https://")
    case.expect_refused(world.run("model", "get", "all-MiniLM-L6-v2", "--url", "ftp://192.0.2.1/"), "https://")
    case.expect_refused(world.run("model", "get", "all-MiniLM-L12-v2", "--url", hub.url), "--sha256 is needed", "publisher's page")
    case.expect_refused(world.run("model", "get", "all-MiniLM-L12-v2", "--sha256", "A" * 64), "--sha256 must be 64")
    world.environment["AI_MEMORY_OFFLINE"] = "1"
    case.expect_refused(case.get(hub), "AI_MEMORY_OFFLINE")
    check(hub.requests == [], f"asked for {hub.requests}")


def two_at_once(case, hub):
    command = [case.world.binary, "model", "get", "tiny", "--url", hub.url + "/tiny", "--sha256", case.sums]
    many = [subprocess.Popen(command, env=case.world.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(4)]
    for each in many:
        out, error = each.communicate(timeout=60)
        check(each.returncode == 0, f"exit {each.returncode}: {out}{error}")
    asked = [path for path, _ in hub.requests if path.endswith(".safetensors")]
    check(len(asked) == 1, f"the weights were asked for {len(asked)} times")


def damaged_is_obtained_again(case, hub):
    case.expect_ready(case.get(hub))
    packed = case.models / "tiny.aimw"
    content = bytearray(packed.read_bytes())
    content[len(content) // 2] ^= 1
    packed.write_bytes(content)
    done = case.world.run("model", "verify", "tiny")
    check(done.returncode == 1 and "BAD" in done.stdout, f"the damage is not found: {done.stdout}")
    case.expect_ready(case.get(hub))
    check(case.world.run("model", "verify").returncode == 0, "it is still damaged")


def the_pinned_one(case, hub):
    real = os.environ.get("AI_MEMORY_TEST_MODEL")
    if not real:
        print("the model itself is not at hand: its pins are not tried")
        return
    place = case.web / MINILM
    place.mkdir(parents=True)
    for name in FILES:
        (place / name).symlink_to(Path(real).resolve() / name)
    case.world.environment["AI_MEMORY_HUB"] = hub.url
    done = case.world.run("model", "get", "all-MiniLM-L6-v2", timeout=600)
    check(done.returncode == 0 and "in use" in done.stdout, f"{done.stdout}{done.stderr}")
    vectors = case.world.json("model", "embed", "tea", "coffee", "a database")["vectors"]
    near = sum(a * b for a, b in zip(vectors[0], vectors[1]))
    far = sum(a * b for a, b in zip(vectors[0], vectors[2]))
    check(near > far + 0.2, f"tea is to coffee as {near}, to a database as {far}")


CASES = (whole, keeps_the_files, goes_on_after_cuts, goes_on_in_another_run, killed_in_between, without_ranges, lies, not_there, nobody_there,
         refused_arguments, two_at_once, damaged_is_obtained_again, the_pinned_one)


def test(binary, _):
    findings = Findings()
    for each in CASES:
        with findings, Case(binary) as case, Hub(case.web) as hub:
            try:
                each(case, hub)
            except AssertionError as error:
                raise AssertionError(f"{each.__name__}: {error}") from None
    findings.raise_any()
    return f"{len(CASES)} ways to be served"


if __name__ == "__main__":
    run(test, __doc__)
