"""The results of files and games, kept in a directory, so that a run that was stopped goes on where it was.

Each result is in a file named after a hash of all that it depends on: the files' contents, what was asked for,
and every file of the program. Nothing is ever looked up under a hash that is not the right one, and a file that cannot
be read back counts as missing.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zlib import compress, decompress
from zlib import error as ZlibError  # noqa: N812

from ..audit.file_mark import FileMark
from ..audit_file.versions import bytes_digest, game_version, program_digest
from ..game.loading import find_game
from ..report.entries_text import house_rules_document
from ..report.game_summary import GameSummary
from ..rules.rule_sets import exclusive_rules
from ..vassal.archive import read_file, write_file
from ..vassal.errors import FileAccessError, VassalError
from .found_module import kept_module
from .game_audits import AuditRequest, playable
from .game_tasks import JudgedGame, MarkedFile
from .referee_options import agreed

__all__ = ["ResultsCache", "file_digest"]

_FORMAT: Final = 1
_BROKEN: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, ZlibError)
"""The exceptions that a damaged file raises when it is read back."""


def file_digest(path: Path, limit: int) -> str:
    """Return the SHA-256 of a regular file of at most *limit* bytes. Raises FileAccessError."""
    if not path.is_file():
        raise FileAccessError("not a regular file, or it cannot be opened", file=path.name)
    total, size = sha256(), 0
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                size += len(chunk)
                if size > limit:
                    raise FileAccessError("the file is above the limit", file=path.name,
                                          expected=f"at most {limit:,}; --limit archive_bytes=N raises it")  # fmt: skip
                total.update(chunk)
    except OSError as error:
        raise FileAccessError(f"the file cannot be read: {error.strerror}", file=path.name) from None
    return total.hexdigest()


@dataclass(frozen=True)
class ResultsCache:
    """A directory with results."""

    directory: Path
    base: str
    """The hash of what all results depend on."""

    @classmethod
    def open(cls, directory: Path, request: AuditRequest) -> ResultsCache:
        """Return the cache in a directory, which is made if it is not there. Raises FileAccessError, GameDataError."""
        try:
            directory.mkdir(exist_ok=True)
        except OSError as error:
            raise FileAccessError(f"the cache cannot be made: {error.strerror}", file=str(directory)) from None
        return cls(directory, _base(request))

    def key(self, kind: str, parts: Iterable[Any]) -> str:
        """Return what a result is kept under."""
        return _digest([self.base, kind, *parts])

    def file(self, key: str) -> MarkedFile | None:
        """Return what was seen of a file, None if it is not known."""
        with suppress(*_BROKEN):
            data = self._read(key)
            return MarkedFile(FileMark.from_data(data["mark"]) if data["mark"] else None, str(data["problem"]))
        return None

    def keep_file(self, key: str, seen: MarkedFile) -> None:
        """Keep what was seen of a file. Raises FileAccessError."""
        self._write(key, {"mark": seen.mark.to_data() if seen.mark else None, "problem": seen.problem})

    def game(self, key: str, pages: int) -> JudgedGame | None:
        """Return the result of a game; None if it is not known, or fewer than *pages* of its pages."""
        with suppress(*_BROKEN):
            data = self._read(key)
            if len(data["pages"]) >= pages:
                found = tuple(decompress(b64decode(page)) for page in data["pages"])
                return JudgedGame(GameSummary.from_data(data["summary"]), found)
        return None

    def keep_game(self, key: str, judged: JudgedGame) -> None:
        """Keep the result of a game. Raises FileAccessError."""
        pages = [b64encode(compress(page)).decode() for page in judged.pages]
        self._write(key, {"summary": judged.summary.to_data(), "pages": pages})

    def _path(self, key: str) -> Path:
        return self.directory / f"{key}.json"

    def _read(self, key: str) -> Any:
        return json.loads(self._path(key).read_text(encoding="utf-8"))

    def _write(self, key: str, data: Mapping[str, Any]) -> None:
        write_file(self._path(key), json.dumps(data).encode(), force=True)


def _base(request: AuditRequest) -> str:
    """Return the hash of what was asked for and of what the answers rest on."""
    game = playable(request.game_name)
    agreed_on = request.settings or agreed(request.house_rules, request.waived)
    settings = {
        "side": request.side, "referee": request.referee, "ids": request.reveal_ids, "scenario": request.scenario,
        "generic": request.generic, "limits": asdict(request.limits), "house_rules": house_rules_document(agreed_on),
        "module": _content(request.module_path or kept_module(request.game_name)),
        "patterns": [_content(path) for path in request.patterns],
    }  # fmt: skip
    program = program_digest(exclusive_rules(game))
    return _digest([_FORMAT, program, game_version(game, find_game(request.game_name)), settings])


def _content(path: Path | None) -> str:
    with suppress(VassalError):
        return bytes_digest(read_file(path)) if path else ""
    return "unreadable"


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)
    return sha256(text.encode()).hexdigest()
