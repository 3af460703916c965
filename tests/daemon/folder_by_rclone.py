#!/usr/bin/env python3
"""Two devices, each with a server, over folders that rclone carries through its local backend (Y2): memories, changes and deletions arrive, what rclone
has carries nothing readable. Skipped where rclone is not installed."""

import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Skipped, check, eventually, run  # noqa: E402
from world import World  # noqa: E402

WORD = "Zanzibarmark"


class Carried:
    """A folder of a device, and the place that rclone copies from and to."""

    def __init__(self, world, remote):
        self.folder, self.remote, self.config = world.folder / "shared", remote, world.folder / "rclone.conf"
        self.folder.mkdir()
        self.config.write_text("[remote]\ntype = local\n")

    def carry(self):
        for start, end in ((self.folder, f"remote:{self.remote}"), (f"remote:{self.remote}", self.folder)):
            done = subprocess.run(["rclone", "--config", self.config, "copy", "--update", start, end], capture_output=True, text=True)
            check(done.returncode == 0, f"rclone: {done.stderr}")


def campaign(binary, _):
    if not shutil.which("rclone"):
        raise Skipped("rclone is not installed")
    with World(binary) as one, World(binary) as two:
        remote = one.folder / "remote"
        remote.mkdir()
        here, there = Carried(one, remote), Carried(two, remote)
        kept = one.json("store", "--title", "kept", f"{WORD} kept")["id"]
        gone = one.json("store", "--title", "gone", f"{WORD} gone")["id"]
        code = one.json("sync", "folder", "init", here.folder)["code"]
        here.carry(), there.carry()
        check(two.json("sync", "folder", "join", there.folder, code)["new"] == 2, "the second device has both memories")

        def carried(holds):
            here.carry(), there.carry()
            return holds()

        with one.mcp(), two.mcp():
            one.json("delete", gone)
            two.json("update", kept, "--content", f"{WORD} changed")
            check(eventually(lambda: carried(lambda: two.run("get", gone).returncode != 0), 60), "the deletion has not arrived")
            check(eventually(lambda: carried(lambda: "changed" in one.run("get", kept).stdout), 60), "the change has not arrived")
        readable = [str(each) for each in remote.rglob("*") if each.is_file() and WORD.encode() in each.read_bytes()]
        check(not readable, f"readable: {readable}")
        check(one.json("sync", "folder", "status")["refused"] == [], "nothing was refused")
        return "two servers over rclone"


if __name__ == "__main__":
    run(campaign, __doc__)
