"""Games built in memory: a position piece by piece, written so that VASSAL accepts it (vassal-files.md 2.3).

A :class:`PositionBuilder` keeps a table, adds to it and writes it in the engine's order.
:mod:`adjudicator.vassal.log_building` goes on from there with steps; :func:`saved_game` makes either
into a file. Nothing here looks at the clock or draws lots: the same calls give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count

from . import sequence
from .boards import BoardPlacement
from .commands import (
    AddPiece,
    BeginSave,
    BoardPicker,
    Command,
    EndSave,
    ExtensionInUse,
    GlobalProperty,
    Player,
    PublicNotes,
    ScenarioNotes,
    SetupStackDone,
    TurnState,
    Unmaskable,
    decode_command,
)
from .errors import BuildingError
from .limits import DEFAULT_LIMITS, Limits
from .metadata import Metadata, Text, build_metadata, parse_metadata
from .module_definition import PieceSlot
from .payload import Encoding, Payload
from .pieces import NO_MAP, Piece
from .prototypes import expand_prototypes
from .replay import Replay
from .saved_game import DEFAULT_KEY, MODULE_ENTRY, SAVE_ENTRY, SavedGame
from .stream import Group, Leaf, Node, decode_stream, encode_stream
from .table import Table

__all__ = ["BuildingError", "Definition", "PositionBuilder", "command_leaf", "lasting_pairs", "saved_game"]

Definition = PieceSlot | Piece | str
"""The source that a piece is made from: a module's slot, a piece, or a definition's text (``+/null/type/state``)."""

UNIQUE_ID = "UniqueID"
_NEW_STACK_LAYER = "@@-1"
_HASH_BUCKETS = 16


class PositionBuilder:
    """A position that is being built. Ids are counted from *first_id* on, in the order of the calls."""

    def __init__(
        self, *, first_id: int, prototypes: Mapping[str, str] | None = None, limits: Limits = DEFAULT_LIMITS,
        players_decide_unmasking: bool = False,
    ) -> None:  # fmt: skip
        """Begin with an empty position.

        *players_decide_unmasking* says whether the module lets each player decide if others may turn his masked
        pieces over: only then does the engine know the command for that decision.
        """
        self._players_decide_unmasking = players_decide_unmasking
        self.table = Table(limits)
        """The pieces that have been put down so far."""
        self._ids = count(first_id)
        self._prototypes = prototypes or {}
        self._extensions: list[tuple[str, str]] = []
        self._saved_properties: dict[tuple[str, str], None] = {}

    @classmethod
    def after(cls, replay: Replay, *, first_id: int, prototypes: Mapping[str, str] | None = None) -> PositionBuilder:
        """Begin with the position that a replayed log has reached, as a player does who goes on from it.

        Dice and other passing properties keep their values, but only those that the log's own position
        holds are written. A module's own commands, private and delayed notes are not taken over.
        """
        unmasking = any(isinstance(command, Unmaskable) for command in replay.game.position_commands)
        builder = cls(
            first_id=first_id, prototypes=prototypes, limits=replay.game.limits, players_decide_unmasking=unmasking
        )
        builder.table = replay.table.copy()
        builder._saved_properties = dict.fromkeys(replay.initial.properties)
        builder._extensions = [
            (c.name, c.version or "") for c in replay.game.position_commands if isinstance(c, ExtensionInUse)
        ]
        return builder

    def new_id(self) -> str:
        """Return an id that no piece has."""
        return next(i for i in map(str, self._ids) if i not in self.table.pieces)

    # pieces

    def add_piece(self, definition: Definition, map_name: str, x: int, y: int) -> str:
        """Put down a piece that is in no stack, at a map's pixel; return its id.

        Raises ModuleError, StreamError or LimitExceeded for a definition that makes no sense.
        """
        piece = self._new_piece(definition, map_name, x, y)
        self.table.apply(piece.command())
        return piece.id

    def add_stack(self, definitions: Iterable[Definition], map_name: str, x: int, y: int) -> tuple[str, ...]:
        """Put down a stack of pieces, the lowest first; return the pieces' ids. Errors as for one piece."""
        members = tuple([self.add_piece(definition, map_name, x, y) for definition in definitions])
        state = sequence.encode([map_name, str(x), str(y), *members, _NEW_STACK_LAYER], ";")
        self.table.apply(AddPiece(self.new_id(), "stack", state))
        return members

    def add_deck(
        self, deck_type: str, cards: Iterable[Definition], map_name: str, x: int, y: int, *, face_down: bool = True
    ) -> tuple[str, tuple[str, ...]]:
        """Put down a deck (``deck;…``, vassal-files.md 3.2) with its cards, the top one last.

        Returns the ids of the deck and of the cards. Errors as for one piece.
        """
        members = tuple([self.add_piece(card, map_name, x, y) for card in cards])
        deck_id = self.new_id()
        place = [map_name, str(x), str(y), "true" if face_down else "false", sequence.encode(members, ",")]
        self.table.apply(AddPiece(deck_id, deck_type, sequence.encode(place, ";")))
        return deck_id, members

    def _new_piece(self, definition: Definition, map_name: str, x: int, y: int) -> Piece:
        return self.define(definition, [map_name, str(x), str(y)])

    def define(self, definition: Definition, place: Sequence[str]) -> Piece:
        """Return a new piece at *place* (map, x, y) without putting it down. Errors as for one piece."""
        source = definition.piece.text if isinstance(definition, PieceSlot) else definition
        piece = expand_prototypes(source, self._prototypes, self.table.limits)
        gpid = (definition.gpid if isinstance(definition, PieceSlot) else "") or piece.gpid
        new = Piece(self.new_id(), piece.type, piece.state)
        return new.with_basic_fields([*place, gpid, *lasting_pairs({UNIQUE_ID: new.id})])

    # everything else

    def lay_boards(self, map_name: str, boards: Iterable[BoardPlacement]) -> None:
        """Choose the boards of a map."""
        tokens: list[str] = []
        for board in boards:
            name = sequence.encode([board.name, "rev"], "/") if board.reversed else sequence.encode([board.name], "/")
            tokens += [name, str(board.column), str(board.row)]
        self.table.apply(BoardPicker(map_name, tuple(tokens)))

    def set_property(self, name: str, value: str, container: str = "Module") -> None:
        """Give a global property its value; *container* is ``Module``, a map's name or ``map:zone``."""
        self.table.apply(GlobalProperty(name, value, container))
        self._saved_properties[container, name] = None

    def set_turn(self, tracker: str, state: str) -> None:
        """Set a turn tracker (``TurnTracker0``, …) to a state (vassal-files.md 2.5)."""
        self.table.apply(TurnState(tracker, state))

    def add_player(self, player_id: str, name: str, side: str) -> None:
        """Seat a player. The id is what VASSAL takes for his password."""
        self.table.apply(Player(player_id, name, side))

    def set_notes(self, scenario: str = "", public: str = "") -> None:
        """Write the scenario notes and the public notes."""
        self.table.apply(ScenarioNotes(scenario))
        self.table.apply(PublicNotes(public))

    def add_extension(self, name: str, version: str) -> None:
        """Say that the game is played with an extension."""
        self._extensions.append((name, version))

    # writing

    def tree(self) -> Group:
        """Return the position's command tree. Raises BuildingError for a text that VASSAL cannot hold."""
        pieces = list(map(_piece_leaf, self._piece_commands()))
        return Group(
            (
                command_leaf(BeginSave()),
                Leaf(""),  # the engine's check of versions has no text
                *([Group((Leaf(""), *pieces))] if pieces else []),
                *self._component_nodes(),
                command_leaf(EndSave()),
            )
        )

    def _piece_commands(self) -> Iterator[AddPiece]:
        """Yield all pieces: those on no map, then map by map, members before the stacks they are in."""
        maps = dict.fromkeys([None, *self.table.boards])
        maps.update(dict.fromkeys(self.table.placement(i).map for i in self.table.pieces))
        for map_name in maps:
            here = [i for i in self.table.pieces if self.table.placement(i).map == map_name]
            for piece_id in sorted(here, key=lambda i: owning_stack(self.table, i) is None):
                if not self._is_left_out(piece_id):
                    yield self.table.placed_piece(piece_id).command()

    def _is_left_out(self, piece_id: str) -> bool:
        """Return whether a stack is not written: it is empty, or only holds a piece that the engine has loose."""
        members = self.table.contents.get(piece_id, [])
        return self.table.pieces[piece_id].type.is_stack and not any(owning_stack(self.table, i) for i in members)

    def _component_nodes(self) -> Iterator[Node]:
        table = self.table
        if table.players:
            roster = _nested([Player(p.id, p.name, p.side) for p in table.players.values()])
            yield roster
            yield roster  # today's engine writes the roster twice
        if "notes" in table.notes:
            yield _nested([ScenarioNotes(table.notes["notes"]), PublicNotes(table.notes["public-notes"])])
        commands: list[Command] = [Unmaskable((NO_MAP,))] if self._players_decide_unmasking else []
        commands += [
            GlobalProperty(name, table.properties[container, name], container)
            for container, name in self._saved_properties
        ]
        commands += [TurnState(tracker, state) for tracker, state in table.turns.items()]
        commands += [BoardPicker(map_name, boards) for map_name, boards in table.boards.items()]
        commands += [SetupStackDone()]
        commands += [ExtensionInUse(name, version) for name, version in self._extensions]
        yield from map(command_leaf, commands)


def owning_stack(table: Table, piece_id: str) -> str | None:
    """Return the stack or deck that a piece is in, None if it is loose for the engine.

    The table puts a piece that was moved without mention of a stack into a stack that it makes; there the
    engine has the piece alone.
    """
    owner = table.parents.get(piece_id)
    if owner == f"stack-of-{piece_id}" and len(table.contents[owner]) == 1:
        return None
    return owner


def _nested(commands: Sequence[Command]) -> Node:
    """Join commands as the engine does: the first one with the others below it."""
    nodes = tuple(map(command_leaf, commands))
    return nodes[0] if len(nodes) == 1 else Group(nodes)


def command_leaf(command: Command) -> Leaf:
    """Return a command as a leaf of a tree. Raises BuildingError if it cannot be read back.

    VASSAL has no way to write a text that ends with a backslash before another one.
    """
    text = command.encode()
    if decode_command(text).values() != [value or "" for value in command.values()]:
        raise BuildingError("VASSAL cannot hold a text that ends with a backslash here", place=command.NAME, found=text)
    return Leaf(text)


_piece_leaf = lru_cache(maxsize=1024)(command_leaf)
"""Most pieces are in one file as they were in the one before it."""


def lasting_pairs(properties: Mapping[str, str]) -> list[str]:
    """Return a piece's lasting properties as its state has them: their number, name, value, name, …

    They are in the order of the engine's hash table.
    """
    buckets = _HASH_BUCKETS
    while len(properties) > buckets * 3 // 4:
        buckets *= 2
    names = sorted(properties, key=lambda name: _spread_hash(name) % buckets)
    return [str(len(names)), *(text for name in names for text in (name, properties[name]))]


def _spread_hash(text: str) -> int:
    """Return Java's hash of a text, with the upper half mixed into the lower as its hash tables do."""
    value = 0
    for high, low in zip(*[iter(text.encode("utf-16-be", "surrogatepass"))] * 2, strict=True):
        value = (31 * value + (high << 8 | low)) & 0xFFFFFFFF
    return value ^ (value >> 16)


def saved_game(
    tree: Node,
    module_data: bytes,
    *,
    date_saved: int,
    vassal_version: str,
    comment: str = "",
    encoding: Encoding = Encoding.VCSK,
    key: int = DEFAULT_KEY,
    file: str = "",
    limits: Limits = DEFAULT_LIMITS,
) -> SavedGame:
    """Return a save or a log of a position's or a log's *tree*.

    *module_data* is the module's own ``moduledata``, which goes in as it is; *date_saved* counts
    milliseconds since 1970; *key* is 0 to 255. Raises MetadataError, LimitExceeded, PayloadError, and
    BuildingError for texts that VASSAL cannot hold.
    """
    module = parse_metadata(module_data, entry=MODULE_ENTRY)
    metadata = Metadata(
        version=module.version,
        vassal_version=vassal_version,
        date_saved=str(date_saved),
        description=(Text(comment),) if comment else (),
        extra=module.extra,
    )
    text = encode_stream(tree)
    if decode_stream(text, limits) != tree:
        raise BuildingError("VASSAL cannot hold a text that ends with a backslash here", place="command stream")
    entries = {SAVE_ENTRY: build_metadata(metadata), MODULE_ENTRY: module_data}
    payload = Payload(text, encoding, key if encoding.keyed else 0)
    return SavedGame(payload, tree, entries, file, limits=limits)
