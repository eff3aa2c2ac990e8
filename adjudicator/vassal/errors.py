"""The errors that reading and writing VASSAL's files can raise.

Every error is a :class:`VassalError`, a ``ValueError`` that says which file, which place in it,
what was found and what was expected, in one line that a player understands.
"""

from __future__ import annotations

__all__ = [
    "ArchiveError",
    "BuildingError",
    "DocumentError",
    "FileAccessError",
    "GridError",
    "LimitExceeded",
    "MetadataEntitiesError",
    "MetadataError",
    "ModuleError",
    "OutputExists",
    "PayloadError",
    "StreamError",
    "VassalError",
]

_SHOWN = 60
_SHOWN_PATH = 100


def _printable(value: str) -> str:
    return "".join(c if c.isprintable() else "\N{MIDDLE DOT}" for c in value)


def _brief(value: str) -> str:
    """Shorten *value* to one printable line."""
    line = _printable(value)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _brief_path(path: str) -> str:
    """Shorten a path from the left: its end names the file."""
    line = _printable(path)
    return line if len(line) <= _SHOWN_PATH else "\N{HORIZONTAL ELLIPSIS}" + line[1 - _SHOWN_PATH :]


class VassalError(ValueError):
    """A file, or a part of one, that is not what VASSAL writes.

    ``problem`` is a short sentence without a full stop. ``file`` names the file, ``place`` the
    place in it (an entry, a byte offset, a command number), ``found`` and ``expected`` the
    offending text and what would have been right; each may be empty.
    """

    def __init__(self, problem: str, *, file: str = "", place: str = "", found: str = "", expected: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.place = place
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        where = ", ".join(part for part in (_brief_path(self.file), self.place) if part)
        text = f"{where}: {self.problem}" if where else self.problem
        if self.found:
            text += f" (got {_brief(self.found)!r}"
            text += f"; expected {self.expected})" if self.expected else ")"
        elif self.expected:
            text += f" (expected {self.expected})"
        return text

    def in_file(self, file: str) -> VassalError:
        """Return this error with *file* filled in where it was not known; changes it in place."""
        self.file = self.file or file
        return self


class FileAccessError(VassalError):
    """The file cannot be opened: missing, a directory, no permission, not a regular file."""


class OutputExists(VassalError):
    """The output is there already and may not be overwritten."""


class ArchiveError(VassalError):
    """Not a ZIP archive that VASSAL could have written, or a damaged one."""


class LimitExceeded(VassalError):
    """The file is larger, deeper or longer than the limits in force allow."""


class PayloadError(VassalError):
    """The ``savedGame`` entry cannot be turned into text."""


class MetadataError(VassalError):
    """``savedata``, ``moduledata`` or ``extensiondata`` is not the XML that VASSAL writes."""


class MetadataEntitiesError(MetadataError):
    """A metadata entry brings entities or a document type: no VASSAL does that, somebody means harm."""


class StreamError(VassalError):
    """The command stream, or one command or piece in it, cannot be read."""


class ModuleError(VassalError):
    """The module's build file cannot be read."""


class GridError(VassalError):
    """A grid whose numbers make no sense, or a location name that the grid does not have."""


class BuildingError(VassalError):
    """A game that is being built was asked for something that cannot be."""


class DocumentError(VassalError):
    """An XML or JSON document of ours that does not follow its schema."""
