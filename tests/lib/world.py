"""A fresh little world for one test: temporary home and working directory, environment, database, binary. The database is a file, or
on the PostgreSQL server that tests/postgres/with_server.py has started."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import postgres
from mcp_client import McpClient

# Variables for the machine, a sanitizer or a coverage run; everything else of the caller's environment stays out.
PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE", "GCOV_PREFIX",
             "WINEPREFIX")

SKIPPED = 77  # exit status of a test that could not run here
WINE = "/usr/lib/wine/wine64"  # the command of the same name warns of a part that programs of 64 bits do not need


class World:
    """`folder` None: a new temporary folder, removed at the end. On the server of tests/postgres/with_server.py, where there is one."""

    def __init__(self, binary, folder=None):
        self.binary = Path(binary).resolve()
        if not os.access(self.binary, os.X_OK):
            raise SystemExit(f"{self.binary} is not there or cannot be run")
        self._own = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="ai-memory-test-") if folder is None else folder).resolve()
        self.home, self.work = self.folder / "home", self.folder / "work"
        self.database = self.folder / "db" / "memories.db"
        commands = self.folder / "bin"
        for each in (self.home, self.work, self.database.parent, commands, self.folder / "run"):
            each.mkdir(parents=True, exist_ok=True)
        (self.folder / "run").chmod(0o700)
        if not (commands / "ai-memory").exists() and self.binary.suffix != ".exe":
            (commands / "ai-memory").symlink_to(self.binary)
        self._postgres = postgres.new_database() if self._own and postgres.SERVER else None
        self.environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.environment.update(
            PATH=f"{commands}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            HOME=str(self.home),
            XDG_CONFIG_HOME=str(self.home / ".config"),
            XDG_DATA_HOME=str(self.home / ".local" / "share"),
            XDG_STATE_HOME=str(self.home / ".local" / "state"),
            XDG_CACHE_HOME=str(self.home / ".cache"),
            XDG_RUNTIME_DIR=str(self.folder / "run"),
            TMPDIR=str(self.folder),
            GIT_CEILING_DIRECTORIES=str(self.folder),
            LC_ALL="C.UTF-8",
            TZ="UTC",
            AI_MEMORY_DB=self._postgres or str(self.database),
            AI_MEMORY_NO_CONFIG="1",
            AI_MEMORY_LLM_URL="http://127.0.0.1:9",  # nobody is there; a model that runs on this machine is left alone
        )
        if self.binary.suffix == ".exe":
            self._under_wine(commands / "ai-memory")

    def _under_wine(self, starter):
        """The program for Windows: paths in its environment are on the drive that is this machine's root."""
        starter.write_text(f'#!/bin/sh\nexec {WINE} "{self.binary}" "$@"\n')
        starter.chmod(0o755)
        self.binary = starter
        for name, value in self.environment.items():
            if name.startswith(("XDG_", "AI_MEMORY_")) and value.startswith("/"):
                self.environment[name] = windows_path(value)
        self.environment.update(WINEDEBUG="-all", LC_ALL="C.UTF-8")

    def run(self, *arguments, input=None, timeout=60, **popen):
        """One call of the command line, finished; status, stdout and stderr as texts."""
        return subprocess.run(
            [self.binary, *map(str, arguments)],
            input=input, capture_output=True, encoding="utf-8", errors="surrogateescape",
            timeout=timeout, env=self.environment, cwd=self.work, **popen,
        )

    def json(self, *arguments, **options):
        """The --json reply of a command that must succeed."""
        done = self.run("--json", *arguments, **options)
        if done.returncode != 0:
            raise AssertionError(f"ai-memory {' '.join(map(str, arguments))[:200]}: exit {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def mcp(self, *arguments, **options):
        options.setdefault("env", self.environment)
        return McpClient([str(self.binary), "mcp", *arguments], cwd=self.work, **options)

    def remove(self):
        if self._postgres:
            postgres.drop_database(self._postgres)
        if self._own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def windows_path(path):
    """How a program under Wine names a file of this machine."""
    return "Z:" + str(path).replace("/", "\\")


def complaints(world):
    """What `doctor` finds wrong, as a text; empty when all is well."""
    done = world.run("--json", "doctor", timeout=300)
    if done.returncode == 0:
        return ""
    return f"doctor: exit {done.returncode}: {(done.stdout + done.stderr).strip()[:2000]}"
