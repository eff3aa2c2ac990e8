"""Makes the example game: a whole scenario that two players played by mail, written of a script of what they did.

    python examples/make_italians_attack.py [DIR] [--force]

writes ``mail-01.vlog`` to ``mail-11.vlog`` into DIR, by default ``italians_attack`` beside this script. What happens
in them is told by ``italians_attack.txt``. The bytes are the same every time. Files that exist are kept unless
``--force`` is given.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.recording.game_record import GameRecord, Seat
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.module_kit import PlayKit
from adjudicator.recording.play_styles import PLAIN, StyledPlay
from adjudicator.recording.table_script import TableScript
from adjudicator.rules.rule_book import RuleBook
from adjudicator.vassal.archive import check_output, write_file
from adjudicator.vassal.errors import VassalError
from adjudicator.vassal.module import read_module
from adjudicator.vassal.saved_game import SavedGame, open_game
from vmod_builder.build_context import built, open_workpiece

HERE = Path(__file__).parent
SCRIPT = HERE / "italians_attack.txt"
SETUP = "scenario-1.vsav"


def played() -> tuple[SavedGame, ...]:
    """Return the logs, the oldest first."""
    module = built(open_workpiece(find_game(BUILT_IN)))
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "game.vmod"
        path.write_bytes(module.archive)
        kit = PlayKit(load_game(find_game(BUILT_IN)), read_module(path))
    seats = {
        side: Seat(f"{name.lower()}-example", name, kit.game.sides[side].name)
        for side, name in (("axis", "Anna"), ("french", "Bert"))
    }
    record = GameRecord(kit, open_game(module.entries[SETUP]), seats)
    writer = GameWriter(kit, RuleBook(kit.game), record, StyledPlay(PLAIN, Random(0)))  # noqa: S311 - nothing is drawn
    TableScript(kit).play(SCRIPT.read_text(encoding="utf-8").splitlines(), writer)
    writer.finish()
    return record.files


def main() -> int:
    """Write the logs; returns 0, or 3 if one cannot be written."""
    parser = argparse.ArgumentParser(description="Make the logs of the example game.")
    parser.add_argument("directory", nargs="?", type=Path, default=HERE / "italians_attack", metavar="DIR")
    parser.add_argument("--force", action="store_true", help="overwrite files that exist")
    options = parser.parse_args()
    try:
        files = {options.directory / f"mail-{number:02}.vlog": log for number, log in enumerate(played(), 1)}
        for path in files:
            check_output(path, force=options.force)
        for path, log in files.items():
            data = log.archive_bytes()
            write_file(path, data, force=options.force)
            sys.stdout.write(f"{path}: {len(data):,} bytes\n")
    except VassalError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
