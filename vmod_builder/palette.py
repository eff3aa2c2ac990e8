"""The palette of counters: a tab for each division with its formations, and tabs for chits and markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.game.game_data import GameData

from .chit_pieces import chit_key
from .elements import Element, component
from .key_strokes import key_stroke
from .marker_pieces import marker_key

__all__ = ["PaletteSlot", "palette_window"]

_WIDTH, _HEIGHT, _PICTURE = 360, 300, 150
"""The size of a list in pixels, and how much of it the pictures have."""
_CHITS, _INDEPENDENT = "Chits", "Independent"


@dataclass(frozen=True, slots=True)
class PaletteSlot:
    """A slot of the palette: one kind of counter."""

    key: str
    """The piece's key in the lock file."""
    name: str
    gpid: int
    definition: str
    """The piece, ``+/null/type/state``."""
    size: tuple[int, int]
    """Width and height of its picture."""

    def element(self) -> Element:
        """Return the slot as a component."""
        return component(
            "widget.PieceSlot", content=self.definition, entryName=self.name, gpid=self.gpid, width=self.size[0],
            height=self.size[1],
        )  # fmt: skip


def palette_window(game: GameData, slots: Mapping[str, PaletteSlot]) -> Element:
    """Return the window with all slots."""
    tabs = [
        _tab(division.short_name, _formation_lists(game, division.id, slots)) for division in game.divisions.values()
    ]
    if game.chits:
        tabs.append(_list(_CHITS, [slots[chit_key(chit)] for chit in game.chits.values()]))
    groups = dict.fromkeys(marker.group for marker in game.markers.values())
    tabs += [
        _list(group, [slots[marker_key(marker)] for marker in game.markers.values() if marker.group == group])
        for group in groups
    ]
    return component(
        "module.PieceWindow", component("widget.TabWidget", *tabs, entryName="Counters"), defaultWidth=520,
        description="", hidden=False, hotkey=key_stroke("F2"), icon="", name="Counters", scale="1.0", text="Counters",
        tooltip="Show or hide the counters",
    )  # fmt: skip


def _tab(name: str, lists: Iterable[Element]) -> Element:
    return component("widget.BoxWidget", *lists, entryName=name, height=_HEIGHT, width=_WIDTH)


def _list(name: str, slots: Iterable[PaletteSlot]) -> Element:
    """Return a list of names next to the pictures: it scrolls, which rows of pictures would not."""
    return component(
        "widget.ListWidget", *(slot.element() for slot in slots), description="", divider=_PICTURE, entryName=name,
        height=_HEIGHT, scale="1.0", width=_WIDTH,
    )  # fmt: skip


def _formation_lists(game: GameData, division: str, slots: Mapping[str, PaletteSlot]) -> Iterator[Element]:
    """Yield a list for each formation, its leader first, and one for the independent units."""
    counters = [(leader.formation, leader.id) for leader in game.leaders.values() if leader.division == division]
    counters += [(unit.formation, f"unit-{unit.id}") for unit in game.units.values() if unit.division == division]
    names = {f.id: f.name for f in game.formations.values() if f.division == division}
    for formation, name in {**names, "": _INDEPENDENT}.items():
        keys = [key for owner, key in counters if owner == formation]
        if keys:
            yield _list(name, [slots[key] for key in keys])
