#!/usr/bin/env python3
"""Packages are made from the program, twice with the same bytes, and each is tried where nothing of it was before (P1, P2)."""

import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from mcp_client import McpClient  # noqa: E402
from outcome import LONG, Findings, check, run  # noqa: E402
from world import World  # noqa: E402

KINDS = ("tarball", "deb", "wheel", "npm", "container", "source", "mcpb", "plugin", "installers", "registry", "formula", "scoop", "sbom")
MOST_BYTES = 20_000_000  # limit of the static program
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

    def make(self, name, *kinds, options=()):
        out = self.world.folder / name
        self.call(sys.executable, ROOT / "scripts/packages/make.py", *kinds, "--program", self.program, "--out", out,
                  "--epoch", "1700000000", "--level", "1", "--lenient", "--url", "https://releases.invalid", *options)
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
    again = trial.make("again", *KINDS)
    for file in again.iterdir():
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


def source(trial):
    with tarfile.open(trial.one("*-source.tar.gz")) as opened:
        names = set(opened.getnames())
    for name in ("CMakeLists.txt", "run", "src/app/main.cpp", "build/sqlite/sqlite3.c"):
        check(f"ai-memory-{trial.version}/{name}" in names, f"{name} is not in the source")


def bundle(trial):
    place = trial.world.folder / "bundle"
    with zipfile.ZipFile(trial.one("*.mcpb")) as opened:
        opened.extractall(place)
        mode = opened.getinfo("server/ai-memory").external_attr >> 16
    check(mode & 0o777 == 0o755, f"the program of the bundle has mode {mode:o}")
    server = json.loads((place / "manifest.json").read_text())["server"]
    check((server["type"], server["mcp_config"]["command"]) == ("binary", "${__dirname}/" + server["entry_point"]), f"{server}")
    (place / server["entry_point"]).chmod(0o755)
    with McpClient([str(place / server["entry_point"]), *server["mcp_config"]["args"]], cwd=trial.world.work, env=trial.world.environment) as client:
        check("memory_store" in {tool["name"] for tool in client.request("tools/list")["tools"]}, "its server offers no memory_store")


def plugin(trial):
    (marketplace,) = trial.unpacked(trial.one("*-claude-plugin.tar.gz"), "plugin").iterdir()
    (listed,) = json.loads((marketplace / ".claude-plugin/marketplace.json").read_text())["plugins"]
    folder = marketplace / listed["source"]
    about = json.loads((folder / ".claude-plugin/plugin.json").read_text())
    check((about["name"], about["version"]) == (listed["name"], trial.version), f"{about}")
    for command in (folder / "commands").glob("*.md"):
        check(command.read_text().startswith("---\ndescription: "), f"{command.name} has no description")
    server = json.loads((folder / ".mcp.json").read_text())["mcpServers"]["ai-memory"]
    check(server["command"] == "${CLAUDE_PLUGIN_ROOT}/bin/ai-memory" and server["args"][0] == "mcp", f"{server}")
    hooks = json.loads((folder / "hooks/hooks.json").read_text())["hooks"]
    commands = [hook["command"] for groups in hooks.values() for group in groups for hook in group["hooks"]]
    check({"SessionStart", "UserPromptSubmit", "Stop"} <= set(hooks), f"hooks for {sorted(hooks)}")
    missing = {"CLAUDE_PLUGIN_ROOT": str(folder), "HOME": str(trial.world.home), "PATH": "/usr/bin:/bin"}
    for command in commands:
        check(command.startswith('"${CLAUDE_PLUGIN_ROOT}/bin/ai-memory" hook '), command)
        trial.call("sh", "-c", command, input=b"{}", env={**trial.world.environment, "CLAUDE_PLUGIN_ROOT": str(folder)})
        said = trial.call("sh", "-c", command, input=b"{}", env=missing)
        check(b"install it: curl" in said.stderr and not said.stdout, f"without the program: {said}")
    trial.call("sh", folder / "bin/ai-memory", "mcp", good=False, env=missing)


def for_macos(trial):
    """One file for both processors, of programs that only have to look like theirs; and an archive."""
    arm64, x86_64 = 0x0100000C, 0x01000007
    made = {processor: struct.pack("<III", 0xFEEDFACF, processor, 3) + bytes([i]) * (20_000 + i) for i, processor in enumerate((arm64, x86_64), 1)}
    files = []
    for processor, program in made.items():
        files.append(trial.world.folder / f"program-{processor}")
        files[-1].write_bytes(program)
    out = trial.world.folder / "universal"
    trial.call(sys.executable, ROOT / "scripts/packages/universal.py", out, *files)
    joined = out.read_bytes()
    check(struct.unpack(">II", joined[:8]) == (0xCAFEBABE, 2), "the header is another")
    for i, (processor, program) in enumerate(made.items()):
        found, kind, at, size, _ = struct.unpack(">IIIII", joined[8 + 20 * i : 28 + 20 * i])
        check((found, kind, at % 2**14) == (processor, 3, 0), f"program {i} begins at {at}")
        check(joined[at : at + size] == program, f"program {i} is another")
    trial.call(sys.executable, ROOT / "scripts/packages/universal.py", out, trial.program, good=False)
    check(out.read_bytes() == joined, "a program of another system was taken")
    packed = trial.make("macos", "tarball", options=("--arch", "macos-arm64", "--teller", trial.program))
    with tarfile.open(packed / f"ai-memory-{trial.version}-macos-arm64.tar.gz") as opened:
        names = [name.split("/", 1)[1] for name in opened.getnames() if "/" in name]
    check({"bin/ai-memory", "share/ai-memory/ai-memory.plist"} <= set(names), f"the archive has {names}")


def for_windows(trial):
    """Packages for Windows, of a program that only has to be there."""
    out = trial.make("windows", "tarball", "wheel", "npm", "mcpb", "scoop", options=("--arch", "windows-amd64", "--teller", trial.program))
    with zipfile.ZipFile(out / f"ai-memory-{trial.version}-windows-x86_64.zip") as opened:
        check({"ai-memory.exe", "LICENSE", "third-party.txt"} <= set(opened.namelist()), f"the archive has {opened.namelist()}")
    scoop = json.loads((out / "ai-memory.json").read_text())["architecture"]["64bit"]
    file = out / scoop["url"].removeprefix("https://releases.invalid/")
    check(scoop["hash"] == hashlib.sha256(file.read_bytes()).hexdigest(), "the sum of Scoop is another")
    check((out / f"ai_memory-{trial.version}-py3-none-win_amd64.whl").exists(), "there is no wheel for Windows")
    check((out / f"ai-memory-win32-x64-{trial.version}.tgz").exists(), "there is no npm package for Windows")
    with tarfile.open(out / f"ai-memory-{trial.version}.tgz") as opened:
        about = json.load(opened.extractfile("package/package.json"))
    check("win32" in about["os"] and "ai-memory-win32-x64" in about["optionalDependencies"], f"npm's package does not choose that for Windows: {about}")
    refused = trial.call(sys.executable, ROOT / "scripts/packages/make.py", "deb", "--program", trial.program, "--out", out, "--arch", "windows-amd64",
                         good=False)
    check(refused.returncode == 1 and b"a Debian package is for Linux" in refused.stderr, f"a .deb for Windows: {refused}")


def parts(trial):
    listed = json.loads(trial.one("*.cdx.json").read_text())
    names = {part["name"]: part["version"] for part in listed["components"]}
    check(listed["bomFormat"] == "CycloneDX" and {"sqlite3", "SQLite3MultipleCiphers"} <= set(names), f"{names}")
    check(all(names.values()), f"a part without a version: {names}")


def descriptions(trial):
    formula = trial.one("ai-memory.rb").read_text()
    file = trial.one("*-linux-x86_64.tar.gz")
    check(f'url "https://releases.invalid/{file.name}"' in formula, formula)
    check(f'sha256 "{hashlib.sha256(file.read_bytes()).hexdigest()}"' in formula, "the sum of the formula is another")
    source = trial.one("*-source.tar.gz")
    built = trial.one("ai-memory-source.rb").read_text()
    check(source.name in built and hashlib.sha256(source.read_bytes()).hexdigest() in built, "the formula of the source names another")
    for each in ("ai-memory.rb", "ai-memory-source.rb") if shutil.which("ruby") else ():
        trial.call("ruby", "-c", trial.one(each))
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


TRIALS = (sums, same_bytes, tarball, deb, wheel, npm, container, source, bundle, plugin, for_macos, for_windows, parts, descriptions, alone)


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
