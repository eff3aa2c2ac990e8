"""The behaviour of counters, as VASSAL prototypes: menus, states, reports, trails.

Counters with the same menu share one prototype. All that a command says goes through one property, ``Declared``:
each key sets it to the words of ``actions.toml``, and one report trait then writes the line. So a counter has few
traits, and a game's file stays small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.drawing.mats import ARRIVALS, ELIMINATED, GONE
from adjudicator.game.errors import GameDataError
from adjudicator.game.game_data import GameData
from adjudicator.game.menus import ActionWording, UnitState, vassal_format
from adjudicator.module_layout.buttons import ROLL_THE_DIE

from .counter_kinds import STEP_LOSS, fits
from .key_strokes import DICE_KEYS, MAP_KEYS, key_stroke, named_key_stroke
from .trait_building import ON_A_MAP, Level, basic_piece, definition, key_command, on_maps_only, trait

__all__ = [
    "DATE", "DECLARED", "DIVISION", "RANGE", "REDUCED_SIDE", "TURN", "Behaviour", "action_key", "behaviour_of",
    "hidden_levels", "picture_layer", "prototype_text", "state_key",
]  # fmt: skip

DATE = "Date"
"""The global property that holds the date, which the turn tracker sets."""
TURN = "Turn"
"""The global property that holds the turn of the day, which the turn tracker sets."""
DECLARED = "Declared"
"""The property that holds the last words that a counter wrote into the log."""
DIVISION = "Division"
"""The property that names a counter's division, and so the card with its box of eliminated units."""
RANGE = "RangeInHexes"
"""The property that holds how far a counter's range reaches, for the trait that shows it."""
REDUCED_SIDE = "reduced-side"
"""The kind of a counter whose lost step shows as another printed side and not as a marker."""

_MOVED_KEY = "ctrl M"
_TRAIL_KEY = "ctrl T"
_ELIMINATE, _REVEAL, _HIDE = "eliminate", "reveal", "hide"
"""The actions that do more than to write a line."""
_ROLLS = "Roll the die"
"""The submenu of the entries that roll the die for what they declare."""
_ROLL = named_key_stroke(ROLL_THE_DIE)
_UNMASK, _MASK = named_key_stroke("unmask"), named_key_stroke("mask")
_TOLD_AFTER = {_REVEAL: named_key_stroke("tell revealed"), _HIDE: named_key_stroke("tell hidden")}
"""The keys of lines that a trigger has written once it has turned the counter over."""
_OLD_PLACE, _PLACE = "$oldLocation$", "$location$"
_OWN_KEYS = (key_stroke(_MOVED_KEY), key_stroke(_TRAIL_KEY), named_key_stroke("show range"))
"""The keys of entries that every counter has, whatever the data say."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The behaviour of a group of counters: the entries of their menus, and whether a range can be shown."""

    name: str
    """The prototype's name."""
    actions: tuple[ActionWording, ...]
    states: tuple[UnitState, ...]
    shows_range: bool
    marker_for_lost_step: bool
    """True if a lost step shows as a marker on the counter."""
    dates: tuple[str, ...]
    """The names of the calendar's dates, for what returns on another day."""
    turns: tuple[str, ...]
    """The turns of a day."""


def action_key(action: ActionWording) -> str:
    """Return the key stroke of an action; one without a key has a name of its own."""
    return key_stroke(action.key) or named_key_stroke(f"action {action.id}")


def state_key(state: UnitState, value: int) -> str:
    """Return the key stroke that sets a state to *value*, 0 for off."""
    keys = {0: state.off_key, **{level.value: level.key for level in state.levels}}
    return key_stroke(keys[value]) or named_key_stroke(f"state {state.id} {value}")


def behaviour_of(game: GameData, kinds: frozenset[str], *, shows_range: bool) -> Behaviour:
    """Return the behaviour of counters of these *kinds*; its name says what sets it apart."""
    actions = tuple(action for action in game.actions if fits(action.kinds, kinds))
    states = tuple(state for state in game.states if fits(state.kinds, kinds))
    wanted = {kind for action in game.actions for kind in action.kinds}
    wanted |= {kind for state in game.states for kind in state.kinds}
    words = [*sorted(kinds & wanted), *(["range"] if shows_range else [])]
    with_marker = REDUCED_SIDE not in kinds
    if not with_marker:
        words.append(REDUCED_SIDE)
    dates = tuple(game.calendar.date_names[date] for date in game.calendar.dates)
    return Behaviour(f"Counter ({', '.join(words)})", actions, states, shows_range, with_marker, dates,
                     game.calendar.turns)  # fmt: skip


def prototype_text(behaviour: Behaviour) -> str:
    """Return the definition of a behaviour's prototype.

    Raises GameDataError if two entries of the menu have the same text or key: VASSAL would mix them up.
    """
    menu, rolls = tuple(_menu(behaviour)), tuple(_rolls(behaviour))
    entries = (*menu, *rolls)
    submenus = [(f"submenu {entry.submenu}", entry.submenu) for entry in entries if entry.submenu]
    _check_unique("the menu text", [*dict.fromkeys(submenus), *((entry.id, entry.menu) for entry in entries)])
    taken = [(what, key_stroke(key)) for what, key in MAP_KEYS.items()]
    _check_unique("the key", [*taken, *((entry.id, entry.key) for entry in entries)])
    leaving = frozenset(action.id for action in behaviour.actions if action.id == _ELIMINATE or action.sends_away)
    levels = [
        on_maps_only([*(entry.key for entry in entries), *_OWN_KEYS]),
        *_reports(menu, leaving), *_submenus(entries), *_rolled(behaviour, rolls), _declared(menu),
        *_states(behaviour),
        *_moves(behaviour),
        *([_range()] if behaviour.shows_range else []), *_movement(), basic_piece("", "", 0),
    ]  # fmt: skip
    return definition(levels)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a menu."""

    id: str
    menu: str
    submenu: str
    key: str
    words: str
    setting: bool
    """True if it sets a state, whose trait has the menu text then."""


def _menu(behaviour: Behaviour) -> Iterator[_Entry]:
    for action in behaviour.actions:
        yield _Entry(action.id, action.menu, action.submenu, action_key(action), action.words, setting=False)
    for state in behaviour.states:
        off = (0, state.off_menu, state.off_words)
        for value, menu, words in (*((level.value, level.menu, level.words) for level in state.levels), off):
            name = f"{state.id} {value}"
            yield _Entry(name, menu, state.submenu, state_key(state, value), words, setting=True)


def _rolls(behaviour: Behaviour) -> Iterator[_Entry]:
    """Yield the entries that roll the die for what they declare."""
    for action in behaviour.actions:
        if action.roll_menu:
            key = named_key_stroke(f"roll {action.id}")
            yield _Entry(f"{action.id} with its die", action.roll_menu, _ROLLS, key, action.words, setting=False)


def _rolled(behaviour: Behaviour, rolls: Iterable[_Entry]) -> Iterator[Level]:
    """Yield the traits that press the key of an action and then that of the die, so that its words come first."""
    rolling = [action for action in behaviour.actions if action.roll_menu]
    for action, entry in zip(rolling, rolls, strict=True):
        pressed = [action_key(action), _ROLL]
        yield trait("macro", name=entry.id, menu_text=entry.menu, key=entry.key, action_keys=pressed)
    if rolling:
        yield trait("globalhotkey", key=_ROLL, global_key=key_stroke(DICE_KEYS[0]))


def _check_unique(what: str, texts: Iterable[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for entry, text in texts:
        if text in seen:
            raise GameDataError(
                f"{what} is that of {seen[text]} already, and some counters have both", file="actions.toml",
                place=entry, found=text,
            )  # fmt: skip
        seen[text] = entry


def _reports(menu: Iterable[_Entry], leaving: frozenset[str]) -> Iterator[Level]:
    """Yield the traits that write the lines; for the entries that move a counter away the line says where it was."""
    line = vassal_format(f"${DECLARED}$")
    groups: dict[str, list[str]] = {}
    for entry in menu:
        text = line.replace(_PLACE, _OLD_PLACE) if entry.id in leaving else line
        groups.setdefault(text, []).append(_TOLD_AFTER.get(entry.id, entry.key))
    for text, keys in groups.items():
        yield trait("report", keys=keys, format=text)


def _submenus(menu: Iterable[_Entry]) -> Iterator[Level]:
    groups: dict[str, list[str]] = {}
    for entry in menu:
        if entry.submenu:
            groups.setdefault(entry.submenu, []).append(entry.menu)
    for name, commands in groups.items():
        yield trait("submenu", name=name, commands=commands)


def _declared(menu: Iterable[_Entry]) -> Level:
    """Return the property that takes the words of whatever is chosen, and has the actions' menu entries."""
    commands = [key_command("" if entry.setting else entry.menu, entry.key, entry.words) for entry in menu]
    return trait("PROP", name=DECLARED, key_commands=commands)


def _states(behaviour: Behaviour) -> Iterator[Level]:
    for state in behaviour.states:
        if any(level.drawing for level in state.levels) and (behaviour.marker_for_lost_step or state.id != STEP_LOSS):
            images = [f"state-{level.drawing}.svg" if level.drawing else "" for level in state.levels]
            yield picture_layer(state, images)
        highest = max(level.value for level in state.levels)
        rows = (*((level.value, level.menu) for level in state.levels), (0, state.off_menu))
        commands = [key_command(menu, state_key(state, value), str(value)) for value, menu in rows]
        yield trait(
            "PROP", name=state.property, constraints=f"true,0,{highest},false", key_commands=commands,
            description=state.name, state={"value": "0"},
        )  # fmt: skip


def picture_layer(state: UnitState, images: Iterable[str]) -> Level:
    """Return the layer that shows one of *images* for each level of a state, and nothing while it is off."""
    pictures = ["", *images]
    return trait(
        "emb2", images=pictures, level_names=["" for _ in pictures], name=f"{state.property}Layer",
        follow_property=True, property=state.property, first_level_value=0,
    )  # fmt: skip


def _moves(behaviour: Behaviour) -> Iterator[Level]:
    for action in behaviour.actions:
        if action.id == _ELIMINATE:
            card = f"${DIVISION}$"
            yield trait("sendto", key=action_key(action), map=card, board=card, destination="Z", zone=ELIMINATED)
        elif action.sends_away:
            space = _space_of_return(behaviour, action)
            yield trait("sendto", key=action_key(action), map=ARRIVALS, board=ARRIVALS, destination="Z", zone=space)


def _space_of_return(behaviour: Behaviour, action: ActionWording) -> str:
    """Return an expression for the calendar's space of the turn at which a counter returns, by the turn tracker."""
    dates, turns, gone = behaviour.dates, behaviour.turns, f'"{GONE}"'
    if action.next_day:
        spaces = [(date, f'"{after} {action.next_day}"') for date, after in pairwise(dates)]
        return f"{{{_choice(DATE, spaces, gone)}}}"
    if action.turns_later > len(turns):
        raise GameDataError("the counter would not return on the next day", file="actions.toml", place=action.id,
                            found=f"turns_later = {action.turns_later}", expected=f"at most {len(turns)}")  # fmt: skip
    returns = [(turn, *divmod(number + action.turns_later, len(turns))) for number, turn in enumerate(turns)]
    today = [(turn, f'{DATE} + " {turns[after]}"') for turn, days, after in returns if not days]
    *late, (_, latest) = [(turn, f'" {turns[after]}"') for turn, days, after in returns if days]
    following = [(date, f'"{after}"') for date, after in pairwise(dates)]
    if not following:
        return f"{{{_choice(TURN, today, gone)}}}"
    tomorrow = f"({_choice(DATE, following[:-1], following[-1][1])}) + ({_choice(TURN, late, latest)})"
    return f"{{{_choice(TURN, today, _choice(DATE, [(dates[-1], gone)], tomorrow))}}}"


def _choice(name: str, results: Iterable[tuple[str, str]], otherwise: str) -> str:
    """Return an expression with a result for each of some values of a property, and one for all others."""
    return "".join(f'{name}.equals("{value}") ? {result} : ' for value, result in results) + otherwise


def _range() -> Level:
    return trait(
        "AreaOfEffect", colour="255,200,0", transparency=25, command="Show the range",
        key=named_key_stroke("show range"), radius_marker=RANGE, name="Range", globally_visible=False,
    )  # fmt: skip


def _movement() -> tuple[Level, Level]:
    trail = trait("footprint", key=key_stroke(_TRAIL_KEY), menu="Movement trail", line="40,40,40")
    moved = trait(
        "markmoved", icon="/images/moved.gif", x_offset=38, y_offset=-37, command="Mark moved",
        key=key_stroke(_MOVED_KEY), state={"moved": False},
    )  # fmt: skip
    return trail, moved


def hidden_levels(game: GameData, name: str, image: str, side: str, sides: Iterable[str]) -> list[Level]:
    """Return the levels that hide a counter under *name* and *image* from all but *sides*.

    To reveal and to hide are two keys of their own, so that the same one twice does no harm; the mask's owner is
    always *side*. The line about it comes last and from within the mask: so it has the name that all may see then,
    and nobody else can cause it.
    """
    keys: Mapping[str, str] = {action.id: action_key(action) for action in game.actions}
    if not keys.keys() >= {_REVEAL, _HIDE}:
        raise GameDataError(
            "units can be set up face down, but no action turns them over", file="actions.toml", place="actions",
            expected=f"actions with the ids {_REVEAL} and {_HIDE}",
        )  # fmt: skip
    turns = ((_REVEAL, _UNMASK, "=="), (_HIDE, _MASK, "!="))
    return [
        *(
            trait(
                "macro", name=id_, key=keys[id_], action_keys=[turn, _TOLD_AFTER[id_]],
                filter=f'{{{ON_A_MAP} && ObscuredToOthers {sign} "true"}}',
            )
            for id_, turn, sign in turns
        ),
        trait(
            "obs", key=_UNMASK, image=image, display="2", mask_name=name, access=":".join(["sides", *sides]),
            deal_key=_MASK, deal_expression=side,
        ),
    ]  # fmt: skip
