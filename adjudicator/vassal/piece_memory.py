"""Facts about pieces that the engine keeps in memory only: they show in the states in a log (vassal-files.md 5).

Lasting properties are set without a command. Layers that follow a property catch up with it when the piece is drawn,
after the step; trails know whether they have begun since the game was opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import sequence
from .commands import integer
from .pieces import Piece
from .properties import piece_properties
from .traits import Trait

__all__ = ["PieceMemory", "drawn", "trail_state"]


class PieceMemory:
    """The memory of one engine. What a step sets can be taken back until the next one begins."""

    def __init__(self) -> None:
        self._lasting: dict[str, dict[str, str]] = {}
        self._set_now: list[tuple[str, str, str | None]] = []
        self._layers: dict[str, dict[int, str]] = {}
        self._on_trail: set[str] = set()

    # lasting properties

    def lasting(self, piece: Piece) -> dict[str, str]:
        """Return the lasting properties of a piece."""
        return self._lasting.setdefault(piece.id, dict(piece.persistent_properties))

    def set_lasting(self, piece: Piece, name: str, value: str) -> bool:
        """Set a lasting property; False if it has the value already."""
        old = self.lasting(piece).get(name)
        if old == value:
            return False
        self._lasting[piece.id][name] = value
        self._set_now.append((piece.id, name, old))
        return True

    def step_done(self) -> list[tuple[str, str, str | None]]:
        """Return what the step has set: piece, name, value before; the next step begins."""
        done, self._set_now = self._set_now, []
        return done

    def take_back(self, changes: Iterable[tuple[str, str, str | None]] | None = None) -> None:
        """Take back what a step has set, by default the one that is being made."""
        if changes is None:
            changes = self.step_done()
        for piece_id, name, value in reversed(list(changes)):
            if value is None:
                del self._lasting[piece_id][name]
            else:
                self._lasting[piece_id][name] = value

    # layers and trails

    def catch_up(self, piece: Piece) -> None:
        """Let a piece's layers follow their properties, as when it is drawn."""
        followed = _followed(piece)
        if followed:
            self._layers[piece.id] = followed
        else:
            self._layers.pop(piece.id, None)

    def as_drawn(self, piece: Piece) -> Piece:
        """Return a piece with its layers as it was last drawn."""
        return _with_states(piece, self._layers.get(piece.id, {}))

    def begins_trail(self, piece_id: str) -> bool:
        """Note that a piece moves, and return whether it does for the first time since the game was opened."""
        first = piece_id not in self._on_trail
        self._on_trail.add(piece_id)
        return first


def drawn(piece: Piece) -> Piece:
    """Return a piece with its layers as they are drawn now: those that follow a property do."""
    return _with_states(piece, _followed(piece))


def _with_states(piece: Piece, changed: Mapping[int, str]) -> Piece:
    states = [changed.get(index, state) for index, state in enumerate(piece.trait_states)]
    return piece.with_trait_states(states) if changed else piece


def _followed(piece: Piece) -> dict[int, str]:
    """Return the states of the layers that have to catch up with their properties."""
    properties = piece_properties(piece)
    return {
        index: state
        for index, trait in enumerate(piece.traits)
        if (state := _followed_state(trait, properties.get(trait.type.text_field("property"), ""))) != trait.state
    }


def _followed_state(trait: Trait, value: str) -> str:
    """Return a layer's state once it follows its property, which has *value*; other traits stay as they are."""
    if trait.id != "emb2" or not trait.type.boolean("follow_property") or not trait.type.text_field("property"):
        return trait.state
    first, count = trait.type.integer("first_level_value", 1), len(trait.type.items("images"))
    number = integer(value or str(first))
    if number is None:
        return trait.state
    level = min(max(number - first + 1, 1), count)
    old, *rest = sequence.decode(trait.state, ";")
    return sequence.encode([str(level if (integer(old) or 0) > 0 else -level), *rest], ";")


def trail_state(trait: Trait, map_id: str, x: int, y: int, *, begins: bool) -> str:
    """Return the state of a movement trail when its piece leaves a pixel of a map.

    *begins*: the piece moves for the first time since the game was opened.
    """
    shown, _start, count, *rest = [*sequence.decode(trait.state, ";"), "", "", ""][: max(3, trait.state.count(";") + 1)]
    points = rest[: integer(count) or 0]
    ever = rest[len(points)] if len(rest) > len(points) else "false"
    here = f"{x},{y}"
    if points[-1:] != [here]:
        points.append(here)
    if begins and ever != "true":
        shown, ever = ("true" if trait.type.boolean("initially_visible") else "false"), "true"
    return sequence.encode([shown, map_id, str(len(points)), *points, ever], ";")
