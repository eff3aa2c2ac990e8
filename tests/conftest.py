"""Tells the slow tests from the quick ones, and says which tests one worker runs together.

``python -m pytest -m "not slow"`` runs the quick ones in about a minute.
"""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from adjudicator.game.game_data import GameData
    from vmod_builder.module_file import ModuleBuild

settings.register_profile("without-clock", deadline=None)
settings.load_profile("without-clock")

SLOW: Final = frozenset({
    "annotate", "cli", "command_line", "counters", "cross_references", "desert", "desert_tables", "dice_statistics",
    "document", "due_rolls", "engine_games", "engine_logs", "engine_releases", "every_file", "face_down_mass",
    "fire_odds", "fire_sums", "forged_audits", "former_names", "fuzz", "game_audit", "game_dice", "game_loading",
    "grand_tactical", "hexes", "html_browser", "html_report", "import", "import_entry_hexes", "import_hostile",
    "import_map", "import_setups", "import_shapes", "import_whole_shapes", "italians_attack",
    "layers", "library", "log_building",
    "many_games", "map_sheet", "module_build", "module_comforts", "module_dialect", "movement", "mutations",
    "notation", "odds", "official_logs", "official_play", "perft", "pieces", "position_picture", "pseudonyms",
    "random_play", "raster", "reached_rules", "readme", "referee_cases", "rules_cli", "saved_game", "saved_position",
    "script_command", "scripts", "secrets", "self_audit", "self_play", "sequence", "setups", "show", "siege",
    "siege_audits", "sight", "signed_audits", "strangers", "table", "table_layouts", "terminal", "three_fords",
    "toml_edit", "turn_sequence", "two_wells", "untidy_play", "verify", "vmod_builder", "watch", "written_mails",
    "xml_inputs",
})  # fmt: skip
"""The files, without ``test_``, whose tests take more than some three seconds of processor time together."""
SPREAD: Final = frozenset({
    "engine_games", "fire_sums", "fuzz", "hexes", "movement", "mutations", "official_play", "random_play",
    "referee_cases", "self_play",
})  # fmt: skip
"""The files whose tests are long and share nothing that takes long to make: they fill up whichever worker is free."""
_PARTS: Final = 16
"""The number of groups that such a file is divided into: few, since all are gone through after each test."""
IN_PARTS: Final = SPREAD | {"siege_audits", "written_mails"}
"""The files whose tests are in several groups, by themselves or by their marks."""
_QUICK: Final = "not slow"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the slow files unread where only the quick tests are wanted: to collect their cases takes long, too."""
    slow = collection_path.stem.removeprefix("test_") in SLOW
    return True if slow and config.option.markexpr == _QUICK else None


def pytest_configure() -> None:
    """Let the garbage collector look less often for cycles, of which the program makes hardly any."""
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end, thousands of tests and their cases: a tenth of all time."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the slow files, and keep those of a file on one worker.

    A worker makes modules, imports and audits once for a whole file, and the scheduler, which goes through all groups
    again after each test, has few of them. It puts the group of a test into its id, hence before the scheduler's turn.
    Whole files come first, so that none of them is left to one worker in the end.

    Raises ``UsageError`` if a file that is named here is not there any more.
    """
    gone = [name for name in sorted(SLOW | SPREAD) if not Path(__file__).with_name(f"test_{name}.py").exists()]
    if gone:
        raise pytest.UsageError(f"tests/conftest.py names files that are not there: {', '.join(gone)}")
    of = Counter(item.path.stem.removeprefix("test_") for item in items)
    number = Counter[str]()
    for item in items:
        name = item.path.stem.removeprefix("test_")
        if name in SLOW:
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(_group(name, number[name], of[name])))
        number[name] += 1
    items.sort(key=lambda item: item.path.stem.removeprefix("test_") in IN_PARTS)


def _group(name: str, number: int, of: int) -> str:
    """Return the group of a test of a file: its *number* among all the tests *of* that file tells the part."""
    return f"{name} {number * _PARTS // of}" if name in SPREAD else name


@pytest.fixture
def game(request: pytest.FixtureRequest) -> GameData:
    """Return the game that a test has as its parameter."""
    from tests.support.either_module import built_game  # a module is built only where a test wants one

    return built_game(request.param)[0]


@pytest.fixture
def build(request: pytest.FixtureRequest) -> ModuleBuild:
    """Return the module of the game that a test has as its parameter."""
    from tests.support.either_module import built_game

    return built_game(request.param)[1]
