"""The packages: each function takes a release and returns {file name: bytes}."""

import base64
import csv
import hashlib
import io
import subprocess
import tarfile
from email.utils import formatdate
from pathlib import Path

from archives import Entry, ar, as_json, gzipped, tar, xz, zipped
from release import MACHINES, ROOT, SUMMARY, Refused, archive_of, archive_of_source

COMPLETIONS = {
    "bash": "share/bash-completion/completions/ai-memory",
    "zsh": "share/zsh/{zsh}/_ai-memory",
    "fish": "share/fish/{fish}/ai-memory.fish",
}
USER = 65532  # whom the container runs as: nobody's number on most machines
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"


def completions(release, zsh, fish):
    return [Entry(path.format(zsh=zsh, fish=fish), release.says("completions", shell)) for shell, path in COMPLETIONS.items()]


def tarball(release):
    """To be unpacked in ~/.local or /usr/local; for Windows a zip archive of the program and its texts."""
    name = archive_of(release.version, release.architecture)
    texts = {each: release.text(each) for each in ("LICENSE", "README.md", "CHANGELOG.md")} | {"third-party.txt": release.notices()}
    if name.endswith(".zip"):
        entries = [Entry(release.command, release.binary(), 0o755), *(Entry(each, text) for each, text in texts.items())]
        return {name: zipped(entries, release.epoch, release.level)}
    entries = [
        Entry("bin/ai-memory", release.binary(), 0o755),
        Entry("share/man/man1/ai-memory.1", release.says("man")),
        Entry("share/ai-memory/ai-memory.plist", release.template("launch-agent.plist"))
        if release.machine["os"] == "macos"
        else Entry("share/systemd/user/ai-memory.service", release.template("ai-memory.service", program="%h/.local/bin/ai-memory")),
        *(Entry(f"share/doc/ai-memory/{each}", text) for each, text in texts.items()),
        *completions(release, "site-functions", "vendor_completions.d"),
    ]
    return {name: gzipped(tar(entries, release.epoch, root=f"{release.name}/"), release.level)}


# ---- Debian ----


def on_linux_only(release, what):
    if release.machine["os"] != "linux":
        raise Refused(f"{what} is for Linux, and --arch is {release.architecture}")


def deb(release):
    on_linux_only(release, "a Debian package")
    documents = "usr/share/doc/ai-memory/"
    changes = release.template("changelog.Debian", maintainer=release.maintainer, date=formatdate(release.epoch).replace("-0000", "+0000"))
    entries = [
        Entry("usr/bin/ai-memory", release.binary(), 0o755),
        Entry("usr/share/man/man1/ai-memory.1.gz", gzipped(release.says("man"))),
        Entry("usr/lib/systemd/user/ai-memory.service", release.template("ai-memory.service", program="/usr/bin/ai-memory")),
        Entry("usr/share/lintian/overrides/ai-memory", release.template("lintian-overrides")),
        Entry(documents + "copyright", release.template("copyright")),
        Entry(documents + "changelog.Debian.gz", gzipped(changes)),
        Entry(documents + "changelog.gz", gzipped(release.text("CHANGELOG.md"))),
        Entry(documents + "README.md.gz", gzipped(release.text("README.md"))),
        Entry(documents + "third-party.txt.gz", gzipped(release.notices())),
        *(Entry("usr/" + entry.path, entry.data) for entry in completions(release, "vendor-completions", "vendor_completions.d")),
    ]
    sums = "".join(f"{hashlib.md5(entry.data).hexdigest()}  {entry.path}\n" for entry in sorted(entries, key=lambda entry: entry.path))
    size = sum(len(entry.data) // 1024 + 1 for entry in entries)
    control = release.template("control", architecture=release.machine["deb"], size=size, maintainer=release.maintainer)
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", xz(tar([Entry("control", control), Entry("md5sums", sums.encode())], release.epoch, root="./"), release.level)),
        ("data.tar.xz", xz(tar(entries, release.epoch, root="./"), release.level)),
    ]
    return {f"ai-memory_{release.version}-1_{release.machine['deb']}.deb": ar(members, release.epoch)}


# ---- Python ----


def wheel(release):
    """The program as a script of the wheel: pip and uv lay it beside the others of the environment."""
    name = f"ai_memory-{release.version}"
    information = f"{name}.dist-info"
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in release.machine["wheel"].split("."))
    head = (
        f"Metadata-Version: 2.1\nName: ai-memory\nVersion: {release.version}\nSummary: {SUMMARY}\nLicense: Apache-2.0\n"
        "License-File: LICENSE\nKeywords: mcp,memory,assistant\nRequires-Python: >=3.7\n"
        "Classifier: License :: OSI Approved :: Apache Software License\n"
        "Description-Content-Type: text/markdown\n\n"
    )
    marked = f"<!-- mcp-name: {release.registry_name} -->\n".encode()  # by which the registry of MCP servers knows whose it is
    entries = [
        Entry(f"{name}.data/scripts/{release.command}", release.binary(), 0o755),
        Entry(f"{information}/METADATA", head.encode() + marked + release.text("README.md")),
        Entry(f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: ai-memory\nRoot-Is-Purelib: false\n{tags}".encode()),
        Entry(f"{information}/LICENSE", release.text("LICENSE")),
        Entry(f"{information}/third-party.txt", release.notices()),
    ]
    out = io.StringIO()
    record = csv.writer(out, lineterminator="\n")
    for entry in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=").decode()
        record.writerow([entry.path, f"sha256={digest}", len(entry.data)])
    record.writerow([f"{information}/RECORD", "", ""])
    entries.append(Entry(f"{information}/RECORD", out.getvalue().encode()))
    return {f"{name}-py3-none-{release.machine['wheel']}.whl": zipped(entries, release.epoch, release.level)}


# ---- Node ----


def npm(release):
    """The program of one machine, and the package that takes the one that fits: no script runs at the installation."""
    common = {"version": release.version, "description": SUMMARY, "license": "Apache-2.0"}
    system, cpu = release.machine["npm"].split("-")
    own = f"ai-memory-{release.machine['npm']}"
    platform = {"name": own, **common, "os": [system], "cpu": [cpu], "bin": {"ai-memory": f"bin/{release.command}"}}
    platforms = [each["npm"] for each in MACHINES.values()]
    chooser = {
        "name": "ai-memory", **common, "os": sorted({each.split("-")[0] for each in platforms}), "mcpName": release.registry_name, "bin": {"ai-memory": "bin/ai-memory"},
        "keywords": ["mcp", "memory", "assistant"], "optionalDependencies": {f"ai-memory-{each}": release.version for each in platforms},
    }
    licence = Entry("package/LICENSE", release.text("LICENSE"))
    files = {
        own: [Entry(f"package/bin/{release.command}", release.binary(), 0o755), Entry("package/package.json", as_json(platform)), licence,
              Entry("package/README.md", f"The program of the package ai-memory for {release.machine['npm']}.\n".encode()),
              Entry("package/third-party.txt", release.notices())],
        "ai-memory": [Entry("package/bin/ai-memory", release.template("npm-launcher.js"), 0o755), Entry("package/package.json", as_json(chooser)),
                      licence, Entry("package/README.md", release.text("README.md"))],
    }
    return {f"{name}-{release.version}.tgz": gzipped(tar(entries, release.epoch, folders=False), release.level) for name, entries in files.items()}


# ---- containers ----


def container(release):
    """Containerfile and root file system beside each other: `podman build .` or `docker build .` in the unpacked folder."""
    on_linux_only(release, "a container")
    entries = [
        Entry("usr/bin/ai-memory", release.binary(), 0o755),
        Entry("etc/passwd", f"memory:x:{USER}:{USER}::/data:/nonexistent\n".encode()),
        Entry("etc/group", f"memory:x:{USER}:\n".encode()),
        Entry("data", mode=0o700, owner=USER, folder=True),
        Entry("tmp", mode=0o1777, folder=True),
        Entry("usr/share/doc/ai-memory/third-party.txt", release.notices()),
    ]
    certificates = Path("/", CERTIFICATES)
    if certificates.exists():  # for downloads of models; those of the machine that packs
        entries.append(Entry(CERTIFICATES, certificates.read_bytes()))
    files = [Entry("rootfs.tar", tar(entries, release.epoch)), Entry("Containerfile", release.template("Containerfile", user=USER))]
    return {f"{release.name}-container.tar.gz": gzipped(tar(files, release.epoch, root=f"{release.name}-container/"), release.level)}


# ---- the source ----


def source(release):
    """The last commit, and SQLite's source where the build looks for it, so that nothing is fetched."""
    name = archive_of_source(release.version)
    done = subprocess.run(["git", "-C", ROOT, "archive", "--format=tar", "HEAD"], capture_output=True)
    if done.returncode != 0:
        raise Refused(f"the source is packed from a git clone: {done.stderr.decode(errors='replace').strip()}")
    entries = [Entry(f"build/sqlite/{each}", (ROOT / "build/sqlite" / each).read_bytes()) for each in ("sqlite3.c", "sqlite3.h")]
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive:
            if member.issym():
                entries.append(Entry(member.name, link=member.linkname))
            elif member.isfile():
                entries.append(Entry(member.name, archive.extractfile(member).read(), 0o755 if member.mode & 0o100 else 0o644))
    return {name: gzipped(tar(entries, release.epoch, root=f"ai-memory-{release.version}/"), release.level)}
