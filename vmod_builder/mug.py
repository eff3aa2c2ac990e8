"""The mug: the deck of the chits that are drawn this turn (series rules, step 5 on)."""

from __future__ import annotations

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.mats import CHITS, MUG, chits_mat
from adjudicator.game.game_data import GameData

from .elements import Element, component
from .trait_building import trait

__all__ = ["mug_element", "mug_place", "mug_type"]

_OUTLINE = "139,90,43"


def mug_place(game: GameData) -> tuple[int, int]:
    """Return the mug's pixel on the mat of the chits."""
    return chits_mat(game).space(MUG).centre


def mug_type() -> str:
    """Return the type that VASSAL gives to the deck that :func:`mug_element` describes; saves hold it."""
    return trait(
        "deck", draw_outline=True, outline_colour=_OUTLINE, width=COUNTER_SIZE, height=COUNTER_SIZE,
        face_down_option="Always", shuffle_option="Always", name=MUG, draw_face_up=True, maximum_stack=10,
        select_display_property="$BasicName$", shuffle_command="Shuffle", reverse_command="Reverse",
        draw_multiple_message="Draw several", draw_specific_message="Draw specific", face_up_message="Face up",
        face_down_message="Face down", save_message="Save Deck", save_report="Deck Saved", load_message="Load Deck",
        load_report="Deck Loaded",
    ).type  # fmt: skip


def mug_element(game: GameData) -> Element:
    """Return the deck of the module: shuffled before each draw, its chits face down until they are drawn."""
    x, y = mug_place(game)
    return component(
        "module.map.DrawPile", allowMultiple=False, allowSelect=False, canSave=False, color=_OUTLINE, draw=True,
        drawFaceUp=True, drawMultipleMessage="Draw several", drawSpecificMessage="Draw specific", emptyHotkey="",
        expressionCounting=False, faceDown="Always", faceDownFormat="", faceDownMessage="Face down",
        faceUpMessage="Face up", height=COUNTER_SIZE, hotkeyOnEmpty=False, maxStack=10, name=MUG, owningBoard=CHITS,
        reshufflable=False, restrictExpression="", restrictOption=False, reverseFormat="",
        reversible=False, selectDisplayProperty="$BasicName$", shuffle="Always", shuffleFormat="",
        useGridLocation=False, width=COUNTER_SIZE, x=x, y=y,
    )  # fmt: skip
