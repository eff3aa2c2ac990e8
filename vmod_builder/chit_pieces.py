"""The activation chits as VASSAL pieces: face down in the mug, and sent from place to place by their menu."""

from __future__ import annotations

from adjudicator.drawing.mats import CHITS, IN_PLAY, MUG, NEXT_TURN, PLAYED, available_name
from adjudicator.game.game_data import GameData
from adjudicator.game.order_of_battle import Chit

from .key_strokes import key_stroke, named_key_stroke
from .trait_building import Level, basic_piece, definition, marks, on_maps_only, trait

__all__ = [
    "BACK_IMAGE", "BACK_KEY", "CHIT_PROTOTYPE", "INTO_PLAY_KEY", "MUG_KEY", "PLAYED_KEY", "chit_definition", "chit_key",
    "chit_prototype",
]  # fmt: skip

CHIT_PROTOTYPE = "Chit"
BACK_IMAGE = "chit-back.svg"
MUG_KEY, BACK_KEY, PLAYED_KEY = key_stroke("ctrl G"), key_stroke("ctrl B"), key_stroke("ctrl P")
INTO_PLAY_KEY = named_key_stroke(f"to {IN_PLAY}")
"""The key of the last chit of a turn, which no menu has: it is drawn like any other, or carried over by a button."""
_SENT = ((PLAYED, "Played", PLAYED_KEY), (NEXT_TURN, "Buy for the next turn", key_stroke("ctrl N")))
"""The places that every chit can be sent to: the place, what the menu says, the key."""
_BACK_IN_MUG = "$oldPieceName$ goes into the mug"


def chit_key(chit: Chit) -> str:
    """Return a chit's key in the lock file."""
    return f"chit-{chit.id}"


def chit_prototype() -> str:
    """Return the definition of what all chits share."""
    sent_keys = [BACK_KEY, *(key for _place, _menu, key in _SENT)]
    return definition([
        on_maps_only([MUG_KEY, *sent_keys]),
        trait("report", keys=[MUG_KEY], format=_BACK_IN_MUG),
        trait("report", keys=sent_keys, format="$newPieceName$ goes from $oldLocation$ to $location$"),
        trait(
            "obs", key=named_key_stroke("turn over"), image=BACK_IMAGE, display="B", mask_name="a chit", access="side:"
        ),
        trait("return", command="Into the mug", key=MUG_KEY, deck=MUG, deck_expression=MUG),
        *(level for place, menu, key in _SENT for level in _sent_to(place, menu, key)),
        _sender(IN_PLAY),
        basic_piece("", "", 0),
    ])  # fmt: skip


def _sent_to(place: str, menu: str, key: str) -> tuple[Level, Level]:
    """Return the traits that send a chit to a place of its mat.

    The menu's entry is not that of the trait which sends: with an entry of its own VASSAL looks for the place each time
    that the menu opens, and complains of a chit in the palette while no game is open and no mat laid out.
    """
    sent = named_key_stroke(f"to {place}")
    return trait("macro", name=f"to {place}", menu_text=menu, key=key, action_keys=[sent]), _sender(place)


def _sender(place: str) -> Level:
    return trait("sendto", key=named_key_stroke(f"to {place}"), map=CHITS, board=CHITS, destination="Z", zone=place)


def chit_definition(game: GameData, chit: Chit, gpid: int) -> str:
    """Return the definition of a chit in the slot *gpid*."""
    side = game.sides[chit.side].name if chit.side else ""
    properties = {
        "ChitId": chit.id, "Type": "Chit", "ChitKind": chit.kind, "Side": side,
        "Division": game.divisions[chit.division].name if chit.division else "",
        "Formation": game.formations[chit.formation].name if chit.formation else "",
    }  # fmt: skip
    levels = [trait("prototype", name=CHIT_PROTOTYPE)]
    if side:
        levels += _sent_to(available_name(side), "Put back", BACK_KEY)
    return definition([*levels, marks(properties), basic_piece(chit.name, f"chit-{chit.id}.svg", gpid)])
