#!/usr/bin/env python3
"""`doctor` compares a database on a server with the migrations and tries a write: it finds what was dropped, altered or added by others,
missing rights, a server that takes no writes, a wrong encoding, and connections that are used up. It changes nothing. The configuration may
name the database.

Starts a server of its own.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import with_server  # noqa: E402
from outcome import Findings, Skipped, check, eventually, run  # noqa: E402
from world import World  # noqa: E402

CONNECTIONS = 12
MIGRATIONS = sorted((Path(__file__).resolve().parents[2] / "src/store/postgres/schema/migrations").glob("*.sql"))


class Database:
    """An empty one on the server, and a world that uses it."""

    def __init__(self, server, world, name, made_with=""):
        self.psql, self.server, self.world, self.name = server["AIM_TEST_PSQL"], server["AIM_TEST_POSTGRES"], world, name
        self.sql(f"CREATE DATABASE {name} {made_with}", self.server)
        self.address = self.server.replace("/postgres?", f"/{name}?")
        world.environment["AI_MEMORY_DB"] = self.address

    def sql(self, text, address=None):
        done = subprocess.run([self.psql, "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text, address or self.address],
                              capture_output=True, text=True, check=False, timeout=60)
        check(done.returncode == 0, f"{text[:100]}: {done.stderr.strip()[:300]}")
        return done.stdout.strip()

    def as_user(self, name):
        self.world.environment["AI_MEMORY_DB"] = self.address.replace("//aim@", f"//{name}@")


def doctor(world):
    done = world.run("--json", "doctor", timeout=120)
    checks = {each["name"]: each for each in json.loads(done.stdout)["checks"]}
    return done.returncode, checks


def bad(world, name, *words):
    status, checks = doctor(world)
    said = checks.get(name, {"ok": True, "detail": "absent"})
    check(status == 1 and not said["ok"], f"{name} is not bad: {checks}")
    for each in words:
        check(each in said["detail"], f"{name} does not say {each!r}: {said['detail']}")


def sound(server, world):
    database = Database(server, world, "sound")
    status, checks = doctor(world)
    check(status == 0 and "no memories yet" in checks["database"]["detail"], f"an empty database: {checks}")
    check(database.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'ai_memory%'") == "0", "doctor made something")
    world.json("store", "-T", "Port", "-c", "8080", "-n", "team")
    before = database.sql("SELECT last FROM ai_memory.change_number")
    status, checks = doctor(world)
    check(status == 0 and "as the migrations" in checks["tables"]["detail"] and checks["write"]["ok"], f"a sound one: {checks}")
    after = database.sql("SELECT last, (SELECT count(*) FROM ai_memory.memories), (SELECT count(*) FROM ai_memory.tombstones), "
                         "(SELECT count(*) FROM pg_namespace WHERE nspname = 'ai_memory_check') FROM ai_memory.change_number")
    check(after == f"{before}|1|0|0", f"the trial was kept: {before} {after}")
    database.sql("CREATE INDEX of_an_administrator ON ai_memory.memories(source); CREATE TABLE ai_memory.of_another_program(a int)")
    check(doctor(world)[0] == 0, "an index and a table of others harm nobody")


def configured(server, world):
    """The configuration may name the database, in either place (M1)."""
    database = Database(server, world, "configured")
    for name in ("AI_MEMORY_DB", "AI_MEMORY_NO_CONFIG"):
        del world.environment[name]
    file = world.home / ".config/ai-memory/config.toml"
    file.parent.mkdir(parents=True)
    for number, section in enumerate(("", "[storage]\n"), 1):
        file.write_text(f'{section}db = "{database.address}"\n')
        world.json("store", "-T", f"Port {number}", "-c", "8080", "-n", "team")
        there = database.sql("SELECT count(*) FROM ai_memory.memories")
        check(there == str(number), f"{section!r} names another database: {there} memories are on the server")
        status, checks = doctor(world)
        check(status == 0 and "/configured" in checks["database"]["detail"], f"{section!r}: {checks}")


def altered(server, world):
    database = Database(server, world, "altered")
    changes = (
        ("ALTER TABLE golden_questions DROP COLUMN run_setup", "tables", "the column golden_questions.run_setup is missing"),
        ("DROP TABLE undo", "tables", "the table undo is missing"),
        ("ALTER TABLE accesses ALTER client TYPE varchar(10)", "tables", "the column accesses.client was altered"),
        ("ALTER TABLE accesses ADD extra int NOT NULL DEFAULT 0", "tables", "the column accesses.extra was not made by ai-memory"),
        ("DROP INDEX memories_title", "tables", "memories_title of the table memories is missing"),
        ("ALTER TABLE signed_events DISABLE TRIGGER signed_events_kept", "tables", "the trigger signed_events_kept of the table signed_events was altered"),
        ("CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END'; "
         "CREATE TRIGGER theirs BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION theirs()", "tables",
         "the trigger theirs of the table memories was not made by ai-memory"),
        ("CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
         "CREATE TRIGGER theirs BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION theirs()", "write", "could not be"),
        ("CREATE RULE theirs AS ON DELETE TO tags DO INSTEAD NOTHING", "tables", "the rule theirs of the table tags was not made by ai-memory"),
        ("ALTER DATABASE altered SET default_transaction_read_only = on", "write", "takes no writes"),
    )
    for change, name, words in changes:
        database.sql("DROP SCHEMA IF EXISTS ai_memory CASCADE")
        world.json("store", "-T", "Port", "-c", "8080")
        database.sql("SET search_path = ai_memory; " + change)
        bad(world, name, words)


def rights(server, world):
    database = Database(server, world, "rights")
    world.json("store", "-T", "Port", "-c", "8080")
    database.sql("CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA ai_memory TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA ai_memory TO reader; "
                 "CREATE ROLE writer LOGIN; GRANT USAGE ON SCHEMA ai_memory TO writer; GRANT ALL ON ALL TABLES IN SCHEMA ai_memory TO writer")
    database.as_user("reader")
    bad(world, "write", "may not read and write access_log", "GRANT SELECT, INSERT, UPDATE, DELETE")
    database.as_user("writer")
    status, checks = doctor(world)
    check(status == 0 and "may not make a schema" in checks["tables"]["detail"], f"rows may be written, tables not made: {checks}")


def older(server, world):
    database = Database(server, world, "older")
    database.sql("CREATE EXTENSION vector; CREATE SCHEMA ai_memory; SET search_path = ai_memory, public; "
                 + MIGRATIONS[0].read_text() + MIGRATIONS[1].read_text() + "UPDATE schema_version SET version = 2")
    status, checks = doctor(world)
    check(status == 0 and "layout 2" in checks["database"]["detail"] and "next use" in checks["tables"]["detail"], f"an older layout: {checks}")
    check(database.sql("SELECT version FROM ai_memory.schema_version") == "2", "doctor migrated")


def encoding(server, world):
    Database(server, world, "latin", "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    bad(world, "encoding", "LATIN1", "needs UTF8", "createdb, with the encoding UTF8")
    done = world.run("store", "-T", "Port", "-c", "8080")
    check(done.returncode == 1 and "LATIN1" in done.stderr and "createdb" in done.stderr, f"a store says so too: {done}")


def used_up(server, world):
    database = Database(server, world, "used")
    world.json("store", "-T", "Port", "-c", "8080")
    holders = []

    def hold():
        """Whether one more connection is open, and is kept: the last commands may still have theirs."""
        holders.append(subprocess.Popen([database.psql, "-XqAt", "-c", "SELECT 1", "-f", "-", server["AIM_TEST_POSTGRES"]],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        return holders[-1].stdout.readline() == b"1\n"

    try:
        for _ in range(CONNECTIONS):
            check(eventually(hold, 20), "the server has fewer connections")
        words = "all connections of the database server are in use"
        bad(world, "database", words, "max_connections")
        done = world.run("recall", "port")
        check(done.returncode == 1 and words in done.stderr, f"a recall says so too: {done}")
    finally:
        for each in holders:
            each.communicate()
    check(eventually(lambda: doctor(world)[0] == 0, 20), "they end, and all is well")


def test(binary, _):
    server, findings = with_server.Server(max_connections=CONNECTIONS), Findings()
    cases = (sound, configured, altered, rights, older, encoding, used_up)
    try:
        with server as variables:
            for case in cases:
                with findings, World(binary) as world:
                    began = time.monotonic()
                    case(variables, world)
                    print(f"{case.__name__}: {time.monotonic() - began:.1f} s")
    except with_server.NoServer as why:
        server.__exit__()
        raise Skipped(str(why)) from None
    findings.raise_any()
    return f"{len(cases)} cases"


if __name__ == "__main__":
    os.environ.pop("AIM_TEST_POSTGRES", None)
    run(test, __doc__.splitlines()[0])
