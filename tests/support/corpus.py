"""Finds the corpus: files that people and the engine wrote, which are not part of this repository.

It lies where the environment variable ``ADJUDICATOR_CORPUS`` says, or else in ``shared/corpus``
beside the repository. Tests that need a file of it are skipped without it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

VARIABLE = "ADJUDICATOR_CORPUS"
OTHER_GAMES: Final = ("", "engine")
"""The folders with files of other modules, made by people and by the engine as it was made to be used."""
EVERY_WRITER: Final = (*OTHER_GAMES, "encodings", "engine-games/g7p", "official/straight")
"""The folders that hold files of every kind of writer there is, those of whole games with one folder of theirs."""
NESTED_TRAITS: Final = (*OTHER_GAMES, "engine-games/g7p", "official/straight")
"""The folders whose pieces have their traits one within the other, as every release writes them."""
_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "corpus"


def corpus_dir() -> Path | None:
    """Return the directory of the corpus, None if there is none."""
    named = os.environ.get(VARIABLE)
    directory = Path(named) if named else _BESIDE
    return directory if directory.is_dir() else None


def corpus_file(name: str) -> Path:
    """Return the file *name* (``engine/mini.vmod``) of the corpus; skip the test if it is not there."""
    directory = corpus_dir()
    if directory is None:
        pytest.skip(f"no corpus here ({VARIABLE} can name its directory); {name} is needed")
    path = directory / name
    if not path.is_file():
        pytest.skip(f"the corpus has no {name}")
    return path


def corpus_files(*suffixes: str, folders: Sequence[str] = EVERY_WRITER) -> list[Path]:
    """Return the files in *folders* of the corpus whose names end in one of *suffixes*, sorted; none without it."""
    directory = corpus_dir()
    if directory is None:
        return []
    found = (path for folder in folders for path in (directory / folder).glob("*"))
    return sorted(path for path in found if path.is_file() and path.name.endswith(suffixes))
