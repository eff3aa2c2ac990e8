"""How many legal actions units have in frozen positions, and a slow search that finds them without any cleverness.

``cases/rules/perft_positions.toml`` has the positions, in the short form of ``rule_cases.py`` or as their JSON, and the
units to count; ``cases/rules/perft.toml`` has the counts. ``python -m tests.perft`` counts anew, to be done after a
wanted change of a rule; look at the differences before keeping them.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action, MoveStep
from adjudicator.game.play_json import action_type
from adjudicator.game.position import Position
from adjudicator.game.position_json import read_position
from adjudicator.rules.legal_actions import legal_actions, smooth_ruling, would_be_legal
from adjudicator.rules.rule_book import RuleBook
from tests.random_play import agreed_book
from tests.support.rule_cases import RULE_CASES, build_position, built_in_game, unit_id

__all__ = ["COUNTS", "POSITIONS", "count", "counted", "frozen_position", "searched"]

POSITIONS: Final[list[dict[str, Any]]] = tomllib.loads((RULE_CASES / "perft_positions.toml").read_text("utf-8"))[
    "position"
]
COUNTS: Final = RULE_CASES / "perft.toml"


def frozen_position(row: dict[str, Any]) -> Position:
    """Return the position of a row."""
    if "text" in row:
        return read_position(built_in_game(), row["text"])
    return build_position({key: value for key, value in row.items() if key not in ("name", "count")})


def count(position: Position, unit: str, book: RuleBook) -> str:
    """Return how many legal actions a unit has, by their types: ``move 12, rally 1``; ``none`` for none."""
    kinds = Counter(action_type(action) for action in legal_actions(position, unit, book))
    return ", ".join(f"{kind} {kinds[kind]}" for kind in sorted(kinds)) or "none"


def counted(row: dict[str, Any]) -> dict[str, str]:
    """Return the counts of the units of a row, by their names."""
    position = frozen_position(row)
    book = agreed_book(position.game.sheet)
    return {name: count(position, unit_id(name), book) for name in row["count"]}


# a search without cleverness


def searched(position: Position, unit: str, book: RuleBook) -> tuple[set[Action], set[Hex]]:
    """Return a unit's legal actions but for moves, and the hexes that it can move to: all that could be is tried."""
    others = {action for action in _everything(position, unit) if would_be_legal(position, action, book)}
    start = position.units[unit].place
    ends = set(_ends(position, play.Move(unit, ()), book)) if isinstance(start, Hex) else set()
    return others, ends - {start}


def _everything(position: Position, unit: str) -> Iterator[Action]:
    """Yield every action but moves that can be written down for a unit, sense or nonsense."""
    place = position.units[unit].place
    stack = position.units_in(place)
    for other in position.units:
        yield play.DirectFire(unit, other)
        yield play.Counterbattery(unit, other)
        yield from (play.IndirectFire(unit, other, spotter) for spotter in position.units)
    yield from (play.SeekContact(unit, leader) for leader in position.leaders)
    yield from (play.Rally(unit, of) for of in play.RallyKind)
    yield from (play.Engineer(unit, work) for work in play.EngineerWork)
    yield from (play.Deploy(unit, place) for place in position.game.map.hexes)
    yield from (play.TakeBack(unit), play.Reveal(unit), play.EndActivation(unit))
    if isinstance(place, Hex):
        near = [end for end in position.game.map.hexes if max(abs(end[0] - place[0]), abs(end[1] - place[1])) <= 2]
        groups = [group for size in range(1, len(stack) + 1) for group in combinations(stack, size) if unit in group]
        yield from (play.Assault(group, end) for group, end in product(groups, near))


def _ends(position: Position, move: play.Move, book: RuleBook) -> Iterator[Hex]:
    """Yield where a move, or a longer one that begins with it, can end so that the unit's activation can end there."""
    here = position.units[move.unit].place
    if move.steps:
        ruling = smooth_ruling(position, move, book)
        if not ruling.legal or ruling.after is None:
            return
        here = ruling.after.units[move.unit].place
        if isinstance(here, Hex) and would_be_legal(ruling.after, play.EndActivation(move.unit), book):
            yield here
    if isinstance(here, Hex):
        for step in _next_steps(position, here, move):
            yield from _ends(position, play.Move(move.unit, (*move.steps, step)), book)


def _next_steps(position: Position, here: Hex, move: play.Move) -> Iterator[MoveStep]:
    """Yield every step that can be written down after those of a move; how a unit moves changes once in each way."""
    for kind in play.StepKind:
        if kind not in (play.StepKind.OPEN, play.StepKind.ENTER) and all(step.kind != kind for step in move.steps):
            yield MoveStep(kind)
    for east, south in product((-1, 0, 1), repeat=2):
        end = Hex(here.column + east, here.row + south)
        if end in position.game.map.hexes and end != here:
            yield MoveStep(play.StepKind.ENTER, end)


def main() -> None:
    """Count anew."""
    lines = ["# Legal actions by unit in the positions of perft_positions.toml. Made by: python -m tests.perft"]
    for row in POSITIONS:
        lines += ["", f"[{json.dumps(row['name'])}]"]
        lines += [
            f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(found)}" for name, found in counted(row).items()
        ]
    COUNTS.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
