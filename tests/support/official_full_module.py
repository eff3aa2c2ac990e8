"""The facsimile of the official module with the counters that it leaves out: those of scenarios 3 and 4 above all.

The counters are written as the facsimile's own are, with its prototypes; their figures are those of our data.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from lxml import etree

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.units import Leader, Ratings, Unit
from adjudicator.vassal.archive import open_archive, pack_archive
from adjudicator.vassal.module import read_module
from tests.support.official_module import DIVISION_CODES, MOVE_COLOURS, OfficialCounter, Side
from vmod_builder.elements import Element, component
from vmod_builder.trait_building import Level, basic_piece, definition, marks, trait

__all__ = ["full_module"]

_BUILD_FILE: Final = "buildFile.xml"
_FACSIMILE: Final = Path(__file__).parent.parent / "official_logs/straight/nqos_facsimile.vmod"
_FIRST_ID: Final = 700
_CLASSES: Final = {"leg": "Infantry", "wheeled": "Wheeled", "tracked": "Tracked"}
_OF_ARIETE: Final = "8-bersaglieri"
"""The formation whose leader the facsimile has under another name."""


@cache
def full_module() -> Path:
    """Return the module, which is written once."""
    archive = open_archive(_FACSIMILE)
    entries = {name: archive.read(name) for name in archive.names if not name.endswith("/")}
    root = etree.fromstring(entries[_BUILD_FILE])
    window = next(each for each in root.iter() if str(each.tag).endswith(".PieceWindow"))
    window[0].append(component("widget.PanelWidget", *_slots(), entryName="More", nColumns=4, fixed=False))
    target = Path(mkdtemp()) / "nqos_full.vmod"
    target.write_bytes(pack_archive({**entries, _BUILD_FILE: etree.tostring(root, encoding="UTF-8")}))
    return target


def _slots() -> Iterator[Element]:
    """Yield the slots of the counters that the facsimile has not."""
    game = load_game(find_game(BUILT_IN))
    known = {slot.entry_name.replace(" ", "") for slot in read_module(_FACSIMILE).piece_slots}
    units = [unit for unit in game.units.values() if unit.name.replace(" ", "") not in known and not unit.dummy]
    leaders = [leader for leader in game.leaders.values()
               if leader.name not in known and leader.formation != _OF_ARIETE]  # fmt: skip
    texts = [(unit.name, _unit_levels(game, unit)) for unit in units]
    texts += [(leader.name, _leader_levels(game, leader)) for leader in leaders]
    for gpid, (name, levels) in enumerate(texts, _FIRST_ID):
        text = definition([*levels, basic_piece(name, "unit-Ar.png", gpid)])
        yield component("widget.PieceSlot", content=text, entryName=name, gpid=gpid, width=75, height=75)


def _unit_levels(game: GameData, unit: Unit) -> list[Level]:
    ratings = unit.ratings
    army = "Allied" if game.divisions[unit.division].side == "french" else "German"
    kind = "Gun" if ratings.movement is None else _CLASSES[ratings.movement_class]
    names = [f"{'Engineer' if unit.engineer and kind == 'Infantry' else kind}-{army}"]
    if unit.steps:
        names.append("OrganicStep2" if unit.mounted and unit.steps > 1 else f"Step{min(unit.steps, 2)}")
    if ratings.weapon == "orange":
        names.append("Artillery")
    if unit.hidden_as:
        names.append("Hidden")
    counter = OfficialCounter(unit.id, unit.name, {}, _side(game, ratings), organic=unit.mounted is not None,
                              step_differs=unit.reduced is not None)  # fmt: skip
    counter.second = _side(game, unit.mounted or unit.reduced or ratings)
    belonging = {"Type": "Unit", **_belonging(game, unit.division, unit.formation)}
    return [*(trait("prototype", name=name) for name in names), counter.ratings(), marks(belonging)]


def _leader_levels(game: GameData, leader: Leader) -> list[Level]:
    army = "Allied" if game.divisions[leader.division].side == "french" else "German"
    counter = OfficialCounter(leader.id, leader.name, {}, leader=(6, leader.command_range))
    belonging = {"Army": army, **_belonging(game, leader.division, leader.formation)}
    return [trait("prototype", name="Leader"), counter.ratings(), marks(belonging)]


def _belonging(game: GameData, division: str, formation: str) -> dict[str, str]:
    named = game.formations[formation].short_name if formation else "ind"
    belonging = {"Division": DIVISION_CODES[division], "Formation": named}
    return {**belonging, **({"MyFormation": named} if formation else {"isIndependent": "true"})}


def _side(game: GameData, ratings: Ratings) -> Side:
    def colour(weapon: str) -> str:
        return game.weapons[weapon].colour_name if weapon else "White"

    def number(rating: int | None) -> str:
        return "No" if rating is None else str(rating)

    return Side(
        number(ratings.fire), colour(ratings.weapon), number(ratings.assault), colour(ratings.assault_weapon),
        ratings.double_assault, "*" if ratings.fire_range is None else str(ratings.fire_range),
        f"{ratings.defence or 0:+d}" if ratings.defence else "0", ratings.armoured, number(ratings.troop_quality),
        ratings.movement_text or number(ratings.movement), MOVE_COLOURS[ratings.movement_class or "leg"],
        number(ratings.flak),
    )  # fmt: skip
