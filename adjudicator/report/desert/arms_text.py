"""Italian vehicles and ordnance: what is available then and there, and what is special about a piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules.desert.arms import (
    Availability,
    Formation,
    Piece,
    Remark,
    Status,
    availability,
    month_text,
    multi_applicable,
    portee_of,
    remarks,
)
from ...rules.desert.catalogue import desert_catalogue
from ...rules.desert.findings import illegal, ruling, undecided
from ...rules.desert.module_artillery import ModuleArtillery
from ...rules.ruling import Finding, Ruling
from ..safe_text import columns, count
from .common import Answer, chances_document, chances_rows, document, foot_lines

__all__ = ["arms_answer", "module_answer"]

_NO_RF = "no RF printed"


def arms_answer(
    arms: str, chosen: Sequence[Piece], month: str, theater: str, search: str, *, with_notes: bool
) -> tuple[Answer, Ruling]:
    """Return the answer about pieces: in a month and a theater if both are given, else their dates."""
    dated = bool(month)
    states = [availability(arms, piece, month, theater) for piece in chosen] if dated else []
    missing = any(state.status is Status.DATES_MISSING for state in states)
    found = ruling(_findings(states, month, theater) if search else (), left_open=missing)
    said = remarks(arms, month, theater) if dated else ()
    notes = [remark for _, remark in multi_applicable(arms)] if with_notes else []
    head = [f"Italian {arms}: {count(len(chosen), 'entry', 'entries')} in the notes"]
    lines = _dated_lines(states, month, theater) if dated else head
    if search or not dated:
        lines += _piece_lines(chosen, month, in_full=bool(search))
    lines += _remark_lines("Then and there", said) + _remark_lines("Notes that apply to several", notes)
    as_json = document(
        arms,
        found,
        month=month_text(month) if month else None,
        theater=theater or None,
        search=search or None,
        pieces=_pieces_document(chosen, month, states),
        remarks=[{"rule": each.rule, "text": each.text} for each in said],
        notes=[{"rule": each.rule, "text": each.text} for each in notes],
    )
    return ([*lines, *foot_lines(found)], as_json), found


def _findings(states: Sequence[Availability], month: str, theater: str) -> list[Finding]:
    """Return the objections to pieces that were asked for by name: nothing if one of several is available."""
    found: list[Finding] = []
    if any(state.status is Status.AVAILABLE for state in states):
        return found
    for state in states:
        figures = {"rule": state.piece.rule, "name": state.piece.name, "listing": _listing(state.piece)}
        if state.status is Status.DATES_MISSING:
            found.append(undecided("dates-not-printed", **figures))
        elif state.status is Status.NOT_AVAILABLE:
            found.append(illegal("not-then-and-there", month=month_text(month), theater=_place(theater), **figures))
    return found


def _listing(piece: Piece) -> str:
    """Return the listing that had the dates which the notes do not have."""
    return f"{piece.rule.split()[0]} Listing"


def _place(theater: str) -> str:
    return theater.replace("-", " ").title()


def _dated_lines(states: Sequence[Availability], month: str, theater: str) -> list[str]:
    rows = [
        (state.piece.name, str(state.rf) if state.rf is not None else _NO_RF, state.piece.rule, ", ".join(state.limits))
        for state in states
        if state.status is Status.AVAILABLE
    ]
    lines = [f"{month_text(month)}, {_place(theater)}"]
    lines += columns([("", "RF", "", ""), *rows]) if rows else ["  Nothing is available."]
    missing = [state.piece.name for state in states if state.status is Status.DATES_MISSING]
    return lines + (["", "Without dates in the notes", f"  {', '.join(missing)}"] if missing else [])


def _piece_lines(chosen: Sequence[Piece], month: str, *, in_full: bool) -> list[str]:
    lines: list[str] = []
    for piece in chosen:
        lines += ["", f"{piece.name} ({piece.rule})"] if in_full else [f"  {piece.name} ({piece.rule})"]
        if not in_full:
            continue
        rows = [
            (_span(period.first, period.last), str(period.rf or _NO_RF), ", ".join(map(_place, period.theaters)),
             "Italian Fascists only" if period.use else "")
            for period in piece.periods
        ]  # fmt: skip
        lines += columns(rows)
        if not piece.periods and not piece.like:
            lines += columns([(f"The notes print no dates: they stood in the {_listing(piece)}.",)])
        if piece.like:
            most = f", at most {piece.most}" if piece.most is not None else ""
            lines += columns([("RF", f"that of the {piece.like} and {piece.add} more{most}")])
        lines += columns([(text,) for text in (*piece.special, portee_of(piece)) if text])
        units = [_formation_text(each) for each in _formations(piece, month)]
        lines += columns([("In a unit", "; ".join(units))] if units else [])
        lines += columns([("The note", _note(piece))])
    return lines


def _formations(piece: Piece, month: str) -> list[Formation]:
    """Return how many there are in a unit, in a month if one is asked for."""
    return [each for each in piece.formations if not month or each.covers(month)]


def _formation_text(formation: Formation) -> str:
    since = f" from {month_text(formation.first)}" if formation.first else ""
    until = f" to {month_text(formation.last)}" if formation.last else ""
    but = f" ({formation.but})" if formation.but else ""
    return f"{formation.unit} {formation.number}{since}{until}{but}"


def _note(piece: Piece) -> str:
    """Return what the note of a piece says, in substance."""
    return desert_catalogue().rules[piece.rule].summary


def _span(first: str, last: str) -> str:
    return month_text(first) if first == last else f"{month_text(first)}-{month_text(last)}"


def _remark_lines(heading: str, said: Sequence[Remark]) -> list[str]:
    return ["", heading, *columns([(each.rule, each.text) for each in said])] if said else []


def _pieces_document(chosen: Sequence[Piece], month: str, states: Sequence[Availability]) -> list[dict[str, Any]]:
    by_name = {state.piece.name: state for state in states}
    return [_piece_document(piece, month, by_name.get(piece.name)) for piece in chosen]


def _piece_document(piece: Piece, month: str, state: Availability | None) -> dict[str, Any]:
    missing = Status.AVAILABLE if piece.periods or piece.like else Status.DATES_MISSING
    return {
        "name": piece.name,
        "rule": piece.rule,
        "status": (state.status if state else missing).value,
        "rf": str(state.rf) if state and state.rf is not None else None,
        "limits": list(state.limits) if state else [],
        "periods": [
            {
                "theaters": list(period.theaters),
                "from": month_text(period.first),
                "to": month_text(period.last),
                "rf": None if period.rf is None else str(period.rf),
                "use": period.use,
            }
            for period in piece.periods
        ],
        "special": [text for text in (*piece.special, portee_of(piece)) if text],
        "formations": [_formation_document(each) for each in _formations(piece, month)],
        "note": _note(piece),
    }


def _formation_document(formation: Formation) -> dict[str, Any]:
    return {
        "unit": formation.unit,
        "number": formation.number,
        "from": month_text(formation.first) if formation.first else None,
        "to": month_text(formation.last) if formation.last else None,
        "but": formation.but,
    }


def module_answer(table: ModuleArtillery, roll: int | None) -> Answer:
    """Return the module artillery table, and what a dr gives."""
    lines = ["Module artillery (one dr)"]
    lines += chances_rows(table.chances)
    module = None if roll is None else table.module(roll)
    lines += [f"A dr of {roll}: {module}"] if module else []
    chances = chances_document(table.chances)
    return lines, document("module-artillery", ruling(()), chances=chances, roll=roll, module=module)
