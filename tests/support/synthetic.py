"""Saves and logs of our own making for the tests: small ones with everything in them, and one of any size.

They hold no private data; the players' ids in them are made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.vassal import sequence
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.commands import AddPiece, Command, LogEntry
from adjudicator.vassal.metadata import Metadata, Text, build_metadata
from adjudicator.vassal.payload import Encoding, encode_payload
from adjudicator.vassal.pieces import join_chain
from adjudicator.vassal.saved_game import MODULE_ENTRY, PAYLOAD_ENTRY, SAVE_ENTRY
from adjudicator.vassal.stream import Group, Leaf, Node, encode_stream

MAP = "Main Map"
SAVED = Metadata(vassal_version="3.7.26", date_saved="1700000000000")
MODULE = Metadata("1.0", "3.7.26", "1690000000000", (Text("Small test module"),), (Text("Proving Ground"),))

Level = tuple[str, str]
"""A trait's type and state."""


def piece(piece_id: str, levels: Sequence[Level]) -> AddPiece:
    """Return the command that adds a piece; its levels from the outermost in, the basic piece last."""
    types, states = zip(*levels, strict=True)
    return AddPiece(piece_id, join_chain(types), join_chain(states))


def counter(piece_id: str, name: str, x: int, y: int, traits: Sequence[Level] = (), map_name: str = MAP) -> AddPiece:
    """Return the command that adds a counter at a place."""
    basic = (f"piece;;;{name}.png;{name}", f"{map_name};{x};{y};{int(piece_id) % 100};0")
    return piece(piece_id, [*traits, basic])


def stack(piece_id: str, x: int, y: int, members: Iterable[str] = (), map_name: str = MAP) -> AddPiece:
    """Return the command that adds a stack; its members from the bottom up."""
    return AddPiece(piece_id, "stack", sequence.encode([map_name, str(x), str(y), *members, "@@1"], ";"))


def deck(piece_id: str, name: str, x: int, y: int, members: Sequence[str] = (), map_name: str = MAP) -> AddPiece:
    """Return the command that adds a deck; its members with the top last."""
    type_ = f"deck;true;255,0,0;48;48;Always;Never;true;true;true;;;;{name}"
    return AddPiece(piece_id, type_, f"{map_name};{x};{y};false;{sequence.encode(members, ',')}")


def position(pieces: Iterable[Command], components: Iterable[str] = ()) -> list[Node]:
    """Return the tokens of a saved position."""
    return [
        Leaf("begin_save"),
        Leaf(""),
        Group((Leaf(""), *[Leaf(command.encode()) for command in pieces])),
        *map(Leaf, components),
        Leaf("end_save"),
    ]


def step(*commands: Command | str) -> Node:
    """Return the token of a logged step."""
    texts = [command if isinstance(command, str) else command.encode() for command in commands]
    nodes = [Leaf(LogEntry.PREFIX + text) for text in texts]
    return nodes[0] if len(nodes) == 1 else Group(tuple(nodes))


def stream(tokens: Iterable[Node]) -> str:
    """Return a command stream."""
    return encode_stream(Group(tuple(tokens)))


def archive(text: str, encoding: Encoding = Encoding.VCSK, key: int = 0x5A) -> bytes:
    """Return a whole save or log around a command stream."""
    return pack_archive(
        {
            PAYLOAD_ENTRY: encode_payload(text, encoding, key),
            SAVE_ENTRY: build_metadata(SAVED),
            MODULE_ENTRY: build_metadata(MODULE),
        }
    )


LAYER: Level = (
    "emb2;;128;;Up;128;;Down;128;;;;1;false;0;0;a.png,b.png,c.png;,+ (reduced),Wreck;true;Step;;;false;;1;1;true;"
    "65,130;;;;1.0;;true",
    "1",
)
COUNTER_TRAITS: tuple[Level, ...] = (
    ("mark;Type,Side", "Unit,Axis"),
    LAYER,
    ("PROP;MP;true,0,9,false;;", "4"),
    ("rotate;6;93,130;91,130;Right;Left;;;Turn;", "0"),
    ("markmoved;moved.gif;0;0;Mark;77,130;;false;;;;", "false"),
    ("label;76,130;Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false", ""),
    ("obs;77,130;back.png;Mask;I;?;player:;Peek;;false;;", "null"),
    ("hide;73,130;Invisible;;player:;0.3;;false", "null"),
    ("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;;false", "false;;0;false;0"),
    ("delete;Delete;68,130;", ""),
    ("immob;g;N;L;", ""),
)
"""Traits of a usual counter, from the outermost in."""

COMPONENTS = (
    "PLAYER\tsecret-one\tAnna\tAxis",
    "PLAYER\tsecret-two\tBjörn\tAllies",
    f"{MAP}BoardPicker\tDesert\t0\t0\tHills/rev\t1\t0",
    "NOTES\tScenario 1|Second line",
    "PNOTES\t",
    "PNOTE\tsecret-one\tmy plan",
    "SNOTE\tReserve\tsecret-one\ttrue\tthree tanks\t08/21/2026 3:00 PM\tAnna",
    "UNMASK\tnull",
    "SETUP_STACK\t",
    "EXT\tMore Tanks\t1.2",
    "PLUGIN\tHelper\t0.1",
    "TURNTurnTracker0\t0|3;0;false;-1;1\\;0\\;0\\;true",
    "GlobalProperty\t;Weather;Clear;Module",
    "GlobalTranslatable\t;Greeting;Hello;Module",
    "SGKC\tStart0\ttrue",
    "CLOCK\tAxis\tAnna\t1000\tfalse\tfalse\tfalse",
    "CLOCKCONTROL\tfalse\tfalse",
    "LOCKSPOTAB\tOptions\tAnna\tabc\t1",
    "SEMAIL\tnobody@example.org",
    "Events",
    "OWN\tsomething of the module's own",
)
"""One command of every kind that a position may hold beside the pieces."""

UNIT, OTHER, LOOSE, CARDS, STACK, DECK = "1001", "1002", "1003", ("1004", "1005"), "1010", "1011"


def small_position() -> list[Node]:
    """Return a position with a stack of two, a loose counter that never stacks, a deck of two and all components."""
    return position(
        [
            counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS),
            counter(OTHER, "Gun", 100, 200, COUNTER_TRAITS[:5]),
            *[counter(card, f"Card {card}", 500, 500, COUNTER_TRAITS[6:7]) for card in CARDS],
            stack(STACK, 100, 200, [UNIT, OTHER]),
            counter(LOOSE, "Marker", 300, 300, [("immob;;N;R;", "")]),
            deck(DECK, "Draw Pile", 500, 500, CARDS),
        ],
        COMPONENTS,
    )


def small_steps() -> Iterator[Node]:
    """Yield logged steps that hold every command that a log may hold."""
    unit = counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS)
    states = [state for _type, state in COUNTER_TRAITS] + [f"{MAP};100;200;1;0"]
    flipped = join_chain([states[0], "2", *states[2:]])
    yield step("CHAT<Anna> - hello 'there' \\ friend")
    yield step("null", f"M/{STACK}/{MAP}/140/220/null/{MAP}/100/200/null/secret-one", "CHAT* Tank moves *")
    yield step(f"M/{UNIT}/{MAP}/300/300/null/{MAP}/140/220/null/secret-one", stack("1012", 300, 300, [UNIT]))
    yield step(change(UNIT, flipped, unit.state), "AUDIO\tbang.wav")
    yield step("UNDO\ttrue", change(UNIT, unit.state, flipped), "CHAT* UNDO: flipped", "UNDO\tfalse")
    yield step("CHAT*** 1d10 = 4 *** &lt;Anna&gt;", "MutableProperty\t1d10_result\t\t4\tModule")
    alone, both = f"{MAP};140;220;{OTHER};@@1", f"{MAP};140;220;{OTHER};1020;@@1"
    yield step(counter("1020", "Smoke", 140, 220), change(STACK, both, alone))
    yield step("-/1020", f"D/{STACK}/{alone}")
    yield step(f"M/{CARDS[1]}/{MAP}/600/500/null/{MAP}/500/500/{CARDS[0]}/secret-two")
    yield step(f"D/{DECK}/{MAP};500;500;true;{CARDS[0]}/{MAP};500;500;false;{CARDS[0]}")
    yield step("CHAT* Turn 4", "TURNTurnTracker0\t0|4;0;false;-1;1\\;0\\;0\\;true")
    yield step("SHOW_RESULTS\tDie\t1\t5", "LOS\tThread0\t1\t2\t3\t4\ttrue\tfalse\tfalse", "FLARE\tFlare0\t10\t20")
    yield step(f"SPP\t{UNIT}\tOldX\t100\t140", "PYREMOVE\tsecret-two", "PLAY\tknock", "PRIV_CHAT/x/psst")
    yield step("INVITE\ta\tb\tc", "SYNC", "DECK\t", "DECKREPOS\tx", "OWN\tanything")


def change(piece_id: str, new: str, old: str) -> str:
    """Return the text of a change of state."""
    return "D/" + sequence.encode([piece_id, new, old], "/")


def small_save() -> str:
    """Return the command stream of a small save with everything in it."""
    return stream(small_position())


def small_log() -> str:
    """Return the command stream of a small log with everything in it."""
    return stream([*small_position(), *small_steps()])


def large_save(pieces: int = 600, traits: int = 6700) -> str:
    """Return the command stream of a save with so many pieces and, spread evenly, so many traits.

    Few types and many states, as in a real game; one piece in eight stands in a stack.
    """
    commands: list[AddPiece] = []
    for number in range(pieces):
        count = traits * (number + 1) // pieces - traits * number // pieces
        levels = [_varied(level, number, index) for index, level in enumerate(_many_traits(count))]
        commands.append(
            counter(str(10_000 + number), f"Unit {number % 120}", 40 * (number % 30), 40 * (number // 30), levels)
        )
    stacks = [stack(str(90_000 + n), 40 * (n % 30), 40 * (n // 30), [str(10_000 + n)]) for n in range(0, pieces, 8)]
    return stream(position([*commands, *stacks], COMPONENTS))


def _many_traits(count: int) -> list[Level]:
    return [COUNTER_TRAITS[index % len(COUNTER_TRAITS)] for index in range(count)]


def _varied(level: Level, number: int, index: int) -> Level:
    type_, state = level
    if type_.startswith("mark;"):
        return f"mark;Type,Side,Rank{index}", f"Unit {number % 120},Axis,{number % 7}"
    if type_.startswith("emb2;"):
        return type_.replace("Step", f"Step{index}"), str(number % 3 + 1)
    return type_, state
