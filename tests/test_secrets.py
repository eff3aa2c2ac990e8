"""Face-down guns stay secret in all that is printed about a game: nobody can tell a real one from a dummy (NQoS S4.3).

Each game is there several times: as it is, with the gun and the dummy exchanged, with their pieces' ids exchanged as
well, and with the two counters in each other's places. What is printed for a viewer who may not know must be the same
to the byte, but for the hashes of the files: for every command and every form of its output (``cases/secrets.toml``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import click
import pytest

import adjudicator
from adjudicator.audit.annotations import PREFIX
from adjudicator.cli import game_audits, refereed_turn, script, watch
from adjudicator.cli.main import cli
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Status
from adjudicator.game.position_json import position_text
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.referee.viewer_pipeline import referee_for
from adjudicator.vassal.commands import AddPiece, Command
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import Group, Leaf, Node, encode_stream, leaves
from adjudicator.viewing.viewer import Viewer
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command
from tests.support.command_reference import commands_of
from tests.support.official_game import OfficialGame
from tests.support.rule_cases import built_in_game
from tests.support.whole_values import whole

LOGS = Path(__file__).parent / "cases" / "engine_logs"
CASES: Final = tomllib.loads((Path(__file__).parent / "cases" / "secrets.toml").read_text(encoding="utf-8"))
GUN, DUMMY = "3-1-antichar", "dummy-1"
PLACEMENT = re.compile(r"(?P<at>[^\t\\;]*;-?\d+;-?\d+);(?P<kind>[^;]*);1;UniqueID;(?P<id>\d+)$")
TRUE_NAMES = re.compile(r"antichar|dummy[- ]\d", re.IGNORECASE)
HASHES = re.compile(r"\b[0-9a-f]{64}\b")
RULES_TOLD = re.compile('<section id="rules".*?</section>', re.DOTALL)
"""What the rules are about, which has to name dummies."""
WHO_MAY_NOT_KNOW: Final[tuple[tuple[str, ...], ...]] = ((), ("--side", "axis"))
WHO_KNOW: Final[tuple[tuple[str, ...], ...]] = (("--side", "french"), ("--referee",))
AXIS: Final = WHO_MAY_NOT_KNOW[1]


# who is who, otherwise


def changed_leaves(game: SavedGame, change: Callable[[Command], Command]) -> SavedGame:
    def changed(leaf: Leaf) -> Leaf:
        old = leaf.command
        new = change(old)
        return leaf if new == old else Leaf(new.encode())

    return game.map_leaves(changed)


def found_pieces(game: SavedGame) -> list[AddPiece]:
    """Return the pieces of the gun and of the dummy."""
    added = [each for each in game.position_commands if isinstance(each, AddPiece)]
    return [next(each for each in added if f"{name}," in each.state) for name in (GUN, DUMMY)]


def exchanged(game: SavedGame) -> SavedGame:
    """Return a game in which each of the two pieces is what the other was."""
    gun, dummy = found_pieces(game)
    others = {gun.id: dummy, dummy.id: gun}

    def change(each: Command) -> Command:
        if not isinstance(each, AddPiece) or each.id not in others:
            return each
        other, here = others[each.id], PLACEMENT.search(each.state)
        assert here is not None
        state = PLACEMENT.sub(lambda _there: f"{here['at']};{here['kind']};1;UniqueID;{here['id']}", other.state)
        return replace(each, type=other.type, state=state)

    return changed_leaves(game, change)


def exchanged_with_ids(game: SavedGame) -> SavedGame:
    """Return a game in which the two pieces have also each other's id, wherever it occurs."""
    ids = [piece.id for piece in found_pieces(game)]
    other = dict(zip(ids, reversed(ids), strict=True))
    swapped = re.compile("|".join(rf"(?<!\d){id_}(?!\d)" for id_ in ids))
    return exchanged(game).map_leaves(lambda leaf: Leaf(swapped.sub(lambda found: other[found[0]], leaf.text)))


def exchanged_by_place(game: SavedGame) -> SavedGame:
    """Return a game in which the two pieces, each with its id, come in the same order in the file, in other places."""
    game = exchanged_with_ids(game)
    texts = {piece.id: piece.encode() for piece in found_pieces(game)}
    other = dict(zip(texts, reversed(list(texts.values())), strict=True))

    def change(leaf: Leaf) -> Leaf:
        each = leaf.command
        return Leaf(other[each.id]) if isinstance(each, AddPiece) and each.id in other else leaf

    return game.map_leaves(change)


VARIANTS: Final[tuple[Callable[[SavedGame], SavedGame], ...]] = (exchanged, exchanged_with_ids, exchanged_by_place)


# games


def with_steps(game: SavedGame, steps: Sequence[Sequence[str]]) -> SavedGame:
    """Return a log with more steps at its end."""
    more: list[Node] = [Group(tuple(Leaf(f"LOG\t{text}") for text in step)) for step in steps]
    tree = Group((*game.tokens, *more))
    payload = replace(game.payload, text=encode_stream(tree))
    return replace(game, tree=tree, payload=payload, stored_payload=None)


def hidden_pieces(game: SavedGame) -> dict[str, str]:
    """Return the ids of the two pieces by the places that they have in every variant."""
    return {
        found["at"]: each.id for each in game.position_commands
        if isinstance(each, AddPiece) and any(f"{name}," in each.state for name in (GUN, DUMMY))
        and (found := PLACEMENT.search(each.state))
    }  # fmt: skip


def roll_steps(game: SavedGame) -> list[list[str]]:
    """Return the steps of a log that roll a die, as they stand in it."""
    texts = [[leaf.text for leaf in leaves(node)] for node in game.step_nodes]
    return [
        [text.removeprefix("LOG\t") for text in step]
        for step in texts if any("_result" in text for text in step)
    ]  # fmt: skip


def drag(game: SavedGame) -> list[list[str]]:
    """Return a step that drags a face-down unit out of 26.12 to a hex beside it."""
    place, piece = min(hidden_pieces(game).items())
    here = place.replace(";", "/")
    there = here.replace("/2174/", "/2091/").replace("/1192", "/1144")
    assert there != here
    return [[f"M/{piece}/{there}/null/{here}/null/bert", "CHAT* Gun Unit moves 26.12 → 25.12 *"]]


def face_down_fire(game: SavedGame) -> list[list[str]]:
    """Return steps in which a face-down unit fires and is not turned over."""
    return [["CHAT<Bert> - Gun Unit in 26.12: direct fire at 1/VIII/132"], *roll_steps(game)[:2]]


BLUFF = [["CHAT<Bert> - 3/1 Antichar: direct fire at 1/VIII/132"], ["CHAT<Bert> - Dummy 1: rally"]]
"""Steps in which a player calls units by their true names."""


def cut(game: SavedGame, steps: int) -> SavedGame:
    """Return the first steps of a log."""
    last = game.step_nodes[steps]
    tokens = game.tokens[: game.tokens.index(last)]
    return replace(game, tree=Group(tuple(tokens)), stored_payload=None)


@cache
def games() -> dict[str, SavedGame]:
    """Return logs in which no gun is turned over, some of them with steps that should not be."""
    axis = open_game(LOGS / "a.vlog")
    french = with_steps(cut(open_game(LOGS / "b.vlog"), 10), [])
    dice = roll_steps(axis)[:1]
    return {
        "axis turn": with_steps(cut(axis, 8), []),
        "fired face down": with_steps(cut(axis, 8), face_down_fire(axis)),
        "dragged": with_steps(cut(axis, 4), drag(axis)),
        "fired face down in its own activation": with_steps(french, face_down_fire(axis)),
        "dragged in its own activation": with_steps(french, drag(french)),
        "rallies face down": with_steps(french, [["CHAT<Bert> - Gun Unit in 26.12: rally"], *dice]),
        "bluff": with_steps(french, BLUFF),
    }


GAMES = (
    "axis turn", "fired face down", "dragged", "fired face down in its own activation",
    "dragged in its own activation", "rallies face down", "bluff",
)  # fmt: skip


@cache
def open_start() -> SavedGame:
    return open_game(built_module().entries["scenario-1.vsav"])


ACTIONS = """
{"type":"reveal","unit":"Gun Unit in 26.14"}
{"type":"direct-fire","unit":"1/VIII/132","target":"Gun Unit in 26.14"}
{"type":"direct-fire","unit":"Gun Unit in 26.14","target":"1/VIII/132"}
"""
BY_ID = f"""
{{"type":"reveal","unit":"{GUN}"}}
{{"type":"reveal","unit":"{DUMMY}"}}
"""
SCRIPT = """
1/VIII/132: direct fire at Gun Unit in 26.14; die 3 fire
Gun Unit in 26.14: revealed
"""


@cache
def files(variant: Callable[[SavedGame], SavedGame] | None) -> Mapping[str, bytes]:
    """Return the files of a game, as it is or a variant of it."""
    base = cut(open_game(LOGS / "a.vlog"), 4)
    log, start = with_steps(base, [*drag(base), *face_down_fire(base)]), open_start()
    french = with_steps(cut(open_game(LOGS / "b.vlog"), 10), [])
    if variant is not None:
        log, start, french = variant(log), variant(start), variant(french)
    first = saved_position(Replay(start).table, built_in_game()).position
    beside = first.with_unit("1-viii-132", place=Hex.parse("27.14"), status=Status.ON_MAP)
    return {
        "game.vlog": log.archive_bytes(), "french.vlog": french.archive_bytes(),
        "start.vsav": start.archive_bytes(),
        "start.json": position_text(beside).encode(), "after.json": position_text(first).encode(),
        "actions.jsonl": ACTIONS.encode(), "by_id.jsonl": BY_ID.encode(), "game.script": SCRIPT.encode(),
        "game.vmod": built_module().archive,
    }  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory; the same log is refereed once for a viewer, whatever is printed of it."""
    monkeypatch.chdir(tmp_path)
    for module in (refereed_turn, game_audits, script):
        monkeypatch.setattr(module, "referee_for", refereed_once)
    return tmp_path


_REFEREED: dict[Any, RefereedGame] = {}


def refereed_once(viewer: Viewer, games: Sequence[SavedGame], *arguments: Any, **options: Any) -> RefereedGame:
    """Referee a game, or hand back what came of it before."""
    previous = options.get("previous")
    texts = tuple(game.text for game in games)
    key = viewer.side, viewer.referee, texts, previous.text if previous else ""
    if key not in _REFEREED:
        _REFEREED[key] = referee_for(viewer, games, *arguments, **options)
    return _REFEREED[key]


def printed(
    words: Sequence[str], row: Mapping[str, Any], viewer: Sequence[str], content: Mapping[str, bytes], folder: Path
) -> Outcome:
    """Return what a command prints, and writes, for a viewer."""
    arguments = list(map(str, row["arguments"]))
    for name in {*arguments, *row.get("files", ())} & content.keys():
        (folder / name).write_bytes(content[name])
    if "audit.json" in arguments:
        (folder / "game.vlog").write_bytes(content["game.vlog"])
        (folder / "audit.json").write_text(command("audit", "game.vlog", "--json", *viewer).out, encoding="utf-8")
    outcome = command(*words, *arguments, *(() if row.get("without_viewer") else viewer))
    written = taken(folder / row["writes"]) if "writes" in row else ""
    return Outcome(outcome.code, HASHES.sub("#", outcome.out + written), HASHES.sub("#", outcome.err))


def taken(output: Path) -> str:
    """Return what was written to a file, or into a directory, and take it away again."""
    if output.is_dir():
        written = "\n".join(f"{path.name}: {taken(path)}" for path in sorted(output.iterdir()))
        output.rmdir()
    elif output.exists():
        written = rulings_in(output) if output.suffix == ".vlog" else output.read_text(encoding="utf-8")
        output.unlink()
    else:
        written = ""
    return written


def rulings_in(path: Path) -> str:
    """Return what the referee has written into the chat of a log, and behind which steps."""
    steps = [[leaf.text for leaf in leaves(node)] for node in open_game(path).step_nodes]
    told = [f"{n}: {text}" for n, texts in enumerate(steps) for text in texts if text.startswith(f"LOG\tCHAT{PREFIX}")]
    assert told
    return "\n".join(told)


# every command


_FORMS_BY_OPTION: Final = {"as_json": "json", "page": "html", "output": "output"}


def forms(command_: click.Command) -> set[str]:
    """Return the forms of output that a command has."""
    found = {"text"}
    for each in command_.params:
        found |= {
            form for name, form in (("as_json", "json"), ("page", "html"), ("output", "output")) if each.name == name
        }
        if each.name == "form" and isinstance(each.type, click.Choice):
            found |= set(map(str, each.type.choices))
    return found


def test_every_command_and_every_form_has_its_row() -> None:
    left_out = {*CASES["reads_no_game"], *CASES["holds_the_file"], *CASES["compared_by_a_test_of_its_own"]}
    wanted = {
        name.removeprefix("adjudicator "): forms(each)
        for name, each in commands_of(cli, "adjudicator") if not isinstance(each, click.Group)
    }  # fmt: skip
    wanted = {name: each for name, each in wanted.items() if not {name, name.split(" ")[0]} & left_out}
    found: dict[str, set[str]] = {}
    for row in CASES["row"]:
        found.setdefault(row["command"], set()).update(row["forms"])
    assert found == wanted


@pytest.mark.parametrize("row", CASES["row"], ids=lambda row: f"{row['command']} {' '.join(row['arguments'])}")
def test_nothing_tells_a_gun_from_a_dummy(row: Mapping[str, Any], folder: Path) -> None:
    words = row["command"].split()
    for viewer in WHO_MAY_NOT_KNOW:
        plain = printed(words, row, viewer, files(None), folder)
        for variant in VARIANTS:
            assert printed(words, row, viewer, files(variant), folder) == plain
        assert "Traceback" not in plain.err
        assert row.get("names_asked") or not TRUE_NAMES.search(RULES_TOLD.sub("", plain.out + plain.err))
    if not row.get("without_viewer"):
        for viewer in WHO_KNOW:
            one, other = (printed(words, row, viewer, files(each), folder) for each in (None, exchanged))
            assert (one != other) == row.get("owner_differs", False)


TANKS, NAMELESS = "1/VIII/132", "Gun Unit in 26.14"


def told_by_library(content: Mapping[str, bytes], side: str, folder: Path) -> list[str]:
    """Return all that the library says of positions and of a game: texts, pictures and values."""
    for name in ("start.vsav", "game.vlog"):
        (folder / name).write_bytes(content[name])
    told = []
    for name, step in (("start.vsav", None), ("game.vlog", 1)):
        position = adjudicator.open_position(folder / name, side=side, step=step)
        ruling = position.judge(f"{TANKS}: direct fire at {NAMELESS}; die 3 fire")
        told += [whole(each) for each in (position.position, position.viewer, ruling, position.after(ruling).position)]
        told += [repr(position), repr(ruling)]
        told += [repr(position.units), position.svg(), position._repr_svg_()]
        for firer, target in ((NAMELESS, TANKS), (TANKS, NAMELESS)):
            told += [repr(position.moves(firer)), repr(position.legal_actions(firer))]
            told.append(repr(position.odds(firer, target)))
    game = adjudicator.open_game(folder / "game.vlog", side=side)
    told += [repr(game), whole(game.refereed), repr(game.actions), repr(game.position), whole(game.position.position)]
    for action in game.actions:
        told += [str(action), repr(action), whole(action.findings), repr(action.notes)]
        told += [repr(action.position.units), whole(action.position.position), action.position.svg()]
    return told


@pytest.mark.parametrize("side", ["", "axis"])
def test_nothing_of_the_library_tells_a_gun_from_a_dummy(side: str, folder: Path) -> None:
    plain = told_by_library(files(None), side, folder)
    for variant in VARIANTS:
        assert told_by_library(files(variant), side, folder) == plain
    assert not any(TRUE_NAMES.search(RULES_TOLD.sub("", text)) for text in plain)


@pytest.mark.parametrize("viewer", WHO_MAY_NOT_KNOW, ids=str)
def test_nothing_of_a_mail_that_arrives_tells_a_gun_from_a_dummy(viewer: Sequence[str], folder: Path) -> None:
    context = watch.command.make_context("watch", [".", *viewer], help_option_names=["-h", "--help"])
    values = {name: value for name, value in context.params.items() if name not in ("folder", "mails")}
    told = set()
    for variant in (None, *VARIANTS):
        (folder / "game.vlog").write_bytes(files(variant)["game.vlog"])
        with context:
            told.add("\n".join(watch.mail_lines(folder / "game.vlog", None, values)))
    (lines,) = told
    assert "Verdict" in lines
    assert not TRUE_NAMES.search(RULES_TOLD.sub("", lines))


# what is done to a face-down gun


@pytest.mark.parametrize(("name", "viewer"), list(zip(GAMES, cycle(WHO_MAY_NOT_KNOW), strict=False)), ids=str)
def test_no_ruling_tells_a_gun_from_a_dummy(name: str, viewer: Sequence[str], folder: Path) -> None:
    row = {"arguments": ["game.vlog", "--html", "page.html", "--force"], "writes": "page.html"}
    log = games()[name]
    one, *others = (
        printed(["verify"], row, viewer, {"game.vlog": each.archive_bytes()}, folder)
        for each in (log, *(variant(log) for variant in VARIANTS))
    )
    assert others == [one] * len(VARIANTS)
    assert one.code in (0, 1, 2)
    if name != "bluff":
        assert not TRUE_NAMES.search(RULES_TOLD.sub("", one.out + one.err))


PROBES = (
    "3/1 Antichar in 26.12: revealed", "dummy: revealed", '"dummy-1": revealed', "Gun Unit in 26.14: revealed",
    "Gun Unit in 26.12: direct fire at 1/VIII/132; die 3 fire",
    "1/VIII/132: direct fire at Gun Unit in 26.12; dice 0 fire, 5 suppression check", '"face-down-1": revealed',
)  # fmt: skip
"""Lines with which somebody might try to find out which one is the gun."""


@pytest.mark.parametrize("typed", PROBES)
def test_no_script_finds_out_who_is_who(typed: str, folder: Path) -> None:
    row = {"arguments": ["game.script", "--start", "start.vsav"]}
    one, *others = (
        printed(["script", "judge"], row, AXIS, {**files(each), "game.script": typed.encode()}, folder)
        for each in (None, *VARIANTS)
    )
    assert others == [one] * len(VARIANTS)


def test_what_is_under_a_nameless_gun_is_left_open(folder: Path) -> None:
    row = {"arguments": ["after.json", "actions.jsonl"]}
    content = {**files(None), "actions.jsonl": b'{"type":"reveal","unit":"Gun Unit in 26.14"}'}
    told = printed(["judge"], row, AXIS, content, folder)
    assert told.code == 2
    assert "only its owner knows whether Gun Unit is a gun or a dummy" in told.out


def test_a_gun_that_was_turned_over_has_its_name(folder: Path) -> None:
    outcome = command("verify", LOGS / "b.vlog", "--side", "axis")
    turned, after = outcome.out.split("is turned over", 1)
    assert not TRUE_NAMES.search(turned)
    assert "3/1 Antichar: Direct Fire" in after
    assert "Dummy" not in outcome.out
    command("annotate", LOGS / "b.vlog", "-o", "ruled.vlog", "--side", "axis")
    turned, after = rulings_in(folder / "ruled.vlog").split("is turned over", 1)
    assert not TRUE_NAMES.search(turned)
    assert "3/1 Antichar: Direct Fire" in after
    assert "Dummy" not in after


def test_the_audit_file_has_no_positions_without_the_referee() -> None:
    open_file = command("audit", LOGS / "a.vlog", "--json").out
    whole = command("audit", LOGS / "a.vlog", "--json", "--referee").out
    assert '"replay": null' in open_file
    assert '"action":' not in open_file
    assert GUN in whole
    assert DUMMY in whole


# the official module


def official_log(places: Mapping[str, str]) -> bytes:
    """Return a log of the official module in which a gun and a dummy lie face down, and one of them is dragged."""
    hidden = {name: {"hidden": True} for name in ("3/1 Antichar", "Dummy 1")}
    game = OfficialGame({**places, "1/VIII/132": "30.20"}, states=hidden)
    there = {place: name for name, place in places.items()}
    steps: tuple[dict[str, Any], ...] = (
        {"player": "Bert"}, {"say": "Gun Unit in 20.12: direct fire at 1/VIII/132"}, {"say": "3/1 Antichar: rally"},
        {"move": there["20.12"], "to": "20.13"},
    )  # fmt: skip
    for step in steps:
        game.play(step)
    return game.file().archive_bytes()


OFFICIAL_PLACES: Final = (
    {"3/1 Antichar": "20.12", "Dummy 1": "22.10"}, {"Dummy 1": "20.12", "3/1 Antichar": "22.10"},
    {"3/1 Antichar": "22.10", "Dummy 1": "20.12"},
)  # fmt: skip
OFFICIAL: Final[tuple[tuple[list[str], list[str]], ...]] = (
    (["verify"], []), (["audit"], ["--json"]), (["audit"], ["--generic"]), (["script", "read"], []),
)  # fmt: skip


@pytest.mark.parametrize(("words", "options"), OFFICIAL, ids=str)
def test_nothing_tells_a_gun_from_a_dummy_in_the_official_module(
    words: list[str], options: list[str], folder: Path
) -> None:
    row = {"arguments": ["game.vlog", *(["--scenario", "1"]), *options]}
    logs = [official_log(places) for places in OFFICIAL_PLACES]
    for viewer in WHO_MAY_NOT_KNOW:
        one, *others = (printed(words, row, viewer, {"game.vlog": log}, folder) for log in logs)
        assert one.code in (0, 1, 2), one.err
        assert others == [one] * len(others)
    for viewer in WHO_KNOW[1:]:
        one, *others = (printed(words, row, viewer, {"game.vlog": log}, folder) for log in logs[:2])
        assert others != [one]
