#!/usr/bin/env python3
"""Packages of a program that is built: the same program, version and time give the same bytes.

scripts/package calls this; by hand: make.py tarball deb --program build/static/ai-memory --out build/packages
"""

import argparse
import hashlib
import sys
from pathlib import Path

import assistants
import index
import kinds
from release import MACHINES, Refused, Release

KINDS = {"tarball": kinds.tarball, "deb": kinds.deb, "wheel": kinds.wheel, "npm": kinds.npm, "container": kinds.container, "source": kinds.source,
         "mcpb": assistants.mcpb, "plugin": assistants.plugin}
# Made after those: they name sums of them.
LISTS = {"registry": index.registry, "installers": index.installers, "formula": index.formula, "scoop": index.scoop, "sbom": index.sbom}
SUMS = "SHA256SUMS"


def sums_of(folder):
    files = sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith(SUMS))  # nor its signature
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def make(release, names, folder):
    """Writes the packages of these kinds and SHA256SUMS over all that is in the folder; yields each new file."""
    folder.mkdir(parents=True, exist_ok=True)
    release.url = release.url or folder.resolve().as_uri()
    (folder / f"{SUMS}.minisig").unlink(missing_ok=True)
    for name in [name for name in [*KINDS, *LISTS] if name in names]:
        files = KINDS[name](release) if name in KINDS else LISTS[name](release, sums_of(folder))
        for file, data in files.items():
            (folder / file).write_bytes(data)
            yield folder / file
    (folder / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums_of(folder).items()))
    yield folder / SUMS


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("kinds", nargs="+", choices=[*KINDS, *LISTS], metavar="KIND", help=", ".join([*KINDS, *LISTS]))
    arguments.add_argument("--program", type=Path, required=True)
    arguments.add_argument("--teller", type=Path, help="the same program for this machine, where --program is for another")
    arguments.add_argument("--arch", default="amd64", help="one of " + ", ".join(MACHINES))
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--epoch", type=int, default=0, help="the time of all files, in seconds since 1970")
    arguments.add_argument("--url", default="", help="the folder in the web that the files will be in; default: where they are now")
    arguments.add_argument("--public-key", default="", help="minisign's, of who signs SHA256SUMS (minisign -Sm SHA256SUMS)")
    arguments.add_argument("--registry-name", default=Release.registry_name, help="of the registry of MCP servers: its namespace must be yours")
    arguments.add_argument("--maintainer", default=Release.maintainer, help='"Name <address>" for Debian')
    arguments.add_argument("--lenient", action="store_true", help="do without licences of others that are not on this machine")
    arguments.add_argument("--level", type=int, choices=range(1, 10), default=9, help="of compression")
    options = arguments.parse_args()
    try:
        release = Release(options.program, options.teller or options.program, options.arch, options.epoch, options.url.rstrip("/"), options.public_key,
                          options.registry_name, options.maintainer, options.lenient, options.level)
        for file in make(release, options.kinds, options.out):
            print(f"{file} {file.stat().st_size}")
    except Refused as why:
        sys.exit(f"error: {why}")


if __name__ == "__main__":
    main()
