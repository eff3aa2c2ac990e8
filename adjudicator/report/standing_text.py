"""The winner, or who would win if the game ended now, with the count behind it: as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..game.position import Position
from ..rules.rule_sets import exclusive_rules
from ..rules.standing import COUNT_WORDS, Standing
from ..viewing.viewer import Viewer
from .safe_text import columns

__all__ = ["standing_document", "standing_lines", "standing_rows", "standing_title", "standing_words"]


def standing_lines(standing: Standing, position: Position, viewer: Viewer) -> Iterator[str]:
    """Yield who wins in a position, and why, after an empty line."""
    yield from ("", f"Victory ({standing.rule})")
    yield from columns(list(_rows(standing, position, viewer)))


def standing_words(standing: Standing) -> str:
    """Return who has won, or would win, in one line."""
    return f"{'Final result' if standing.over else 'Result so far'}: {standing.result}"


def standing_title(standing: Standing) -> str:
    """Return who has won, or would win, as part of a title; empty where that is open."""
    if not standing.winner:
        return ""
    return standing.result if standing.over else f"{standing.result} so far"


def standing_rows(standing: Standing, position: Position, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Return who wins in a position, and each figure behind it with its value."""
    return tuple(_rows(standing, position, viewer))


def _rows(standing: Standing, position: Position, viewer: Viewer) -> Iterator[tuple[str, str]]:
    words = {**COUNT_WORDS, **exclusive_rules(position.game).count_words}
    victory = position.game.scenarios[position.scenario].victory
    sides, areas = position.game.sides, position.game.map.areas
    figures = {
        "side": sides[victory.side].name if victory.side in sides else "",
        "area": areas[victory.area].name if victory.area in areas else "",
        "hex": victory.hex,
    }
    yield "Final result" if standing.over else "Result so far", standing.result
    for each in standing.counts:
        names = ", ".join(viewer.name(position, unit) for unit in each.units)
        value = str(each.value) if each.most is None else f"{each.value} to {each.most}"
        yield words[each.what].format(**figures), f"{value} ({names})" if names else value


def standing_document(standing: Standing, position: Position, viewer: Viewer) -> dict[str, Any]:
    """Return who wins in a position, and why, as JSON."""
    return {
        "over": standing.over,
        "winner": standing.winner,
        "result": standing.result,
        "rule": standing.rule,
        "counts": [
            {
                "what": each.what, "value": each.value,
                "units": [viewer.unit_document(position, unit) for unit in each.units],
                **({} if each.most is None else {"most": each.most}),
            }
            for each in standing.counts
        ],
    }  # fmt: skip
