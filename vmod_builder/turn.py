"""The turn in the module: the toolbar's tracker, the map's markers that follow it, and the button that ends a turn.

The tracker alone holds the turn. The markers of the map cannot be dragged: their menu moves the tracker, and whatever
moves the tracker presses a key that sends them to its turn and date. So they can never show another turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator.drawing.mats import IN_PLAY, MUG, NEXT_TURN, PLAYED
from adjudicator.game.game_data import GameData
from adjudicator.game.scenarios import Scenario
from adjudicator.module_layout.buttons import END_OF_TURN, RETURNING_CHIT
from adjudicator.vassal import sequence

from .chit_pieces import BACK_KEY, INTO_PLAY_KEY, MUG_KEY, PLAYED_KEY
from .elements import Element, component
from .key_strokes import UNMOVED_KEY, key_stroke, named_key_stroke
from .marker_pieces import DELETE_KEY, FOLLOW_KEY, NEXT_TURN_KEY, PREVIOUS_TURN_KEY, following
from .prototypes import DATE, TURN, state_key

__all__ = ["TURN_TRACKER", "end_of_turn", "global_properties", "returning_chit", "turn_tracker"]

TURN_TRACKER: Final = "TurnTracker0"
"""The name of the turn tracker in saves."""
_SHOW_TURN: Final = named_key_stroke("show the turn")
_BARRAGE: Final = "barrage"
"""The id of the marker that comes off at the end of a turn."""
_OFF_AT_END: Final = (
    ("activated", "Activations off", "The marks of activation are off"),
    ("counterbattery-fired", "Counterbattery off", "The Counterbattery Fired markers are off"),
)
"""States that a button takes off all counters: id, the button's text, what it reports."""
_CHITS_AT_END: Final = (
    ("chit in play to played", PLAYED_KEY, f'CurrentZone == "{IN_PLAY}"'),
    ("last chit into play", INTO_PLAY_KEY, f'DeckName == "{MUG}" && {MUG}_numPieces == 1'),
    (
        "bought chits back",
        BACK_KEY,
        f'ChitKind == "formation" && CurrentZone == "{PLAYED}" && ChitId != {RETURNING_CHIT}',
    ),
    ("chits into the mug", MUG_KEY, f'CurrentZone == "{PLAYED}" || CurrentZone == "{NEXT_TURN}"'),
)
"""The moves of the chits when a turn ends, in this order: a name, the key that they get, and which ones.

The last chit is not drawn: it is in play when the next turn begins (R4.6). It is carried over only if it is alone in
the mug. A chit that was bought and played is for sale again; all others go into the mug, and so does the one that a
scenario puts back.
"""


def turn_tracker(game: GameData) -> Element:
    """Return the turn tracker: the turns of each date. The map's markers follow it, if there are any."""
    calendar = game.calendar
    turns = _turn_level("Turns", TURN, calendar.turns)
    dates = _turn_level("Dates", DATE, [calendar.date_names[date] for date in calendar.dates], turns)
    follow = component("module.turn.TurnGlobalHotkey", hotkey=_SHOW_TURN, match="", name="Markers", reportFormat="")
    return component(
        "module.turn.TurnTracker", dates, *([follow] if _followers(game) else []), buttonText="Turn", fwdOnly=False,
        hotkey=key_stroke("F4"), icon="", length=0, lengthStyle="Maximum", name="Turn",
        nexthotkey=NEXT_TURN_KEY, plusButtonSize=22, prevhotkey=PREVIOUS_TURN_KEY,
        reportFormat="$oldTurn$ ends, $newTurn$ begins", tooltip="Show or hide the turn", turnButtonHeight=22,
        turnFormat="$level1$ $level2$",
    )  # fmt: skip


def global_properties(game: GameData) -> Iterator[Element]:
    """Yield the global properties that the setups set: the chit that the scenario puts back into the mug."""
    if game.chits:
        returning = component(
            "module.properties.GlobalProperty", description="", initialValue="", isNumeric=False, max="", min="",
            name=RETURNING_CHIT, wrap=False,
        )  # fmt: skip
        yield component("module.properties.GlobalProperties", returning)


def returning_chit(scenario: Scenario) -> str:
    """Return the chit that goes back into the mug by a scenario's own rule, empty for none."""
    return next((row["chit"] for row in scenario.special if {"chit", "date", "turn"} <= row.keys()), "")


def _turn_level(name: str, property_name: str, values: Iterable[str], *inner: Element) -> Element:
    return component(
        "module.turn.ListTurnLevel", *inner, configFirst=False, configList=False, list=sequence.encode(values, ","),
        name=name, prompt="", property=property_name, turnFormat="$value$",
    )  # fmt: skip


def _followers(game: GameData) -> tuple[str, ...]:
    """Return the ids of the markers that follow the tracker."""
    return tuple(marker.id for marker in game.markers.values() if following(game, marker))


def end_of_turn(game: GameData) -> Iterator[Element]:
    """Yield the button that ends a turn, the buttons of its parts, and those that only keys press."""
    parts: list[str] = []
    if game.chits:
        for name, key, condition in _CHITS_AT_END:
            pressed = named_key_stroke(name)
            yield _key_button(name, key, f'{{Type == "Chit" && ({condition})}}', "", hotkey=pressed, hidden=True)
            parts.append(pressed)
    for text, key, condition, report in _taken_off(game):
        pressed = named_key_stroke(text)
        yield _key_button(text, key, condition, report, hotkey=pressed)
        parts.append(pressed)
    if followers := _followers(game):
        condition = " || ".join(f'MarkerId == "{marker}"' for marker in followers)
        yield _key_button("Markers of the turn", FOLLOW_KEY, f"{{{condition}}}", "", hotkey=_SHOW_TURN, hidden=True)
    yield component(
        "module.DoActionButton", canDisable=False, doHotkey=True, doLoop=False, doReport=True, doSound=False, hotkey="",
        hotkeys=sequence.encode([*parts, key_stroke(UNMOVED_KEY), NEXT_TURN_KEY], ","), icon="", index=False,
        indexProperty="", indexStart=1, indexStep=1, loopCount="1", loopType="counted", name=END_OF_TURN,
        postLoopKey="", preLoopKey="", reportFormat=END_OF_TURN, soundClip="", text=END_OF_TURN,
        tooltip="Remove markers, carry over the last chit, return the others, advance the turn", untilExpression="",
        whileExpression="",
    )  # fmt: skip


def _taken_off(game: GameData) -> Iterator[tuple[str, str, str, str]]:
    """Yield the buttons of what comes off: the text, the key that the counters get, which ones, and the report."""
    if _BARRAGE in game.markers:
        condition = f'{{MarkerId == "{_BARRAGE}"}}'
        yield "Barrages off", key_stroke(DELETE_KEY), condition, "The barrage markers are off"
    states = {state.id: state for state in game.states}
    for id_, text, report in _OFF_AT_END:
        if id_ in states:
            state = states[id_]
            yield text, state_key(state, 0), f"{{{state.property} > 0}}", report


def _key_button(name: str, command: str, condition: str, report: str, *, hotkey: str, hidden: bool = False) -> Element:
    """Return a button that gives a key to all counters that meet a condition, with one line for all of them.

    A *hidden* one has no text, and so no place in the toolbar: only its *hotkey* presses it.
    """
    return component(
        "module.GlobalKeyCommand", buttonHotkey=hotkey, buttonText="" if hidden else name, canDisable=False,
        deckCount="-1" if "DeckName" in condition else "0", filter=condition, hotkey=command, icon="", name=name,
        reportFormat=report, reportSingle=True, singleMap=False, suppressSounds=False, tooltip=report,
    )  # fmt: skip
