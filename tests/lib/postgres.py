"""Databases on the PostgreSQL server that tests/postgres/with_server.py has started, for worlds that are to use one."""

import itertools
import os
import subprocess

SERVER = os.environ.get("AIM_TEST_POSTGRES", "")
_numbers = itertools.count(1)


def _sql(text):
    done = subprocess.run([os.environ["AIM_TEST_PSQL"], "-XqAt", "-c", text, SERVER],
                          capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 0:
        raise SystemExit(f"the test's PostgreSQL server: {done.stderr.strip()[:300]}")
    return done.stdout


def new_database():
    """The address of an empty one."""
    name = f"world_{os.getpid()}_{next(_numbers)}"
    _sql(f"CREATE DATABASE {name}")
    return SERVER.replace("/postgres?", f"/{name}?")


def drop_database(address):
    name = address.split("?")[0].rsplit("/", 1)[1]
    _sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
