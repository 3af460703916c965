#!/usr/bin/env python3
"""A project that a stranger made brings its own .memory: whatever lies there in the place of the store, a server of vector-memory starts
and answers each tool in time, from the user's store at least; nothing in the file runs, nothing beside it is read or written, what is
not a store of ours stays as it was to the byte, and no hook brings what it says (J2, J8; checks 10 and 13).
"""

import json
import os
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import hostile  # noqa: E402
from outcome import LONG, SLOWER, Findings, check, run  # noqa: E402
from two import Two, same  # noqa: E402

SECONDS = 20 * SLOWER  # for one call; one that is damaged may need some of it to be found out
THEIRS, OURS, OTHERS = "the stranger likes coffee", "the user likes tea", "the neighbour likes juice"
BAIT = "nobody may read or write this\n" * 400
# How a store is taken. Each says what searches tell, and what becomes of a memory that is for the project.
FOUND, FAILED, REFUSED, NONE = "found, marked as a stranger's", "failed: the other store answers", "refused: as if there were none", "none yet"
CASES = []


def case(kind):
    def add(make):
        CASES.append((make.__name__, kind, make))
        return make

    return add


def spoiled(kind, *names):
    """The cases of databases that do harm, by their names."""
    for name in names:
        CASES.append((name, kind, lambda trial, name=name: hostile.CASES[name](trial.file, trial.bait)))


@case(FOUND)
def a_sound_one(trial):
    pass


@case(FOUND)
def one_that_may_only_be_read(trial):
    trial.file.chmod(0o400)


@case(FAILED)
def no_database(trial):
    trial.file.write_text("-- a text, and no database\n" * 400)


@case(FAILED)
def random_bytes(trial):
    trial.file.write_bytes(os.urandom(20_000))


@case(REFUSED)
def half_a_database(trial):
    os.truncate(trial.file, trial.file.stat().st_size // 2)


@case(REFUSED)
def the_first_page_alone(trial):
    os.truncate(trial.file, 4096)


@case(NONE)
def an_empty_file(trial):
    os.truncate(trial.file, 0)


@case(FAILED)
def a_pipe(trial):
    trial.file.unlink()
    os.mkfifo(trial.file)


@case(FAILED)
def a_socket(trial):
    trial.file.unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(trial.file))


@case(NONE)
def a_folder(trial):
    trial.file.unlink()
    trial.file.mkdir()
    (trial.file / "lance").write_text("of another program")


@case(REFUSED)
def a_link_to_a_text(trial):
    trial.file.unlink()
    trial.file.symlink_to(trial.bait)


@case(REFUSED)
def a_link_to_a_device(trial):
    trial.file.unlink()
    trial.file.symlink_to("/dev/zero")


@case(REFUSED)
def a_link_to_nothing(trial):
    trial.file.unlink()
    trial.file.symlink_to(trial.beside / "made-by-a-link.db")


@case(REFUSED)
def a_link_to_a_project_of_the_user(trial):
    trial.file.unlink()
    trial.file.symlink_to(os.path.relpath(trial.others, trial.file.parent))


@case(REFUSED)
def a_link_to_the_store_of_the_user(trial):
    trial.file.unlink()
    trial.file.symlink_to(trial.two.users)


def replace_folder(trial, target):
    shutil.rmtree(trial.file.parent)
    trial.file.parent.symlink_to(target)


@case(REFUSED)
def the_folder_is_a_link_to_a_project_of_the_user(trial):
    replace_folder(trial, trial.others.parent)


@case(REFUSED)
def the_folder_is_a_link_to_an_empty_one(trial):
    (trial.beside / "empty").mkdir()
    replace_folder(trial, trial.beside / "empty")


@case(REFUSED)
def a_trigger_on_what_reading_writes(trial):
    """Uses are counted after a search: nobody has to store anything."""
    with hostile.editor(trial.file) as connection:
        for number, event in enumerate(("INSERT", "UPDATE", "DELETE")):
            for table in ("usage", "accesses", "access_log", "memories"):
                connection.execute(f"CREATE TRIGGER evil_{table}_{number} AFTER {event} ON {table} BEGIN UPDATE memories SET content = 'owned'; END")


@case(REFUSED)
def memories_of_other_columns(trial):
    hostile.in_place_of("memories", "CREATE TABLE memories(x TEXT, y TEXT)")(trial.file, None)


@case(REFUSED)
def a_database_of_another_program(trial):
    trial.file.unlink()
    with hostile.editor(trial.file) as connection:
        connection.execute("CREATE TABLE recipes(name TEXT)")


spoiled(REFUSED, "a_trigger_that_deletes", "an_endless_trigger_on_memories", "an_endless_view_of_memories", "a_view_of_namespaces",
        "a_virtual_table_of_links", "a_column_that_computes", "statements_behind_a_known_table", "an_index_over_something_large",
        "an_index_that_is_partial", "a_layout_of_the_future", "a_layout_below_zero", "a_layout_of_old", "pages_of_no_size",
        "more_pages_than_there_are")  # fmt: skip
if LONG:
    spoiled(FAILED, "an_endless_tree_of_memories")
    # A large one without end is found out too, but each look at it takes many seconds, and a call has several.
    left_out = {"an_endless_tree_in_a_large_file"} | {each for each, _, _ in CASES}
    spoiled(None, *(name for name in hostile.CASES if name not in left_out))


def beside(name):
    """What SQLite looks for next to its file is a link that leads out of the project."""

    def make(trial):
        (trial.file.parent / f"db{name}").symlink_to(trial.bait)

    CASES.append((f"a_link_in_the_place_of_db{name}", None, make))


for each in ("-wal", "-shm", "-journal"):
    beside(each)


def tree(folder):
    """Every path below a folder but for the store's own files, with what is in it."""
    return {str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else None
            for path in folder.rglob("*") if not path.name.startswith("db")}  # fmt: skip


class Trial:
    """A user with a store and a project of his own, and a project that was cloned."""

    def __init__(self, binary, pattern):
        self.two = Two(binary)
        self.beside = self.two.world.work
        self.bait = self.beside / "bait"
        self.bait.write_text(BAIT)
        own = self.beside / "own"
        own.mkdir()
        self.two.world.run("init", own)
        self.two.call("store_memory", own, content=OTHERS, priority="CORE")
        self.two.call("store_memory", own, content=OURS, location="global")
        self.others = own / ".memory/db"
        self.file = self.two.projects
        self.file.parent.mkdir()
        shutil.copyfile(pattern, self.file)

    def held(self):
        """What nobody may change: the bait, the user's other project, and every file that was not there."""
        return self.bait.read_text(), self.others.read_bytes(), {path for path in tree(self.beside) if "/.memory/" not in path}

    def bytes_of_store(self):
        return self.file.read_bytes() if self.file.is_file() and not self.file.is_symlink() else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.two.world.remove()


def result_of(client, tool, **arguments):
    result = client.tool(tool, arguments, timeout=SECONDS)
    return json.loads(result["content"][0]["text"]), bool(result.get("isError"))


def contents(said):
    return {each["content"] for each in said["memories"]}


def warned(said):
    return "the project store could not be used" in " ".join(said.get("warnings", []))


def answers_of_tools(trial, kind):
    with trial.two.world.mcp("--project", trial.two.project, timeout=SECONDS) as client:
        for tool, arguments in (("search_memory", {"query": "likes"}), ("list_memories", {})):
            said, failed = result_of(client, tool, **arguments)
            check(not failed and OURS in contents(said), f"{tool} of the user's store: {said}")
            check(OTHERS not in contents(said), f"{tool} finds what is of another project: {said}")
            check("owned" not in json.dumps(said), f"{tool}: a trigger ran: {said}")
            if kind:
                same(THEIRS in contents(said), kind == FOUND, f"{tool}: {said}")
                same(warned(said), kind in (FAILED, REFUSED), f"{tool} warns: {said}")
            marked = [each.get("untrusted", False) for each in said["memories"] if each["content"] == THEIRS]
            check(all(marked), f"{tool} does not say whose they are: {said}")
        for uri in [each["uri"] for each in client.request("resources/list", timeout=SECONDS)["resources"]]:
            client.exchange("resources/read", {"uri": uri}, timeout=SECONDS)
        said, failed = result_of(client, "deduplicate_memories", auto_merge=True)
        check(failed or said["groups"] == [], f"deduplicate_memories: {said}")
        said, failed = result_of(client, "store_memory", content="for the project")
        if kind == FAILED:
            check(failed and said["error"]["type"] in ("DATABASE_ERROR", "UNAVAILABLE") and said["error"]["suggestion"], f"{said}")
        elif kind == REFUSED:
            check(not failed and said["location"] == "global" and warned(said), f"a memory goes where one can: {said}")
            said, failed = result_of(client, "store_memory", content="for nobody else", location="project")
            check(failed and str(trial.file) in said["error"]["message"], f"why not: {said}")
        elif kind == NONE:
            check(not failed and said["location"] == "project", f"a new store: {said}")
        said, failed = result_of(client, "store_memory", content="for the user", location="global")
        check(not failed and said["location"] == "global", f"the user's store takes it: {said}")
        same(client.close(), 0, f"how the server ended: {client.stderr_text()}")


def answers_of_hooks(trial):
    for kind, event in (("session-start", {"hook_event_name": "SessionStart", "source": "startup"}),
                        ("user-prompt", {"hook_event_name": "UserPromptSubmit", "prompt": "Do you remember what the stranger likes?"})):  # fmt: skip
        began = time.monotonic()
        done = trial.two.world.run("hook", kind, input=json.dumps({"session_id": "s", "cwd": str(trial.two.project), **event}), timeout=SECONDS)
        check(done.returncode == 0 and done.stderr == "", f"hook {kind}: {done}")
        check(time.monotonic() - began < 5 * SLOWER, f"hook {kind} took {time.monotonic() - began:.1f} s")
        check(not any(each in done.stdout for each in (THEIRS, OTHERS, "owned")), f"hook {kind} brings it: {done.stdout}")


def strangers(binary, options):
    findings, tried, slowest = Findings(), 0, (0.0, "")
    with tempfile.TemporaryDirectory() as folder:
        pattern = Path(folder) / "pattern.db"
        with Two(binary) as two:
            two.init().store(THEIRS, priority="CORE")
            shutil.copyfile(two.projects, pattern)
        for name, kind, make in CASES:
            if options.only and options.only != name:
                continue
            tried += 1
            with findings, Trial(binary, pattern) as trial:
                began = time.monotonic()
                try:
                    make(trial)
                    held, before = trial.held(), trial.bytes_of_store()
                    answers_of_hooks(trial)
                    answers_of_tools(trial, kind)
                    same(trial.held(), held, "what lies beside it was changed")
                    if kind in (FAILED, REFUSED):
                        same(trial.bytes_of_store() == before, True, "the file stays as it was")
                except Exception as error:
                    raise AssertionError(f"{name}: {type(error).__name__}: {str(error)[:600]}") from None
                slowest = max(slowest, (time.monotonic() - began, name))
        if not options.only:
            with findings:
                put_in_the_place_of_ones_own(binary, pattern)
            with findings:
                trust_is_for_what_is_ours(binary, pattern)
    findings.raise_any()
    return f"{tried} cases, the slowest {slowest[1]} with {slowest[0]:.1f} s"


def put_in_the_place_of_ones_own(binary, pattern):
    """A pull may replace a store that was made here."""
    with Two(binary) as two:
        two.init().store("the project likes water", priority="CORE")
        two.store(OURS, location="global")
        shutil.copyfile(pattern, two.projects)
        found = {each["content"]: each.get("untrusted", False) for each in two.search("likes")["memories"]}
        same(found, {THEIRS: True, OURS: False}, "another one in its place is a stranger's")
        hostile.CASES["a_trigger_that_deletes"](two.projects, None)
        found = two.search("likes")
        same((contents(found), warned(found)), ({OURS}, True), "and is not used when it was tampered with")


def trust_is_for_what_is_ours(binary, pattern):
    with Trial(binary, pattern) as trial:
        hostile.CASES["a_trigger_that_deletes"](trial.file, None)
        done = trial.two.world.run("trust", trial.two.project)
        check(done.returncode == 1 and "tampered with" in done.stderr, f"what was tampered with cannot be trusted: {done}")
        trial.file.unlink()
        trial.file.symlink_to(trial.others)
        done = trial.two.world.run("trust", trial.two.project)
        check(done.returncode == 0, f"a link may be wanted: {done}")
        check(OTHERS in contents(trial.two.search("likes")), "and leads there then")


if __name__ == "__main__":
    run(strangers, __doc__, only="")
