"""The work of ``adjudicator audit`` on one game: reads its logs, has them audited or refereed, and words the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..audit.audit import Audit, audit_log
from ..audit.dice import LogPatterns, load_patterns
from ..audit_file.versions import bytes_digest, game_version, program_version
from ..drawing.style import load_style
from ..game.loading import BUILT_IN, find_game
from ..module_layout.saved_position import NotThisGame
from ..referee.viewer_pipeline import referee_for
from ..report.audit_text import audit_document, audit_lines
from ..report.game_audit_text import AuditedGame, game_audit_document, game_audit_lines
from ..report.html.pages import audit_page, log_page
from ..report.safe_text import one_line
from ..report.verdicts import EXIT_CODES
from ..report.wording import Wording
from ..rules.rule_sets import exclusive_rules
from ..rules.switches import HouseRules
from ..vassal.archive import read_file
from ..vassal.kept_inputs import note_input
from ..vassal.limits import DEFAULT_LIMITS, Limits
from ..vassal.module import read_module
from ..vassal.module_definition import ModuleDefinition
from ..vassal.pseudonyms import pseudonymise_together
from ..vassal.saved_game import SavedGame
from ..viewing.sides import roster_of, side_named, viewer_of
from ..viewing.viewer import Viewer
from .found_module import SERIES_MARK, module_of
from .options import busy, note, read_games_for, viewer_at
from .referee_options import agreed, watching, wording_of
from .rule_options import playable

__all__ = ["Answer", "AuditRequest", "audit_answer", "inputs_of", "may_be_refereed", "note_not_refereed", "playable"]

_MARK = "UnitId"
"""The mark of the units of our module, which distinguishes its logs from others at a glance."""


@dataclass(frozen=True)
class AuditRequest:
    """A request for an audit: the files and the options; it can be sent to another process."""

    logs: tuple[Path, ...]
    previous: Path | None = None
    module_path: Path | None = None
    patterns: tuple[Path, ...] = ()
    side: str = ""
    referee: bool = False
    reveal_ids: bool = False
    limits: Limits = DEFAULT_LIMITS
    game_name: str = BUILT_IN
    house_rules: HouseRules = field(default_factory=HouseRules)
    waived: frozenset[str] = frozenset()
    scenario: int = 0
    generic: bool = False
    steps: bool = False
    explain: bool = False
    settings: HouseRules | None = None
    """The house rules that the players agreed on, where they are not known from a file."""
    form: str = "text"
    """``text``, ``json``, or ``summary`` where only what was found is wanted."""
    with_page: bool = False
    """True if a web page is asked for as well."""


@dataclass(frozen=True)
class Answer:
    """The result of a request."""

    exit_code: int
    lines: Iterable[str] = ()
    document: dict[str, Any] | None = None
    """Instead of lines, where JSON was asked for."""
    page: bytes | None = None
    """The web page, if it was asked for."""
    game: AuditedGame | None = None
    """The game, where it was refereed."""
    audits: Sequence[Audit] = ()
    """The audits of its logs, where it was not."""


@dataclass(frozen=True)
class _Read:
    """The files of a request."""

    request: AuditRequest
    previous: SavedGame | None
    logs: tuple[SavedGame, ...]
    module: ModuleDefinition | None
    patterns: LogPatterns


def audit_answer(request: AuditRequest) -> Answer:
    """Audit logs, each as the continuation of the one before it; those of a module that is known are refereed, too.

    Raises VassalError and GameDataError.
    """
    read = _read(request)
    if not request.generic and all(may_be_refereed(log, request.game_name, request.scenario) for log in read.logs):
        try:
            return _refereed_with_ids(read) if request.reveal_ids and request.form == "json" else _refereed(read)
        except NotThisGame as error:
            note_not_refereed(error)
    return _any_module(read)


def note_not_refereed(error: NotThisGame) -> None:
    """Say why a log that looked like one of the referee's games is audited only."""
    note(f"{one_line(str(error), 300)}; audited as a log of any module")


def may_be_refereed(log: SavedGame, game_name: str, scenario: int) -> bool:
    """Return whether a log may be one that the referee reads; the official module's are of many games."""
    title = log.module_metadata.title if log.module_metadata else ""
    ours = scenario > 0 or playable(game_name).name.casefold() in title.casefold()
    return _MARK in log.text or (SERIES_MARK in log.text and ours)


def _read(request: AuditRequest) -> _Read:
    patterns = load_patterns(request.patterns)
    before = [request.previous] if request.previous else []
    for path in (*before, *request.logs):
        note_input(path)
    files = read_games_for([*before, *request.logs], request.limits, request.reveal_ids)
    found = module_of(request.logs[-1], files[-1], request.game_name, request.limits, request.module_path)
    request = replace(request, module_path=found)
    module = read_module(request.module_path, request.limits) if request.module_path else None
    return _Read(request, files[0] if before else None, tuple(files[len(before) :]), module, patterns)


# games of our module


def _refereed_with_ids(read: _Read) -> Answer:
    """Return an audit with players' ids; if its audit file shows none, the file is the one that is made without them.

    So the file says truly whether it shows any, and nobody can change what it says unnoticed.
    """
    shown = _refereed(read)
    before = [read.previous] if read.previous is not None else []
    games = pseudonymise_together([*before, *read.logs])
    hidden = _refereed(replace(
        read, request=replace(read.request, reveal_ids=False), previous=games[0] if before else None,
        logs=tuple(games[len(before) :]),
    ))  # fmt: skip
    if _without_ids(shown.document) != _without_ids(hidden.document):
        return shown
    return replace(shown, document=hidden.document)


def _without_ids(document: Any) -> Any:
    """Return an audit file without what it says of ids, and without the chain, which rests on that."""
    entries = [{key: value for key, value in each.items() if key != "hash"} for each in document["entries"]]
    return {**document, "entries": entries, "end": None, "view": {**document["view"], "ids": None}}


def _refereed(read: _Read) -> Answer:
    request = read.request
    game = playable(request.game_name)
    viewer = viewer_of(game, side_named(game, request.side, lambda: roster_of(read.logs)), referee=request.referee)
    house_rules = request.settings or agreed(request.house_rules, request.waived)
    refereed = referee_for(
        viewer, read.logs, game, house_rules, read.patterns, previous=read.previous,
        module=read.module, scenario=request.scenario, watch_for=watching,
    )  # fmt: skip
    viewer = _at_tables(viewer, read, [log.audit for log in refereed.logs])
    audited = AuditedGame(
        refereed, viewer, tuple(wording_of(log.audit, read.module, viewer) for log in refereed.logs),
        read.patterns, inputs_of(request),
        {"program": program_version(exclusive_rules(game)), "game": game_version(game, find_game(request.game_name))},
        request.reveal_ids, request.steps, request.explain,
    )  # fmt: skip
    code = EXIT_CODES[audited.verdict]
    page = _page(request, lambda: audit_page(audited, load_style(find_game(request.game_name))))
    if request.form == "json":
        return Answer(code, document=game_audit_document(audited), page=page)
    if request.form == "summary":
        return Answer(code, page=page, game=audited)
    return Answer(code, game_audit_lines(audited), page=page)


def _page(request: AuditRequest, make: Callable[[], bytes]) -> bytes | None:
    """Return the web page if it is asked for."""
    if not request.with_page:
        return None
    with busy("making the page"):
        return make()


def _at_tables(viewer: Viewer, read: _Read, audits: Sequence[Audit]) -> Viewer:
    tables = [table for audit in audits for table in (audit.start, audit.end)]
    return viewer_at(viewer, tables, read.module)


def inputs_of(request: AuditRequest) -> tuple[dict[str, str], ...]:
    """Return the role, the name and the hash of each file that was read, except house rules: they are listed apart."""
    paths = [("log", path) for path in request.logs]
    paths += [("previous", request.previous)] if request.previous else []
    paths += [("module", request.module_path)] if request.module_path else []
    paths += [("patterns", path) for path in request.patterns]
    return tuple(
        {"role": role, "file": path.name, "sha256": bytes_digest(read_file(path, _for_archives(request.limits)))}
        for role, path in paths
    )


def _for_archives(limits: Limits) -> Limits:
    """Return the limits of an archive for the reading of a whole file."""
    return replace(limits, entry_bytes=limits.archive_bytes)


# logs of any module


def _any_module(read: _Read) -> Answer:
    request = read.request
    audits = _audit_all(read)
    viewer = Viewer(request.side, request.referee)
    wordings = [wording_of(audit, read.module, _at_tables(viewer, read, [audit])) for audit in audits]
    code = max(audit.weight for audit in audits).exit_code
    page = _page(request, lambda: log_page(audits, wordings, read.patterns))
    if request.form == "json":
        documents = [audit_document(a, w, read.patterns) for a, w in zip(audits, wordings, strict=True)]
        several = {"format": 1, "kind": "audits", "audits": documents}
        return Answer(code, document=documents[0] if len(documents) == 1 else several, page=page)
    if request.form == "summary":
        return Answer(code, page=page, audits=audits)
    return Answer(code, _all_lines(audits, wordings, read.patterns), page=page)


def _all_lines(audits: Sequence[Audit], wordings: Sequence[Wording], patterns: LogPatterns) -> Iterator[str]:
    for index, (audit, wording) in enumerate(zip(audits, wordings, strict=True)):
        yield from [""] * (index > 0)
        yield from audit_lines(audit, wording, patterns)


def _audit_all(read: _Read) -> list[Audit]:
    """Audit the logs, each after the one before it."""
    before: Sequence[SavedGame | None] = (read.previous, *read.logs)
    return [
        audit_log(log, read.patterns, previous=previous, module=read.module, watch=watching(log))
        for previous, log in zip(before, read.logs, strict=False)
    ]
