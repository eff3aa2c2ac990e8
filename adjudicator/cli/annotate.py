"""``adjudicator annotate``: a log with the rulings in it as lines of the chat, to be read in VASSAL step by step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ..audit.annotations import annotated, without_annotations
from ..audit.audit import audit_log
from ..audit.dice import load_patterns
from ..module_layout.saved_position import NotThisGame
from ..report.annotation_text import Rulings, audit_rulings, turn_rulings
from ..report.audit_text import verdict_line
from ..report.safe_text import count, lines_of_width, one_line
from ..report.verdicts import EXIT_CODES, verdict_words
from ..vassal.archive import Archive, check_output, open_archive, repacked, write_file
from ..vassal.document import PlayerIds, export_xml, open_document
from ..vassal.document_kind import is_document
from ..vassal.errors import VassalError
from ..vassal.locations import locator_for
from ..vassal.module import read_module
from ..vassal.pseudonyms import has_pseudonyms, pseudonymise
from ..vassal.saved_game import PAYLOAD_ENTRY, SavedGame, read_game
from ..vassal.table import Table
from ..viewing.viewer import Viewer
from .completion import PATH
from .game_audits import may_be_refereed, note_not_refereed
from .options import emit, force_option, note, note_pseudonyms, read_games_for, viewer_at
from .referee_options import watching, wording_of
from .refereed_turn import TurnRequest, turn_options, verified_turn

__all__ = ["command"]

_DOCUMENT = ".xml"
_EPILOG = """\b
Examples:
  adjudicator annotate turn-07.vlog --after turn-06.vlog -o turn-07-ruled.vlog
  adjudicator annotate turn-07.vlog --side french -o for-me-only.vlog"""


@dataclass(frozen=True)
class _Judged:
    """The rulings to be put into the log, and the verdict and exit code that the command ends with."""

    rulings: Rulings
    verdict: str
    exit_code: int


@dataclass(frozen=True)
class _Turn:
    """The turn as its file has it: an archive, whose other entries are kept as they are, or a document."""

    log: SavedGame
    """The log without rulings."""
    archive: Archive | None
    """None for a document."""
    player_ids: PlayerIds
    """The kind of ids in a document that is written of it."""

    @classmethod
    def opened(cls, request: TurnRequest) -> _Turn:
        """Open the turn of a request. Raises VassalError, also for a save."""
        if is_document(request.turn):
            document = open_document(request.turn, request.limits)
            turn = cls(without_annotations(document.game), None, document.player_ids)
        else:
            archive = open_archive(request.turn, request.limits)
            turn = cls(without_annotations(read_game(archive)), archive, "pseudonyms")
        if not turn.log.is_log:
            raise VassalError("this is a save, without steps to rule on", file=str(request.turn), expected="a log")
        return turn

    def written(self, told: SavedGame, request: TurnRequest, output: Path) -> bytes:
        """Return the log with rulings as the output's ending wants it: a document for ``.xml``, else an archive."""
        if output.suffix.lower() == _DOCUMENT:
            shown = told if self.archive is None else pseudonymise(told)
            module = read_module(request.module_path, request.limits) if request.module_path else None
            boards = Table.of_position(shown.position_commands, request.limits).boards
            locator = locator_for(shown, module, boards)
            return export_xml(shown, player_ids=self.player_ids, locate=locator.name)
        if self.archive is not None:
            return repacked(self.archive, PAYLOAD_ENTRY, told.payload_bytes())
        if self.player_ids == "pseudonyms" and has_pseudonyms(told):
            note_pseudonyms("export --reveal-ids keeps the ids")
        return told.archive_bytes()


@click.command(epilog=_EPILOG)
@turn_options
@click.option(
    "-o", "--output", type=PATH, required=True, metavar="OUT.vlog", help="The new log; OUT.xml writes it as XML."
)
@force_option
def command(output: Path, force: bool, **values: Any) -> int:
    """Add the rulings to a log as chat lines, to read in VASSAL.

    The new log has the same position and steps as TURN, and after each action one more step, which writes its ruling
    into the chat. Nothing else is changed, and all commands skip these steps when they read such a log. Rulings that
    TURN already has are replaced. A log of another module gets the findings of audit instead.

    TURN and OUT may be logs, or XML documents of logs: the ending of OUT decides. In a document made from a log,
    pseudonyms stand for the players' ids, as with export.
    """
    check_output(output, force=force)
    request = TurnRequest(**values)
    turn = _Turn.opened(request)
    with lines_of_width(None):
        judged = _judged(request, turn.log)
    write_file(output, turn.written(annotated(turn.log, judged.rulings), request, output), force=force)
    _note_view(request)
    number = count(sum(map(len, judged.rulings.values())), "ruling")
    emit([f"{one_line(output.name)}: {one_line(request.turn.name)} with {number} in it", judged.verdict])
    return judged.exit_code


def _judged(request: TurnRequest, log: SavedGame) -> _Judged:
    if may_be_refereed(log, request.game_name, request.scenario or 0):
        try:
            turn = verified_turn(request)
        except NotThisGame as error:
            note_not_refereed(error)
        else:
            verdict = verdict_words(turn.entries, turn.audit.findings)
            return _Judged(turn_rulings(turn), verdict, EXIT_CODES[turn.verdict])
    return _audited(request)


def _audited(request: TurnRequest) -> _Judged:
    """Return what is found in a log of any module."""
    module = read_module(request.module_path, request.limits) if request.module_path else None
    *before, log = read_games_for([*request.previous, request.turn], request.limits, request.reveal_ids)
    audit = audit_log(
        log, load_patterns(request.patterns), previous=before[-1] if before else None, module=module,
        watch=watching(log),
    )  # fmt: skip
    viewer = viewer_at(Viewer(request.side, request.referee), (audit.start, audit.end), module)
    rulings = audit_rulings(audit, wording_of(audit, module, viewer))
    return _Judged(rulings, verdict_line(audit), audit.weight.exit_code)


def _note_view(request: TurnRequest) -> None:
    """Warn of a log whose chat says what not everybody may know."""
    if request.referee:
        note("its rulings show hidden information (made with --referee): for the referee only")
    elif request.side:
        note(f"its rulings show what the {one_line(request.side)} side may know: keep it from the other side")
