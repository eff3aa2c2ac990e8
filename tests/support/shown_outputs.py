"""The outputs that the documentation shows after ``$``: run as a test, and written anew after a wanted change."""

from __future__ import annotations

import contextlib
import re
import shlex
from pathlib import Path

from tests.support.command_line import command, run_with
from tests.support.pages import PAGES, ROOT
from vmod_builder.cli import run as run_builder

__all__ = ["printed_lines", "renew_shown_outputs"]

_BLOCK = re.compile(r"^```console\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SESSION = re.compile(r"^\$ (?P<line>.+)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)
_LEFT_OUT = "…"


def printed_lines(line: str, directory: Path) -> list[str]:
    """Run a command line in the repository's root, and return what it prints; what it writes goes to a directory."""
    program, *words = shlex.split(line)
    arguments = [
        str(directory / word) if before == "-o" else word for before, word in zip(["", *words], words, strict=False)
    ]
    with contextlib.chdir(ROOT):
        outcome = run_with(run_builder, *arguments) if program == "vmod-builder" else command(*arguments)
    return outcome.out.strip("\n").splitlines()


def renew_shown_outputs(directory: Path) -> list[str]:
    """Write the outputs of all pages anew and return the pages that changed.

    Where lines are left out, as many stay before and after the gap as there were.
    """
    changed = []
    for page, text in PAGES.items():
        renewed = _BLOCK.sub(lambda block: _SESSION.sub(lambda session: _renewed(session, directory), block[0]), text)
        if renewed != text:
            (ROOT / page).write_text(renewed, encoding="utf-8", newline="\n")
            changed.append(page)
    return changed


def _renewed(session: re.Match[str], directory: Path) -> str:
    printed = printed_lines(session["line"], directory)
    end = "\n" if session["shown"].endswith("\n\n") else ""
    shown = session["shown"].rstrip("\n").splitlines()
    if _LEFT_OUT in shown:
        cut = shown.index(_LEFT_OUT)
        after = len(shown) - cut - 1
        printed = [*printed[:cut], _LEFT_OUT, *printed[len(printed) - after :]]
    return "\n".join([f"$ {session['line']}", *printed, ""]) + end
