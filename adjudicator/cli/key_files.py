"""The key files of ``adjudicator audit``: the private key that signs an audit file, and the public one that shows whose
it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from ..audit_file.signature import PassphraseMissing, PublicKey, SigningKey
from ..report.safe_text import one_line
from ..vassal.archive import read_file
from ..vassal.limits import DEFAULT_LIMITS
from .progress import make_way

__all__ = ["public_key", "signing_key"]

_LARGEST: Final = 65_536
"""Bytes; a key has some hundred."""


def public_key(path: Path) -> PublicKey:
    """Return the public key in a file. Raises VassalError and KeyFileError."""
    return PublicKey.read(_content(path), path.name)


def signing_key(path: Path) -> SigningKey:
    """Return the private key in a file; on a terminal its passphrase is asked for, where it has one.

    Raises VassalError and KeyFileError.
    """
    data = _content(path)
    try:
        return SigningKey.read(data, path.name)
    except PassphraseMissing as error:
        if not sys.stdin.isatty():
            error.expected = "a terminal, on which it is asked for, or a key without one"
            raise
    make_way()
    words = click.prompt(f"Passphrase of {one_line(path.name)}", hide_input=True, err=True)
    return SigningKey.read(data, path.name, words)


def _content(path: Path) -> bytes:
    return read_file(path, replace(DEFAULT_LIMITS, entry_bytes=_LARGEST))
