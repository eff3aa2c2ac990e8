"""Runs the program's commands in this process and hands back what they print and their exit code."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import run


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


def command(*arguments: str | Path) -> Outcome:
    """Run ``adjudicator`` with *arguments*."""
    return run_with(run, *arguments)


def run_with(program: Any, *arguments: str | Path) -> Outcome:
    """Run an entry point with *arguments*."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as left:
            program([str(argument) for argument in arguments])
    texts = []
    for stream in streams:
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        texts.append(stream.buffer.getvalue().decode("utf-8"))
    return Outcome(int(left.value.code or 0), *texts)
