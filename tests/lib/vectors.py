"""The vectors of a database as docs/formats/database.md describes them: counted, taken away, damaged.

Knows: tables and bytes, through Python's own SQLite. Must not know: what the program does about it.
Every function opens the file for itself; programs may run on it.
"""

import contextlib
import random
import sqlite3
import struct

SLOTS = 64  # rows in a block
SIGN = struct.Struct("<qQIIIiHBBI")  # key, hash of the text, namespace, session, speaker, minute, part, flags, asks, spare
HEAD = struct.Struct("<QfI")  # hash of the text, scale, failures
FIRST = 1 << 32  # the first block of channel 1; those below hold signs


@contextlib.contextmanager
def database(world):
    connection = sqlite3.connect(world.database, timeout=60, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()


def signs(world):
    """slot to (key, hash of the text), of slots in use."""
    found = {}
    with database(world) as connection:
        for block, data in connection.execute("SELECT block, data FROM vector_blocks WHERE block < ?", (FIRST,)):
            for place, sign in enumerate(SIGN.iter_unpack(data)):
                if sign[0] != 0:
                    found[block * SLOTS + place] = sign[:2]
    return found


def count_vectors(world):
    """How many passages have a vector of their text, in the channel that has most."""
    wanted, counts = {slot: text for slot, (_, text) in signs(world).items()}, [0]
    with database(world) as connection:
        for channel, dimension in connection.execute("SELECT channel, dimension FROM vector_channels").fetchall():
            blocks = connection.execute("SELECT block, data FROM vector_blocks WHERE block >> 32 = ?", (channel,))
            counts.append(sum(count_in_block(block % FIRST, data, HEAD.size + dimension, wanted) for block, data in blocks))
    return max(counts)


def count_in_block(block, data, stride, wanted):
    heads = (HEAD.unpack_from(data, place * stride) for place in range(SLOTS))
    return sum(wanted.get(block * SLOTS + place) == head[0] for place, head in enumerate(heads))


def lose_vectors(world):
    """As in a database that has never had any; a process that runs is told of no change."""
    with database(world) as connection:
        connection.execute("DELETE FROM vector_blocks WHERE block >= ?", (FIRST,))
        connection.execute("DELETE FROM vector_changes WHERE block >= ?", (FIRST,))
        connection.execute("DELETE FROM vector_channels")


def change_blocks(world, how, blocks=f"block >= {FIRST}"):
    """`how`: old bytes to new ones, or to None for a block that is gone. Processes that run are told."""
    with database(world) as connection:
        for block, data in connection.execute(f"SELECT block, data FROM vector_blocks WHERE {blocks}").fetchall():
            fresh = how(data)
            if fresh is None:
                connection.execute("DELETE FROM vector_blocks WHERE block = ?", (block,))
            else:
                connection.execute("UPDATE vector_blocks SET data = ? WHERE block = ?", (fresh, block))
            connection.execute("UPDATE vector_changes SET seq = 1 + (SELECT max(seq) FROM vector_changes) WHERE block = ?", (block,))


DAMAGES = {
    "random bytes": lambda data, chance: chance.randbytes(len(data)),
    "zeros": lambda data, chance: bytes(len(data)),
    "ones": lambda data, chance: b"\xff" * len(data),
    "too short": lambda data, chance: data[: chance.randrange(len(data))],
    "too long": lambda data, chance: data + chance.randbytes(chance.randrange(1, 9000)),
    "empty": lambda data, chance: b"",
    "gone": lambda data, chance: None,
    "some bytes": lambda data, chance: with_some_bytes(data, chance),
}


def with_some_bytes(data, chance: random.Random):
    """A random byte in every head: no vector is that of its text."""
    stride, fresh = len(data) // SLOTS, bytearray(data)
    for place in range(SLOTS):
        at = place * stride + chance.randrange(8)
        fresh[at] ^= chance.randrange(1, 256)
    return bytes(fresh)


# By its tables: SQLite before 3.43 does not know this kind of index.
without_lost_words = ("DROP TRIGGER versions_forget_words", "PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema WHERE name = 'lost_words'",
                      "PRAGMA writable_schema = OFF", *(f"DROP TABLE lost_words_{part}" for part in ("config", "data", "docsize", "idx")))


def as_layout_1(world):
    """The database as the program before vectors left it."""
    with database(world) as connection:
        for sql in without_lost_words:
            connection.execute(sql)
        for table in ("passages", "vector_channels", "vector_blocks", "vector_changes", "link_versions", "versions", "namespace_keys", "file_mark", "tokens", "link_tombstones", "standard_tombstones",
                      "undo", "golden_questions", "access_log", "accesses", "signed_events", "turns", "turn_texts", "text_blocks", "transcripts", "transcript_links", "transcript_tombstones"):
            connection.execute(f"DROP TABLE {table}")
        for sql in ("DROP TABLE archived_links", "DROP INDEX memories_content", "DROP INDEX memories_agent",
                    "DROP INDEX links_superseded", "ALTER TABLE memories DROP COLUMN deadline",
                    "DROP TABLE lost_sources", "DROP INDEX links_reflections", "DROP INDEX memories_reflections",
                    "DROP INDEX memories_namespace_reflections", "ALTER TABLE memories DROP COLUMN kind",
                    "ALTER TABLE memories DROP COLUMN reflection_depth", "ALTER TABLE archive DROP COLUMN kind",
                    "ALTER TABLE archive DROP COLUMN reflection_depth", "ALTER TABLE archive DROP COLUMN source_ids"):
            connection.execute(sql)
        connection.execute("PRAGMA user_version = 1")
