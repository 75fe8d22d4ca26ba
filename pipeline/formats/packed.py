"""Zip files from elsewhere: nothing is unpacked to disk; bombs, macros and names that lead elsewhere are refused."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from pipeline.formats.base import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

NOT_PACKED = "The file is damaged, or not what its name says: {problem}."
ENCRYPTED = "The file is protected with a password; save it without one."
PACKED_TOO_WELL = "The file is refused: “{name}” inside it would unpack to more than {times} times its size."
BOMB = "The file is refused: it would unpack to more than {limit} MB."
TRICK = "The file is refused: the name “{name}” inside it leads out of its folder."
MACROS = "The file is refused: it contains macros. Save it as an .xlsx without macros."
MISSING = "The file is damaged: “{name}” is missing inside it."

MOST_BYTES = 500_000_000
_SUSPICIOUS_RATIO = 1_000
_SMALL = 20_000_000
_MOST_MEMBERS = 200_000
_MACROS = ("vbaproject.bin", "vbadata.xml", "xl/macrosheets/", "xl/activex/", "xl/embeddings/")
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class Packed:
    """A zip file whose list of members was looked at before anything is unpacked."""

    def __init__(self, raw: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
            members = self._zip.infolist()
        except _DAMAGED as error:
            raise UnreadableError(NOT_PACKED, problem=_said(error)) from error
        if len(members) > _MOST_MEMBERS or sum(info.file_size for info in members) > MOST_BYTES:
            raise UnreadableError(BOMB, limit=MOST_BYTES // 1_000_000)
        for info in members:
            _look_at(info)
        self.names = {info.filename: info.file_size for info in members}

    def read(self, name: str) -> bytes:
        """The whole of a member."""
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """A member piece by piece; what its list of members has promised is not trusted."""
        if name not in self.names:
            raise UnreadableError(MISSING, name=name)
        total = 0
        try:
            with self._zip.open(name) as member:
                while piece := member.read(1 << 16):
                    total += len(piece)
                    if total > MOST_BYTES:
                        raise UnreadableError(BOMB, limit=MOST_BYTES // 1_000_000)
                    yield piece
        except _DAMAGED as error:
            raise UnreadableError(NOT_PACKED, problem=_said(error)) from error


def member(name: str) -> zipfile.ZipInfo:
    """A member for a file that we write: the same content gives the same bytes, so there is no clock in it."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def packing(out: BinaryIO) -> zipfile.ZipFile:
    """A zip file to write."""
    return zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=4)


def _look_at(info: zipfile.ZipInfo) -> None:
    name = info.filename
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or (parts and ":" in parts[0]) or "\0" in name:
        raise UnreadableError(TRICK, name=name[:60])
    if any(sign in name.lower() for sign in _MACROS):
        raise UnreadableError(MACROS)
    if info.flag_bits & 1:
        raise UnreadableError(ENCRYPTED)
    if info.file_size > _SMALL and info.file_size > _SUSPICIOUS_RATIO * max(info.compress_size, 1):
        raise UnreadableError(PACKED_TOO_WELL, name=name[:60], times=_SUSPICIOUS_RATIO)


def _said(error: Exception) -> str:
    return (str(error) or type(error).__name__).rstrip(".")
