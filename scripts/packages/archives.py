"""Archives whose bytes depend on nothing but what is in them: sorted, without owners, at one time."""

import gzip
import io
import json
import lzma
import tarfile
import zipfile
from dataclasses import dataclass
from time import gmtime


@dataclass(frozen=True)
class Entry:
    path: str
    data: bytes = b""
    mode: int = 0o644
    link: str = ""  # a symbolic link to that
    owner: int = 0
    folder: bool = False


def as_json(value):
    return (json.dumps(value, indent=2) + "\n").encode()


def gzipped(data, level=9):
    return gzip.compress(data, level, mtime=0)


def tar(entries, epoch, folders=True, root=""):
    """A tar archive. `folders`: those above each file are entries of their own; `root` is put before each path."""
    listed = {entry.path: entry for entry in entries}
    if folders:
        for path in list(listed):
            for end in (at for at, character in enumerate(path) if character == "/"):
                listed.setdefault(path[:end], Entry(path[:end], mode=0o755, folder=True))
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path, entry in sorted(listed.items()):
            info = tarfile.TarInfo(root + path)
            info.mtime, info.mode, info.uid, info.gid = epoch, entry.mode, entry.owner, entry.owner
            info.uname = info.gname = "root" if entry.owner == 0 else ""
            if entry.folder:
                info.type = tarfile.DIRTYPE
            elif entry.link:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.link, 0o777
            else:
                info.size = len(entry.data)
            archive.addfile(info, io.BytesIO(entry.data) if info.isfile() else None)
    return out.getvalue()


def xz(data, level=6):
    return lzma.compress(data, preset=min(level, 6))


def zipped(entries, epoch, level=9):
    when = gmtime(max(epoch, 315532800))[:6]  # zip knows no time before 1980
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.path, when)
            info.create_system = 3  # modes are those of Unix
            info.external_attr = (0o100000 | entry.mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.data)
    return out.getvalue()


def ar(members, epoch):
    """The container of .deb files."""
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name:<16}{epoch:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return out
