"""Holds the picture of a position to what it promises: all of it is there, legible, inside, and always the same."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from lxml import etree

from adjudicator.drawing import position_picture
from adjudicator.drawing.counter_symbols import counter_symbols
from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.mats import MARKERS
from adjudicator.drawing.overlays import Mark, Overlay
from adjudicator.drawing.placed_counters import PlacedCounter, placed_counters
from adjudicator.drawing.position_picture import position_svg, sheet_ground
from adjudicator.drawing.sheet_plan import BESIDE, WITHDRAWN, SheetPlan, sheet_plan
from adjudicator.drawing.stack_layout import NAME_BAR, fanned
from adjudicator.drawing.style import load_style
from adjudicator.game.action_words import Barrage
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Activation, LeaderState, Points, Position, Status, UnitState
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from tests.support.drawn_counters import small_game
from tests.support.rule_cases import built_in_game

from .random_play import Game

SVG: Final = "{http://www.w3.org/2000/svg}"
HREF: Final = "{http://www.w3.org/1999/xlink}href"
STYLE: Final = load_style(None)
SCENARIOS: Final = tuple(built_in_game().scenarios)
ACTIONS: Final = (0, 40, 90)
"""After how many actions of a game played at random its position is looked at."""
LONG_OUTLINE: Final = re.compile(r'd="([^"]{20})[^"]{140,}"')
GOLDEN: Final = Path(__file__).parent / "cases" / "pictures" / "two-wells.svg"
MAX_BYTES: Final = 1_000_000
HERE: Final = Hex(30, 20)


@cache
def plan_of(scenario: int) -> SheetPlan:
    return sheet_plan(built_in_game(), scenario)


@cache
def random_positions(scenario: int) -> dict[int, Position]:
    """Return positions of a scenario from its start on, by the actions that were played."""
    game, found = Game(scenario, 7, Path("unused")), {}
    for actions in ACTIONS:
        game.run(actions)
        found[actions] = game.position
    return found


@pytest.fixture
def position(request: pytest.FixtureRequest) -> Position:
    scenario, actions = request.param
    return random_positions(scenario)[actions]


each_position = pytest.mark.parametrize(
    "position", [(scenario, actions) for scenario in SCENARIOS for actions in ACTIONS],
    ids=lambda each: "-".join(map(str, each)), indirect=True,
)  # fmt: skip


def a_position() -> Position:
    """Return a position in which something can be changed in every respect."""
    return start_position(built_in_game(), 3)


def words(picture: str) -> str:
    """Return everything that a picture says: titles and texts, one a line."""
    root = etree.fromstring(picture.encode())
    return "\n".join(str(element.text) for element in root.iter(f"{SVG}title", f"{SVG}text"))


@pytest.fixture(autouse=True)
def one_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the ground of each scenario once for all tests: it takes the most time."""
    monkeypatch.setattr(position_picture, "sheet_ground", lambda plan: ground(plan.game.id, plan.scenario.number))


@cache
def ground(game: str, scenario: int) -> str:
    return sheet_ground(plan_of(scenario) if game == built_in_game().id else sheet_plan(small_game(), scenario))


def drawn(position: Position) -> str:
    return position_svg(position, STYLE)


def covers_name(lower: PlacedCounter, upper: PlacedCounter) -> bool:
    """Tell whether a counter lies over the name bar of another one."""
    width, height = COUNTER_SIZE * lower.scale, (NAME_BAR - 1) * lower.scale
    across = min(lower.x + width, upper.x + COUNTER_SIZE * upper.scale) - max(lower.x, upper.x)
    down = min(lower.y + height, upper.y + COUNTER_SIZE * upper.scale) - max(lower.y, upper.y)
    return across > 0.01 and down > 0.01


# places


@pytest.mark.parametrize("count", [*range(1, 12), 25, 60])
@pytest.mark.parametrize("size", [(81, 94), (448, 344), (190, 90), (700, 178)])
def test_a_fan_hides_no_name_and_stays_inside(size: tuple[int, int], count: int) -> None:
    spots = fanned(*size, count)
    assert len(spots) == count
    counters = [PlacedCounter("", (), spot.x, spot.y, spot.scale, "") for spot in spots]
    assert not any(covers_name(lower, upper) for lower, upper in combinations(counters, 2))
    for spot in spots:
        assert -0.01 <= spot.x <= size[0] - COUNTER_SIZE * spot.scale + 0.01
        assert -0.01 <= spot.y <= size[1] - COUNTER_SIZE * spot.scale + 0.01


def test_a_stack_of_five_in_a_hex_has_letters_of_seven_pixels() -> None:
    area = plan_of(1).hexes[HERE]
    name = STYLE.text_box("unit", "name")
    assert min(spot.scale for spot in fanned(area.width, area.height, 5)) * name.size >= 7


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_places_of_the_sheet_overlap(scenario: int) -> None:
    plan = plan_of(scenario)
    areas = [*plan.hexes.values(), *plan.boxes.values(), *plan.spaces.values()]
    for one, other in combinations(areas, 2):
        apart = (
            one.x + one.width <= other.x or other.x + other.width <= one.x
            or one.y + one.height <= other.y or other.y + other.height <= one.y
        )  # fmt: skip
        assert apart
    for box in (*areas, plan.notes, plan.head):
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= plan.size[0]
        assert box.y + box.height <= plan.size[1]


@each_position
def test_every_counter_has_a_place_of_its_own_and_a_name_that_can_be_read(position: Position) -> None:
    plan = plan_of(position.scenario)
    placed = placed_counters(plan, position)
    assert placed == placed_counters(plan, replace_units(position))
    things = [counter.thing for counter in placed]
    assert len(things) == len(set(things))
    for lower, upper in combinations(placed, 2):
        assert not covers_name(lower, upper), (lower.label, upper.label)
    for counter in placed:
        assert counter.x >= 0
        assert counter.y >= 0
        assert counter.x + COUNTER_SIZE * counter.scale <= plan.size[0]
        assert counter.y + COUNTER_SIZE * counter.scale <= plan.size[1]


def replace_units(position: Position) -> Position:
    """Return the same position made anew."""
    return position.after(units=dict(position.units))


def test_more_large_stacks_than_there_is_room_for_are_shown_all_the_same() -> None:
    position = start_position(built_in_game(), 4)
    units = [unit for unit, state in position.units.items() if state.status is Status.ON_MAP]
    for number, unit in enumerate(units):
        position = position.with_unit(unit, place=Hex(3 + 3 * (number % 6), 22))
    placed = placed_counters(plan_of(4), position)
    assert {f"unit {unit}" for unit in units} <= {counter.thing for counter in placed}
    assert not any(covers_name(lower, upper) for lower, upper in combinations(placed, 2))


# what is shown


def in_hex(state: str) -> str:
    return f"9/3/13 DBLE in {HERE}: {state}"


@dataclass(frozen=True)
class Shown:
    """A field of a position with another value, and how the picture says it."""

    change: Callable[[Position], Position]
    says: str


def field_of(name: str, value: Any, says: str) -> Shown:
    return Shown(lambda position: position.after(**{name: value}), says)


def state_of(says: str, **changes: Any) -> Shown:
    return Shown(lambda position: position.with_unit(UNIT, place=HERE, **changes), says)


UNIT: Final = "9-3-13-dble"
LEADER: Final = "leader-amilakvary"
POSITION_FIELDS: Final = {
    "game": Shown(lambda p: p.after(game=replace(p.game, name="Another Game")), "Another Game, scenario 3"),
    "scenario": field_of("scenario", 4, "scenario 4: The Siege of Bir Hacheim"),
    "time": field_of("time", TurnTime("06-09", "0500"), "June 9, 0500"),
    "weather": field_of("weather", "sandstorm", "sand storm"),
    "units": state_of(f"9/3/13 DBLE in {HERE}"),
    "leaders": Shown(
        lambda p: p.after(leaders={**p.leaders, LEADER: LeaderState(Status.ON_MAP, HERE)}),
        f"Leader Amilakvary in {HERE}",
    ),
    "points": Shown(lambda p: p.with_points("french", command=3), "13 Command Points, 2 Dispatch Points"),
    "activation": field_of("activation", Activation("random-event"), "chit in play: Random Event"),
    "barrages": field_of("barrages", {HERE: 2}, f"Heavy Barrage in {HERE}"),
    "mines": field_of("mines", {HERE: 2}, f"Heavy Minefield in {HERE}"),
    "supply": field_of("supply", "emergency", "French supply: Emergency Supply"),
    "morale": field_of("morale", 17, "French morale: 17"),
    "mug": field_of("mug", ("formation-kg-wolz",), "Chit KG Wolz: mug"),
    "played": field_of("played", ("formation-kg-wolz",), "Chit KG Wolz: played"),
    "next_turn": field_of("next_turn", ("formation-kg-wolz",), "Chit KG Wolz: next turn"),
    "strikes": field_of("strikes", 2, "Air strike 2, available"),
    "flags": field_of("flags", frozenset({"travers-injured"}), "travers injured"),
    "first_chit": field_of("first_chit", "formation-kg-wolz", "Chit to be played first"),
    "last_indirect": field_of("last_indirect", UNIT, "Has just fired indirectly"),
    "due": field_of("due", ("airpower", "chits"), "airpower, chits"),
    "day_weather": field_of("day_weather", "mist", "clear (of the day: Mist)"),
    "planned_strikes": field_of("planned_strikes", ("1300", "1700"), "1300, 1700"),
    "event": field_of("event", "ammo-dump", "Ammo Dump Hit"),
    "withdrawals": field_of("withdrawals", ("kg-wolz", "kg-kiehl"), "KG Wolz, KG Kiehl"),
    "returning": Shown(
        lambda p: p.with_unit(UNIT, status=Status.WITHDRAWN, place=None).after(
            returning={UNIT: TurnTime("06-09", "0700")}
        ),
        "9/3/13 DBLE, withdrawn until June 9 0700",
    ),
    "commander_with": field_of("commander_with", LEADER, "Rommel with Amilakvary"),
    "outcome": field_of("outcome", "french-withdrawal", "french withdrawal"),
}
STATE_FIELDS: Final = {
    "status": Shown(lambda p: p.with_unit(UNIT, status=Status.ELIMINATED, place=None), "9/3/13 DBLE, eliminated"),
    "place": state_of(f"9/3/13 DBLE in {HERE}"),
    "steps": state_of(in_hex("Step Loss"), steps=1),
    "cohesion": state_of(in_hex("2 Cohesion Hits"), cohesion=2),
    "suppressed": state_of(in_hex("Suppressed"), suppressed=True),
    "column": state_of(in_hex("Column"), column=True),
    "mounted": state_of(in_hex("Mounted"), mounted=True),
    "improvement": state_of(in_hex("Entrenched"), improvement=2),
    "men_at_work": state_of(in_hex("Men at Work"), men_at_work=True),
    "contact": state_of(in_hex("In Contact"), contact=2),
    "contact_leader": state_of(in_hex("Contact Pending, contact by Amilakvary"), contact=1, contact_leader=LEADER),
    "counterbattery_fired": state_of(in_hex("Counterbattery Fired"), counterbattery_fired=True),
    "wrong_ammo": state_of(in_hex("Wrong Ammo"), wrong_ammo=True),
    "hidden": state_of(f"9/3/13 DBLE (face down) in {HERE}", hidden=True),
    "actions": state_of(in_hex("First action done, did movement"), actions=("movement",)),
    "finished": state_of(in_hex("Second action done, activation over"), finished=True),
}
OTHER_FIELDS: Final = {
    LeaderState: {
        "status": Shown(
            lambda p: p.after(leaders={**p.leaders, LEADER: LeaderState(Status.ELIMINATED)}),
            "Leader Amilakvary, eliminated",
        ),
        "place": POSITION_FIELDS["leaders"],
    },
    Points: {
        "command": Shown(lambda p: p.with_points("french", command=90), "100 Command Points"),
        "dispatch": Shown(lambda p: p.with_points("french", dispatch=1), "10 Command Points, 3 Dispatch Points"),
    },
    Activation: {
        "chit": POSITION_FIELDS["activation"],
        "unit": Shown(
            lambda p: p.with_unit(UNIT, place=HERE).after(activation=replace(p.activation, unit=UNIT)),
            in_hex("activation goes on"),
        ),
    },
}
ALL_FIELDS: Final[dict[type[Any], dict[str, Shown]]] = {
    Position: POSITION_FIELDS, UnitState: STATE_FIELDS, **OTHER_FIELDS
}  # fmt: skip
NOT_ON_THE_TABLE: Final = {
    "from_start", "face_down", "passed_over", "drawn", "shown", "acted", "again", "possible_contacts",
    "possible_refuges",
}  # fmt: skip
"""Fields that say what is known about a position; nothing lies on our table for them."""
EVERY_FIELD: Final = [(kind, name) for kind, table in ALL_FIELDS.items() for name in table]


@pytest.mark.parametrize("kind", ALL_FIELDS, ids=lambda kind: kind.__name__)
def test_there_is_a_picture_of_every_field(kind: type[Any]) -> None:
    assert {each.name for each in fields(kind)} - NOT_ON_THE_TABLE == set(ALL_FIELDS[kind])


@cache
def words_before() -> list[str]:
    return words(drawn(a_position())).splitlines()


@pytest.mark.parametrize(("kind", "name"), EVERY_FIELD, ids=lambda each: getattr(each, "__name__", each))
def test_another_value_of_a_field_is_another_picture(kind: type[Any], name: str) -> None:
    shown = ALL_FIELDS[kind][name]
    after = words(drawn(shown.change(a_position())))
    assert shown.says in after
    new = [line for line in after.splitlines() if line not in words_before()]
    assert new, "the words are the same as before"


@each_position
def test_nothing_of_a_position_is_missing(position: Position) -> None:
    picture = drawn(position)
    assert len(picture) < MAX_BYTES
    lines = words(picture).splitlines()
    for line in expected_lines(position):
        assert any(each.startswith(line) for each in lines), line
    root = etree.fromstring(picture.encode())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"#{each}" for each in ids} == {element.get(HREF) for element in root.iter(f"{SVG}use")}


def expected_lines(position: Position) -> Iterator[str]:
    """Yield how lines of the picture's words begin: one for each unit, leader, chit, marker and figure."""
    game = position.game
    for unit, state in position.units.items():
        name = f"{game.units[unit].name}{' (face down)' if state.hidden else ''}"
        yield name + place_words(position, state)
    for leader, leader_state in position.leaders.items():
        yield f"Leader {game.leaders[leader].name}{place_words(position, leader_state)}"
    for chit in {*position.mug, *position.played, *position.next_turn}:
        yield f"Chit {game.chits[chit].name}: "
    for place, level in position.barrages.items():
        yield f"{'Light' if level == Barrage.LIGHT else 'Heavy'} Barrage in {place}"
    for place, density in position.mines.items():
        yield f"{'Light Minefield' if density else 'Minefield Removed'} in {place}"
    for division, points in position.points.items():
        name = game.divisions[division].name
        yield f"{name}: {points.command} Command Points"
        yield f"{points.command} Command Points, {points.dispatch} Dispatch Points"
    yield f"Date: {game.calendar.date_names[position.time.date]}"
    yield f"Turn: {position.time.turn}"


def place_words(position: Position, state: UnitState | LeaderState) -> str:
    if state.status is Status.ELIMINATED:
        return ", eliminated"
    if state.status is Status.ON_MAP:
        boxes = position.game.map.boxes
        return f" in {boxes[state.place].name if isinstance(state.place, str) else state.place}"
    return ", withdrawn" if state.status is Status.WITHDRAWN else ", waiting"


def test_what_has_no_place_on_the_sheet_is_shown_beside_the_map() -> None:
    """A position as JSON may hold what its scenario has not: units of another division, odd places, many strikes."""
    start = start_position(built_in_game(), 1)
    strange = {
        "1-i-65": UnitState(Status.ELIMINATED), "2-i-65": UnitState(Status.WAITING),
        "3-i-65": UnitState(Status.ON_MAP, "terrain-legend", steps=2),
    }  # fmt: skip
    position = start.after(
        units={**start.units, **strange}, points={**start.points, "trieste": Points(4, 1)}, strikes=100,
        mug=("random-event",), played=("random-event",), flags=frozenset({"artillery-leader-killed"}),
        time=TurnTime("06-10", "Night"), morale=-5,
    )  # fmt: skip
    placed = placed_counters(plan_of(1), position)
    withdrawn = plan_of(1).spaces[BESIDE, WITHDRAWN]
    beside = {counter.thing: counter for counter in placed if counter.thing in {f"unit {unit}" for unit in strange}}
    assert len(beside) == len(strange)
    for counter in beside.values():
        assert withdrawn.x <= counter.x <= withdrawn.x + withdrawn.width
        assert withdrawn.y <= counter.y <= withdrawn.y + withdrawn.height
    assert len({counter.thing for counter in placed}) == len(placed)
    assert "4 Command Points, 1 Dispatch Points" in words(drawn(position))


@pytest.mark.parametrize(
    ("marker", "division"), [("artillery-leader-killed", "trieste"), ("travers-injured", "french")]
)
def test_an_effect_of_the_day_is_on_the_card_of_its_division(marker: str, division: str) -> None:
    start = start_position(built_in_game(), 4)
    points = {"ariete": Points(3, 0), "trieste": Points(2, 0), "90-leichte": Points(1, 0), "french": Points(4, 1)}
    position = start.after(points=points, flags=frozenset({marker}))
    (placed,) = (each for each in placed_counters(plan_of(4), position) if marker in each.thing)
    card = plan_of(4).spaces[built_in_game().divisions[division].name, MARKERS]
    assert card.x <= placed.x <= card.x + card.width
    assert card.y <= placed.y <= card.y + card.height


# secrets


def guns_exchanged(position: Position, one: str, other: str) -> Position:
    """Return a position in which two units have changed places."""
    first, second = position.units[one], position.units[other]
    return position.with_unit(one, place=second.place).with_unit(other, place=first.place)


@pytest.mark.parametrize("same_hex", [False, True])
def test_a_face_down_gun_looks_like_a_dummy(same_hex: bool) -> None:
    position = start_position(built_in_game(), 4)
    one, other = "3-1-antichar", "dummy-1"
    place = position.units[other].place if same_hex else HERE
    position = position.with_unit(one, place=place, hidden=True, suppressed=True)
    position = position.with_unit(other, hidden=True, suppressed=not same_hex)

    def seen(shown: Position) -> str:
        return position_svg(shown, STYLE, knows=lambda unit: not shown.units[unit].hidden)

    changed = position.with_unit(one, suppressed=False).with_unit(other, suppressed=True)
    exchanged = changed if same_hex else guns_exchanged(position, one, other)
    assert seen(position) == seen(exchanged)
    assert drawn(position) != drawn(exchanged)
    hidden = [unit for unit, state in position.units.items() if state.hidden]
    assert len(hidden) >= 10
    picture = seen(position)
    assert not any(f"drawing-unit-{unit}" in picture for unit in hidden)
    assert not any(f">{position.game.units[unit].name}<" in picture for unit in hidden)
    things = {counter.thing for counter in placed_counters(plan_of(4), position, lambda _unit: False)}
    assert not any(unit in thing for unit in position.units for thing in things)


# texts and files


def golden_picture() -> str:
    """Return the picture of a small position, which ``python -m tests.renew_golden`` keeps as the golden one.

    Of long outlines there are the beginning and a digest, which keeps the file small.
    """
    return LONG_OUTLINE.sub(
        lambda found: f'd="{found[1]}…{hashlib.sha256(found[0].encode()).hexdigest()[:12]}"', small_picture()
    )


def small_picture() -> str:
    """Return the picture of a small position."""
    position = start_position(small_game(), 1).with_unit("1-watch", suppressed=True)
    marks = Overlay("reach", "A/Cars: can go here", {Hex(2, 3): Mark("1", "A/Cars can go here for 1 point")})
    return position_svg(position.with_unit("a-cars", place=Hex(2, 2)), STYLE, [marks])


def test_a_small_position_is_drawn_as_it_was() -> None:
    assert golden_picture() == GOLDEN.read_text(encoding="utf-8"), "see tests/renew_golden.py"


def test_names_are_escaped() -> None:
    position = start_position(small_game(), 1)
    unit, name = next(iter(position.units)), '<b>"Ö & Söhne"</b>'
    game = replace(position.game, units={**position.game.units, unit: replace(position.game.units[unit], name=name)})
    assert f"{name} in " in words(drawn(position.after(game=game)))


def test_an_unknown_drawing_is_refused() -> None:
    with pytest.raises(KeyError):
        counter_symbols(built_in_game(), STYLE, ["unit-nobody"])
