"""What a disk may hold after a power cut, from the log that tests/crash/disk_log.cpp wrote.

What was synced is there. Of what was not, each file system does as it likes: `lose` keeps none of it, `keep` all of it, `tear`
any part of it, sector by sector and in any order. Names are kept as a journal keeps them: of those not yet synced the first few.
"""

import os
import struct

HEAD = struct.Struct("<IIQQQ")
CREATE, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, LINK, SYNC_FOLDER = range(1, 9)
SECTOR = 512
MODES = ("lose", "keep", "tear")


def records(log):
    """(place behind the record, kind, inode, offset, name, data) of each whole record."""
    data, at = log.read_bytes(), 0
    while at + HEAD.size <= len(data):
        kind, name_size, inode, offset, size = HEAD.unpack_from(data, at)
        # Only these carry bytes; a truncation has its size in `offset`.
        begin = at + HEAD.size + name_size
        if begin + size > len(data):
            return
        yield begin + size, kind, inode, offset, data[at + HEAD.size : begin].decode(), data[begin : begin + size]
        at = begin + size


class File:
    def __init__(self, content=b""):
        self.durable = bytearray(content)
        self.pending = []  # (place in the log, offset or None for a truncation, data or size)

    def sync(self, begun):
        self.durable = bytearray(self.content([each for each in self.pending if each[0] <= begun]))
        self.pending = [each for each in self.pending if each[0] > begun]

    def content(self, pending):
        content = bytearray(self.durable)
        for _, offset, what in pending:
            if offset is None:
                del content[what:]
                content.extend(bytes(what - len(content)))
            else:
                content.extend(bytes(max(0, offset + len(what) - len(content))))
                content[offset : offset + len(what)] = what
        return bytes(content)

    def after(self, mode, chance):
        if mode == "lose":
            return bytes(self.durable)
        if mode == "keep":
            return self.content(self.pending)
        torn = []
        for place, offset, what in self.pending:
            if offset is None:
                if chance.random() < 0.5:
                    torn.append((place, None, what))
                continue
            at = 0
            while at < len(what):
                size = min(SECTOR - (offset + at) % SECTOR, len(what) - at)
                if chance.random() < 0.5:
                    torn.append((place, offset + at, what[at : at + size]))
                at += size
        return self.content(torn)


class Disk:
    """The files of one folder. Begins with what is there before the program starts."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.files = {}  # by inode
        self.durable_names, self.names = {}, []  # name to inode; names changed since: (name, inode or None)
        for each in sorted(os.listdir(folder)):
            path = os.path.join(self.folder, each)
            if os.path.isfile(path) and not each.endswith("-shm"):
                inode = os.stat(path).st_ino
                with open(path, "rb") as file:
                    self.files[inode] = File(file.read())
                self.durable_names[path] = inode

    def take(self, record):
        place, kind, inode, offset, name, data = record
        if kind == CREATE:
            # An inode may be used again after its file is gone.
            if inode not in {*self.durable_names.values(), *(each for _, each in self.names)}:
                self.files[inode] = File()
            self.names.append((name, inode))
        elif kind == WRITE:
            self.files.setdefault(inode, File()).pending.append((place, offset, data))
        elif kind == TRUNCATE:
            self.files.setdefault(inode, File()).pending.append((place, None, offset))
        elif kind == SYNC:
            self.files.setdefault(inode, File()).sync(struct.unpack("<Q", data)[0])
            # A file that is synced is found again under the name it was made with.
            if any(each == inode for _, each in self.names):
                self._keep_names(1 + max(at for at, (_, each) in enumerate(self.names) if each == inode))
        elif kind == UNLINK:
            self.names.append((name, None))
        elif kind == RENAME:
            self.names += [(data.decode(), inode), (name, None)] if name != data.decode() else []
        elif kind == LINK:
            self.names.append((data.decode(), inode))
        elif kind == SYNC_FOLDER:
            self._keep_names(len(self.names))

    def _keep_names(self, count):
        self.durable_names = self._names(count)
        del self.names[:count]

    def _names(self, count):
        names = dict(self.durable_names)
        for name, inode in self.names[:count]:
            names.pop(name, None)
            if inode is not None:
                names[name] = inode
        return names

    def after(self, mode, chance):
        """Name to content, as they may be found after the power is back."""
        count = {"lose": 0, "keep": len(self.names), "tear": chance.randrange(len(self.names) + 1)}[mode]
        # A rename is one step, though it is two changes of names.
        return {name: self.files.get(inode, File()).after(mode, chance) for name, inode in self._names(count).items()}


def write_image(image, source, target):
    """Puts the files of an image, which were in the folder `source`, into the folder `target`."""
    for each in os.listdir(target):
        os.unlink(os.path.join(target, each))
    for name, content in image.items():
        path = os.path.join(target, os.path.relpath(name, source))
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, 0o600)
