"""Decks: the mug of the chits, and for each side that hides guns one in which their counters are mixed.

A setup that all can open shows in which hexes the dummies are. So the owner may put his face-down counters into the
deck of his guns, and drag them out again: one comes at random each time, face down for all but him.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.mats import CHITS, MUG, Mat, chits_mat, guns_mat
from adjudicator.game.game_data import GameData
from adjudicator.vassal import sequence

from .elements import Element, component
from .key_strokes import named_key_stroke
from .trait_building import FieldValue, Level, on_maps_only, trait

__all__ = ["Deck", "decks_of", "mixing_decks", "mixing_levels", "mixing_mats"]

_OUTLINE = "139,90,43"
_MIX = named_key_stroke("mix")
_REFEREE = "Referee"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that is shuffled before each draw; what is in it is face down."""

    name: str
    mat: str
    """The mat that it is placed on."""
    place: tuple[int, int]
    draws_face_up: bool
    owners: tuple[str, ...] = ()
    """The sides that may draw from it and put into it; empty for all."""

    def type(self) -> str:
        """Return the type that VASSAL gives to the deck that :meth:`element` describes; saves hold it."""
        owned: dict[str, FieldValue] = {"restrict_access": True, "owners": self.owners} if self.owners else {}
        return trait(
            "deck", draw_outline=True, outline_colour=_OUTLINE, width=COUNTER_SIZE, height=COUNTER_SIZE,
            face_down_option="Always", shuffle_option="Always", name=self.name, draw_face_up=self.draws_face_up,
            maximum_stack=10, select_display_property="$BasicName$", shuffle_command="Shuffle",
            reverse_command="Reverse", draw_multiple_message="Draw several", draw_specific_message="Draw specific",
            face_up_message="Face up", face_down_message="Face down", save_message="Save Deck",
            save_report="Deck Saved", load_message="Load Deck", load_report="Deck Loaded", state=None, **owned,
        ).type  # fmt: skip

    def element(self) -> Element:
        """Return the deck as a part of its window."""
        x, y = self.place
        owned: dict[str, str | float] = {}
        if self.owners:
            owned = {"deckRestrictAccess": True, "deckOwners": sequence.encode(self.owners, ",")}
        return component(
            "module.map.DrawPile", allowMultiple=False, allowSelect=False, canSave=False, color=_OUTLINE, draw=True,
            drawFaceUp=self.draws_face_up, drawMultipleMessage="Draw several", drawSpecificMessage="Draw specific",
            emptyHotkey="", expressionCounting=False, faceDown="Always", faceDownFormat="", faceDownMessage="Face down",
            faceUpMessage="Face up", height=COUNTER_SIZE, hotkeyOnEmpty=False, maxStack=10, name=self.name,
            owningBoard=self.mat, reshufflable=False, restrictExpression="", restrictOption=False, reverseFormat="",
            reversible=False, selectDisplayProperty="$BasicName$", shuffle="Always", shuffleFormat="",
            useGridLocation=False, width=COUNTER_SIZE, x=x, y=y, content="", **owned,
        )  # fmt: skip


def mixing_mats(game: GameData) -> dict[str, Mat]:
    """Return the mats on which guns are mixed by the ids of their sides: those that have face-down counters."""
    hiding = dict.fromkeys(game.divisions[unit.division].side for unit in game.units.values() if unit.hidden_as)
    return {side: guns_mat(game.sides[side].name) for side in hiding}


def mixing_decks(game: GameData) -> tuple[Deck, ...]:
    """Return the decks in which guns are mixed."""
    return tuple(
        Deck(mat.name, mat.name, mat.spaces[0].centre, draws_face_up=False, owners=(game.sides[side].name, _REFEREE))
        for side, mat in mixing_mats(game).items()
    )


def decks_of(game: GameData) -> tuple[Deck, ...]:
    """Return all decks of a module, the mug first."""
    mug = Deck(MUG, CHITS, chits_mat(game).space(MUG).centre, draws_face_up=True)
    return (mug, *mixing_decks(game))


def mixing_levels(side: str) -> list[Level]:
    """Return the traits, within the mask, that put a face-down counter of *side* (its name) among those to be mixed."""
    deck = guns_mat(side).name
    return [
        on_maps_only([_MIX]),
        trait("report", keys=[_MIX], format="$newPieceName$ is put among the guns to be mixed"),
        trait("return", command="Mix with the other guns", key=_MIX, deck=deck, deck_expression=deck),
    ]
