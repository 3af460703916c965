#!/usr/bin/env python3
"""The log (-wal) or its index (-shm) is removed, replaced or cut while servers use the database: what they acknowledged is there
afterwards, or a call was refused with a sentence about the loss and doctor reports it; the database is sound."""

import os
import shutil
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import Gone, ToolError  # noqa: E402
from outcome import LONG, Findings, check, run  # noqa: E402
from world import World  # noqa: E402

WORDS_OF_LOSS = "may be lost"
STORES = 12  # stores of each server before the harm, and after it


def remove(path):
    path.unlink()


def replace_by_nothing(path):
    empty = path.with_name("other")
    empty.touch(mode=0o600)
    os.rename(empty, path)


def replace_by_copy(path):
    shutil.copyfile(path, path.with_name("other"))
    os.rename(path.with_name("other"), path)


def cut(path):
    os.truncate(path, 0)


class Writer:
    """One server that stores; knows what was acknowledged and what was refused."""

    def __init__(self, world, number):
        self.client, self.number = world.mcp("--tier", "keyword"), number
        self.acknowledged, self.refused = [], []

    def store(self, count):
        for _ in range(count):
            title = f"Writer {self.number} {len(self.acknowledged) + len(self.refused)}"
            try:
                self.client.call("memory_store", {"title": title, "content": "content " * 50, "namespace": "l"})
                self.acknowledged.append(title)
            except ToolError as error:
                self.refused.append(str(error))
            except Gone as error:  # the server has ended
                self.refused.append(f"ended: {error}")
                return


def one_round(binary, suffix, harm, writers, while_storing):
    with World(binary) as world:
        world.json("store", "-T", "Old", "-c", "before all", "-n", "l")
        servers = [Writer(world, number) for number in range(writers)]
        try:
            for each in servers:
                each.store(STORES)
            threads = [threading.Thread(target=each.store, args=(4 * STORES,)) for each in servers] if while_storing else []
            for each in threads:
                each.start()
            harm(world.database.with_name(world.database.name + suffix))
            other = world.run("store", "-T", "Other", "-c", "by a process that opens it afterwards", "-n", "l")
            for each in threads:
                each.join()
            for each in servers:
                each.store(STORES)
            for each in servers:
                each.client.close()
        finally:
            for each in servers:
                each.client.kill()
        listed = world.json("export")["memories"]
        titles = {each["title"] for each in listed}
        doctor = world.run("--json", "doctor", timeout=300)
        told = [text for each in servers for text in each.refused if WORDS_OF_LOSS in text or "ended" in text]
        acknowledged = {title for each in servers for title in each.acknowledged} | {"Old"}
        if other.returncode == 0:
            acknowledged.add("Other")
        lost = acknowledged - titles
        name = f"{harm.__name__} {suffix} under {writers}{' while storing' if while_storing else ''}"
        check("damaged" not in doctor.stdout and "malformed" not in doctor.stdout, f"{name}: {doctor.stdout[:1500]}")
        check(not lost or told, f"{name}: {len(lost)} of {len(acknowledged)} acknowledged stores lost, and nobody was told")
        check(not lost or WORDS_OF_LOSS in doctor.stdout, f"{name}: {len(lost)} lost, and doctor does not say so: {doctor.stdout[:800]}")
        check(not lost or harm is cut, f"{name}: {len(lost)} of {len(acknowledged)} lost that could be saved: {sorted(lost)[:3]}")
        last = sum(1 for each in servers for title in each.acknowledged[-3:] if title in titles)
        check(last == 3 * writers, f"{name}: the last stores of the servers are not there: {[each.refused[-1:] for each in servers]}")


def log_gone(binary, _):
    findings, cases = Findings(), ((1, False), (3, False), (3, True)) if LONG else ((1, False), (3, True))
    for _ in range(3 if LONG else 1):
        for suffix in ("-wal", "-shm"):
            for harm in (remove, replace_by_nothing, replace_by_copy, cut):
                for writers, while_storing in cases:
                    with findings:
                        one_round(binary, suffix, harm, writers, while_storing)
    findings.raise_any()


if __name__ == "__main__":
    run(log_gone, __doc__)
