"""Databases that somebody made to do harm: each case changes a sound one of ours, past everything that would refuse it.

A case is a function of (path, victim): the file to spoil, and another database that must not be touched. CASES tells them by
name. The schema is changed through PRAGMA writable_schema, as anybody with a hex editor could.
"""

import contextlib
import os
import sqlite3
import struct
import time

SECONDS = 20  # for one change: on what another case has made endless it would never end
HUGE = (40 if os.environ.get("AIM_LONG") == "1" else 12) * 1024 * 1024
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


@contextlib.contextmanager
def editor(path):
    """A connection that may change the schema's own text; expressions of ours are not needed for that."""
    connection = sqlite3.connect(path, isolation_level=None)
    end = time.monotonic() + SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, 100_000)
    try:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("PRAGMA trusted_schema=ON")
        yield connection
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def table_sql(connection, name):
    return connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]


def set_sql(connection, name, sql):
    connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    version = connection.execute("PRAGMA schema_version").fetchone()[0]
    connection.execute(f"PRAGMA schema_version={version + 1}")


def in_place_of(table, sql):
    """Another thing under the name of one of our tables."""

    def how(path, _):
        with editor(path) as connection:
            connection.execute(f"DELETE FROM sqlite_schema WHERE tbl_name = '{table}'")
            version = connection.execute("PRAGMA schema_version").fetchone()[0]
            connection.execute(f"PRAGMA schema_version={version + 1}")
        with editor(path) as connection:
            connection.execute(sql)

    return how


def run(sql):
    def how(path, _):
        with editor(path) as connection:
            connection.executescript(sql)

    return how


ENDLESS = "WITH RECURSIVE r(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM r) "

# ---- statements in a schema ----


@case
def statements_behind_a_table(path, victim):
    with editor(path) as connection:
        connection.execute("CREATE TABLE notes(x)")
        set_sql(connection, "notes", f"CREATE TABLE notes(x); COMMIT; ATTACH '{victim}' AS v; UPDATE v.memories SET title = 'owned'; BEGIN")


@case
def statements_behind_a_known_table(path, victim):
    with editor(path) as connection:
        set_sql(connection, "archive", table_sql(connection, "archive") + f"; ATTACH '{victim}' AS v; DELETE FROM v.memories")


@case
def names_that_leave_their_quotes(path, victim):
    with editor(path) as connection:
        for name in ('x"); ATTACH \'%s\' AS v; DELETE FROM v.memories; --' % victim, "x'y", "a\nb", "[c]", "`d`", "memory_text", "é" * 500):
            with contextlib.suppress(sqlite3.Error):
                quoted = name.replace('"', '""')
                connection.execute(f'CREATE TABLE "{quoted}"("a""b; --" "; DROP TABLE memories", b)')
                connection.execute(f'INSERT INTO "{quoted}" VALUES (1, 2)')


@case
def types_that_are_statements(path, victim):
    with editor(path) as connection:
        connection.execute("CREATE TABLE odd(a, b)")
        set_sql(connection, "odd", f"CREATE TABLE odd(a \"INT); ATTACH '{victim}' AS v; --\", b DEFAULT (zeroblob(1000000000)) CHECK (b > (SELECT 1)))")


@case
def a_great_many_tables(path, _):
    with editor(path) as connection:
        connection.execute("BEGIN")
        for number in range(3000):
            connection.execute(f"CREATE TABLE t{number}(a, b, c)")
        connection.execute("COMMIT")


@case
def a_schema_that_is_no_sql(path, _):
    with editor(path) as connection:
        connection.execute("CREATE TABLE broken(a)")
        set_sql(connection, "broken", "\x00 CREATE nonsense ((((")


# ---- views, triggers, virtual tables ----
CASES["an_endless_view_of_tombstones"] = in_place_of(
    "tombstones", f"CREATE VIEW tombstones(seq, id, namespace, title, deleted_at) AS {ENDLESS} SELECT x, 'id' || x, 'global', 't', x FROM r")
CASES["an_endless_view_of_memories"] = in_place_of("memories", f"CREATE VIEW memories AS {ENDLESS} SELECT x AS key, 'id' || x AS id, x AS seq FROM r")
CASES["a_view_of_namespaces"] = in_place_of("namespaces", f"CREATE VIEW namespaces(number, name, memories, bytes) AS {ENDLESS} SELECT x, 'n' || x, 0, 0 FROM r")
CASES["a_virtual_table_of_links"] = in_place_of("links", "CREATE VIRTUAL TABLE links USING fts5(source, target, relation, created_at, valid_from, given_times)")
CASES["an_endless_trigger_on_memories"] = run(
    f"CREATE TRIGGER evil AFTER INSERT ON memories BEGIN INSERT INTO meta(name, value) {ENDLESS} SELECT 'x' || x, 'y' FROM r; END;"
    f"CREATE TRIGGER worse AFTER UPDATE ON memories BEGIN INSERT INTO meta(name, value) {ENDLESS} SELECT 'x' || x, 'y' FROM r; END")
CASES["a_trigger_that_deletes"] = run("CREATE TRIGGER evil AFTER INSERT ON links BEGIN DELETE FROM memories; END")
CASES["a_trigger_on_the_schema_version"] = run("CREATE TRIGGER evil BEFORE INSERT ON meta BEGIN DELETE FROM memories; END")
CASES["an_index_over_something_large"] = run("CREATE INDEX evil ON tombstones(hex(zeroblob(20000000)))")
CASES["an_index_that_is_partial"] = run("CREATE INDEX evil ON memories(key) WHERE hex(zeroblob(1000000)) > title")


@case
def a_column_that_computes(path, _):
    with editor(path) as connection:
        sql = table_sql(connection, "tombstones")
        set_sql(connection, "tombstones", sql.replace("title      TEXT NOT NULL", "title TEXT AS (hex(zeroblob(400000000)))"))


# ---- rows ----
def loosely(path, change):
    """Changes rows of `memories` as if it were not STRICT."""
    with editor(path) as connection:
        sql = {name: table_sql(connection, name) for name in ("memories", "archive", "tombstones", "links", "standards", "transcripts", "turns")}
        for name, text in sql.items():
            set_sql(connection, name, text.replace(") STRICT", ")").replace(", WITHOUT ROWID", " WITHOUT ROWID").replace("NOT NULL", ""))
    with editor(path) as connection:
        change(connection)
    with editor(path) as connection:
        for name, text in sql.items():
            set_sql(connection, name, text)


def rows(sql, *values):
    def how(path, _):
        def change(connection):
            connection.create_function("aim_none", 0, lambda: None)
            connection.execute(sql, values)

        loosely(path, change)

    return how


for what, sql, *values in (
    ("a_huge_content", "UPDATE memories SET content = ? WHERE key = (SELECT min(key) FROM memories)", "x" * HUGE),
    ("a_huge_title", "UPDATE memories SET title = ? WHERE key = (SELECT min(key) FROM memories)", "x" * HUGE),
    ("huge_metadata", "UPDATE memories SET metadata = ? WHERE key = (SELECT min(key) FROM memories)", "[" * HUGE),
    ("huge_tags", "UPDATE memories SET tags = ? WHERE key = (SELECT min(key) FROM memories)", '["' + '","'.join(["t"] * (HUGE // 4)) + '"]'),
    ("invalid_utf8", "UPDATE memories SET content = CAST(x'61ff62' AS TEXT)"),
    ("nul_bytes", "UPDATE memories SET content = CAST(x'610062' AS TEXT)"),
    ("a_tier_of_99", "UPDATE memories SET tier = 99"),
    ("a_kind_of_99", "UPDATE memories SET kind = 99"),
    ("infinite_confidence", "UPDATE memories SET confidence = 9e999"),
    ("huge_numbers", "UPDATE memories SET priority = 9223372036854775807, reinforcement = -9223372036854775808"),
    ("ids_that_climb", "UPDATE memories SET id = '../../../etc/passwd' || key"),
    ("ids_that_are_long", "UPDATE memories SET id = key || ?", "x" * 5_000_000),
    ("metadata_that_is_no_json", "UPDATE memories SET metadata = 'no JSON at all'"),
    ("deep_metadata", "UPDATE memories SET metadata = ?", '{"a":' * 100_000),
    ("texts_for_numbers", "UPDATE memories SET tier = 'long', priority = 'high', confidence = 'sure', seq = 'x' || key, updated_at = 'now'"),
    ("blobs_for_texts", "UPDATE memories SET title = CAST(title AS BLOB), content = x'00ff00', tags = x'ff', metadata = x'7b'"),
    ("times_at_the_end_of_time", "UPDATE memories SET updated_at = 9223372036854775807, created_at = -9223372036854775808"),
    ("nothing_in_any_column", "UPDATE memories SET content = NULL, title = NULL, tags = NULL, metadata = NULL, source = NULL"),
    ("negative_keys", "UPDATE memories SET key = -key"),
    ("largest_keys", "UPDATE memories SET key = 9223372036854775807 - key"),
    ("deletions_at_the_end_of_time",
     "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) SELECT 1000000 + key, id, 'global', title, 9223372036854775807 FROM memories"),
    ("long_tombstones", "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (1000000, ?, 'n', 't', 1)", "x" * 5_000_000),
    ("links_of_strangers", "INSERT INTO links(source, target, relation, created_at, valid_from) SELECT key, 999999, x'ff00', 'never', 'ever' FROM memories"),
    ("a_standard_of_nowhere", "INSERT INTO standards(namespace, key, parent, updated_at) VALUES ('../..', 1, 'a b', 9223372036854775807)"),
    ("transcripts_of_strangers",
     "INSERT INTO transcripts(number, id, namespace, session, created_at, updated_at, turns, bytes) VALUES (77, '../x', 1, ?, 1, 9223372036854775807, -1, -1)",
     "s" * 300_000),
):
    CASES[what] = rows(sql, *values)


@case
def a_turn_that_expands(path, _):
    """A kilobyte that claims to be 60 MB, many times over."""

    def change(connection):
        connection.execute("INSERT INTO transcripts(number, id, namespace, session, created_at, updated_at, turns, bytes) VALUES (78, 'x', 1, 's', 1, 1, 1, 1)")
        connection.execute("INSERT INTO text_blocks(block, bytes, live, written_at, data) VALUES (900, 60000000, 60000000, 1, zeroblob(1000))")
        for number in range(200):
            connection.execute("INSERT INTO turn_texts(number, hash, block, place, bytes, stored, data) VALUES (?, ?, 900, ?, 60000000, 1, NULL)",
                               (9000 + number, f"h{number}", number))
            connection.execute("INSERT INTO turns(transcript, turn, role, said_at, text) VALUES (78, ?, 99, 9223372036854775807, ?)", (number, 9000 + number))

    loosely(path, change)


@case
def vectors_of_no_numbers(path, _):
    with editor(path) as connection:
        connection.execute("INSERT INTO vector_channels(channel, model, engine, dimension, precise) VALUES (41, 'evil', 'e', 9223372036854775807, 1)")
        connection.execute("INSERT INTO vector_channels(channel, model, engine, dimension, precise) VALUES (42, 'evil', 'e', -1, 1)")
        connection.execute("UPDATE vector_blocks SET data = randomblob(length(data))")


# ---- pages ----
def page_size(data):
    size = struct.unpack(">H", data[16:18])[0]
    return 65536 if size == 1 else size


def root_of(path, name):
    with editor(path) as connection:
        return connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]


def endless_tree(name, index=False):
    """A tree of a dozen pages that looks as if it had more rows than atoms: each page points to the next one hundreds of times.
    `index`: of an index, or of a table without rowids."""

    def how(path, _):
        root = root_of(path, name)
        data = bytearray(path.read_bytes())
        size = page_size(data)
        leaf = bytes(data[(root - 1) * size : root * size])
        pages = len(data) // size
        levels = 16
        data += bytes(size * levels)

        def interior(child):
            page, cells, at = bytearray(size), [], size
            for key in range((size - 200) // 12):
                # A row's number; or a row of two zeros, which takes three bytes.
                what = b"\x03\x03\x08\x08" if index else bytes([0x80 | (key >> 7 & 0x7F), key & 0x7F])
                cell = struct.pack(">I", child) + what
                at -= len(cell)
                page[at : at + len(cell)] = cell
                cells.append(at)
            page[0] = 2 if index else 5
            page[3:5], page[5:7] = struct.pack(">H", len(cells)), struct.pack(">H", at)
            page[8:12] = struct.pack(">I", child)
            for number, place in enumerate(cells):
                page[12 + 2 * number : 14 + 2 * number] = struct.pack(">H", place)
            return page

        for level in range(levels):
            number = pages + 1 + level
            content = leaf if level == levels - 1 else interior(number + 1)
            data[(number - 1) * size : number * size] = content
        data[(root - 1) * size : root * size] = interior(pages + 1)
        data[28:32] = struct.pack(">I", pages + levels)
        path.write_bytes(data)

    return how


CASES["an_endless_tree_of_memories"] = endless_tree("memories")
CASES["an_endless_tree_of_tombstones"] = endless_tree("tombstones")
CASES["an_endless_tree_of_the_archive"] = endless_tree("archive")
CASES["an_endless_tree_of_links"] = endless_tree("links_target", index=True)
CASES["an_endless_tree_of_archived_ids"] = endless_tree("sqlite_autoindex_archive_1", index=True)


@case
def an_endless_tree_in_a_large_file(path, victim):
    """As many steps are allowed as its size would need."""
    CASES["huge_tags"](path, victim)
    CASES["an_endless_tree_of_memories"](path, victim)


@case
def one_tree_for_two_tables(path, _):
    with editor(path) as connection:
        connection.execute("UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'meta') WHERE name = 'memories'")


@case
def a_tree_outside_of_the_file(path, _):
    with editor(path) as connection:
        connection.execute("UPDATE sqlite_schema SET rootpage = 2147483647 WHERE name = 'links'")


@case
def a_file_of_utf16(path, _):
    data = bytearray(path.read_bytes())
    data[56:60] = struct.pack(">I", 2)
    path.write_bytes(data)


def header(at, value):
    def how(path, _):
        data = bytearray(path.read_bytes())
        data[at : at + len(value)] = value
        path.write_bytes(data)

    return how


CASES["a_layout_of_the_future"] = header(60, struct.pack(">I", 0x7FFFFFFF))
CASES["a_layout_below_zero"] = header(60, struct.pack(">i", -5))
CASES["a_layout_of_old"] = header(60, struct.pack(">I", 1))
CASES["pages_of_no_size"] = header(16, b"\x00\x03")
CASES["more_pages_than_there_are"] = header(28, struct.pack(">I", 0x7FFFFFFF))


# ---- databases of the reference, which are taken over, and of other memory stores, which are imported ----
REFERENCE_CASES, STORE_CASES = {}, {}


def make_reference(path):
    """Schema 13 of the reference, as far as taking over looks at it."""
    columns = ("id TEXT PRIMARY KEY, tier TEXT NOT NULL, namespace TEXT NOT NULL DEFAULT 'global', title TEXT NOT NULL, content TEXT NOT NULL, "
               "tags TEXT NOT NULL DEFAULT '[]', priority INTEGER NOT NULL DEFAULT 5, confidence REAL NOT NULL DEFAULT 1.0, "
               "source TEXT NOT NULL DEFAULT 'api', access_count INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, "
               "updated_at TEXT NOT NULL, last_accessed_at TEXT, expires_at TEXT, metadata TEXT NOT NULL DEFAULT '{}'")
    with sqlite3.connect(path) as connection:
        connection.executescript(
            f"CREATE TABLE memories({columns}, embedding BLOB, scope TEXT AS (json_extract(metadata, '$.scope')));"
            "CREATE TABLE memory_links(source_id TEXT, target_id TEXT, relation TEXT, created_at TEXT);"
            f"CREATE TABLE archived_memories({columns}, archived_at TEXT, archive_reason TEXT);"
            "CREATE TABLE namespace_meta(namespace TEXT PRIMARY KEY, standard_id TEXT, updated_at TEXT, parent_namespace TEXT);"
            "CREATE TABLE schema_version(version INTEGER NOT NULL); INSERT INTO schema_version VALUES (13);")
        for number in range(30):
            connection.execute("INSERT INTO memories(id, tier, namespace, title, content, created_at, updated_at) VALUES (?, 'long', 'shop', ?, ?, ?, ?)",
                               (f"id-{number}", f"Title {number}", f"content {number}", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"))
    connection.close()


REFERENCE_CASES["nothing_wrong"] = lambda path, victim: None
REFERENCE_CASES["a_trigger_on_the_version"] = run("CREATE TRIGGER evil AFTER UPDATE ON schema_version BEGIN DELETE FROM memories; END")
REFERENCE_CASES["an_endless_trigger"] = run(
    f"CREATE TRIGGER evil BEFORE DELETE ON memory_links BEGIN INSERT INTO schema_version {ENDLESS} SELECT x FROM r; END;"
    "INSERT INTO memory_links VALUES ('id-1', 'id-2', 'related_to', '')")
REFERENCE_CASES["memories_that_are_a_view"] = in_place_of("memories", f"CREATE VIEW memories AS {ENDLESS} SELECT 'id' || x AS id FROM r")
REFERENCE_CASES["memories_that_are_virtual"] = in_place_of("memories", "CREATE VIRTUAL TABLE memories USING fts5(id, title, content)")
REFERENCE_CASES["a_view_in_the_way"] = run(f"CREATE VIEW tombstones AS {ENDLESS} SELECT x FROM r; CREATE VIEW events AS SELECT * FROM tombstones")
REFERENCE_CASES["an_endless_tree"] = endless_tree("memories")
REFERENCE_CASES["an_endless_tree_of_links"] = endless_tree("memory_links")
REFERENCE_CASES["wrong_types"] = run(
    "UPDATE memories SET priority = 'x', confidence = 'y', tags = 7, created_at = x'00', tier = 9 WHERE id = 'id-3'")
REFERENCE_CASES["a_huge_content"] = run(f"UPDATE memories SET content = hex(zeroblob({HUGE // 2})) WHERE id = 'id-3'")
REFERENCE_CASES["statements_behind_a_table"] = statements_behind_a_table
REFERENCE_CASES["a_great_many_tables"] = a_great_many_tables
REFERENCE_CASES["a_version_of_nobody"] = run("INSERT INTO schema_version VALUES (9223372036854775807)")


def make_store(path):
    """What mcp-memory-service keeps."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT, "
                           "memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT, deleted_at REAL)")
        for number in range(30):
            connection.execute("INSERT INTO memories(content_hash, content, tags, created_at) VALUES (?, ?, 'a,b', 1700000000)", (f"h{number}", f"content {number}"))
    connection.close()


STORE_CASES["nothing_wrong"] = lambda path, victim: None
STORE_CASES["an_endless_view"] = in_place_of("memories", f"CREATE VIEW memories AS {ENDLESS} SELECT x AS id, 'h' || x AS content_hash, 'c' AS content FROM r")
STORE_CASES["an_endless_tree"] = endless_tree("memories")
STORE_CASES["a_virtual_table"] = in_place_of("memories", "CREATE VIRTUAL TABLE memories USING fts5(content, tags)")
STORE_CASES["a_huge_content"] = run(f"UPDATE memories SET content = hex(zeroblob({HUGE // 2})) WHERE id = 3")
STORE_CASES["bytes_that_are_no_text"] = run("UPDATE memories SET content = CAST(x'61ff0062' AS TEXT), tags = x'ff', metadata = '{' WHERE id = 3")
STORE_CASES["numbers_of_no_time"] = run("UPDATE memories SET created_at = 9e999, updated_at = -9e999 WHERE id = 3")
STORE_CASES["statements_behind_a_table"] = statements_behind_a_table
