"""Renews the golden files of the tests: ``python -m tests.renew_golden [PART]``.

    (no part)            counters, pictures, answers, docs/commands.md and docs/data-files.md
    --commands           docs/commands.md and the outlines for the shell's completion
    --data-files         docs/data-files.md
    --docs               the outputs that the documentation shows, by running its commands
    --notebook           the outputs of the notebook in examples/
    --mutations [KIND]   the tables of mutations, or only the rows of some kinds; all of them take most of an hour
    --siege-mutations    the table of the siege alone, in the same way

Renew them after a wanted change, and read the differences before you commit them.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support.command_reference import OUTLINES, REFERENCE, outlines, reference
from tests.support.data_file_reference import DATA_FILES, data_file_reference
from tests.support.drawn_counters import GOLDEN, small_counters
from tests.support.shown_outputs import renew_shown_outputs

from .mutations import table
from .mutations.planting import Kind
from .support.notebook import renew_notebook
from .test_position_picture import GOLDEN as GOLDEN_PICTURE
from .test_position_picture import golden_picture
from .test_rules_cli import GOLDEN as GOLDEN_ANSWERS
from .test_rules_cli import golden, written_files


def main() -> None:
    """Write every golden drawing and every golden answer that there is anew."""
    for path in sorted(GOLDEN.glob("*.svg")):
        path.write_text(small_counters()[path.name], encoding="utf-8", newline="\n")
        print(path.name)
    GOLDEN_PICTURE.write_text(golden_picture(), encoding="utf-8", newline="\n")
    print(GOLDEN_PICTURE.name)
    _renew_answers()
    renew_commands()
    renew_data_files()


def _renew_answers() -> None:
    with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
        files = written_files()
        for path in GOLDEN_ANSWERS:
            line = path.read_text(encoding="utf-8").partition("\n")[0]
            path.write_text(f"{line}\n{golden(path, files)[0].out}", encoding="utf-8", newline="\n")
            print(path.name)


def renew_commands() -> None:
    """Write the reference of all commands anew, and their outlines for the shell."""
    REFERENCE.write_text(reference(), encoding="utf-8", newline="\n")
    OUTLINES.write_text(outlines(), encoding="utf-8", newline="\n")
    print(REFERENCE.name, OUTLINES.name)


def renew_data_files() -> None:
    """Write the reference of the data files anew."""
    DATA_FILES.write_text(data_file_reference(), encoding="utf-8", newline="\n")
    print(DATA_FILES.name)


def renew_mutations(names: Sequence[str]) -> None:
    """Try every kind of mutation, or those that are named, and write the tables anew."""
    if not names or any(kind.name in names for kind in table.KINDS):
        _write_table(table.GOLDEN, table.KINDS, names)
    if not names or any(kind.name in names for kind in table.SIEGE):
        renew_siege_mutations(names)


def renew_siege_mutations(names: Sequence[str]) -> None:
    """Do so with the table of the siege alone."""
    _write_table(table.SIEGE_GOLDEN, table.SIEGE, names)


def _write_table(path: Path, kinds: Sequence[Kind], names: Sequence[str]) -> None:
    with ProcessPoolExecutor() as processes:
        text = table.renewed(path, kinds, names, lambda anew: processes.map(table.row_lines, anew))
    path.write_text(text, encoding="utf-8", newline="\n")
    print(path.name)


def renew_docs() -> None:
    """Write the outputs that the documentation shows anew."""
    with tempfile.TemporaryDirectory() as directory:
        print(*renew_shown_outputs(Path(directory)), sep="\n")


_PARTS = {"--mutations": renew_mutations, "--siege-mutations": renew_siege_mutations}

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in _PARTS:
        _PARTS[sys.argv[1]](sys.argv[2:])
    elif sys.argv[1:] == ["--commands"]:
        renew_commands()
    elif sys.argv[1:] == ["--data-files"]:
        renew_data_files()
    elif sys.argv[1:] == ["--notebook"]:
        renew_notebook()
    elif sys.argv[1:] == ["--docs"]:
        renew_docs()
    elif sys.argv[1:]:
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 64)
    else:
        main()
