"""The versions of all that a judgement rests on besides the logs: program, rule data and game data, each as a hash."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from .. import __version__
from ..game.game_data import GameData
from ..game.loading import GameFolder
from ..rules.exclusive_rules import PLAIN, ExclusiveRules
from ..rules.rule_sets import own_rule_sets

__all__ = ["bytes_digest", "game_version", "program_digest", "program_version"]

_RULES: Final = "adjudicator.rules"
_OF_A_SET: Final = ("catalogue.toml", "refusals.toml", "switches.toml")
"""The data of a set of rules beside its code."""
_RULE_DATA: Final = {
    _RULES: _OF_A_SET,
    "adjudicator": ("games/grand_tactical_series/charts.toml",),
    "adjudicator.referee.entries": ("game_findings.toml",),
}
"""The data that the rules and the referee of a game rest on."""
_READ: Final = frozenset({".py", ".toml", ".json", ".html", ".css", ".js"})
"""The suffixes of the files that the program is made of."""


def bytes_digest(data: bytes) -> str:
    """Return the SHA-256 of a file's content."""
    return sha256(data).hexdigest()


def program_version(rules: ExclusiveRules = PLAIN) -> dict[str, str]:
    """Return the program's version and the hash of its rule data, with the package that a game's own rules are of."""
    return {"version": __version__, "rules": _with_package(_rule_data(), rules)}


@cache
def _rule_data() -> str:
    own = {f"{_RULES}.{name}": _OF_A_SET for name in own_rule_sets()}
    found = [files(package).joinpath(name) for package, names in (_RULE_DATA | own).items() for name in names]
    return _digest_of(found)


def program_digest(rules: ExclusiveRules = PLAIN) -> str:
    """Return the hash of every file of the program: its code, its rules, its charts, slips and chat words.

    To it comes that of the package that a game's own rules are of.
    """
    return _with_package(_folder_digest(Path(__file__).resolve().parent.parent), rules)


def _with_package(digest: str, rules: ExclusiveRules) -> str:
    """Return a hash that is another one with each change of an installed package; ours are part of the program."""
    package = type(rules).__module__.rpartition(".")[0]
    if not package or package.split(".")[0] == _RULES.split(".")[0]:
        return digest
    return sha256(f"{digest}\n{_folder_digest(Path(str(files(package))))}".encode()).hexdigest()


@cache
def _folder_digest(root: Path) -> str:
    paths = sorted(path for path in root.rglob("*") if path.is_file() and path.suffix in _READ)
    total = sha256()
    for path in paths:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(root).as_posix()}\n{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def game_version(game: GameData, folder: GameFolder) -> dict[str, str]:
    """Return a game's version and the hash of the data files in its folder."""
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {"id": game.id, "name": game.name, "version": game.version, "sha256": _digest_of(found)}


def _digest_of(found: Iterable[Traversable | Path]) -> str:
    """Return the hash of files' names and contents; line ends do not count."""
    total = sha256()
    for file in found:
        content = file.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{file.name}\n{len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()
