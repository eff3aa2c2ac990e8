"""ZIP archives as VASSAL uses them: saves, logs, modules and extensions (vassal-files.md 1.1 and 4).

Reading is bounded and trusts nothing: see :mod:`adjudicator.vassal.limits`. Writing gives the same
bytes for the same entries: into a new file next to the target, which is then renamed into place.
"""

from __future__ import annotations

import io
import os
import re
import secrets
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO

from .errors import ArchiveError, FileAccessError, LimitExceeded, OutputExists, VassalError
from .kept_inputs import is_input
from .limits import DEFAULT_LIMITS, MEBIBYTE, Limits

__all__ = [
    "Archive",
    "check_output",
    "leaves_archive",
    "open_archive",
    "pack_archive",
    "read_file",
    "read_head",
    "repacked",
    "write_file",
]

_CHUNK = 1 << 16
_MAX_DIRECTORY_BYTES = 8 * MEBIBYTE
"""The list of a ZIP's entries is read at one go; 8 MiB hold 50,000 names of 100 characters."""

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_COMPRESSIONS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflated"}
_ENCRYPTED = 0x1
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error,
    ValueError, OverflowError, OSError, KeyError, IndexError,
)  # fmt: skip
"""The exceptions that :mod:`zipfile` raises when an archive is damaged."""
_DEVICES = Path("/dev")
_SEPARATORS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"[A-Za-z]:")
_ZIP_START = b"PK"
_PLAIN_WORDS = (zipfile.BadZipFile, zlib.error, OSError)
"""The exceptions whose words a reader understands."""


class _BoundedFile(io.BufferedReader):
    """A file that refuses to read much at one go: a ZIP's directory may claim any size."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Return so many bytes of the archive. Raises LimitExceeded for more than its directory may have."""
        if size is not None and size > _MAX_DIRECTORY_BYTES:
            raise LimitExceeded(
                "the archive's list of entries is above the limit",
                found=f"{size:,} bytes",
                expected=f"at most {_MAX_DIRECTORY_BYTES:,}",
            )
        return super().read(size)


@dataclass(frozen=True)
class Archive:
    """An archive's entries by name, in the archive's order. Contents are unpacked when asked for."""

    file: str
    """The name the archive was opened under, for messages."""
    _infos: Mapping[str, zipfile.ZipInfo]
    _source: Path | bytes
    limits: Limits

    @property
    def names(self) -> tuple[str, ...]:
        """The entries' names, in the archive's order."""
        return tuple(self._infos)

    def has(self, name: str) -> bool:
        """Return whether there is an entry called *name*."""
        return name in self._infos

    def read(self, name: str) -> bytes:
        """Return the contents of the entry *name*.

        Raises ArchiveError if it is missing or damaged and LimitExceeded if it is too large.
        """
        ((_name, data),) = self.read_each([name])
        return data

    def read_each(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield names and contents of entries, opening the archive only once; errors as :meth:`read`."""
        with _opened(self._source, self.file) as zipped:
            for name in names:
                info = self._infos.get(name)
                if info is None:
                    raise ArchiveError("an entry is missing", file=self.file, expected=f"an entry {name!r}")
                _check_entry(info, self.file, self.limits)
                with _damage_named(self.file, f"entry {name!r}"):
                    data = _read_bounded(zipped, info, self.limits.entry_bytes, self.file)
                yield name, data


def _check_entry(info: zipfile.ZipInfo, file: str, limits: Limits) -> None:
    place = f"entry {info.filename!r}"
    if info.flag_bits & _ENCRYPTED:
        raise ArchiveError("the entry is encrypted", file=file, place=place)
    if info.compress_type not in _COMPRESSIONS:
        raise ArchiveError(
            "the entry is packed in a way that VASSAL does not use",
            file=file,
            place=place,
            found=f"method {info.compress_type}",
            expected="stored or deflated",
        )
    try:
        limits.check("the entry's unpacked size", "entry_bytes", info.file_size, place=place)
    except LimitExceeded as error:
        raise error.in_file(file) from None


def _read_bounded(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, file: str) -> bytes:
    """Unpack one entry, stopping when it grows past *limit* whatever its header says."""
    pieces: list[bytes] = []
    size = 0
    with zipped.open(info) as stream:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > limit:
                raise LimitExceeded(
                    "the entry's unpacked size is above the limit",
                    file=file,
                    place=f"entry {info.filename!r}",
                    expected=f"at most {limit:,}; --limit entry_bytes=N raises it",
                )
            pieces.append(chunk)
    return b"".join(pieces)


@contextmanager
def _damage_named(file: str, place: str) -> Iterator[None]:
    """Turn what :mod:`zipfile` raises on a damaged archive into our own error."""
    try:
        yield
    except VassalError:
        raise
    except _DAMAGE as error:
        reason = f": {error}" if isinstance(error, _PLAIN_WORDS) and str(error) else ""
        raise ArchiveError(f"the archive is damaged{reason}", file=file, place=place) from error


@contextmanager
def _opened(source: Path | bytes, file: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive, which reads its list of entries."""
    try:
        raw: IO[bytes] = io.BytesIO(source) if isinstance(source, bytes) else source.open("rb", buffering=0)
    except OSError as error:
        raise FileAccessError(_reason(error, "the file cannot be opened"), file=file) from None
    with raw, _BoundedFile(raw) as stream:  # type: ignore[arg-type]
        with _damage_named(file, ""):
            try:
                zipped = zipfile.ZipFile(stream)
            except zipfile.BadZipFile:
                raw.seek(0)
                if raw.read(len(_ZIP_START)) == _ZIP_START:
                    raise
                raise ArchiveError("not a VASSAL file", file=file, expected="a ZIP archive, as VASSAL writes") from None
        with zipped:
            yield zipped


def _check_readable(path: Path) -> os.stat_result:
    """Return the file's status; raise FileAccessError for what is no readable regular file."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise FileAccessError(_reason(error, "the file cannot be opened"), file=str(path)) from None
    if stat.S_ISDIR(status.st_mode):
        raise FileAccessError("this is a directory", file=str(path), expected="a file")
    if not stat.S_ISREG(status.st_mode):
        raise FileAccessError("not a regular file", file=str(path))
    return status


def _reason(error: Exception, prefix: str) -> str:
    detail = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{prefix}: {detail}"


def read_file(path: Path, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """Return the whole of a regular file of at most ``limits.entry_bytes``.

    Raises FileAccessError or LimitExceeded.
    """
    status = _check_readable(path)
    try:
        limits.check("the file's size", "entry_bytes", status.st_size)
        with path.open("rb") as stream:
            data = stream.read(limits.entry_bytes + 1)
        limits.check("the file's size", "entry_bytes", len(data))
    except LimitExceeded as error:
        raise error.in_file(str(path)) from None
    except OSError as error:
        raise FileAccessError(_reason(error, "the file cannot be read"), file=str(path)) from None
    return data


def read_head(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file, none of what cannot be read: whoever opens it says why."""
    try:
        _check_readable(path)
        with path.open("rb") as stream:
            return stream.read(size)
    except (VassalError, OSError):
        return b""


def open_archive(source: Path | bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "") -> Archive:
    """List the archive at a path, or in memory, without unpacking anything.

    *name* is what messages call it (the path when empty). Raises FileAccessError, ArchiveError or
    LimitExceeded.
    """
    file = name or (str(source) if isinstance(source, Path) else "archive in memory")
    size = _check_readable(source).st_size if isinstance(source, Path) else len(source)
    try:
        if size == 0:
            raise ArchiveError("the file is empty", expected="a ZIP archive")
        limits.check("the file's size", "archive_bytes", size)
        with _opened(source, file) as zipped:
            found = zipped.infolist()
        limits.check("the number of entries", "archive_entries", len(found))
    except (ArchiveError, LimitExceeded) as error:
        raise error.in_file(file) from error.__cause__
    infos = {info.filename: info for info in found}
    return Archive(file, MappingProxyType(infos), source, limits)


def leaves_archive(name: str) -> bool:
    """Return whether an entry's name leads out of the directory into which an archive is unpacked, on any system."""
    return name.startswith(("/", "\\")) or _DRIVE.match(name) is not None or ".." in _SEPARATORS.split(name)


def pack_archive(entries: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive of *entries* in their order; the same entries give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            zipped.writestr(info, data, compresslevel=9)
    return buffer.getvalue()


def repacked(archive: Archive, name: str, data: bytes) -> bytes:
    """Return an archive packed again with other contents of the entry *name*; the others and their order stay.

    Raises ArchiveError if another entry is damaged and LimitExceeded if it is too large.
    """
    return pack_archive(dict(archive.read_each(archive.names)) | {name: data})


def check_output(path: Path, *, force: bool = False) -> None:
    """Raise OutputExists or FileAccessError if *path* cannot be written to, before any work is done."""
    try:
        directory, exists = path.is_dir(), path.exists() or path.is_symlink()
        parent, device = path.parent.is_dir(), _is_device(path)
    except (OSError, ValueError, RuntimeError) as error:  # of links that lead to each other
        raise FileAccessError(_reason(error, "the file cannot be written"), file=str(path)) from None
    if directory:
        raise FileAccessError("this is a directory", file=str(path), expected="the name of a new file")
    if device:
        raise FileAccessError("this is a device or a pipe", file=str(path), expected="the name of a new file")
    if is_input(path):
        raise OutputExists("this is one of the inputs, and inputs are never overwritten", file=str(path),
                           expected="another name")  # fmt: skip
    if exists and not force:
        raise _output_exists(path)
    if not parent:
        raise FileAccessError("its directory does not exist", file=str(path))


def _is_device(path: Path) -> bool:
    """Return whether a path is, or a link leads to, what is neither a file nor a directory, or is where devices are.

    A file renamed to such a name would take the device away from everybody.
    """
    return (path.exists() and not path.is_file() and not path.is_dir()) or path.parent.resolve() == _DEVICES


def _output_exists(path: Path) -> OutputExists:
    return OutputExists("already exists; use another name or --force", file=str(path))


def write_file(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write *data* next to *path* and rename the file into place; an existing file is kept unless *force*.

    A link is replaced, not followed. Raises OutputExists or FileAccessError; nothing is left behind then.
    """
    check_output(path, force=force)
    beside = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        try:
            with beside.open("xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            _move_into_place(beside, path, force)
        finally:
            beside.unlink(missing_ok=True)
    except VassalError:
        raise
    except (OSError, ValueError) as error:
        raise FileAccessError(_reason(error, "the file cannot be written"), file=str(path)) from None


def _move_into_place(beside: Path, path: Path, force: bool) -> None:
    if force:
        beside.replace(path)
        return
    try:
        path.hardlink_to(beside)  # unlike a rename, this fails when somebody made the file meanwhile
    except FileExistsError:
        raise _output_exists(path) from None
    except OSError:
        # a file system without hard links
        check_output(path)
        beside.rename(path)
