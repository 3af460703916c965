"""What every package is made of: the program, and the texts that go with it. The same inputs give the same bytes."""

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).resolve().parent / "files"
SUMMARY = "Persistent memory for AI assistants: MCP server, daemon and command line"

# How each world names the machines (docs/platforms.md).
MACHINES = {
    "amd64": {"os": "linux", "uname": "x86_64", "deb": "amd64", "npm": "linux-x64", "wheel": "manylinux_2_17_x86_64.musllinux_1_1_x86_64"},
    "arm64": {"os": "linux", "uname": "aarch64", "deb": "arm64", "npm": "linux-arm64", "wheel": "manylinux_2_17_aarch64.musllinux_1_1_aarch64"},
    "macos-amd64": {"os": "macos", "uname": "x86_64", "npm": "darwin-x64", "wheel": "macosx_11_0_x86_64"},
    "macos-arm64": {"os": "macos", "uname": "arm64", "npm": "darwin-arm64", "wheel": "macosx_11_0_arm64"},
    "windows-amd64": {"os": "windows", "uname": "x86_64", "npm": "win32-x64", "wheel": "win_amd64"},
}


def archive_of(version, machine):
    """ai-memory-0.2.0-linux-x86_64.tar.gz; install.sh, install.ps1 and `ai-memory upgrade` look for files by these names."""
    machine = MACHINES[machine]
    return f"ai-memory-{version}-{machine['os']}-{machine['uname']}" + (".zip" if machine["os"] == "windows" else ".tar.gz")


def archive_of_source(version):
    return f"ai-memory-{version}-source.tar.gz"


def sqlite_version():
    """Those of SQLite3 Multiple Ciphers and of SQLite, by the header that scripts/setup.sh fetched."""
    text = (ROOT / "build/sqlite/sqlite3.h").read_text()
    return (re.search(r'SQLITE3MC_VERSION_STRING +"[^"]* ([\d.]+)"', text)[1], re.search(r'define SQLITE_VERSION +"([\d.]+)"', text)[1])


# Projects with code in the static program: Debian's packages, each with its file of licences. C and C++ libraries included.
PARTS = """libboost1.81-dev libbsd-dev libc6-dev libcli11-dev libcurl4-openssl-dev libedit-dev libexpected-dev libfmt-dev libmd-dev
  libminizip-dev libncurses-dev libsodium-dev libspdlog-dev libssl-dev libstdc++-12-dev libstemmer-dev
  libtomlplusplus-dev libutf8proc-dev libzstd-dev zlib1g-dev""".split()

# Parts of a package that go into all of Boost's licences but one line a file.
LONGEST_LICENCES = 100_000


class Refused(Exception):
    """What cannot be packed, in words for the one who asked."""


@dataclass
class Release:
    program: Path
    teller: Path  # the same program for the machine that this runs on: it knows its manual and its completions
    architecture: str = "amd64"
    epoch: int = 0
    url: str = ""  # the folder of the release's files in the web
    public_key: str = ""  # minisign's, of who signs SHA256SUMS
    registry_name: str = "io.github.ai-memory/ai-memory"
    maintainer: str = "ai-memory developers <ai-memory@localhost>"
    lenient: bool = False  # licences of others may be missing: a test on a machine without them
    level: int = 9  # compression, 1 to 9
    _said: dict = field(default_factory=dict)

    def __post_init__(self):
        if self.architecture not in MACHINES:
            raise Refused(f"--arch must be one of {', '.join(MACHINES)}, not {self.architecture!r}")
        if not self.program.is_file():
            raise Refused(f"--program: there is no {self.program}; build it first: scripts/package static")

    @property
    def machine(self):
        return MACHINES[self.architecture]

    @property
    def version(self):
        return re.search(r"^project\(ai-memory VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]

    @property
    def name(self):
        """ai-memory-0.2.0-linux-x86_64"""
        return f"ai-memory-{self.version}-{self.machine['os']}-{self.machine['uname']}"

    @property
    def command(self):
        return "ai-memory.exe" if self.machine["os"] == "windows" else "ai-memory"

    def binary(self):
        return self.program.read_bytes()

    def says(self, *arguments, home="/nonexistent"):
        """What the program prints, in a home without settings."""
        if not self.teller.is_file():
            raise Refused(f"there is no {self.teller}, which is asked for texts; build it first: scripts/package static")
        if (arguments, home) not in self._said:
            done = subprocess.run([self.teller.resolve(), *arguments], capture_output=True, timeout=60, env={"HOME": str(home)})
            if done.returncode != 0:
                raise Refused(f"{self.teller} {' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
            self._said[arguments, home] = done.stdout
        return self._said[arguments, home]

    def installed(self, client):
        """What `ai-memory install CLIENT` writes: {file name: what is in it}."""
        with tempfile.TemporaryDirectory() as home:
            self.says("install", client, home=home)
            return {file.name: json.loads(file.read_text()) for file in Path(home).rglob("*.json")}

    @property
    def server_arguments(self):
        """Behind the program's name: how an assistant starts its MCP server."""
        return self.installed("claude-code")[".claude.json"]["mcpServers"]["ai-memory"]["args"]

    def text(self, name):
        return (ROOT / name).read_bytes()

    def template(self, name, **values):
        """A file of files/, each @NAME@ replaced."""
        text = (FILES / name).read_text()
        values = {"version": self.version, "summary": SUMMARY, "url": self.url, "public_key": self.public_key, **values}
        found = re.sub(r"@([a-z_]+)@", lambda match: str(values[match[1]]), text)
        return found.encode()

    def notices(self):
        """The licences of everything in the program that is not ours."""
        pieces = ["What is in ai-memory and was made by others. Each part keeps its own licence; the web page shows\nthose of what is in it.\n"]
        pieces += [f"== {folder}\n{(ROOT / folder / 'NOTICE').read_text()}" for folder in ("src/embed", "src/store/sqlite")]
        for part in PARTS:
            file = Path("/usr/share/doc") / part / "copyright"
            if not file.exists() and not self.lenient:
                raise Refused(f"the licences of {part} are not on this machine: {file}")
            if file.exists():
                pieces.append(f"== {part}\n{licences(file)}")
        return "\n".join(pieces).encode()


def licences(file):
    """Boost's file is two megabytes, as it has a paragraph for each file of its; of it, what holds for all."""
    text = file.read_text(errors="replace")
    if len(text) <= LONGEST_LICENCES:
        return text
    found = re.search(r"^Boost Software License.*?(?=\n\S|\Z)|^License: BSL-1\.0\n(?: .*\n)+", text, re.M | re.S)
    if not found:
        raise Refused(f"{file} has {len(text)} bytes, and no licence that holds for all")
    return found[0]
