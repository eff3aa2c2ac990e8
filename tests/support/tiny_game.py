"""The tiny game of ``cases/game/tiny/``, whole or with some words changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["TINY_GAME", "changed_texts", "tiny_texts", "write_texts"]

TINY_GAME = Path(__file__).parent.parent / "cases" / "game" / "tiny"


def tiny_texts() -> dict[str, str]:
    """Return the text of each file of the tiny game."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(TINY_GAME.glob("*.toml"))}


def changed_texts(changes: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the texts of the tiny game after changes.

    A change names a ``file`` and either what to ``replace`` there (it must stand there exactly once) and ``by``
    what, or a whole new ``text``, or that it is ``gone``.
    """
    texts = tiny_texts()
    for change in changes:
        file = change["file"]
        if change.get("gone"):
            del texts[file]
        elif "text" in change:
            texts[file] = change["text"]
        else:
            assert texts[file].count(change["replace"]) == 1, (file, change["replace"])
            texts[file] = texts[file].replace(change["replace"], change["by"])
    return texts


def write_texts(folder: Path, texts: dict[str, str]) -> Path:
    """Write the files of a game and return their folder."""
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder
