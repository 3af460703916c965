#!/usr/bin/env python3
"""install.sh and `ai-memory upgrade` from a server on loopback: what is installed and removed, what is refused (Z3)."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
from hub import Hub  # noqa: E402
from minisign import Signer  # noqa: E402
from outcome import check, run, run_cases  # noqa: E402
from world import World  # noqa: E402

# The tools of every machine; install.sh also needs curl or wget, and for signatures minisign or openssl.
TOOLS = ("sh", "cat", "cmp", "cp", "cut", "dd", "dirname", "find", "grep", "gzip", "head", "mkdir", "mktemp", "mv", "rm", "rmdir", "sed", "sha256sum",
         "sort", "tail", "tar", "tr", "uname")
NEWER = "9.10.0"


def program(said):
    return f'#!/bin/sh\n[ "$1" != --version ] || echo "{said}"\n'


def write_sums(folder):
    sums = folder / "SHA256SUMS"
    files = sorted(file for file in folder.iterdir() if not file.name.startswith("SHA256SUMS"))
    sums.write_text("".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files))
    return sums


class Case:
    """A release in a folder, signed, and a server for it. Its program is a script: it says its version, as install.sh wants."""

    def __init__(self, binary):
        self.world = World(binary)
        self.prefix = self.world.home / ".local"
        self.program = self.prefix / "bin/ai-memory"
        self.release = self.world.folder / "release"
        self.signer = Signer(self.world.folder)
        self.version = self.world.run("--version").stdout.split()[1]
        self.hub = Hub(self.release)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.hub.close()
        self.world.remove()

    def make(self, said=None, key=None):
        stub = self.world.folder / "stub"
        stub.write_text(program(said or f"ai-memory {self.version}"))
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/packages/make.py", "tarball", "installers", "--program", stub, "--teller", self.world.binary, "--out",
             self.release, "--level", "1", "--lenient", "--url", self.hub.url, "--public-key", self.signer.public_key if key is None else key],
            capture_output=True, env=self.world.environment, encoding="utf-8")
        check(done.returncode == 0, f"make.py: {done.stderr}")
        self.signer.sign(self.release / "SHA256SUMS")

    def install(self, *options, tools=("curl", "openssl"), fake=None, **variables):
        """install.sh from standard input as a person would start it, with these tools alone on PATH."""
        folder = self.world.folder / "tools"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in (*TOOLS, *tools):
            (folder / name).symlink_to(shutil.which(name))
        for name, text in (fake or {}).items():
            (folder / name).unlink(missing_ok=True)
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        environment = {"HOME": str(self.world.home), "PATH": str(folder), "SHELL": "/bin/bash", "TMPDIR": str(self.world.folder), **variables}
        return subprocess.run([folder / "sh", "-s", "--", *options], input=(self.release / "install.sh").read_text(), capture_output=True,
                              encoding="utf-8", env=environment, cwd=self.world.work, timeout=60)

    def installed(self):
        return sorted(str(file.relative_to(self.world.home)) for file in self.world.home.rglob("*") if not file.is_dir())

    def expect_refused(self, done, *parts, nothing=True):
        check(done.returncode == 1, f"exit {done.returncode}, wanted 1: {done.stdout}{done.stderr}")
        for part in parts:
            check(part in done.stderr, f"{part!r} is not in {done.stderr!r}")
        check(not nothing or not self.installed(), f"there is {self.installed()}")


# ---- install.sh ----


def installs_and_removes(binary):
    with Case(binary) as case:
        case.make()
        planned = case.install("--dry-run")
        check(planned.returncode == 0 and f"would install ai-memory {case.version}" in planned.stdout, planned.stdout + planned.stderr)
        check(not case.installed(), f"a dry run made {case.installed()}")
        done = case.install()
        check(done.returncode == 0 and "ai-memory install claude-code" in done.stdout, f"exit {done.returncode}: {done.stdout}{done.stderr}")
        check(os.access(case.program, os.X_OK) and (case.prefix / "share/man/man1/ai-memory.1").exists(), f"there is {case.installed()}")
        rc = case.world.home / ".bashrc"
        check(f'export PATH="{case.prefix}/bin:$PATH"' in rc.read_text(), rc.read_text())
        before = rc.read_text()
        case.program.write_text("the one before")
        stale = case.prefix / "share/man/man1/former.1"
        stale.write_text("what the one before had")
        listed = case.prefix / "share/doc/ai-memory/files"
        listed.write_text(listed.read_text() + "share/man/man1/former.1\nshare/../../.bashrc\n")
        check(case.install().returncode == 0 and "echo" in case.program.read_text(), "it was not replaced")
        check(not stale.exists() and rc.read_text() == before, "what is gone was kept, or PATH was changed twice")
        check(not list(case.prefix.glob(".ai-memory-install*")), "it left its folder")
        memories = case.prefix / "share/ai-memory/memory.db"
        memories.parent.mkdir()
        memories.write_text("memories")
        check("would remove" in case.install("--uninstall", "--dry-run").stdout and case.program.exists(), "a dry run removed it")
        gone = case.install("--uninstall")
        check(gone.returncode == 0 and "memories and settings stay" in gone.stdout, gone.stdout + gone.stderr)
        check(case.installed() == [".bashrc", ".local/share/ai-memory/memory.db"] and not rc.read_text(), f"there is {case.installed()}")
        case.expect_refused(case.install("--uninstall"), "this script has installed nothing", nothing=False)


def other_places_and_shells(binary):
    with Case(binary) as case:
        case.make()
        place = case.world.folder / "a place with blanks"
        done = case.install("--prefix", str(place), "--no-path", tools=("curl",))
        check(done.returncode == 0 and "is not on PATH; add it" in done.stdout, done.stdout + done.stderr)
        check("signature is not checked" in done.stdout, f"without a tool for it: {done.stdout}")
        check((place / "bin/ai-memory").exists() and not case.installed(), f"there is {case.installed()}")
        for shell, file in (("zsh", ".zshrc"), ("fish", ".config/fish/conf.d/ai-memory.fish"), ("dash", ".profile")):
            case.install(SHELL=f"/usr/bin/{shell}")
            check(file in case.installed(), f"{shell}: there is {case.installed()}")
        if shutil.which("wget"):
            check(case.install(tools=("wget", "openssl")).returncode == 0, "not with wget")
        if shutil.which("minisign"):
            done = case.install(tools=("curl", "minisign"))
            check(done.returncode == 0 and "note" not in done.stdout, f"with minisign: {done.stdout}{done.stderr}")


def versions(binary):
    with Case(binary) as case:
        case.make()
        (old,) = case.release.glob("*.tar.gz")
        for version in ("0.0.9", "0.0.10"):
            shutil.copy(old, case.release / old.name.replace(case.version, version))
        case.signer.sign(write_sums(case.release))
        check(f"ai-memory {case.version} for" in case.install("--dry-run").stdout, "not the newest")
        check("ai-memory 0.0.10 for" in case.install("--dry-run", "--version", "v0.0.10").stdout, "not the one that was asked for")
        case.expect_refused(case.install("--version", "1.5"), f"has no 1.5 for linux-{os.uname().machine}; it has: 0.0.9 0.0.10 {case.version}")
        old.unlink()
        case.signer.sign(write_sums(case.release))
        check("ai-memory 0.0.10 for" in case.install("--dry-run").stdout, "0.0.9 is held for newer than 0.0.10")
        case.expect_refused(case.install(), "the program does not start on this machine")


def refuses(binary):
    with Case(binary) as case:
        case.make()
        (archive,) = case.release.glob("*.tar.gz")
        case.hub.fault = Hub.lies(archive.name)
        case.expect_refused(case.install(), "is not what was published", "Nothing was installed")
        for tools in (("curl", "openssl"), ("curl", "minisign")):
            if shutil.which(tools[1]):
                case.hub.fault = Hub.lies("SHA256SUMS")
                case.expect_refused(case.install(tools=tools), "the signature of", "Somebody may have changed the release")
                case.hub.fault = None
                other = Signer(case.world.work).public_key
                case.expect_refused(case.install(tools=tools, AI_MEMORY_PUBLIC_KEY=other), "is not that of the key")
        (case.release / "SHA256SUMS.minisig").unlink()
        case.expect_refused(case.install(), "is not signed")
        case.expect_refused(case.install(AI_MEMORY_URL=case.hub.url + "/nothing"), "is out of reach", "AI_MEMORY_URL")
        case.expect_refused(case.install(AI_MEMORY_URL="http://example.org"), "must begin with https://")
        case.expect_refused(case.install(tools=()), "neither curl nor wget")
        case.expect_refused(case.install("--verison", "1"), "there is no option --verison")
        case.expect_refused(case.install("--version"), "--version needs a value")
        case.signer.sign(case.release / "SHA256SUMS")
        for system, machine, said in (("Darwin", "arm64", "has no program for macos-arm64; it has: linux-"), ("FreeBSD", "amd64", "no program for FreeBSD"),
                                      ("Linux", "riscv64", "no program for the processor riscv64")):
            uname = f'#!/bin/sh\n[ "$1" = -s ] && echo {system} || echo {machine}\n'
            case.expect_refused(case.install(fake={"uname": uname}), said)
        cut = (case.release / "install.sh").read_text()
        (case.release / "install.sh").write_text(cut[:cut.rindex("main ")])
        check(case.install().returncode == 0 and not case.installed(), "a script that was cut did something")


# ---- ai-memory upgrade ----


class Upgrading(Case):
    """The program in a prefix, and a release whose bundle has a newer one."""

    def __init__(self, binary):
        super().__init__(binary)
        self.program.parent.mkdir(parents=True)
        shutil.copy(self.world.binary, self.program)
        self.release.mkdir()
        self.publish()

    def publish(self, version=NEWER, content=None, entry="server/ai-memory"):
        shutil.rmtree(self.release)
        self.release.mkdir()
        with zipfile.ZipFile(self.release / f"ai-memory-{version}-linux-{os.uname().machine}.mcpb", "w") as bundle:
            bundle.writestr("manifest.json", "{}")
            bundle.writestr(entry, content or program(f"ai-memory {version}"))
        self.signer.sign(write_sums(self.release))

    def upgrade(self, *options, key=None, program=None, **variables):
        return subprocess.run(
            [program or self.program, "upgrade", "--url", self.hub.url, "--public-key", self.signer.public_key if key is None else key, *options],
            capture_output=True, encoding="utf-8", env={**self.world.environment, **variables}, cwd=self.world.work, timeout=120)

    def expect_unchanged(self, done, *parts):
        self.expect_refused(done, *parts, nothing=False)
        check([file.name for file in self.program.parent.iterdir()] == ["ai-memory"], f"there is {self.installed()}")
        check(self.program.stat().st_size == self.world.binary.stat().st_size, "the program is another")


def upgrades(binary):
    with Upgrading(binary) as case:
        told = case.upgrade("--check")
        check(told.returncode == 0 and f"ai-memory {NEWER} is available, this is {case.version}" in told.stdout, told.stdout + told.stderr)
        check(f'"newest":"{NEWER}"' in case.upgrade("--check", "--json").stdout, "--json says no version")
        check(len(case.hub.requests) == 4, f"--check fetched {case.hub.requests}")
        done = case.upgrade()
        check(done.returncode == 0 and f"ai-memory {NEWER} is installed" in done.stdout, done.stdout + done.stderr)
        said = subprocess.run([case.program, "--version"], capture_output=True, encoding="utf-8").stdout
        check(said == f"ai-memory {NEWER}\n", f"the program says {said!r}")
        former = case.program.with_name("ai-memory.former")
        again = case.upgrade(program=former)
        check(again.returncode == 0, "the former one does not run: " + again.stderr)
        names = sorted(file.name for file in case.program.parent.iterdir())
        check(names == ["ai-memory", "ai-memory.former", "ai-memory.former.former"], f"there is {names}")
        check(case.program.stat().st_mode & 0o777 == binary_mode(case.world.binary), "its mode is another")
        check(not list(case.world.folder.glob("ai-memory-upgrade*")), "it left its folder")


def binary_mode(file):
    return file.stat().st_mode & 0o777


def refuses_to_upgrade(binary):
    with Upgrading(binary) as case:
        (bundle,) = case.release.glob("*.mcpb")
        case.hub.fault = Hub.lies(bundle.name)
        case.expect_unchanged(case.upgrade(), "is not what was published")
        case.hub.fault = Hub.lies("SHA256SUMS")
        case.expect_unchanged(case.upgrade(), "the signature does not fit the content", "tell the publisher")
        case.hub.fault = None
        case.expect_unchanged(case.upgrade(key=Signer(case.world.work).public_key), "the signature is by another key")
        case.expect_unchanged(case.upgrade(key="RWQ"), "the public key is not in the form of minisign")
        case.expect_unchanged(case.upgrade(AI_MEMORY_OFFLINE="1"), "AI_MEMORY_OFFLINE=1 forbids")
        case.publish(content="#!/bin/sh\nexit 1\n")
        case.expect_unchanged(case.upgrade(), "the new program does not start on this machine")
        case.publish(entry="server/another")
        case.expect_unchanged(case.upgrade(), "has no program in it")
        (case.release / "SHA256SUMS.minisig").unlink()
        case.expect_unchanged(case.upgrade(), "SHA256SUMS.minisig")
        case.expect_unchanged(subprocess.run([case.program, "upgrade", "--url", "http://example.org"], capture_output=True, encoding="utf-8",
                                             env=case.world.environment), "https")
        for version in (case.version, "0.0.1"):
            case.publish(version)
            done = case.upgrade(key="")
            check(done.returncode == 0 and f"ai-memory {case.version} is the newest" in done.stdout, done.stdout + done.stderr)
            check("no key is known" in done.stderr, f"without a key: {done.stderr!r}")


def leaves_packages_of_others(binary):
    with Upgrading(binary) as case:
        for place, way in (("lib/node_modules/ai-memory-linux-x64/bin", "npm install"), ("venv/bin", "pip install"), ("Cellar/ai-memory/1/bin", "brew upgrade")):
            program = case.world.folder / place / "ai-memory"
            program.parent.mkdir(parents=True)
            os.link(case.program, program)
            if place == "venv/bin":
                (program.parent.parent / "pyvenv.cfg").write_text("")
            case.expect_unchanged(case.upgrade(program=program), "upgrade it by " + way)
            check(case.upgrade("--check", program=program).returncode == 0, f"{place}: --check is refused")


# ---- install.ps1 ----


def powershell(binary):
    """Run where there is PowerShell, with Windows' environment; elsewhere only what the two scripts must agree in."""
    with Case(binary) as case:
        case.make()
        text = (case.release / "install.ps1").read_text()
        check(not re.search(r"@[a-z_]+@", text) and case.hub.url in text and case.signer.public_key in text, "a place was not filled in")
        check(text.isascii(), "Windows PowerShell 5 reads other characters in another encoding")
        if not shutil.which("pwsh"):
            return
        stub = case.world.folder / "stub"
        subprocess.run([sys.executable, ROOT / "scripts/packages/make.py", "tarball", "--program", stub, "--teller", case.world.binary, "--out",
                        case.release, "--arch", "windows-amd64", "--lenient"], check=True, capture_output=True, env=case.world.environment)
        case.signer.sign(case.release / "SHA256SUMS")
        done = subprocess.run(["pwsh", "-NoProfile", "-File", case.release / "install.ps1", "-DryRun"], capture_output=True, encoding="utf-8",
                              env={**case.world.environment, "LOCALAPPDATA": str(case.world.home), "PROCESSOR_ARCHITECTURE": "AMD64"})
        check(done.returncode == 0 and f"would install ai-memory {case.version} for windows-x86_64" in done.stdout, done.stdout + done.stderr)


CASES = (installs_and_removes, other_places_and_shells, versions, refuses, upgrades, refuses_to_upgrade, leaves_packages_of_others, powershell)


def installing(binary, options):
    return run_cases(CASES, binary)


if __name__ == "__main__":
    run(installing, __doc__)
