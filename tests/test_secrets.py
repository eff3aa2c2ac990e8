"""Face-down guns stay secret in all that is printed about a game: nobody can tell a real one from a dummy (NQoS S4.3).

Each game is there twice: once with the real gun in 26.12 and the dummy in 26.14, once the other way round. What is
printed for a reader who may not know must be the same to the letter, but for the hashes of the files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle, product
from pathlib import Path

import pytest

from adjudicator.audit.annotations import PREFIX
from adjudicator.drawing.mats import MARKERS, division_card
from adjudicator.game.position_json import position_text
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.vassal.commands import AddPiece, Command
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import Group, Leaf, Node, encode_stream, leaves

from .built_module import built_module
from .command_line import Outcome, command
from .rule_cases import built_in_game

LOGS = Path(__file__).parent / "cases" / "engine_logs"
GUN, DUMMY = "3-1-antichar", "dummy-1"
PLACEMENT = re.compile(r"(?P<at>[^\t\\;]*;-?\d+;-?\d+);(?P<kind>[^;]*);1;UniqueID;(?P<id>\d+)$")
TRUE_NAMES = re.compile("antichar|dummy", re.IGNORECASE)
HASHES = re.compile(r"\b[0-9a-f]{64}\b")
RULES_TOLD = re.compile('<section id="rules".*?</section>', re.DOTALL)
"""What the rules are about, which has to name dummies."""
WRITTEN = ("map.svg", "page.html")
"""The files that commands write, which are compared as well."""
READERS: tuple[tuple[str, ...], ...] = ((), ("--side", "axis"))


def changed_leaves(game: SavedGame, change: Callable[[Command], Command]) -> SavedGame:
    def changed(leaf: Leaf) -> Leaf:
        old = leaf.command
        new = change(old)
        return leaf if new == old else Leaf(new.encode())

    return game.map_leaves(changed)


def exchanged(game: SavedGame) -> SavedGame:
    """Return a game in which the gun and the dummy have changed places."""
    found = {
        name: command
        for command in game.position_commands if isinstance(command, AddPiece)
        for name in (GUN, DUMMY) if f"{name}," in command.state
    }  # fmt: skip
    gun, dummy = found[GUN], found[DUMMY]
    others = {gun.id: dummy, dummy.id: gun}

    def change(each: Command) -> Command:
        if not isinstance(each, AddPiece) or each.id not in others:
            return each
        other, here = others[each.id], PLACEMENT.search(each.state)
        assert here is not None
        state = PLACEMENT.sub(lambda there: f"{here['at']};{there['kind']};1;UniqueID;{here['id']}", other.state)
        return replace(each, type=other.type, state=state)

    return changed_leaves(game, change)


def with_steps(game: SavedGame, steps: Sequence[Sequence[str]]) -> SavedGame:
    """Return a log with more steps at its end."""
    more: list[Node] = [Group(tuple(Leaf(f"LOG\t{text}") for text in step)) for step in steps]
    tree = Group((*game.tokens, *more))
    payload = replace(game.payload, text=encode_stream(tree))
    return replace(game, tree=tree, payload=payload, stored_payload=None)


def beside_map(game: SavedGame) -> SavedGame:
    """Return a log at whose end the gun and the dummy lie face down on the card of their division."""
    card = division_card(built_in_game(), "french")
    x, y = card.space(MARKERS).centre
    moves = [
        [f"M/{piece}/{card.name}/{x}/{y}/null/{place.replace(';', '/')}/null/bert"]
        for place, piece in sorted(hidden_pieces(game).items())
    ]
    return with_steps(game, moves)


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
    """Return a step that drags a face-down unit to where the other one is."""
    (first, piece), (second, _) = sorted(hidden_pieces(game).items())
    here, there = (place.replace(";", "/") for place in (first, second))
    return [[f"M/{piece}/{there}/null/{here}/null/bert", "CHAT* Gun Unit moves 26.12 → 26.14 *"]]


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
    french = cut(open_game(LOGS / "b.vlog"), 10)
    dice = roll_steps(axis)[:1]
    return {
        "axis turn": with_steps(axis, []),
        "fired face down": with_steps(axis, face_down_fire(axis)),
        "dragged": with_steps(axis, drag(axis)),
        "fired face down in its own activation": with_steps(french, face_down_fire(axis)),
        "dragged in its own activation": with_steps(french, drag(french)),
        "rallies face down": with_steps(french, [["CHAT<Bert> - Gun Unit in 26.12: rally"], *dice]),
        "bluff": with_steps(french, BLUFF),
    }


REFEREEING = (("verify", "game.vlog"), ("audit", "game.vlog", "--json"))
"""Commands that rule on a log: they are tried on all games, for all readers."""
RETELLING = (
    ("verify", "game.vlog", "--json"),
    ("audit", "game.vlog", "--steps"),
    ("script", "read", "game.vlog"),
    ("script", "read", "game.vlog", "--bare"),
    ("annotate", "game.vlog", "-o", "ruled.vlog", "--force"),
)
"""Commands that tell the same rulings otherwise: each is tried on some games, for one reader or the other."""
OTHERS = (
    ("verify", "game.vlog", "--after", "start.vsav"),
    ("audit", "game.vlog", "--after", "start.vsav", "--generic"),
    ("audit", "game.vlog", "--json", "--generic"),
    ("audit", "game.vlog", "--generic", "--html", "page.html"),
    ("audit", "--each", "game.vlog"),
    ("audit", "--each", "game.vlog", "--json"),
    ("audit", "--check", "audit.json", "game.vlog"),
    ("audit", "--check", "audit.json", "--json"),
    ("diff", "start.vsav", "game.vlog"),
    ("diff", "start.vsav", "game.vlog", "--json"),
    ("inspect", "game.vlog"),
    ("inspect", "game.vlog", "--json"),
    ("moves", "game.vlog", "1/VIII/132"),
    ("moves", "game.vlog", "Gun Unit in 26.14", "--json"),
    ("resolve", "fire", "game.vlog", "--from", "1/VIII/132", "--at", "26.14"),
    ("odds", "assault", "game.vlog", "--unit", "1/VIII/132", "--at", "26.14"),
    ("judge", "game.vlog", "actions.jsonl"),
    ("judge", "game.vlog", "actions.jsonl", "--json"),
    ("script", "judge", "game.script", "--start", "game.vlog"),
    ("script", "judge", "game.script", "--start", "game.vlog", "--json"),
    ("show", "game.vlog", "-o", "map.svg", "--step", "3"),
    (
        "show",
        "game.vlog",
        "-o",
        "map.svg",
        "--unit",
        "1/VIII/132",
        "--overlay",
        "reach",
        "--overlay",
        "danger",
        "--overlay",
        "fire-zone",
        "--overlay",
        "sight",
    ),
    ("show", "game.vlog", "-o", "map.svg", "--unit", "Gun Unit in 26.14"),
    ("show", "start.vsav", "-o", "map.svg"),
    ("show", "start.json", "-o", "map.svg"),
    ("show", "beside.vlog", "-o", "map.svg"),
)
RETOLD = ("fired face down", "dragged in its own activation", "bluff")
PICTURE = ("show", "game.vlog", "-o", "map.svg")
GAMES = (
    "axis turn", "fired face down", "dragged", "fired face down in its own activation",
    "dragged in its own activation", "rallies face down", "bluff",
)  # fmt: skip
NOT_FOR_READERS = frozenset({"inspect"})
"""Commands that have no --side: they show to nobody what is hidden."""


def printed(arguments: Sequence[str], reader: Sequence[str], log: bytes, start: bytes, folder: Path) -> Outcome:
    (folder / "game.vlog").write_bytes(log)
    (folder / "start.vsav").write_bytes(start)
    (folder / "actions.jsonl").write_text(
        '{"type":"direct-fire","unit":"1/VIII/132","target":"Gun Unit in 26.14"}', encoding="utf-8"
    )
    (folder / "game.script").write_text("1/VIII/132: direct fire at Gun Unit in 26.14; die 3 fire\n", encoding="utf-8")
    if "audit.json" in arguments:
        audited = command("audit", "game.vlog", "--json", *reader)
        (folder / "audit.json").write_text(audited.out, encoding="utf-8")
    if "beside.vlog" in arguments:
        (folder / "beside.vlog").write_bytes(beside_map(open_game(log)).archive_bytes())
    if "start.json" in arguments:
        position = saved_position(Replay(open_game(start)).table, built_in_game()).position
        (folder / "start.json").write_text(position_text(position), encoding="utf-8")
    options = () if arguments[0] in NOT_FOR_READERS or "--check" in arguments else reader
    outcome = command(*arguments, *options)
    drawn = "".join(each.read_text(encoding="utf-8") for name in WRITTEN if (each := folder / name).exists())
    for name in WRITTEN:
        (folder / name).unlink(missing_ok=True)
    drawn += rulings_in(folder / "ruled.vlog") if "ruled.vlog" in arguments else ""
    return Outcome(outcome.code, HASHES.sub("#", outcome.out + drawn), HASHES.sub("#", outcome.err))


def rulings_in(path: Path) -> str:
    """Return what the referee has written into the chat of a log, and behind which steps."""
    steps = [[leaf.text for leaf in leaves(node)] for node in open_game(path).step_nodes]
    told = [f"{n}: {text}" for n, texts in enumerate(steps) for text in texts if text.startswith(f"LOG\tCHAT{PREFIX}")]
    assert told
    return "\n".join(told)


CASES = [
    *product(GAMES, REFEREEING, READERS),
    *((*case, reader) for case, reader in zip(product(RETOLD, RETELLING), cycle(READERS), strict=False)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "reader"), CASES, ids=str)
def test_no_ruling_tells_a_gun_from_a_dummy(
    name: str, arguments: Sequence[str], reader: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = both(name, arguments, reader, tmp_path)
    assert one == other
    assert one.code in (0, 1, 2)
    if name != "bluff":
        assert not TRUE_NAMES.search(one.out + one.err)


@pytest.mark.parametrize(
    ("command_name", "log", "reader"), [("verify", "game.vlog", ()), ("audit", "beside.vlog", ("--side", "axis"))]
)
@pytest.mark.parametrize("name", ["fired face down", "dragged in its own activation", "bluff"])
def test_no_page_tells_a_gun_from_a_dummy(
    name: str, command_name: str, log: str, reader: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = both(name, (command_name, log, "--html", "page.html"), reader, tmp_path)
    assert one == other
    assert "<!DOCTYPE html>" in one.out
    if name != "bluff":
        assert not TRUE_NAMES.search(RULES_TOLD.sub("", one.out))


@pytest.mark.parametrize(("name", "reader"), list(zip(GAMES, cycle(READERS), strict=False)), ids=str)
def test_no_picture_tells_a_gun_from_a_dummy(
    name: str, reader: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by an id, a title or the order of what is drawn: the files are the same to the byte."""
    monkeypatch.chdir(tmp_path)
    one, other = both(name, PICTURE, reader, tmp_path)
    assert one == other
    assert "</svg>" in one.out
    assert not TRUE_NAMES.search(one.out + one.err)


@pytest.mark.parametrize("arguments", OTHERS, ids=" ".join)
def test_no_other_answer_tells_a_gun_from_a_dummy(
    arguments: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = both("fired face down", arguments, ("--side", "axis"), tmp_path)
    assert one == other
    assert one.code in (0, 1, 2) or "is face down; only its owner may ask" in one.err
    assert not TRUE_NAMES.search(one.out + one.err)


PROBES = (
    "3/1 Antichar in 26.12: revealed", "dummy: revealed", '"dummy-1": revealed', "Gun Unit in 26.14: revealed",
    "Gun Unit in 26.12: direct fire at 1/VIII/132; die 3 fire",
    "1/VIII/132: direct fire at Gun Unit in 26.12; dice 0 fire, 5 suppression check", '"face-down-1": revealed',
)  # fmt: skip
"""Lines with which somebody might try to find out which one is the gun."""


@pytest.mark.parametrize("typed", PROBES)
def test_no_script_finds_out_who_is_who(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "probe.script"
    script.write_text(f"{typed}\n", encoding="utf-8")
    one, other = both("axis turn", ("script", "judge", "probe.script", "--start", "game.vlog"), READERS[1], tmp_path)
    assert one == other


def both(name: str, arguments: Sequence[str], reader: Sequence[str], folder: Path) -> list[Outcome]:
    """Return what is printed with the gun here, and with the gun there."""
    return [
        printed(arguments, reader, log.archive_bytes(), start.archive_bytes(), folder)
        for log, start in ((games()[name], open_start()), (exchanged(games()[name]), exchanged(open_start())))
    ]


@cache
def open_start() -> SavedGame:
    return open_game(built_module().entries["scenario-1.vsav"])


@pytest.mark.parametrize("name", ["fired face down in its own activation", "dragged in its own activation"])
@pytest.mark.parametrize("reader", [("--referee",), ("--side", "french")], ids=" ".join)
def test_what_is_compared_does_differ(
    name: str, reader: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee and the owner see which is which, so the two variants are not the same game."""
    monkeypatch.chdir(tmp_path)
    one, other = both(name, ("verify", "game.vlog"), reader, tmp_path)
    assert one != other
    assert "Antichar" in one.out + other.out


def test_a_gun_that_was_turned_over_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command("verify", LOGS / "b.vlog", "--side", "axis")
    turned, after = outcome.out.split("is turned over", 1)
    assert not TRUE_NAMES.search(turned)
    assert "3/1 Antichar: Direct Fire" in after
    assert "Dummy" not in outcome.out


def test_rulings_in_a_log_name_a_gun_only_after_it_was_turned_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command("annotate", LOGS / "b.vlog", "-o", "ruled.vlog", "--side", "axis")
    turned, after = rulings_in(tmp_path / "ruled.vlog").split("is turned over", 1)
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
