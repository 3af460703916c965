"""Where packages are found, what installs them, and what is in them. Each function takes the release and {file name: SHA-256} of the
packages that are there, and returns {file name: bytes}."""

import subprocess
import uuid
from datetime import datetime, timezone

from archives import as_json
from release import PARTS, SUMMARY, Refused, archive_of, archive_of_source, sqlite_version


def installers(release, _):
    """install.sh and install.ps1, which know this folder and the key of who signs its SHA256SUMS."""
    return {name: release.template(name) for name in ("install.sh", "install.ps1")}


def formula(release, sums):
    """Homebrew on Linux: of the program, and of its source."""
    blocks = []
    for machine, word in (("amd64", "intel"), ("arm64", "arm")):
        name = archive_of(release.version, machine)
        if name in sums:
            blocks.append(f'    on_{word} do\n      url "{release.url}/{name}"\n      sha256 "{sums[name]}"\n    end\n')
    made = {"ai-memory.rb": release.template("formula.rb", blocks="".join(blocks).rstrip("\n"))}
    source = archive_of_source(release.version)
    if source in sums:
        made["ai-memory-source.rb"] = release.template("formula-source.rb", source=f"{release.url}/{source}", sum=sums[source])
    return made


def scoop(release, sums):
    """A manifest for Scoop, where there is an archive for Windows."""
    name = archive_of(release.version, "windows-amd64")
    if name not in sums:
        return {}
    return {"ai-memory.json": as_json({
        "version": release.version, "description": SUMMARY, "homepage": release.url, "license": "Apache-2.0",
        "architecture": {"64bit": {"url": f"{release.url}/{name}", "hash": sums[name]}}, "bin": "ai-memory.exe",
    })}


def registry(release, _):
    """server.json of the registry of MCP servers."""
    verb, *flags = release.server_arguments
    arguments = [{"type": "positional", "value": verb}]
    arguments += [{"type": "named", "name": name, "value": value} for name, value in zip(flags[::2], flags[1::2])]
    settings = [{"name": "AI_MEMORY_DB", "description": "The database; by default in ~/.local/share/ai-memory", "isRequired": False, "format": "filepath"}]
    packages = [
        {"registryType": kind, "identifier": "ai-memory", "version": release.version, "runtimeHint": hint, "transport": {"type": "stdio"},
         "packageArguments": arguments, "environmentVariables": settings}
        for kind, hint in (("pypi", "uvx"), ("npm", "npx"))
    ]
    return {"server.json": as_json({
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": release.registry_name, "title": "ai-memory", "description": SUMMARY, "version": release.version, "packages": packages,
    })}


def sbom(release, _):
    """CycloneDX: what is in the program and was made by others, in the versions of this machine."""
    def part(name, version, purl):
        return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}

    installed = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${source:Package} ${Version}\\n", *PARTS], capture_output=True, text=True).stdout
    parts = {}
    for package, source, version in sorted(line.split() for line in installed.splitlines()):
        parts[package] = part(source, version, f"pkg:deb/debian/{package}@{version}?distro=bookworm")
    missing = set(PARTS) - set(parts)
    if missing and not release.lenient:
        raise Refused(f"the versions of {', '.join(sorted(missing))} are not known on this machine: they are no packages of it")
    ciphers, sqlite = sqlite_version()
    listed = [*parts.values(), part("sqlite3", sqlite, f"pkg:generic/sqlite@{sqlite}"),
              part("SQLite3MultipleCiphers", ciphers, f"pkg:github/utelle/SQLite3MultipleCiphers@v{ciphers}")]
    own = f"pkg:generic/ai-memory@{release.version}"
    return {f"{release.name}.cdx.json": as_json({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, release.name + repr(listed))}",
        "metadata": {
            "timestamp": datetime.fromtimestamp(release.epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": own, "name": "ai-memory", "version": release.version, "purl": own,
                          "licenses": [{"license": {"id": "Apache-2.0"}}]},
        },
        "components": listed, "dependencies": [{"ref": own, "dependsOn": [each["bom-ref"] for each in listed]}],
    })}
