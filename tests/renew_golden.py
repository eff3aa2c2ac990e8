"""Makes the golden counters, pictures and answers of the tests anew: ``python -m tests.renew_golden``.

It makes the reference of all commands (``docs/commands.md``) anew, too; ``--commands`` makes only that one.
The tables of mutations take half an hour: ``python -m tests.renew_golden --mutations`` makes them anew.
Do it after a wanted change of the style, of the small example or of an answer's words, and look at the
differences before keeping them.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile

from .command_reference import REFERENCE, reference
from .drawn_counters import GOLDEN, small_counters
from .mutations import table
from .test_position_picture import GOLDEN as GOLDEN_PICTURE
from .test_position_picture import small_picture
from .test_rules_cli import GOLDEN as GOLDEN_ANSWERS
from .test_rules_cli import golden, written_files


def main() -> None:
    """Write every golden drawing and every golden answer that there is anew."""
    for path in sorted(GOLDEN.glob("*.svg")):
        path.write_text(small_counters()[path.name], encoding="utf-8", newline="\n")
        print(path.name)
    GOLDEN_PICTURE.write_text(small_picture(), encoding="utf-8", newline="\n")
    print(GOLDEN_PICTURE.name)
    _renew_answers()
    renew_commands()


def _renew_answers() -> None:
    with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
        files = written_files()
        for path in GOLDEN_ANSWERS:
            line = path.read_text(encoding="utf-8").partition("\n")[0]
            path.write_text(f"{line}\n{golden(path, files)[0].out}", encoding="utf-8", newline="\n")
            print(path.name)


def renew_commands() -> None:
    """Write the reference of all commands anew."""
    REFERENCE.write_text(reference(), encoding="utf-8", newline="\n")
    print(REFERENCE.name)


def renew_mutations() -> None:
    """Try every kind of mutation, and write the tables anew."""
    for path, rows in ((table.GOLDEN, table.rows), (table.SIEGE_GOLDEN, table.siege_rows)):
        path.write_text(table.text(rows()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    {"--mutations": renew_mutations, "--commands": renew_commands}.get(" ".join(sys.argv[1:]), main)()
