#!/usr/bin/env python3
"""Runs a command with a PostgreSQL server of its own: with_server.py COMMAND …

The server's address, that of a user who may make databases, stands in AIM_TEST_POSTGRES for the command, and its client psql in
AIM_TEST_PSQL; it listens on a socket in a temporary folder and nowhere else, is ended by its process id, and leaves nothing. Its programs come from the folder
AI_MEMORY_TEST_POSTGRES (with bin/ in it, and pgvector), else from Debian's packages. Exit status: the command's; 77 with a
reason where no server can be had.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
START_SECONDS = 60
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class NoServer(Exception):
    pass


def has_vector(install):
    """Of a wheel in its share/, of Debian's package in a folder by version."""
    beside = Path("/usr/share/postgresql") / install.name
    return any((place / "extension" / "vector.control").exists()
               for place in (install / "share/postgresql", install / "share", beside))


def installation():
    given = os.environ.get("AI_MEMORY_TEST_POSTGRES")
    found = [Path(given)] if given else sorted(Path("/usr/lib/postgresql").glob("*"), reverse=True)
    for install in found:
        if (install / "bin" / "postgres").exists() and has_vector(install):
            return install
    raise NoServer("no PostgreSQL server with pgvector here (AI_MEMORY_TEST_POSTGRES names the folder of one)")


def as_user(folder):
    """The server refuses to be root: then it runs as the user nobody, who owns its folder. A prefix for its commands."""
    if os.geteuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    runuser = shutil.which("runuser")
    if not runuser:
        raise NoServer("a PostgreSQL server does not run as root, and there is no runuser to change that")
    return [runuser, "-u", "nobody", "--"]


class Server:
    """`settings`: of the server, beside those that make a test quick."""

    def __init__(self, **settings):
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="aim_pg_"))
        self.process = None
        os.chmod(self.folder, 0o755)

    def __enter__(self):
        made = subprocess.run(
            [*self.prefix(), str(self.programs() / "initdb"), "-D", str(self.folder / "data"), "-U", "aim", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync"],
            env=ENVIRONMENT, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise NoServer("initdb failed: " + (made.stderr or made.stdout).strip()[-300:])
        self.start()
        return {"AIM_TEST_POSTGRES": f"postgresql://aim@/postgres?host={self.folder}", "AIM_TEST_PSQL": str(self.programs() / "psql")}

    def programs(self):
        return installation() / "bin"

    def prefix(self):
        return as_user(self.folder)

    def start(self):
        data, log = self.folder / "data", self.folder / "log"
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "off",
                    "shared_buffers": "64MB", "max_connections": "100", "autovacuum": "off", **self.settings}
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(log, "ab") as out:
            self.process = subprocess.Popen(
                [*self.prefix(), str(self.programs() / "postgres"), "-D", str(data), *arguments],
                env=ENVIRONMENT, cwd="/", stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        until = time.monotonic() + START_SECONDS
        pid_file = data / "postmaster.pid"
        while not (pid_file.exists() and "ready" in pid_file.read_text(errors="replace")):
            if self.process.poll() is not None or time.monotonic() > until:
                raise NoServer("the server did not start: " + log.read_text(errors="replace")[-300:])
            time.sleep(0.05)
        self.pid = int(pid_file.read_text().splitlines()[0])

    def stop(self, by=signal.SIGQUIT):
        """The postmaster itself, not the runuser before it. SIGQUIT: at once, as in a crash; SIGINT: in order; SIGKILL: without a word."""
        if self.process and self.process.poll() is None:
            os.kill(getattr(self, "pid", self.process.pid), by)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def crash(self):
        """SIGKILL to the postmaster, then up again, as soon as its children have gone."""
        self.stop(signal.SIGKILL)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                return self.start()
            except NoServer:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    server = Server()
    try:
        with server as variables:
            return subprocess.run(sys.argv[1:], env={**os.environ, **variables}, check=False).returncode
    except NoServer as reason:
        print(f"skipped: {reason}")
        server.__exit__()
        return SKIPPED


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
