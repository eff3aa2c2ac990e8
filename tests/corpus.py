"""Finds the corpus: files that people and the engine wrote, which are not part of this repository.

It lies where the environment variable ``ADJUDICATOR_CORPUS`` says, or else in ``shared/corpus``
beside the repository. Tests that need a file of it are skipped without it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "ADJUDICATOR_CORPUS"
_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "corpus"


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


def corpus_files(*suffixes: str) -> list[Path]:
    """Return the corpus files whose names end in one of *suffixes*, sorted; none without a corpus."""
    directory = corpus_dir()
    if directory is None:
        return []
    return sorted(path for path in directory.rglob("*") if path.is_file() and path.name.endswith(suffixes))
