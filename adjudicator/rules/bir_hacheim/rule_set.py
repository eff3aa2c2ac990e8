"""The exclusive rules of *No Question of Surrender* as the series rules ask for them: each hook with its chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from ...game import play
from ...game.action_words import TurnStepKind
from ...game.hexes import Hex
from ...game.order_of_battle import Chit, ChitKind
from ...game.play import Action, EngineerWork, RollPurpose
from ...game.position import Place, Position
from ...game.scenarios import DivisionPoints, Victory
from ..catalogue import Addition, Chapter, additions_in, chapters_in
from ..cited_rules import Topic
from ..contradictions import Contradiction, contradictions_in
from ..exclusive_rules import EventChoice, ExclusiveRules, Handler, Hold, OwedAction, QualityCondition, TurnStep, Wait
from ..judgement import Judgement
from ..refusals import refusals_in
from ..rule_book import RuleBook
from ..standing import Found
from ..switches import switches_in
from ..table_results import RolledTable
from .air_strikes import air_strike
from .artillery import french_spotter_problem, may_answer_park, may_spot_for, return_park
from .break_out import break_out, hold
from .choices import air_strikes, first_actions, owed_actions, unit_actions
from .citations import CITATIONS, ROLL_RULES
from .command_exemptions import is_always_in_command, is_jock_column
from .conditions_in_effect import conditions_in_effect
from .deciding_sides import EVENT_CHOICES, OWED_ROLLS, ROLL_SIDES, deciding_side
from .fortress import assaulted_without_bravery, is_fortified, is_protected, no_building
from .hidden_guns import reveal, reveal_gun, show_hidden
from .jock_column import deploy, take_back
from .mine_doors import is_open_door
from .morale import note_elimination, note_lost_steps, with_withdrawal_demanded, withdrawal_demanded
from .random_events import carry_out_event, draw_event, without_events_of_day
from .set_up import conditions_beside_the_map, direct_command_problems, is_axis_direct_command
from .special_phase import airpower, strikes_of_turn, supply, weather
from .supply_and_events import dispatch_rating, is_gun_without_leader, is_short_of_supply
from .turn_steps import STEPS
from .victory import COUNT_WORDS, KINDS, has_ended
from .waiting_formations import CONTROL_FLAGS, check_wait, chit_wait, formation_wait, note_occupation, open_waits
from .weather import weather_at_start_of_turn
from .withdrawal import withdrawal_roll
from .withdrawal_rolls import owe_withdrawal
from .words import CONDITION_NAMES, ROLL_WORDS, STEP_WORDS, TABLE_ROLLS

__all__ = ["BirHacheim"]

_FORTRESS: Final = "bir-hacheim"
"""The rows of the charts for units in the superior defensive positions (NQoS S4.1)."""


def _supply(level: str) -> QualityCondition:
    return lambda position, _book, unit: is_short_of_supply(position, unit, level)


def _has_rule(position: Position, rule: str) -> bool:
    return rule in position.game.scenarios[position.scenario].rules


class BirHacheim(ExclusiveRules):
    """The siege of Bir Hacheim."""

    name = "bir_hacheim"
    title = "No Question of Surrender"
    refusals = refusals_in(__package__)
    switches = switches_in(__package__)
    handlers: ClassVar[Mapping[type[play.ActionBase], Handler]] = {
        play.AirStrike: air_strike,
        play.Reveal: reveal,
        play.Deploy: deploy,
        play.TakeBack: take_back,
        play.Weather: weather,
        play.Airpower: airpower,
        play.Supply: supply,
        play.CarryOutEvent: carry_out_event,
        play.WithdrawalRoll: withdrawal_roll,
        play.BreakOut: break_out,
    }

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The rules of the game's book and of its scenarios."""
        return chapters_in(__package__, self.name)

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What the game adds to rules of the series."""
        return additions_in(__package__)

    @property
    def register(self) -> tuple[Contradiction, ...]:
        """Contradictions in the printed game."""
        return contradictions_in(__package__)

    # command

    def is_always_in_command(self, position: Position, unit: str) -> bool:
        """Return whether a unit is the Jock Column (NQoS S4.5)."""
        return is_always_in_command(position, unit)

    def formation_wait(self, position: Position, formation: str) -> Wait:
        """Return whether a formation still waits for a hex to be occupied (Scenario 3)."""
        return formation_wait(position, formation)

    def chit_wait(self, position: Position, chit: str) -> Wait:
        """Return whether a chit still waits for a hex to be occupied (Scenario 3)."""
        return chit_wait(position, chit)

    def check_chit(self, judgement: Judgement, chit: Chit) -> None:
        """Refuse a chit that still waits for a hex to be occupied (Scenario 3)."""
        check_wait(judgement, chit)

    def play_chit(self, judgement: Judgement, chit: Chit) -> None:
        """Roll for the Random Event chit (NQoS S3.0)."""
        if chit.kind == ChitKind.RANDOM_EVENT:
            draw_event(judgement)

    def dispatch_rating(self, position: Position, book: RuleBook, ratings: DivisionPoints) -> int:
        """Return a Dispatch Rating, lower for the French while Susan Travers is injured (NQoS S3.0, 7)."""
        return dispatch_rating(position, book, ratings)

    def note(self, position: Position) -> Position:
        """Note the occupation of the hex that matters (Scenario 3)."""
        return note_occupation(position)

    # hexes and terrain

    def has_open_mines(self, position: Position, place: Hex, side: str) -> bool:
        """Return whether a hex is a minefield door and the side the French one (NQoS 4.3.1)."""
        return is_open_door(position, place, side)

    # fire and checks

    def firer_rows(self, position: Position, book: RuleBook, unit: str) -> tuple[str, ...]:
        """Return the row for a firer in the superior defensive positions (NQoS S4.1)."""
        return (_FORTRESS,) if is_protected(position, book, unit) else ()

    def target_rows(self, position: Position, book: RuleBook, unit: str) -> tuple[str, ...]:
        """Return the row for a target in the superior defensive positions (NQoS S4.1)."""
        return (_FORTRESS,) if is_protected(position, book, unit) else ()

    hardening_rows = frozenset({_FORTRESS})
    quality_conditions: ClassVar[Mapping[str, QualityCondition]] = {
        _FORTRESS: is_protected,
        "supply-diminished": _supply("diminished"),
        "supply-emergency": _supply("emergency"),
        "artillery-leader-killed": lambda position, _book, unit: is_gun_without_leader(position, unit),
    }
    positions_left = frozenset({_FORTRESS})

    def needs_bravery_check(self, position: Position, unit: str, place: Hex) -> bool:
        """Return False for the Axis against the French in Bir Hacheim (NQoS S4.1)."""
        return not assaulted_without_bravery(position, position.side(unit), place)

    def own_spotter_problem(self, position: Position, unit: str) -> str:
        """Return the refusal of French Indirect HE that spots for itself (NQoS S4.4)."""
        return french_spotter_problem(position, unit)

    def may_spot_for(self, position: Position, spotter: str, unit: str) -> bool:
        """Return False for Trieste and 90. leichte (NQoS S5.5)."""
        return may_spot_for(position, spotter, unit)

    def allows_counterbattery(self, position: Position) -> bool:
        """Return whether the scenario has Counterbattery Fire (NQoS S2.0)."""
        return _has_rule(position, "S2.0")

    def has_air_strikes(self, position: Position) -> bool:
        """Return whether the scenario has air strikes (NQoS S1.0)."""
        return _has_rule(position, "S1.0")

    def may_answer_park(self, position: Position, book: RuleBook, unit: str, target: str) -> bool:
        """Return whether a unit may answer fire from an Artillery Park from where it is (NQoS S5.2)."""
        return may_answer_park(position, book, unit, target)

    def work_problems(
        self,
        position: Position,
        book: RuleBook,  # noqa: ARG002
        unit: str,
        work: EngineerWork,
    ) -> Iterator[tuple[str, str]]:
        """Yield the refusal of French positions in Bir Hacheim (NQoS S4.1)."""
        yield from no_building(position, unit, work)

    # effects of results

    def show(self, judgement: Judgement, unit: str) -> bool:
        """Turn a Gun Unit over (NQoS S4.3)."""
        return show_hidden(judgement, unit)

    def reveal(self, judgement: Judgement, unit: str) -> None:
        """Turn over a Gun Unit of its owner's choice (NQoS S4.3)."""
        reveal_gun(judgement, unit)

    def lost_steps(self, judgement: Judgement, unit: str, steps: int) -> None:
        """Change French Morale, and owe rolls for withdrawal (NQoS S4.6, S5.3)."""
        note_lost_steps(judgement, unit, steps)
        owe_withdrawal(judgement, unit, steps)

    def eliminated(self, judgement: Judgement, unit: str) -> None:
        """Lower French Morale for the Jock Column (NQoS S4.6)."""
        note_elimination(judgement, unit)

    # the turn

    def turn_steps(self) -> tuple[TurnStep, ...]:
        """Return weather, airpower and supply (NQoS 3.0, S1.0, S4.2)."""
        return STEPS

    def hold(self, position: Position) -> Hold | None:
        """Refuse other actions before a roll for withdrawal, an event or the break-out (NQoS S4.6, S5.3)."""
        return hold(position)

    def owed_actions(self, position: Position, book: RuleBook) -> Iterator[OwedAction]:
        """Yield rolls for withdrawal, the random event and the break-out (NQoS S5.3, S3.0, S4.6)."""
        return owed_actions(position, book)

    def day_ended(self, position: Position) -> Position:
        """Return the position without Rommel and the events and air strikes of the day (NQoS S3.0, S1.0)."""
        return without_events_of_day(position)

    def turn_began(self, position: Position, book: RuleBook) -> Position:
        """Return a turn's beginning with the weather that needs no die (NQoS 3.0 to 3.2)."""
        return weather_at_start_of_turn(position, book)

    def steps_known(self, position: Position, book: RuleBook, steps: tuple[str, ...]) -> Position:
        """Return a turn's beginning with its air strikes, unless dice determine the weather first (NQoS S1.0)."""
        return position if TurnStepKind.WEATHER in steps else strikes_of_turn(position, book)

    # who decides and who rolls, and what that is called

    event_choices: ClassVar[Mapping[str, EventChoice]] = EVENT_CHOICES
    roll_sides: ClassVar[Mapping[RollPurpose, str]] = ROLL_SIDES
    owed_rolls: ClassVar[Mapping[RollPurpose, str]] = OWED_ROLLS
    citations: ClassVar[Mapping[Topic, str]] = CITATIONS
    roll_rules: ClassVar[Mapping[RollPurpose, str]] = ROLL_RULES
    roll_words: ClassVar[Mapping[RollPurpose, str]] = ROLL_WORDS
    condition_names: ClassVar[Mapping[str, str]] = CONDITION_NAMES
    step_words: ClassVar[Mapping[str, str]] = STEP_WORDS
    table_rolls: ClassVar[Mapping[str, RolledTable]] = TABLE_ROLLS

    def deciding_side(self, position: Position, action: Action) -> str:
        """Return the side that does an action of no unit (NQoS S3.0, S4.2, S4.6, S5.3)."""
        return deciding_side(position, action)

    # arrivals and departures

    def return_places(self, position: Position, unit: str) -> frozenset[Place] | None:
        """Return the Artillery Parks for Axis Indirect HE (NQoS S5.2)."""
        return return_park(position, unit)

    def may_leave_map(self, position: Position, unit: str) -> bool:  # noqa: ARG002
        """Return whether the scenario has units that wait in entry hexes (NQoS S5.1)."""
        return _has_rule(position, "S5.1")

    def deploys_freely(self, position: Position, unit: str) -> bool:
        """Return whether a unit is the Jock Column (NQoS S4.5)."""
        return is_jock_column(position, unit)

    # what a table shows, and what it does not

    control_flags = CONTROL_FLAGS

    def open_waits(self, position: Position) -> tuple[tuple[str, Hex], ...]:
        """Return the formations that may still wait for the occupation of a hex (Scenario 3)."""
        return open_waits(position)

    def is_break_out_demanded(self, position: Position) -> bool:
        """Return whether French Morale is too low, or has been (NQoS S4.6)."""
        return withdrawal_demanded(position)

    def with_break_out_demanded(self, position: Position, *, demanded: bool) -> Position:
        """Return a position in which the French have to withdraw, or should have withdrawn (NQoS S4.6)."""
        return with_withdrawal_demanded(position, demanded=demanded)

    def is_event_hex(self, position: Position, place: Hex) -> bool:
        """Return whether a hex is one of Bir Hacheim (NQoS S3.0, events 1 and 5)."""
        return is_fortified(position, place)

    def conditions_in_effect(self, position: Position) -> Iterable[tuple[str, str]]:
        """Return French supply, French Morale, air strikes and Rommel (NQoS S1.0, S3.0, S4.2, S4.6)."""
        return conditions_in_effect(position)

    # the set-up

    def set_up_problems(self, position: Position) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Any]]]:
        """Yield refusals of other Direct Command chits than one of the Axis' two (NQoS S5.6)."""
        return direct_command_problems(position)

    def set_up_conditions(self, position: Position) -> Mapping[str, object]:
        """Return French supply, French Morale and air strikes (NQoS S4.2, S4.6, S1.0)."""
        return conditions_beside_the_map(position)

    def is_listed_loosely(self, position: Position, chit: str) -> bool:
        """Return whether a chit is one of the Axis' Direct Command chits (NQoS S5.6)."""
        return is_axis_direct_command(position.game.chits[chit])

    # victory

    count_words = COUNT_WORDS

    def victory_kinds(self) -> Mapping[str, Callable[[Position, RuleBook, Victory], Found]]:
        """Return the judges of victory in scenarios 2, 3 and 4 (Scenario 2, Scenario 3, Scenario 4)."""
        return KINDS

    def is_over(self, position: Position) -> bool | None:
        """Return whether the French have withdrawn, in the scenario that ends with this (Scenario 4)."""
        return has_ended(position)

    # possible next actions

    def first_actions(self, position: Position, book: RuleBook) -> Iterable[Action]:
        """Return rolls for withdrawal, choices for an event, and the break-out (NQoS S3.0, S4.6, S5.3)."""
        return first_actions(position, book)

    def free_actions(self, position: Position, book: RuleBook) -> Iterable[Action]:  # noqa: ARG002
        """Return air strikes (NQoS S1.0)."""
        return air_strikes(position)

    def unit_actions(self, position: Position, book: RuleBook, unit: str) -> Iterable[Action]:
        """Return the turning over of a gun, and the actions of the Jock Column (NQoS S4.3, S4.5)."""
        return unit_actions(position, book, unit)
