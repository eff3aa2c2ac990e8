"""Holds the counters to what they promise: drawn right, nothing overflows, all figures there, always the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from adjudicator.drawing.counters import COUNTER_SIZE, all_counters, leader_svg, marker_svg, state_svg, unit_svg
from adjudicator.drawing.style import Box, Style, load_style
from adjudicator.drawing.text import TextBox, fit, fit_lines, text_width
from adjudicator.game.errors import GameDataError
from adjudicator.game.loading import BUILT_IN, find_game
from adjudicator.game.menus import StateLevel
from adjudicator.game.order_of_battle import Marker
from tests.support.drawn_counters import GOLDEN, ROOT, built_in_counters, built_in_game, small_counters, small_game

SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 6 * 1024
FORBIDDEN = {
    "a reference without xlink": r"\s(?<!xlink:)href=",
    "an id of fewer than three characters": r'\bid="[^"]{0,2}"',
    "anything outside the file": r"https?://(?!www\.w3\.org/)|url\(|<image|<use",
    "a style sheet": r"<style|\sstyle=|\sclass=",
    "a colour that is drawn black": r"rgba\(|hsl\(|transparent|var\(|#[0-9a-fA-F]{8}\b|\"#[0-9a-fA-F]{4}\"",
    "what the renderer ignores": r"dominant-baseline|alignment-baseline|mix-blend-mode|vector-effect|paint-order"
    r"|transform-origin|opacity",
    "what makes the picture vanish": r'feDropShadow|rx="auto"|version="2|(?:width|height|r|rx)="-',
    "a number in scientific form or none at all": r'="(?!#)[^"]*(?:\d[eE][-+]?\d|\bnan\b|\binf\b)[^"]*"',
}
STYLE = load_style(None)
STYLE_ERRORS = tomllib.loads((GOLDEN / "style_errors.toml").read_text(encoding="utf-8"))["cases"]
DRAWN = {**built_in_counters(), **{f"small {name}": text for name, text in small_counters().items()}}


@dataclass(frozen=True)
class Drawn:
    """A text as it stands on a counter: its words, its size and the box that it takes, in pixels."""

    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float


def texts(picture: str) -> Iterator[Drawn]:
    """Yield every text of a counter with its box, worked out from the attributes alone."""
    for element in etree.fromstring(picture.encode()).iter(f"{SVG}text"):
        words = element.text or ""
        size = float(element.attrib["font-size"])
        width = float(element.get("textLength") or text_width(words, size))
        left = float(element.attrib["x"]) - width * {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0)
        baseline = float(element.attrib["y"])
        dx, dy, scale = placing(element)
        yield Drawn(
            words,
            size * scale,
            dx + left * scale,
            dy + (baseline - 0.74 * size) * scale,
            dx + (left + width) * scale,
            dy + (baseline + 0.02 * size) * scale,
        )


def placing(element: Any) -> tuple[float, float, float]:
    """Return where the drawing that an element stands in lies on the counter, and its scale."""
    for above in element.iterancestors(f"{SVG}g"):
        if above.get("transform"):
            found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", above.attrib["transform"])
            assert found
            return float(found[1]), float(found[2]), float(found[3])
    return 0, 0, 1


def words_on(picture: str) -> list[str]:
    """Return the texts of a counter without the rims of outlined ones."""
    root = etree.fromstring(picture.encode())
    return [element.text or "" for element in root.iter(f"{SVG}text") if element.get("stroke") is None]


def small_unit(name: str) -> list[str]:
    return words_on(small_counters()[f"unit-{name}.svg"])


def test_every_counter_of_the_game_is_drawn() -> None:
    game = built_in_game()
    expected = [f"unit-{unit.id}.svg" for unit in game.units.values()]
    expected += [f"unit-{unit.id}-mounted.svg" for unit in game.units.values() if unit.mounted]
    expected += [f"unit-{unit.id}-reduced.svg" for unit in game.units.values() if unit.reduced]
    expected += [f"{leader.id}.svg" for leader in game.leaders.values()]
    expected += [f"chit-{chit.id}.svg" for chit in game.chits.values()]
    expected += ["gun-unit.svg", "chit-back.svg"]
    expected += sorted({f"marker-{face}.svg" for marker in game.markers.values() for face in marker.faces})
    levels = [level for state in game.states for level in state.levels]
    expected += sorted({f"state-{level.drawing}.svg" for level in levels if level.drawing})
    assert sorted(expected) == sorted(built_in_counters())


def test_the_style_knows_every_drawing_that_the_game_names() -> None:
    game, style = built_in_game(), load_style(find_game(BUILT_IN))
    assert {unit.symbol for unit in game.units.values()} <= set(style.symbols)
    assert {face for marker in game.markers.values() for face in marker.faces} <= set(style.markers)
    assert {level.drawing for state in game.states for level in state.levels} - {""} <= set(style.states)


@pytest.mark.parametrize("name", DRAWN)
def test_a_counter_is_what_the_renderer_draws_right(name: str) -> None:
    picture = DRAWN[name]
    root = etree.fromstring(picture.encode())
    size = str(COUNTER_SIZE)
    assert (root.tag, root.get("version")) == (f"{SVG}svg", "1.1")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (size, size, f"0 0 {size} {size}")
    assert len(picture.encode()) < MAX_BYTES
    assert [why for why, pattern in FORBIDDEN.items() if re.search(pattern, picture)] == []


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_runs_out_of_a_counter(name: str) -> None:
    for text in texts(DRAWN[name]):
        assert text.left >= 0, text
        assert text.top >= 0, text
        assert text.right <= COUNTER_SIZE, text
        assert text.bottom <= COUNTER_SIZE, text


@pytest.mark.parametrize(
    "unit", [*built_in_game().units.values(), *small_game().units.values()], ids=lambda each: each.id
)
def test_a_name_stands_in_its_bar_and_is_large_enough_to_read(unit: Any) -> None:
    game = built_in_game() if unit.id in built_in_game().units else small_game()
    bar = STYLE.box("unit", "bar")
    name = next(texts(unit_svg(game, unit, STYLE)))
    assert name.text == unit.name
    assert name.size >= 7
    assert bar.x <= name.left < name.right <= bar.x + bar.width
    assert bar.y <= name.top < name.bottom <= bar.y + bar.height


def test_a_unit_shows_all_its_ratings() -> None:
    everything = ["14./Pioneer-Abt. 1115", "Reggimento Bersaglieri", "9", "*", "8", "9", "-5", "40", "7"]
    assert small_unit("everything") == everything
    assert small_unit("everything-mounted") == [*everything[:2], "0", "5", "18"]
    assert small_unit("everything-reduced") == [*everything[:2], "0", "83", "–"]


def test_a_range_of_one_is_not_printed_and_an_unknown_symbol_is_named() -> None:
    assert small_unit("strange") == ['Żółć & <Sons> "Œ"', "Rocket", "launcher", "5", "*"]


@pytest.mark.parametrize(
    ("name", "dots"), [("everything", 2), ("everything-mounted", 2), ("everything-reduced", 1), ("strange", 0)]
)
def test_steps_are_dots(name: str, dots: int) -> None:
    root = etree.fromstring(small_counters()[f"unit-{name}.svg"].encode())
    assert sum(each.get("fill") == STYLE.figures["step"].ground for each in root.iter(f"{SVG}circle")) == dots


def test_organic_transport_and_double_assault_show() -> None:
    picture = small_counters()["unit-everything.svg"]
    steps = STYLE.box("unit", "steps")
    root = etree.fromstring(picture.encode())
    boxes = [
        each for each in root.iter(f"{SVG}rect") if each.get("x") == str(steps.x) and each.get("y") == str(steps.y)
    ]
    assert [box.get("fill") for box in boxes] == [STYLE.figures["transport"].ground]
    assert [each.get("fill") for each in root.iter(f"{SVG}text") if each.text == "8"] == [
        STYLE.figures["double_assault"].ink
    ]


def test_a_hidden_unit_tells_nothing_of_itself() -> None:
    game = built_in_game()
    hidden = [unit for unit in game.units.values() if unit.hidden_as]
    pictures = {
        all_counters(replace(game, units={unit.id: unit}), STYLE)[f"{unit.hidden_as.lower().replace(' ', '-')}.svg"]
        for unit in hidden
    }
    assert len(hidden) == 10
    assert len(pictures) == 1
    assert words_on(pictures.pop()) == ["Gun Unit"]


def test_a_side_that_a_unit_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="has no mounted side"):
        unit_svg(small_game(), small_game().units["strange"], STYLE, "mounted")


def test_a_drawing_that_the_style_has_not_is_a_label() -> None:
    marker = Marker("well", "Well", "Map", ("no-such-drawing",), ("well held by somebody",))
    assert " ".join(words_on(marker_svg(marker, STYLE))) == "Well held by somebody"
    level = StateLevel(1, "Out of Water", "no-such-drawing", "", "", "")
    assert " ".join(words_on(state_svg(level, STYLE))) == "Out of Water"


def test_states_show_together_and_hide_no_rating() -> None:
    places = {name: STYLE.box("state", name) for name in {look.place for look in STYLE.states.values()}}
    used = Counter(look.place for look in STYLE.states.values())
    together = {"cohesion": 2, "action": 2, "position": 2, "contact": 2}
    assert sum(count - 1 for count in used.values()) == len(together)
    assert [pair for pair in combinations(places, 2) if overlap(places[pair[0]], places[pair[1]])] == []
    ratings = ["name", "fire", "range", "assault", "steps", "troop_quality", "defence", "movement"]
    hidden = [
        (rating, place) for rating in ratings for place in places if overlap(STYLE.box("unit", rating), places[place])
    ]
    assert hidden == []


def test_the_figures_of_a_unit_do_not_lie_on_each_other() -> None:
    names = [
        "bar",
        "formation",
        "fire",
        "range",
        "assault",
        "steps",
        "engineer",
        "troop_quality",
        "defence",
        "movement",
    ]
    boxes = {name: STYLE.box("unit", name) for name in names}
    assert [pair for pair in combinations(names, 2) if overlap(boxes[pair[0]], boxes[pair[1]])] == []


def test_a_flak_rating_has_a_place_beside_the_formation() -> None:
    names = ["formation_beside_flak", "flak", "bar", "fire", "symbol", "steps"]
    boxes = {name: STYLE.box("unit", name) for name in names}
    assert [pair for pair in combinations(names, 2) if "flak" in pair and overlap(boxes[pair[0]], boxes[pair[1]])] == []


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def test_inks_stand_out_from_their_grounds() -> None:
    game = built_in_game()
    pairs = [(division.ink, division.colour) for division in game.divisions.values()]
    pairs += [(weapon.ink, weapon.colour) for weapon in game.weapons.values()]
    pairs += [
        (figure.ink, figure.ground) for figure in STYLE.figures.values() if figure.ground and figure.ink[0] == "#"
    ]
    pairs += [(look.colour, look.outline) for look in STYLE.movement.values()]
    pairs += [(look.ink, look.ground) for look in STYLE.markers.values()]
    for formation in game.formations.values():
        unit = replace(next(iter(game.units.values())), formation=formation.id)
        name = etree.fromstring(unit_svg(game, unit, STYLE).encode()).find(f".//{SVG}text")
        assert name is not None
        pairs.append((str(name.get("fill")), formation.bar))
    assert [(ink, ground) for ink, ground in pairs if contrast(ink, ground) < 3] == []


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4) for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.svg")), ids=lambda path: path.name)
def test_golden_counters(path: Path) -> None:
    assert small_counters()[path.name] == path.read_text(encoding="utf-8"), "see tests/renew_golden.py"


def test_the_same_game_is_drawn_the_same_in_another_process() -> None:
    script = (
        "import sys, hashlib; from tests.support.drawn_counters import built_in_counters as drawn;"
        "sys.stdout.write(hashlib.sha256(repr(list(drawn().items())).encode()).hexdigest())"
    )
    runs = [
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", script],
            capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert len(runs[0]) == 64


@pytest.mark.parametrize(
    ("text", "width", "size", "length"),
    [
        ("i", 100, 10, None),  # fits
        ("MMMM", 32, 8, None),  # shrinks to the size at which four letters as wide as that fit
        ("MMMMMMMM", 32, 7, 32),  # squeezed at the smallest size
        ("", 10, 10, None),
    ],
)
def test_fitting_a_line(text: str, width: float, size: float, length: float | None) -> None:
    fitted = fit(text, width, 10, 7)
    assert (fitted.size, fitted.length) == (size, length)
    assert fitted.width <= width


def test_fitting_breaks_where_a_line_more_makes_the_letters_larger() -> None:
    box = TextBox(0, 0, 60, 24, 11, 7)
    assert [line.text for line in fit_lines("Light Minefield", box)] == ["Light", "Minefield"]
    assert [line.text for line in fit_lines("Rommel", box)] == ["Rommel"]
    assert [line.text for line in fit_lines("Reggimento/Corazzato", box)] == ["Reggimento/", "Corazzato"]


def own_style(folder: Path, text: str) -> Style:
    (folder / "style.toml").write_text(text, encoding="utf-8")
    return load_style(folder)


def test_a_game_may_change_single_keys_of_the_style(tmp_path: Path) -> None:
    style = own_style(tmp_path, '[movement]\nleg = { colour = "sky" }\n[symbols.rocket-launcher]\non = ["frame"]\n')
    assert style.movement["leg"].colour == STYLE.colours["sky"]
    assert style.movement["leg"].outline == STYLE.movement["leg"].outline
    assert set(style.symbols) == {*STYLE.symbols, "rocket-launcher"}
    assert load_style(tmp_path / "no-such-folder") == STYLE


@pytest.mark.parametrize("case", STYLE_ERRORS, ids=lambda case: case["name"])
def test_what_is_wrong_in_a_style_is_told_in_one_line(case: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(GameDataError) as error:
        own_style(tmp_path, case["style"])
    assert str(error.value) == case["error"]


def test_every_leader_can_be_told_by_his_initials_or_his_face() -> None:
    style, game = load_style(find_game(BUILT_IN)), built_in_game()
    looks = {
        (leader.division, re.sub(r"<title>.*?</title>", "", leader_svg(game, leader, style))): leader.name
        for leader in game.leaders.values()
    }
    assert len(looks) == len(game.leaders)
    faces = set(style.leaders.values())
    assert len(faces) >= 4
    assert ">dR<" in leader_svg(game, game.leaders["leader-de-roux"], style)
    assert ">155S<" in leader_svg(game, game.leaders["leader-155-schuetzen"], style)


def test_a_marker_that_keeps_a_figure_is_a_frame_around_what_it_stands_on() -> None:
    style, game = load_style(find_game(BUILT_IN)), built_in_game()
    window = style.box("marker", "window")
    for id_ in ("turn", "date", "weather", "supply", "french-morale", "command-points-french"):
        drawing = marker_svg(game.markers[id_], style)
        assert 'fill-rule="evenodd"' in drawing
        assert f"M{window.x:g} {window.y:g}L" in drawing
        assert drawing.count("<rect") == 0
    assert "evenodd" not in marker_svg(game.markers["sand-storm"], style)
