"""The sum of a shot or a check as a table: every modifier with its rule, and what each die gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ..game.game_data import GameData
from ..game.provenance import Source
from ..rules.ruling import Finding, Modifier
from ..rules.series.check_sums import CheckSum
from ..rules.series.fire_sums import ShotSum
from ..rules.switches import all_switches
from .alternatives_text import alternative_lines
from .safe_text import columns

__all__ = [
    "check_document",
    "check_lines",
    "estimated_lines",
    "finding_lines",
    "modifier_document",
    "result_lines",
    "shot_document",
    "shot_lines",
    "signed",
    "switch_lines",
]

_RULER = "─"
_OTHER = {True: "a dummy", False: "none"}
_LABEL = 7
"""The width of ``Barrage``."""


def signed(value: int) -> str:
    """Return a number with its sign."""
    return f"{value:+d}" if value else "0"


# a shot


def shot_lines(total: ShotSum, game: GameData, *, base: str = "Fire Rating") -> Iterator[str]:
    """Yield the sum of a shot and the results of the ten faces; *base* names the rating before modifiers."""
    limits = game.charts["fire-rating-limits"].rule
    limited = f"between 0 and 9: {total.unlimited_rating} counts as {total.rating}"
    note = limited if total.unlimited_rating != total.rating else ""
    yield from _sum_lines(base, total.base, total.modifiers, "Rating", total.rating, f"{limits}  {note}".strip())
    yield ""
    weapon = game.weapons[total.colour]
    line = f"{weapon.colour_name} ({weapon.name}) against {_section(total)}"
    yield from _labelled([("Line", line)])
    yield from _face_lines(
        [("Die", "Result", "Barrage"), *zip("0123456789", total.results, _markers(total), strict=True)]
    )
    if total.other is not None:
        yield from ("", f"If the face-down unit in the hex is {_OTHER[total.other.rating < total.rating]}")
        yield from _labelled([("Rating", str(total.other.rating))])
        yield from _face_lines([("Die", "Result"), *zip("0123456789", total.other.results, strict=True)])


def _section(total: ShotSum) -> str:
    return "an armoured or entrenched target" if total.section == "armoured" else "an unarmoured target"


def _markers(total: ShotSum) -> list[str]:
    return [total.barrage(die) or "-" for die in range(10)] if any(total.barrages) else [""] * 10


def _sum_lines(base: str, printed: int, modifiers: Sequence[Modifier], name: str, rating: int, rule: str) -> list[str]:
    rows = [(base, f"{printed:>3}", "")]
    rows += [(each.title, f"{signed(each.value):>3}", each.rule) for each in modifiers]
    width = max(len(row[0]) for row in (*rows, (name, "", "")))
    return columns([*rows, (_RULER * width, _RULER * 3, ""), (name, f"{rating:>3}", rule)])


def _face_lines(faces: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows of faces and what they give as lines; faces in a row that give the same are put together."""
    heads, *others = faces
    groups = [list(group) for _, group in groupby(others, key=lambda face: face[1:])]
    cells = [(_run([face[0] for face in group]), *group[0][1:]) for group in groups]
    rows = [(head, *(cell[at] for cell in cells)) for at, head in enumerate(heads) if any(cell[at] for cell in cells)]
    return _labelled(rows)


def _labelled(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows whose first cells are in one column in all tables of an answer."""
    return columns([(f"{row[0]:<{_LABEL}}", *row[1:]) for row in rows])


def _run(faces: Sequence[str]) -> str:
    return faces[0] if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def result_lines(result: str, barrage: str, roll: int | None, game: GameData) -> list[str]:
    """Return what a die has given, with the result in words."""
    if roll is None:
        return []
    meaning = game.charts["combat-results-unarmoured"].results.get(result, "")
    rows = [("Roll", f"{roll}: {result}" + (f" - {meaning}" if meaning else ""))]
    rows += [("Barrage", f"{barrage} marker in the target's hex")] if barrage else []
    return _labelled(rows)


def modifier_document(modifiers: Iterable[Modifier]) -> list[dict[str, Any]]:
    """Return modifiers as JSON."""
    return [{"name": m.name, "title": m.title, "value": m.value, "rule": m.rule} for m in modifiers]


def shot_document(total: ShotSum, roll: int | None) -> dict[str, Any]:
    """Return the sum of a shot as JSON, with what a die gives if there is one."""
    return {
        "base": total.base,
        "modifiers": modifier_document(total.modifiers),
        "unlimited_rating": total.unlimited_rating,
        "rating": total.rating,
        **({"other_rating": total.other.rating} if total.other is not None else {}),
        "section": total.section,
        "colour": total.colour,
        "results": list(total.results),
        "barrages": [total.barrage(die) or None for die in range(10)],
        "roll": roll,
        "result": None if roll is None else total.result(roll),
        "barrage": None if roll is None else total.barrage(roll) or None,
    }


# a check


def check_lines(total: CheckSum, roll: int | None, rule: str) -> Iterator[str]:
    """Yield the sum of a check, what each die gives, and the result of a die; *rule* is that of the die."""
    yield from _sum_lines("Troop Quality", total.base, total.modifiers, "Quality", total.rating, rule)
    if total.die_modifiers:
        yield from columns(
            [(f"Added to the die: {m.title}", f"{signed(m.value):>3}", m.rule) for m in total.die_modifiers]
        )
    yield ""
    outcomes = ["pass" if passes else "fail" for passes in total.passes]
    yield from _face_lines([("Die", "Result"), *zip("0123456789", outcomes, strict=True)])
    if roll is not None:
        yield from _labelled([("Roll", f"{roll}: {outcomes[roll]}")])
    point = "passes it, if the unit is In Command" if total.command_point else "does not pass it"
    yield from columns([("A Command Point", f"{point} ({total.rule})")])


def check_document(total: CheckSum, roll: int | None) -> dict[str, Any]:
    """Return the sum of a check as JSON."""
    return {
        "base": total.base,
        "modifiers": modifier_document(total.modifiers),
        "rating": total.rating,
        "die_modifiers": modifier_document(total.die_modifiers),
        "passes": [die for die in range(10) if total.passes[die]],
        "command_point": total.command_point,
        "roll": roll,
        "result": None if roll is None else "pass" if total.passes[roll] else "fail",
    }


# the lines below an answer


def finding_lines(findings: Sequence[Finding], heading: str) -> list[str]:
    """Return findings under a heading, each with its rule; nothing if there are none."""
    if not findings:
        return []
    rows = [
        row
        for finding in findings
        for row in (
            (finding.rule, f"{finding.text[:1].upper()}{finding.text[1:]}"),
            *(("", line) for line in alternative_lines(finding)),
        )
    ]
    return ["", heading, *columns(rows)]


def switch_lines(switches: Sequence[str], settings: Any) -> list[str]:
    """Return the uncertain rules that an answer depends on, with what they are set to; *settings* gives that."""
    if not switches:
        return []
    rows = [
        (all_switches()[each].rule, f"{all_switches()[each].title}: {_choice(settings(each))}") for each in switches
    ]
    return ["", "Depends on unsettled rules (see adjudicator rules --switches):", *columns(rows)]


def _choice(choice: object) -> str:
    return ("no", "yes")[choice] if isinstance(choice, bool) else str(choice).replace("-", " ")


def estimated_lines(game: GameData, units: Iterable[str] = (), *, with_map: bool = False) -> list[str]:
    """Return the line that says which estimated figures an answer rests on; nothing if there are none.

    *units* are those whose counters were read.
    """
    guessed = [unit for unit in units if Source.ESTIMATED in game.units[unit].sources.values()]
    parts = ["the map"] if with_map and any(h.source is Source.ESTIMATED for h in game.map.hexes.values()) else []
    parts += [f"{'the counter' if len(guessed) == 1 else 'the counters'} of {_names(game, guessed)}"] if guessed else []
    if not parts:
        return []
    return ["", f"Uses estimated values (vmod-builder check --estimated): {' and '.join(parts)}."]


def _names(game: GameData, units: Sequence[str]) -> str:
    names = [game.units[unit].name for unit in units]
    return ", ".join(names) if len(names) <= 4 else f"{len(names)} units"
