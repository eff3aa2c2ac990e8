"""The exclusive rules of a game, as the series rules ask for them: hooks at named places, each with a neutral default.

A game of the series without rules of its own has a plain :class:`ExclusiveRules`. A game with such rules derives a
class from it and says what differs; :mod:`.rule_sets` finds it by the game's data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..game.action_kinds import ActionKind
from ..game.game_map import Terrain
from ..game.hexes import Hex
from ..game.play import Action, ActionBase, EngineerWork, RollPurpose
from ..game.position import Place, Position
from ..game.roll_kinds import RollKind
from .refusals import Refusal
from .switches import Switch

if TYPE_CHECKING:
    from ..game.order_of_battle import Chit
    from ..game.scenarios import DivisionPoints, Victory
    from .catalogue import Addition, Chapter
    from .cited_rules import Topic
    from .contradictions import Contradiction
    from .judgement import Judgement
    from .rule_book import RuleBook
    from .standing import Found
    from .table_results import RolledTable

__all__ = [
    "Chosen", "EventChoice", "ExclusiveRules", "Handler", "Hold", "OwedAction", "QualityCondition", "TurnStep", "Wait",
]  # fmt: skip

Handler = Callable[["Judgement", Any], None]
"""A function of a chapter that judges one kind of action."""
QualityCondition = Callable[[Position, "RuleBook", str], bool]
"""A function that tells whether a row of the chart of Troop Quality modifiers applies to a unit."""
Hold = tuple[str, Mapping[str, Any]]
"""The name of a refusal, and its figures."""


class Wait(Enum):
    """The state of something that may still have to wait for its time."""

    OVER = "over"
    WAITS = "waits"
    NOT_KNOWN = "not known"
    """Nothing shows whether what it waits for has happened before."""


@dataclass(frozen=True, slots=True)
class OwedAction:
    """An action that a player has to do before anything else."""

    action: Action
    """The action without dice."""
    words: str
    """The action as a report lists it: ``withdrawal roll for the 3rd Regiment``."""
    rule: str
    """The rule that demands the action."""


class Chosen(Enum):
    """A thing that a player chooses when a random event is carried out."""

    LEADER = "leader"
    """The leader that the commander of the army is with."""
    TARGET_HEX = "target hex"
    """The hex that is hit."""
    WITHDRAWAL = "withdrawal"
    """Formations that withdraw."""
    SURRENDER = "surrender"
    """A formation that surrenders."""
    UNIT_PLACE = "unit's place"
    """The hex in which a unit comes into play."""


@dataclass(frozen=True, slots=True)
class EventChoice:
    """A player's choice for a random event."""

    side: str
    """The side that chooses."""
    chosen: Chosen
    division: str = ""
    """The division of the formations that may be chosen."""
    unit: str = ""
    """The unit that comes into play."""


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of the turn before its first chit that a game adds to those of the series (R4.1)."""

    id: str
    words: str
    """The name of the step in a sentence: ``the weather``."""
    is_due: Callable[[Position, RuleBook], bool]
    action: Action
    """The action by which the step is taken, without dice."""
    rule: str = ""
    """The rule that demands the step."""
    is_required: bool = True
    """True if the step is obligatory."""


class ExclusiveRules:
    """A game's changes to the series rules. Every hook does by default what the series says."""

    name: ClassVar[str] = ""
    """The name of the set, as given by ``rules`` in ``game.toml``."""
    title: ClassVar[str] = ""
    """The name of the set as people see it."""
    refusals: ClassVar[Mapping[str, Refusal]] = {}
    """The set's own reasons why actions are illegal; one takes the place of the series' reason of the same name."""
    handlers: ClassVar[Mapping[type[ActionBase], Handler]] = {}
    """The functions that judge the kinds of action that the series does not have."""
    action_kinds: ClassVar[tuple[ActionKind, ...]] = ()
    """The kinds of action that the program does not have at all; each has its handler."""
    roll_kinds: ClassVar[tuple[RollKind, ...]] = ()
    """The purposes of rolls that the program does not have."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    """The set's own switches: points of its rules that are uncertain, besides those of the series."""

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of its rules in the catalogue, besides those of the series."""
        return ()

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What the set adds to rules of the series in the catalogue: words, and functions that enforce them here."""
        return ()

    @property
    def register(self) -> tuple[Contradiction, ...]:
        """Contradictions in the game's book, and how they were settled."""
        return ()

    # command

    def is_always_in_command(self, position: Position, unit: str) -> bool:  # noqa: ARG002
        """Return whether a unit is In Command wherever its leaders are (R6.3)."""
        return False

    def formation_wait(self, position: Position, formation: str) -> Wait:  # noqa: ARG002
        """Return whether a formation still waits before its units may be activated (R6.15)."""
        return Wait.OVER

    def chit_wait(self, position: Position, chit: str) -> Wait:  # noqa: ARG002
        """Return whether a chit still waits before it can be drawn or bought (R4.6, R6.9)."""
        return Wait.OVER

    def check_chit(self, judgement: Judgement, chit: Chit) -> None:
        """Refuse a chit that cannot be drawn or bought now, or leave it open (R4.6, R6.9)."""

    def play_chit(self, judgement: Judgement, chit: Chit) -> None:
        """Apply the effects of a chit besides an activation (R4.6)."""

    def dispatch_rating(self, position: Position, book: RuleBook, ratings: DivisionPoints) -> int:  # noqa: ARG002
        """Return a division's Dispatch Rating now (R6.8)."""
        return ratings.dispatch_rating or 0

    def note(self, position: Position) -> Position:
        """Return a position with the facts that the rules will have to remember; called as actions begin and end."""
        return position

    # hexes and terrain

    def terrain(self, position: Position, place: Hex, side: str) -> Terrain | None:  # noqa: ARG002
        """Return a side's terrain in a hex if it differs from the map; it may depend on map and mines alone."""
        return None

    def has_open_mines(self, position: Position, place: Hex, side: str) -> bool:  # noqa: ARG002
        """Return whether a side knows the way through the mines of a hex."""
        return False

    def closed_hexes(self, position: Position, book: RuleBook, side: str) -> frozenset[Hex]:  # noqa: ARG002
        """Return hexes that no unit of a side may enter, besides those of the scenario's limits (R7.12).

        They may depend on the scenario, the date and the side alone. The set's :meth:`check_entry` gives the reason.
        """
        return frozenset()

    def check_entry(self, judgement: Judgement, unit: str, place: Hex) -> None:
        """Refuse one of :meth:`closed_hexes` to a unit that goes there (R7.12)."""

    def may_overstack(self, position: Position, place: Hex, side: str) -> bool:  # noqa: ARG002
        """Return whether any number of a side's units may be in a hex (R8.1)."""
        return False

    # fire and checks

    def firer_rows(self, position: Position, book: RuleBook, unit: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return the game's own rows of the chart of the firer's modifiers that apply to a unit (R9.5)."""
        return ()

    def target_rows(self, position: Position, book: RuleBook, unit: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return the game's own rows of the chart of the target's modifiers that apply to a unit (R9.7)."""
        return ()

    hardening_rows: ClassVar[frozenset[str]] = frozenset()
    """The rows of the chart of the target's modifiers that make a target count as armoured where they apply (R9.3)."""
    quality_conditions: ClassVar[Mapping[str, QualityCondition]] = {}
    """The conditions for the game's own rows of the chart of Troop Quality modifiers (R3.4)."""
    positions_left: ClassVar[frozenset[str]] = frozenset()
    """The rows of that chart that do not benefit an exposed unit, and that a face-down one's rating includes."""

    def needs_bravery_check(self, position: Position, unit: str, place: Hex) -> bool:  # noqa: ARG002
        """Return whether a unit may have to check its bravery to assault a hex (R11.3)."""
        return True

    def own_spotter_problem(self, position: Position, unit: str) -> str:  # noqa: ARG002
        """Return the refusal of an Indirect HE unit that spots for itself, empty if it may (R10.5)."""
        return ""

    def may_spot_for(self, position: Position, spotter: str, unit: str) -> bool:  # noqa: ARG002
        """Return whether a unit may spot for another one (R10.5)."""
        return True

    def allows_counterbattery(self, position: Position) -> bool:  # noqa: ARG002
        """Return whether there is Counterbattery Fire in the scenario (R10.11)."""
        return False

    def has_air_strikes(self, position: Position) -> bool:  # noqa: ARG002
        """Return whether there are air strikes in the scenario (R14.1)."""
        return False

    def may_answer_park(self, position: Position, book: RuleBook, unit: str, target: str) -> bool:  # noqa: ARG002
        """Return whether a unit may fire Counterbattery Fire at a target in a park beside the map (R10.11)."""
        return True

    def work_problems(
        self,
        position: Position,  # noqa: ARG002
        book: RuleBook,  # noqa: ARG002
        unit: str,  # noqa: ARG002
        work: EngineerWork,  # noqa: ARG002
    ) -> Iterator[tuple[str, str]]:
        """Yield the refusals of an Engineer Action and the switches that they depend on (R13.3)."""
        return iter(())

    # effects of results

    def show(self, judgement: Judgement, unit: str) -> bool:  # noqa: ARG002
        """Turn over a face-down unit that acts or is assaulted, and return whether there is a real unit."""
        return True

    def reveal(self, judgement: Judgement, unit: str) -> None:
        """Judge the turning over of a unit by its owner's own choice."""
        judgement.refuse("not-face-down", unit=judgement.name(unit))

    def lost_steps(self, judgement: Judgement, unit: str, steps: int) -> None:
        """Apply the consequences of steps that a unit has lost (R9.22)."""

    def eliminated(self, judgement: Judgement, unit: str) -> None:
        """Apply the consequences of the elimination of a unit, besides those of its steps (R9.23)."""

    # the turn

    def turn_steps(self) -> tuple[TurnStep, ...]:
        """Return the steps that the game adds to the turn before its first chit (R4.1)."""
        return ()

    def hold(self, position: Position) -> Hold | None:  # noqa: ARG002
        """Return the refusal of any action while something else takes precedence over everything (R4.1)."""
        return None

    def day_ended(self, position: Position) -> Position:
        """Return a position without the effects that last for a day, as the Night turn ends (R4.5)."""
        return position

    def turn_began(self, position: Position, book: RuleBook) -> Position:  # noqa: ARG002
        """Return a turn's beginning before its due steps are determined (R4.1)."""
        return position

    def steps_known(self, position: Position, book: RuleBook, steps: tuple[str, ...]) -> Position:  # noqa: ARG002
        """Return a turn's beginning once its due steps are known (R4.1)."""
        return position

    def owed_actions(self, position: Position, book: RuleBook) -> Iterator[OwedAction]:  # noqa: ARG002
        """Yield the actions that a player has to do before anything else (R4.1)."""
        return iter(())

    # who decides and who rolls, and what that is called

    event_choices: ClassVar[Mapping[str, EventChoice]] = {}
    """What a player chooses for random events, by event; the others are carried out without a choice."""
    roll_sides: ClassVar[Mapping[RollPurpose, str]] = {}
    """The sides of rolls that each side makes for itself, though they are no unit's."""
    owed_rolls: ClassVar[Mapping[RollPurpose, str]] = {}
    """The sides that owe other rolls which are no unit's."""

    citations: ClassVar[Mapping[Topic, str]] = {}
    """The rules of its own book on things for which the series has another rule, or none."""
    roll_rules: ClassVar[Mapping[RollPurpose, str]] = {}
    """The rules of its own book that demand rolls, likewise."""
    roll_words: ClassVar[Mapping[RollPurpose, str]] = {}
    """What the players call rolls that the series calls otherwise, in words that follow ``the``."""
    condition_names: ClassVar[Mapping[str, str]] = {}
    """What they call conditions beside the map, by the fields of a position: ``supply``, ``morale``; and its flags."""
    step_words: ClassVar[Mapping[str, str]] = {}
    """What may come next, in the words of a status, by its kind."""
    table_rolls: ClassVar[Mapping[str, RolledTable]] = {}
    """The tables of its own that are rolled on, by the name of the roll (``adjudicator roll``)."""

    def roll_owner(self, purpose: RollPurpose) -> str:
        """Return the side that owes a roll which is no unit's, empty if that hangs on whose log it is."""
        return self.roll_sides.get(purpose) or self.owed_rolls.get(purpose, "")

    def deciding_side(self, position: Position, action: Action) -> str:  # noqa: ARG002
        """Return the side that does an action of no unit, empty for whichever has the log in hand."""
        return ""

    # arrivals and departures

    def return_places(self, position: Position, unit: str) -> frozenset[Place] | None:  # noqa: ARG002
        """Return the places where a unit that left the map comes back, None for the entry hexes of its side (R15)."""
        return None

    def may_leave_map(self, position: Position, unit: str) -> bool:  # noqa: ARG002
        """Return whether units may be taken off their entry hexes at the end of a turn (R15)."""
        return False

    def deploys_freely(self, position: Position, unit: str) -> bool:  # noqa: ARG002
        """Return whether a unit comes and goes by actions of its own, and is no reinforcement (R15)."""
        return False

    # what a table shows, and what it does not

    control_flags: ClassVar[Mapping[int, str]] = {}
    """The flags of a position that the control marker shows, by its face."""

    def conditions_in_effect(self, position: Position) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        """Return what the game adds to the state of play, each with its value in words; empty where there is none."""
        return ()

    def open_waits(self, position: Position) -> tuple[tuple[str, Hex], ...]:  # noqa: ARG002
        """Return the formations of which it is not known whether they wait, with the hexes that they wait for."""
        return ()

    def is_break_out_demanded(self, position: Position) -> bool:  # noqa: ARG002
        """Return whether a side has to break out as soon as it may; no marker need show it."""
        return False

    def with_break_out_demanded(self, position: Position, *, demanded: bool) -> Position:  # noqa: ARG002
        """Return a position in which a side has to break out, or one in which it is no longer asked to."""
        return position

    def is_event_hex(self, position: Position, place: Hex) -> bool:  # noqa: ARG002
        """Return whether a random event may be carried out in a hex."""
        return True

    # the set-up

    def set_up_problems(self, position: Position) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Any]]]:  # noqa: ARG002
        """Yield refusals of a set-up besides those of the scenario's text: name, counters concerned, figures."""
        return iter(())

    def set_up_conditions(self, position: Position) -> Mapping[str, object]:  # noqa: ARG002
        """Return the game's own conditions beside the map, which must be as at the start, by their words."""
        return {}

    def is_listed_loosely(self, position: Position, chit: str) -> bool:  # noqa: ARG002
        """Return whether a chit may be in the mug at the start in place of another one that the scenario lists."""
        return False

    # victory

    def victory_kinds(self) -> Mapping[str, Callable[[Position, RuleBook, Victory], Found]]:
        """Return the judges of the game's own kinds of victory, by kind."""
        return {}

    def is_over(self, position: Position) -> bool | None:  # noqa: ARG002
        """Return whether the scenario has ended, None if it ends as those of the series do."""
        return None

    count_words: ClassVar[Mapping[str, str]] = {}
    """The names of the figures behind a verdict that the series does not have."""

    # possible next actions

    def first_actions(self, position: Position, book: RuleBook) -> Iterable[Action]:  # noqa: ARG002
        """Return actions without dice that may come before everything else; those that are not legal are left out."""
        return ()

    def free_actions(self, position: Position, book: RuleBook) -> Iterable[Action]:  # noqa: ARG002
        """Return actions without dice that may come between activations; those that are not legal are left out."""
        return ()

    def unit_actions(self, position: Position, book: RuleBook, unit: str) -> Iterable[Action]:  # noqa: ARG002
        """Return a unit's actions outside an activation; actions that are not legal are left out."""
        return ()


PLAIN: Final = ExclusiveRules()
"""The rules of a game that has none of its own."""
