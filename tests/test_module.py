"""Modules: what a build file says, boards laid out, and build files that make no sense."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.boards import BoardDefinition, BoardPlacement, lay_out, read_placements
from adjudicator.vassal.errors import ArchiveError, FileAccessError, GridError, LimitExceeded, ModuleError
from adjudicator.vassal.geometry import Point, Size
from adjudicator.vassal.grids import HexGrid, Region, RegionGrid, SquareGrid
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.locations import learn_locations
from adjudicator.vassal.module import read_build_file, read_module
from adjudicator.vassal.module_definition import (
    CounterTurnLevel,
    DiceButton,
    GlobalPropertyDefinition,
    ListTurnLevel,
    ModuleDefinition,
    SpecialDieFace,
    stack_point,
)
from adjudicator.vassal.numbering import HexGridNumbering, Slant, SquareGridNumbering
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.zones import ZonedGrid
from tests.support.corpus import corpus_file
from tests.support.small_module import BOARD, BUILD_FILE, GRID, MAP, NUMBERING, png, write_module

PROPERTY = settings(derandomize=True, deadline=None)


pytestmark = pytest.mark.xdist_group("module")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleDefinition:
    return read_module(write_module(tmp_path_factory.mktemp("module") / "small.vmod"))


class TestDefinition:
    def test_module(self, module: ModuleDefinition) -> None:
        assert (module.name, module.version, module.vassal_version) == ("Small", "1.2", "3.7.10")
        assert (module.description, module.next_piece_slot_id) == ("For tests", 40)
        assert module.extension is None
        assert module.sides == ("Axis", "French")
        assert module.problems == ()

    def test_prototypes(self, module: ModuleDefinition) -> None:
        unit = module.prototypes["Unit"]
        assert unit.description == "all units"
        assert unit.piece.type_text == "markmoved;moved\tpiece;;;;"
        assert unit.piece.state_text == "false\tnull;0;0;;0"

    def test_piece_slots(self, module: ModuleDefinition) -> None:
        assert [(slot.entry_name, slot.gpid, slot.path) for slot in module.piece_slots] == [
            ("Gun", "1", ("Counters", "Guns")),
            ("Storm", "2", ()),
            ("Gun", "3", ()),
        ]
        assert module.piece_slots[0].piece.state_text == "Axis\tnull;0;0;1;0"

    def test_dice(self, module: ModuleDefinition) -> None:
        assert module.dice_buttons == (
            DiceButton("1d10", "d10", 1, 10, -1, report_total=True, report_format="$name$: $result$"),
            DiceButton("2d6", "2d6"),
        )
        (weather,) = module.special_dice_buttons
        assert (weather.name, weather.report_format) == ("Weather", "$result1$")
        assert weather.dice[0].faces == (SpecialDieFace("Clear", 1), SpecialDieFace("Sand", 2))

    def test_turn_tracker(self, module: ModuleDefinition) -> None:
        (tracker,) = module.turn_trackers
        assert (tracker.id, tracker.name, tracker.report_format) == ("TurnTracker0", "Turn", "")
        assert tracker.levels == (
            CounterTurnLevel(
                "",
                "Day",
                "$value$",
                26,
                2,
                True,
                30,
                (ListTurnLevel("", "Part", "$value$", ("Dawn", "Noon, hot", "Dusk")),),
            ),
        )

    def test_global_properties(self, module: ModuleDefinition) -> None:
        assert module.global_properties == (
            GlobalPropertyDefinition("Ruleset", "Module", "NQOS"),
            GlobalPropertyDefinition("Weather", "Map", "Clear"),
            GlobalPropertyDefinition("Full", "French Reserves:Box", "0", True, "0", "3", True),
        )
        assert [entry.name for entry in module.properties_of("Map")] == ["Weather"]

    def test_maps(self, module: ModuleDefinition) -> None:
        game, reserves = module.maps
        assert (game.name, game.id, game.class_name, game.edge) == ("Map", "Map0", "tdc.TdcMap", (30, 20))
        assert (reserves.id, reserves.private_to) == ("Map1", ("French", "Umpire, too"))
        assert module.map_named("French Reserves") is module.map_named("Map1") is reserves
        assert module.map_named("") is None
        assert game.board_named("East") is game.boards[1]
        assert game.board_named("North") is None

    def test_boards_and_grids(self, module: ModuleDefinition) -> None:
        west, east = module.maps[0].boards
        assert (west.size, east.size, west.image) == ((600, 400), (300, 250), "west.png")
        assert isinstance(west.grid, HexGrid)
        assert west.grid.numbering == HexGridNumbering(separator=".", stagger=False, slant=Slant.GTS)
        assert isinstance(east.grid, SquareGrid)
        assert east.grid.size == east.size
        zoned = module.maps[1].boards[0].grid
        assert isinstance(zoned, ZonedGrid)
        assert isinstance(zoned.zones[0].grid, RegionGrid)

    def test_decks_and_stacks(self, module: ModuleDefinition) -> None:
        game = module.maps[0]
        assert [(deck.name, deck.board, deck.offset, len(deck.slots)) for deck in game.decks] == [
            ("Events", "East", (100, 75), 1),
            ("Chits", None, (5, 6), 0),
            (None, None, (80, 80), 0),
        ]
        assert [(stack.name, stack.board, stack.location) for stack in game.stacks] == [
            ("First", "West", "05.02"),
            ("Second", None, ""),
        ]


class TestLayout:
    """West, 600 wide, lies at (30, 20); East, 300 by 250, beside it and turned round, at (630, 20)."""

    @pytest.mark.parametrize(("x", "y", "name"), [
        (30 + 200, 20 + 210, "05.02"),  # raw hex (3, 2) of West
        (930 - 25, 270 - 25, "B07"),  # East's first square: row 0 + 1, column 6 - 0 + 1
        (930 - 125, 270 - 75, "C05"),
        (630, 20, "G01"),  # turned round, the corner is pixel (300, 250), one past the board
        (629, 20, "09.-05"),  # still West: raw hex (11, -1)
        (29, 100, "offboard"),
        (930, 100, "offboard"),
        (700, 270, "offboard"),
        (5, 6, "offboard"),
        (35, 26, "Chits"),  # a deck on no board counts from the edge
        (730, 95, "Events"),  # a deck on a board counts from its upper left corner, turned round or not
        (731, 95, "E04"),
        (110, 100, "02.01"),  # a deck without a name does not hide the grid
        (10**400, -(10**400), "offboard"),
    ])  # fmt: skip
    def test_location_name(self, module: ModuleDefinition, x: int, y: int, name: str) -> None:
        assert module.maps[0].default_layout().location_name(x, y) == name

    def test_location_point(self, module: ModuleDefinition) -> None:
        layout = module.maps[0].default_layout()
        assert layout.location_point("05.02") == (230, 230)
        assert layout.location_point("C05") == (930 - 125, 270 - 75)
        assert layout.location_point("Events") == (730, 95)
        with pytest.raises(GridError, match="no such location"):
            layout.location_point("offboard")

    def test_snap(self, module: ModuleDefinition) -> None:
        layout = module.maps[0].default_layout()
        assert layout.snap(235, 225) == (230, 230)
        assert layout.snap(800, 190) == (805, 195)
        assert layout.snap(10, 10) == (10, 10)

    def test_snap_to_a_centre_beyond_the_edge(self) -> None:
        """One pixel off the map is pulled back; a centre on the next board is snapped there again."""
        fine = SquareGrid(20, 10, 20.0, 20.0)
        alone = lay_out([BoardDefinition("A", size=Size(100, 100), grid=fine)], [BoardPlacement("A")])
        assert alone.snap(95, 50) == (99, 50)
        boards = [
            BoardDefinition("A", size=Size(100, 100), grid=fine),
            BoardDefinition("B", size=Size(100, 100), grid=SquareGrid(10, 10, 20.0, 20.0)),
        ]
        both = lay_out(boards, [BoardPlacement("A"), BoardPlacement("B", False, 1, 0)])
        assert both.snap(95, 50) == (110, 50)

    def test_zone_at(self, module: ModuleDefinition) -> None:
        reserves, game = module.maps[1].default_layout(), module.maps[0].default_layout()
        zone = reserves.zone_at(10, 10)
        assert zone is not None
        assert zone.name == "Box"
        assert reserves.zone_at(300, 10) is reserves.zone_at(500, 10) is game.zone_at(100, 100) is None

    def test_stack_point(self, module: ModuleDefinition) -> None:
        game, reserves = module.maps
        layout = game.default_layout()
        assert [stack_point(layout, stack) for stack in game.stacks] == [(230, 230), (37, 28)]
        assert stack_point(reserves.default_layout(), reserves.stacks[0]) == (40, 40)
        with pytest.raises(GridError, match="not on the map"):
            stack_point(game.lay_out([("East", False, 0, 0)]), game.stacks[0])

    def test_boards_lie_beside_and_below_each_other(self, module: ModuleDefinition) -> None:
        layout = module.maps[0].lay_out(
            [
                ("East", False, 0, 0),
                ("West", False, 1, 0),
                ("West", True, 0, 1),
                ("East", False, 1, 1),
                ("Unknown", False, 2, 0),
            ]
        )
        assert [(placed.board.name, placed.origin) for placed in layout.boards] == [
            ("East", (30, 20)),
            ("West", (330, 20)),
            ("West", (30, 270)),
            ("East", (630, 420)),
        ]

    def test_a_board_that_is_not_reversible_is_not_turned_round(self) -> None:
        board = BoardDefinition("A", size=Size(100, 100))
        assert lay_out([board], [("A", True, 0, 0)]).boards[0].reversed is False

    def test_without_boards_everything_is_offboard(self, module: ModuleDefinition) -> None:
        layout = module.maps[0].lay_out([])
        assert layout.location_name(100, 100) == "offboard"
        assert layout.snap(100, 100) == (100, 100)

    @pytest.mark.parametrize("placement", [("A", False, -1, 0), ("A", False, 0, -5)])
    def test_places_that_cannot_be(self, placement: tuple[str, bool, int, int]) -> None:
        with pytest.raises(GridError, match="cannot be there"):
            lay_out([BoardDefinition("A", size=Size(1, 1))], [placement])

    def test_too_many_boards(self) -> None:
        with pytest.raises(GridError, match="too many boards"):
            lay_out([BoardDefinition("A", size=Size(1, 1))], [("A", False, 0, 0)] * 100_000)

    def test_far_cells_cost_nothing(self) -> None:
        layout = lay_out([BoardDefinition("A", size=Size(1, 1))], [("A", False, 10**9, 10**9)])
        assert layout.boards[0].origin == (0, 0)

    def test_a_board_of_unknown_size(self) -> None:
        grid = SquareGrid(numbering=SquareGridNumbering())
        board = BoardDefinition("A", "a.png", None, grid, reversible=True)
        assert lay_out([board], [("A", False, 0, 0)]).location_name(48_024, 24) == "100101"
        for placements in ([("A", True, 0, 0)], [("A", False, 0, 0), ("A", False, 1, 0)]):
            with pytest.raises(GridError, match="size of a board is not known"):
                lay_out([board], placements)

    def test_read_placements(self) -> None:
        assert read_placements(()) == ()
        assert read_placements(("A", "1", "2", "B\\/C/rev", "x", "-3", "D")) == (
            ("A", False, 1, 2),
            ("B/C", True, 0, -3),
            ("D", False, 0, 0),
        )

    @PROPERTY
    @given(st.lists(st.text(max_size=6) | st.sampled_from(["A", "A/rev", "0", "9" * 5000, "²"])))
    def test_any_list_of_boards_can_be_read_and_laid_out(self, tokens: list[str]) -> None:
        placements = [entry for entry in read_placements(tokens) if entry.column >= 0 and entry.row >= 0]
        layout = lay_out([BoardDefinition("A", size=Size(5, 5), reversible=True)], placements)
        assert isinstance(layout.location_name(3, 3), str)


class TestClasses:
    """Elements are Java class names; those from outside VASSAL are known by their ending."""

    @pytest.mark.parametrize("name", [
        "VASSAL.build.module.Map", "VASSAL.build.module.PrivateMap", "VASSAL.build.module.PlayerHand",
        "tdc.TdcMap", "my.own.HugeMap",
    ])  # fmt: skip
    def test_maps(self, name: str) -> None:
        found = read_build_file(f'<VASSAL.build.GameModule><{name} mapName="M"/></VASSAL.build.GameModule>'.encode())
        assert [(entry.name, entry.class_name) for entry in found.maps] == [("M", name)]

    @pytest.mark.parametrize("name", [f"{MAP}.GlobalMap", "VASSAL.build.module.map.HeatMap", "my.Mapper"])
    def test_other_things(self, name: str) -> None:
        found = read_build_file(f"<VASSAL.build.GameModule><{name}/></VASSAL.build.GameModule>".encode())
        assert found.maps == ()

    def test_a_map_within_a_map_is_none(self) -> None:
        text = (
            '<VASSAL.build.GameModule><VASSAL.build.module.Map mapName="M"><my.OverviewMap/>'
            "</VASSAL.build.module.Map></VASSAL.build.GameModule>"
        )
        assert len(read_build_file(text.encode()).maps) == 1

    @pytest.mark.parametrize("root", ["VASSAL.build.GameModule", "VASSAL.launch.BasicModule", "my.GameModule"])
    def test_roots(self, root: str) -> None:
        assert read_build_file(f'<{root} name="Old"/>'.encode()).name == "Old"


def one_board(grid: str, attributes: str = 'width="600" height="400"', in_map: str = "") -> ModuleDefinition:
    """Read a module of two boards, of which the first has *grid* and the second a sound one."""
    text = f"""<VASSAL.build.GameModule name="One"><VASSAL.build.module.Map mapName="M" {in_map}>
        <{MAP}.BoardPicker><{BOARD}.Board name="B" {attributes}>{grid}</{BOARD}.Board>
        <{BOARD}.Board name="Sound"><{GRID}.HexGrid/></{BOARD}.Board></{MAP}.BoardPicker>
        </VASSAL.build.module.Map></VASSAL.build.GameModule>"""
    return read_build_file(text.encode())


SENSELESS = [
    ("HexGrid", 'x0="abc"', "attribute x0: not a whole number (got 'abc')"),
    ("HexGrid", 'x0="1.5"', "attribute x0: not a whole number (got '1.5')"),
    ("HexGrid", 'x0=""', "attribute x0: not a whole number"),
    ("HexGrid", 'y0="99999999999"', "attribute y0: not a whole number (got '99999999999')"),
    ("HexGrid", f'y0="{"9" * 5000}"', "attribute y0: not a whole number"),
    ("HexGrid", 'y0="2000000000"', "attribute y0: this origin makes no sense"),
    ("HexGrid", 'dy="0"', "attribute dx: this size of a cell makes no sense (got '0.0'"),
    ("HexGrid", 'dx="10" dy="0"', "attribute dy: this size of a cell makes no sense (got '0.0'"),
    ("HexGrid", 'dy="-64"', "attribute dx: this size of a cell makes no sense"),
    ("HexGrid", 'dy="NaN"', "attribute dy: not a number (got 'NaN')"),
    ("HexGrid", 'dx="Infinity"', "attribute dx: not a number"),
    ("HexGrid", 'dx="1e999"', "attribute dx: this size of a cell makes no sense (got 'inf'"),
    ("HexGrid", 'dx="1_0"', "attribute dx: not a number"),
    ("SquareGrid", 'dx="0x10"', "attribute dx: not a number"),
    ("SquareGrid", 'dy="0.0001"', "attribute dy: this size of a cell makes no sense"),
]
SENSELESS_NUMBERINGS = [
    ('first=""', "attribute first: this may not be empty"),
    ('hType=""', "attribute hType: this may not be empty"),
    ('vLeading="x"', "attribute vLeading: not a whole number (got 'x')"),
    ('vLeading="1000000"', "attribute vLeading: the number of leading zeros makes no sense"),
    ('hOff="2000000000"', "attribute hOff: the starting number makes no sense"),
]


class TestProblems:
    """What makes no sense is left out and named; the rest works."""

    @pytest.mark.parametrize(("kind", "attributes", "problem"), SENSELESS)
    def test_grid(self, kind: str, attributes: str, problem: str) -> None:
        found = one_board(f"<{GRID}.{kind} {attributes}/>")
        assert len(found.problems) == 1
        assert found.problems[0].startswith(f"{kind} in Board 'B' in Map 'M' in GameModule 'One', {problem}")
        bad, sound = found.maps[0].boards
        assert bad.grid is None
        assert sound.grid == HexGrid(size=Size(500, 500))

    @pytest.mark.parametrize(("attributes", "problem"), SENSELESS_NUMBERINGS)
    def test_numbering(self, attributes: str, problem: str) -> None:
        found = one_board(f"<{GRID}.HexGrid><{NUMBERING}.HexGridNumbering {attributes}/></{GRID}.HexGrid>")
        assert found.problems[0].startswith(f"HexGrid in Board 'B' in Map 'M' in GameModule 'One', {problem}")
        assert found.maps[0].boards[0].grid is None

    def test_one_zones_grid(self) -> None:
        found = one_board(f"""<{GRID}.ZonedGrid><{NUMBERING}.Zone name="Z" path="0,0;9,0;9,9;0,9">
            <{GRID}.SquareGrid dx="?"/></{NUMBERING}.Zone><{GRID}.HexGrid/></{GRID}.ZonedGrid>""")
        assert "SquareGrid in Zone 'Z' in Board 'B' in Map 'M', attribute dx" in found.problems[0]
        grid = found.maps[0].boards[0].grid
        assert isinstance(grid, ZonedGrid)
        assert grid.background is not None
        assert grid.location_name(Point(1, 1)) == "Z"

    def test_one_region(self) -> None:
        found = one_board(f"""<{GRID}.RegionGrid><{GRID}.Region name="A" originx="-"/>
            <{GRID}.Region name="B" originx="7"/></{GRID}.RegionGrid>""")
        assert "Region 'A' in Board 'B'" in found.problems[0]
        assert found.maps[0].boards[0].grid == RegionGrid((Region("B", Point(7, 0)),))

    def test_expressions_as_formats(self) -> None:
        found = one_board(f"""<{GRID}.ZonedGrid><{NUMBERING}.Zone name="Z" path="0,0;9,0;9,9;0,9"
            locationFormat="{{ name + 1 }}"/></{GRID}.ZonedGrid>""")
        assert "locationFormat: expressions are not worked out" in found.problems[0]
        grid = found.maps[0].boards[0].grid
        assert grid is not None
        assert grid.location_name(Point(1, 1)) == "Z"

    def test_descending_numbers_without_the_boards_image(self) -> None:
        numbered = f'<{GRID}.HexGrid><{NUMBERING}.HexGridNumbering hDescend="true"/></{GRID}.HexGrid>'
        found = one_board(numbered, 'image="b.png"')
        assert "the size of the board, which is not known" in found.problems[0]
        assert found.maps[0].boards[0].grid is None

    @pytest.mark.parametrize("attributes", ['width="wide"', 'height="-1"', 'width="99999999"'])
    def test_board_size(self, attributes: str) -> None:
        found = one_board("", attributes)
        assert found.maps[0].boards[0].size is None
        assert found.problems[0].startswith("Board 'B' in Map 'M' in GameModule 'One', attribute")

    @pytest.mark.parametrize("attributes", ['edgeWidth="x"', 'edge="5,x"', 'edgeHeight="-3"'])
    def test_map_edge(self, attributes: str) -> None:
        found = one_board("", in_map=attributes)
        assert "Map 'M' in GameModule 'One', attribute edge" in found.problems[0]
        with pytest.raises(GridError, match="edge is unusable"):
            found.maps[0].lay_out([("B", False, 0, 0)])

    def test_old_way_to_give_the_edge(self) -> None:
        assert one_board("", in_map='edge="7,9"').maps[0].edge == (7, 9)

    def test_images_that_do_not_tell_their_size(self, tmp_path: Path) -> None:
        entries = {"buildFile.xml": BUILD_FILE.encode(), "images/west.png": b"no image"}
        (tmp_path / "m.vmod").write_bytes(pack_archive(entries))
        found = read_module(tmp_path / "m.vmod")
        assert [problem.split(", ")[1] for problem in found.problems[:2]] == [
            "attribute image: its size cannot be read (got 'west.png')",
            "attribute image: it is missing (got 'east.svg')",
        ]
        assert found.maps[0].lay_out([("West", False, 0, 0)]).location_name(230, 230) == "05.02"

    def test_other_components(self) -> None:
        text = f"""<VASSAL.build.GameModule nextPieceSlotId="many">
            <VASSAL.build.module.DiceButton name="D" nSides="six"/><VASSAL.build.module.DiceButton name="E"/>
            <VASSAL.build.module.turn.TurnTracker name="T"><VASSAL.build.module.turn.CounterTurnLevel start="?"/>
            </VASSAL.build.module.turn.TurnTracker>
            <VASSAL.build.module.Map mapName="M"><{MAP}.DrawPile name="P" x="left"/><{MAP}.SetupStack y=""/>
            </VASSAL.build.module.Map></VASSAL.build.GameModule>"""
        found = read_build_file(text.encode())
        assert [button.name for button in found.dice_buttons] == ["E"]
        assert (found.next_piece_slot_id, found.turn_trackers[0].levels) == (None, ())
        assert (found.maps[0].decks, found.maps[0].stacks) == ((), ())
        assert [problem.split(":")[0] for problem in found.problems] == [
            "GameModule, attribute nextPieceSlotId", "DrawPile 'P' in Map 'M', attribute x",
            "SetupStack in Map 'M', attribute y", "DiceButton 'D', attribute nSides",
            "TurnTracker 'T', attribute start",
        ]  # fmt: skip

    def test_the_list_of_problems_ends(self) -> None:
        bad = '<VASSAL.build.module.DiceButton nDice="?"/>' * 5000
        found = read_build_file(f"<VASSAL.build.GameModule>{bad}</VASSAL.build.GameModule>".encode())
        assert len(found.problems) == 201
        assert found.problems[-1] == "there are more problems, which are not listed"


GOOD = "<VASSAL.build.GameModule/>"
BAD_FILES = {
    "nothing": (b"", "not well-formed XML"),
    "no XML": (b"begin_save", "not well-formed XML"),
    "cut off": (BUILD_FILE.encode()[:2000], "not well-formed XML"),
    "another root": (b"<data/>", "not the build file of a module or extension (got 'data')"),
    "a document type": (b"<!DOCTYPE a>" + GOOD.encode(), "document type"),
    "entities": (
        b'<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><VASSAL.build.GameModule name="&c;"/>',
        "document type",
    ),
    "a file of this machine": (b'<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/hostname">]><a>&f;</a>', "document type"),
    "UTF-16, where a document type could hide": (
        ("<!DOCTYPE a>" + GOOD).encode("utf-16"),
        "document type or is not UTF-8",
    ),
    "deep": (
        b"<VASSAL.build.GameModule>" + b"<a>" * 150 + b"</a>" * 150 + b"</VASSAL.build.GameModule>",
        "nests too deeply",
    ),
    "very deep": (b"<VASSAL.build.GameModule>" + b"<a>" * 100_000, "not well-formed XML"),
    "very many elements": (b"<VASSAL.build.GameModule>" + b"<a/>" * 2_000_001, "too many signs '<'"),
    "very many attributes": (b"<VASSAL.build.GameModule " + b"=" * 2_000_001, "too many signs '='"),
}


class TestFiles:
    @pytest.mark.parametrize(("data", "problem"), BAD_FILES.values(), ids=BAD_FILES)
    def test_bad_build_files(self, data: bytes, problem: str) -> None:
        with pytest.raises(ModuleError) as caught:
            read_build_file(data, file="m.vmod")
        assert problem in str(caught.value)
        assert str(caught.value).startswith("m.vmod: ")
        assert "\n" not in str(caught.value)

    def test_a_large_build_file(self) -> None:
        with pytest.raises(LimitExceeded, match=r"m\.vmod: the build file is above the limit"):
            read_build_file(b" " * 1001, Limits(entry_bytes=1000), file="m.vmod")

    def test_memory_stays_bounded(self) -> None:
        """A name of as many letters as its number asks for would take all memory."""
        found = one_board(
            f'<{GRID}.SquareGrid dx="1" dy="1"><{NUMBERING}.SquareGridNumbering hType="A" '
            f'hOff="1000000"/></{GRID}.SquareGrid>'
        )
        grid = found.maps[0].boards[0].grid
        assert grid is not None
        tracemalloc.start()
        name = grid.location_name(Point(10_000_000, 0))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert name is not None
        assert peak < 5_000_000

    @pytest.mark.parametrize("entry", ["buildFile.xml", "buildFile"])
    def test_both_names_of_the_entry(self, tmp_path: Path, entry: str) -> None:
        assert read_module(write_module(tmp_path / "m.vmod", entry=entry)).name == "Small"

    def test_no_build_file(self, tmp_path: Path) -> None:
        with pytest.raises(ModuleError, match="holds no build file"):
            read_module(write_module(tmp_path / "m.vmod", entry="savedGame"))

    def test_no_archive(self, tmp_path: Path) -> None:
        (tmp_path / "m.vmod").write_bytes(b"Hello")
        with pytest.raises(ArchiveError):
            read_module(tmp_path / "m.vmod")
        with pytest.raises(FileAccessError):
            read_module(tmp_path / "none.vmod")

    def test_images_above_the_limit_are_not_read(self, tmp_path: Path) -> None:
        entries = {"buildFile.xml": BUILD_FILE.encode(), "images/west.png": png(600, 400) + bytes(200_000)}
        (tmp_path / "m.vmod").write_bytes(pack_archive(entries))
        found = read_module(tmp_path / "m.vmod", Limits(entry_bytes=100_000))
        assert found.maps[0].boards[0].size is None

    def test_bytes_without_an_archive(self) -> None:
        west, east = read_build_file(BUILD_FILE.encode()).maps[0].boards
        assert west.size is None
        assert isinstance(west.grid, HexGrid)
        assert east.grid is None  # its numbers count down

    def test_extension(self, tmp_path: Path) -> None:
        text = f"""<VASSAL.build.module.ModuleExtension anyModule="false" module="Small" moduleVersion="1.2"
              vassalVersion="3.7.10" version="0.3" description="More" nextPieceSlotId="3" extensionId="a1b">
            <VASSAL.build.module.ExtensionElement
                target="VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Counters">
              <VASSAL.build.widget.ListWidget entryName="More guns">
                <VASSAL.build.widget.PieceSlot entryName="88" gpid="a1b:1">+/null/piece;;;b.svg;88/null;0;0;a1b:1;0
                </VASSAL.build.widget.PieceSlot></VASSAL.build.widget.ListWidget>
            </VASSAL.build.module.ExtensionElement>
            <VASSAL.build.module.ExtensionElement target="">
              <VASSAL.build.module.Map mapName="Side map"><{MAP}.BoardPicker><{BOARD}.Board name="S"/>
                </{MAP}.BoardPicker></VASSAL.build.module.Map>
            </VASSAL.build.module.ExtensionElement>
            </VASSAL.build.module.ModuleExtension>"""
        found = read_module(write_module(tmp_path / "more.vmdx", text))
        assert found.extension is not None
        assert (found.extension.module, found.extension.module_version) == ("Small", "1.2")
        assert (found.extension.extension_id, found.extension.any_module) == ("a1b", False)
        assert (found.name, found.version, found.next_piece_slot_id) == ("Small", "0.3", 3)
        assert (found.vassal_version, found.description) == ("3.7.10", "More")
        (slot,) = found.piece_slots
        assert (slot.gpid, slot.path) == ("a1b:1", ("Counters", "More guns"))
        assert [(entry.name, entry.id) for entry in found.maps] == [("Side map", "")]

    @PROPERTY
    @given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: (GOOD + text).encode()))
    def test_any_bytes_are_a_module_or_an_error(self, data: bytes) -> None:
        try:
            read_build_file(data)
        except ModuleError:
            return
        assert b"GameModule" in data


class TestCorpus:
    def test_module_of_the_engine(self) -> None:
        found = read_module(corpus_file("engine/mini.vmod"))
        assert (found.name, found.version, found.sides) == ("Mini Hex", "0.1", ("Red", "Blue"))
        assert found.problems == ()
        layout = found.maps[0].default_layout()
        assert layout.location_name(156, 310) == "02.03"
        assert layout.location_name(416, 160) == "05.02"
        assert layout.location_name(686, 610) == "Event deck"
        assert layout.location_point("Event deck") == (686, 610)
        assert [stack_point(layout, stack) for stack in found.maps[0].stacks] == [(156, 310), (416, 160)]

    def test_large_module_of_the_engine(self) -> None:
        found = read_module(corpus_file("engine/big.vmod"))
        assert found.problems == ()
        assert len(found.piece_slots) > 700

    @pytest.mark.parametrize(
        ("log", "module_name"),
        [
            ("engine/mail-1.vlog", "engine/mini.vmod"),
            ("engine/mail-2.vlog", "engine/mini.vmod"),
            ("engine/v38-mail-1.vlog", "engine/mini.vmod"),
            ("engine/deck.vlog", "engine/mini.vmod"),
            ("engine/deck-end.vsav", "engine/mini.vmod"),
            ("engine/big.vlog", "engine/big.vmod"),
        ],
    )
    def test_names_that_the_engine_wrote(self, log: str, module_name: str) -> None:
        """Moved pieces keep where they came from, in pixels and by name."""
        learned = learn_locations(open_game(corpus_file(log)))
        layout = read_module(corpus_file(module_name)).maps[0].default_layout()
        assert learned
        assert {place: layout.location_name(place.x, place.y) for place in learned} == learned
