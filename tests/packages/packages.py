#!/usr/bin/env python3
"""Packages are made from the program, twice with the same bytes, and each is tried where nothing of it was before (P1, P2)."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from outcome import LONG, Findings, check, run  # noqa: E402
from world import World  # noqa: E402

KINDS = ("tarball", "deb", "wheel", "npm", "container", "registry", "formula")
MOST_BYTES = 24 * 1024 * 1024  # size of the static program; 20 are asked for, docs/decisions/0038 says what is left to cut
# Complaints of lintian about programs that are not a static release: they want a C library, and the override has nothing to do.
OF_A_TRIAL = r"undeclared-elf-prerequisites|unused-override"
OF_NOBODY = r"bogus-mail-host"  # who releases names an address: --maintainer


CHROOT = shutil.which("chroot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") if os.getuid() == 0 else None


class Trial:
    """One folder of packages, and a world to try them in."""

    def __init__(self, world):
        self.world = world
        self.version = world.run("--version").stdout.split()[1]
        self.program = self.stripped(world.binary)
        self.static = b"INTERP" not in self.call("readelf", "-lW", self.program).stdout
        self.out = self.make("packages", *KINDS)

    def stripped(self, binary):
        """As it is shipped; a release is already, a build of every day is large."""
        if not shutil.which("objcopy"):
            return binary
        program = self.world.folder / "program"
        self.call("objcopy", "--strip-debug", "--strip-unneeded", binary, program)
        return program

    def make(self, name, *kinds):
        out = self.world.folder / name
        self.call(sys.executable, ROOT / "scripts/packages/make.py", *kinds, "--program", self.program, "--out", out,
                  "--epoch", "1700000000", "--level", "1", "--lenient", "--url", "https://releases.invalid")
        return out

    def call(self, *arguments, good=True, **options):
        options.setdefault("env", self.world.environment)
        done = subprocess.run([str(each) for each in arguments], capture_output=True, timeout=120, cwd=self.world.work, **options)
        said = (done.stdout + done.stderr).decode(errors="replace")[-800:]
        check(done.returncode == 0 or not good, f"{Path(str(arguments[0])).name} {arguments[1]}: exit {done.returncode}: {said}")
        return done

    def one(self, pattern):
        found = sorted(self.out.glob(pattern))
        check(len(found) == 1, f"{pattern}: {[file.name for file in found]}")
        return found[0]

    def tells_version(self, *command, **options):
        said = self.call(*command, "--version", **options).stdout.decode().split("\n")[0]
        check(said == f"ai-memory {self.version}", f"{command[0]}: {said!r}")

    def unpacked(self, archive, name):
        place = self.world.folder / name
        with tarfile.open(archive) as opened:
            opened.extractall(place)
        return place


def sums(trial):
    listed = dict(reversed(line.split("  ")) for line in (trial.out / "SHA256SUMS").read_text().splitlines())
    files = {file.name for file in trial.out.iterdir()} - {"SHA256SUMS"}
    check(set(listed) == files, f"SHA256SUMS lists {sorted(listed)}, there are {sorted(files)}")
    for name, digest in listed.items():
        check(hashlib.sha256((trial.out / name).read_bytes()).hexdigest() == digest, f"the sum of {name} is another")


def same_bytes(trial):
    again = trial.make("again", "tarball", "wheel", "npm")
    for file in again.glob("ai*"):
        check(file.read_bytes() == (trial.out / file.name).read_bytes(), f"two packagings of {file.name} differ")


def tarball(trial):
    place = trial.unpacked(trial.one("*-linux-x86_64.tar.gz"), "prefix")
    (prefix,) = place.iterdir()
    trial.tells_version(prefix / "bin/ai-memory")
    for name in ("share/man/man1/ai-memory.1", "share/bash-completion/completions/ai-memory", "share/doc/ai-memory/third-party.txt"):
        check((prefix / name).stat().st_size > 500, f"{name} is not there")
    service = (prefix / "share/systemd/user/ai-memory.service").read_text()
    check("ExecStart=%h/.local/bin/ai-memory serve" in service, service)


def deb(trial):
    if not shutil.which("dpkg-deb"):
        return
    file = trial.one("*.deb")
    root = trial.world.folder / "debian"
    trial.call("dpkg-deb", "-x", file, root)
    trial.tells_version(root / "usr/bin/ai-memory")
    trial.call("dpkg-deb", "-e", file, root / "control")
    for line in (root / "control/md5sums").read_text().splitlines():
        digest, path = line.split("  ")
        check(hashlib.md5((root / path).read_bytes()).hexdigest() == digest, f"the sum of {path} is another")
    if LONG and shutil.which("lintian"):  # it takes half a minute
        said = trial.call("lintian", "--allow-root", "--fail-on", "none", file, good=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
        excused = OF_NOBODY if trial.static else f"{OF_NOBODY}|{OF_A_TRIAL}"
        told = [line for line in said.stdout.decode().splitlines() if re.match(r"[EW]: ", line) and not re.search(excused, line)]
        check(not told, "lintian: " + "; ".join(told))
    if shutil.which("systemd-analyze"):
        unit = root / "usr/lib/systemd/user/ai-memory.service"
        unit.write_text(unit.read_text().replace("/usr/bin/ai-memory", str(root / "usr/bin/ai-memory")))
        trial.call("systemd-analyze", "--user", "verify", "--man=no", unit)


def wheel(trial):
    file = trial.one("*.whl")
    with zipfile.ZipFile(file) as opened:
        names = opened.namelist()
        check(not [name for name in names if name.endswith(".py")], f"the wheel has Python in it: {names}")
        readme = opened.read(next(name for name in names if name.endswith("METADATA"))).decode()
    server = json.loads(trial.one("server.json").read_text())
    check(f"mcp-name: {server['name']} -->" in readme, "the wheel does not say whose server it is")
    fresh = trial.world.folder / "python"
    trial.call(sys.executable, "-m", "venv", fresh)
    trial.call(fresh / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", file)
    trial.tells_version(fresh / "bin/ai-memory")
    if shutil.which("uvx"):
        trial.tells_version("uvx", "--offline", "--from", file, "ai-memory")


def npm(trial):
    if not shutil.which("npm"):
        return
    packed, chooser = trial.one("ai-memory-linux-x64-*.tgz"), trial.one(f"ai-memory-{trial.version}.tgz")
    for file in (packed, chooser):
        with tarfile.open(file) as opened:
            about = json.load(opened.extractfile("package/package.json"))
        check("scripts" not in about and about["version"] == trial.version, f"{file.name}: {about}")
    check(about["mcpName"] == json.loads(trial.one("server.json").read_text())["name"], "npm's name of the server is another")
    trial.tells_version("npx", "--offline", "--yes", "--package", packed, "ai-memory")
    # Like npm with its registry: the chooser, and beside it the package of this machine. It is asked nothing here.
    modules = trial.world.folder / "node" / "node_modules"
    for file, name in ((packed, "ai-memory-linux-x64"), (chooser, "ai-memory")):
        trial.unpacked(file, modules / name)
        for each in (modules / name / "package").iterdir():
            each.rename(modules / name / each.name)
    (modules / ".bin").mkdir()
    (modules / ".bin/ai-memory").symlink_to("../ai-memory/bin/ai-memory")
    trial.tells_version(modules / ".bin/ai-memory")
    shutil.rmtree(modules / "ai-memory-linux-x64")
    said = trial.call(modules / ".bin/ai-memory", "--version", good=False)
    check(said.returncode == 1 and b"ai-memory-linux-x64 is missing" in said.stderr, f"without the program: {said}")


def container(trial):
    place = trial.unpacked(trial.one("*-container.tar.gz"), "container")
    (folder,) = place.iterdir()
    told = (folder / "Containerfile").read_text()
    check("FROM scratch\n" in told and re.search(r"^USER 65532:65532$", told, re.M), told)
    with tarfile.open(folder / "rootfs.tar") as opened:
        data = opened.getmember("data")
        check((data.uid, data.mode) == (65532, 0o700), f"/data belongs to {data.uid}")
        if not trial.static or not CHROOT:
            return
        root = trial.world.folder / "root"
        opened.extractall(root)
    inside = (CHROOT, "--userspec=65532:65532", root, "/usr/bin/ai-memory")
    environment = {"HOME": "/data", "TMPDIR": "/tmp"}
    trial.tells_version(*inside, env=environment)
    trial.call(*inside, "store", "-T", "Deploys", "-c", "Deploys go out on Tuesdays", "-n", "global", env=environment)
    found = trial.call(*inside, "--json", "recall", "when do we deploy", "-n", "global", env=environment)
    check(b"Tuesdays" in found.stdout, found.stdout.decode())


def descriptions(trial):
    formula = trial.one("ai-memory.rb").read_text()
    file = trial.one("*-linux-x86_64.tar.gz")
    check(f'url "https://releases.invalid/{file.name}"' in formula, formula)
    check(f'sha256 "{hashlib.sha256(file.read_bytes()).hexdigest()}"' in formula, "the sum of the formula is another")
    if shutil.which("ruby"):
        trial.call("ruby", "-c", trial.one("ai-memory.rb"))
    server = json.loads(trial.one("server.json").read_text())
    check({each["version"] for each in server["packages"]} == {trial.version}, f"{server}")


def alone(trial):
    """The static program needs nothing: it runs in a folder with nothing else."""
    if not trial.static:
        return
    size = trial.program.stat().st_size
    check(size <= MOST_BYTES, f"the program has {size} bytes, more than {MOST_BYTES}")
    if CHROOT:
        root = trial.world.folder / "empty"
        root.mkdir()
        shutil.copy(trial.program, root / "ai-memory")
        trial.tells_version(CHROOT, root, "/ai-memory", env={})


TRIALS = (sums, same_bytes, tarball, deb, wheel, npm, container, descriptions, alone)


def packages(binary, options):
    findings = Findings()
    with World(binary) as world:
        trial = Trial(world)
        for each in TRIALS:
            with findings:
                try:
                    each(trial)
                except AssertionError as error:
                    raise AssertionError(f"{each.__name__}: {error}") from None
    findings.raise_any()
    return f"{len(KINDS)} kinds, {'a static' if trial.static else 'no static'} program"


if __name__ == "__main__":
    run(packages, __doc__)
