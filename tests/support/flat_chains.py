"""Files with flat chains of traits, as releases of the engine to come may write them (VASSAL, pull request 15116).

The types and states of pieces in saves, logs and modules become one list of all levels each, in the place of lists of
two in lists of two.
"""

from __future__ import annotations

import html
import re
from typing import Final

from adjudicator.vassal import sequence
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.pieces import split_chain
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SavedGame, open_game

__all__ = ["flat_build_file", "flat_log"]

_ADDED, _CHANGED, _LOGGED = "+/", "D/", "LOG\t"
_BETWEEN_COMMANDS: Final = re.compile(r"(\\*\x1b)")
_DEFINITION: Final = re.compile(r"(?<=>)\+/null/[^<]*(?=<)")


def _flat(chain: str) -> str:
    return sequence.encode(split_chain(chain), "\t") if "\t" in chain else chain


def _flat_command(text: str) -> str:
    mark = _LOGGED if text.startswith(_LOGGED) else ""
    text = text.removeprefix(mark)
    if not text.startswith((_ADDED, _CHANGED)):
        return mark + text
    kind, fields = text[:2], sequence.decode(text[2:], "/")
    return mark + kind + sequence.encode([fields[0], *map(_flat, fields[1:])], "/")


def flat_log(game: SavedGame) -> SavedGame:
    """Return a save or log with flat chains."""
    parts = _BETWEEN_COMMANDS.split(game.text)
    text = "".join(part if at % 2 else _flat_command(part) for at, part in enumerate(parts))
    assert text != game.text
    return open_game(pack_archive({**game.entries, PAYLOAD_ENTRY: text.encode()}), name=game.file)


def flat_build_file(text: str) -> str:
    """Return a module's build file with flat chains."""
    return _DEFINITION.sub(
        lambda found: html.escape(_flat_command(html.unescape(found[0])), quote=False), text
    )  # fmt: skip
