"""A whole save or log as one XML document, and back without loss.

The document follows ``schema/vassal-game.xsd``. Its parts, in order: the metadata for the reader,
``<position>`` (the stream up to and with ``end_save``), ``<steps>`` (the rest), ``<definitions>``
(the types of pieces and traits that the parts before refer to), ``<entries>`` (the archive's other
entries, to the byte).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Literal, cast

from lxml import etree

from ..archive import read_file
from ..document_kind import GAME_ROOT, POSITION_ROOT
from ..errors import DocumentError, VassalError
from ..limits import DEFAULT_LIMITS, Limits
from ..payload import Encoding, Payload
from ..saved_game import SavedGame
from ..stream import decode_stream, is_step
from ..xml_reading import parse_xml
from .command_elements import CommandReader, CommandWriter
from .definitions import DefinitionReader, DefinitionWriter
from .entries import entries_element, entry_bytes
from .facts import Locate
from .markup import NAMESPACE, VIEW, Element, is_data, line_of, read_element, render
from .stream_elements import Raw, StreamReader, StreamWriter, join, split_raw
from .validation import check_document
from .views import View, metadata_element

__all__ = ["ImportedGame", "PlayerIds", "export_xml", "import_xml", "open_document", "read_document"]

PlayerIds = Literal["revealed", "pseudonyms"]
"""The kind of players' ids in a document: the real ones, which are passwords, or pseudonyms."""

_FORMAT = "1"
_STEP = "step"
_UTF_8 = ("utf-8", "utf8", "us-ascii", "ascii")
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\b[^>]*?\bencoding\s*=\s*[\"'](?P<encoding>[^\"'>]*))?")
_ATTRIBUTE = re.compile(rb"=\s*[\"']")


@dataclass(frozen=True)
class ImportedGame:
    """The contents of a document."""

    game: SavedGame
    kind: Literal["save", "log"]
    """The kind of file that the document says it is."""
    player_ids: PlayerIds


def export_xml(game: SavedGame, *, player_ids: PlayerIds, locate: Locate | None = None) -> bytes:
    """Return a game as an XML document: the same bytes for the same game.

    *game* is written as it is; with ``player_ids="pseudonyms"`` the caller has put pseudonyms into
    it. *locate* names places for the reader. Raises StreamError for a game without the command
    ``end_save`` and LimitExceeded.
    """
    view = View(game, locate)
    definitions = DefinitionWriter(game.limits)
    writer = StreamWriter(CommandWriter(definitions, view))
    raws = split_raw(game.text)
    position = writer.elements(raws[: game.position_end])
    steps: list[Element] = []
    rest = zip(raws[game.position_end :], map(is_step, game.tokens[game.position_end :]), strict=True)
    for logged, found in groupby(rest, itemgetter(1)):
        if logged:
            steps += [_step(raw, writer, view) for raw, _logged in found]
        else:
            steps += writer.elements(raw for raw, _logged in found)
    children = [
        metadata_element(game),
        Element("position", children=position),
        Element("steps", children=steps),
        definitions.element(),
        entries_element(game.entries),
    ]
    return render(Element(GAME_ROOT, _attributes(game, player_ids), children=children))


def _attributes(game: SavedGame, player_ids: PlayerIds) -> dict[str, str]:
    encoding = game.payload.encoding
    key = {"key": str(game.payload.key)} if encoding.keyed else {}
    kind = "log" if game.is_log else "save"
    return {"format": _FORMAT, "kind": kind, "encoding": encoding.value, **key, "player-ids": player_ids}


def _step(raw: str, writer: StreamWriter, view: View) -> Element:
    number, facts = view.next_step()
    element = writer.step(raw)
    element.attributes[f"{VIEW}number"] = str(number)
    element.children = [*facts, *element.children]
    return element


def open_document(source: Path | bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "") -> ImportedGame:
    """Return the game that a document holds, from a path or from bytes in memory; *name* is its name, for messages.

    The errors are those of :func:`import_xml`, FileAccessError, and MetadataEntitiesError for metadata with entities.
    """
    file = name or (str(source) if isinstance(source, Path) else "document in memory")
    data = read_file(source, limits) if isinstance(source, Path) else source
    imported = import_xml(data, limits, file=file)
    game = replace(imported.game, file=file)
    game.refuse_entities()
    return replace(imported, game=game)


def import_xml(data: bytes, limits: Limits = DEFAULT_LIMITS, *, file: str = "") -> ImportedGame:
    """Return the game that an XML document holds; *file* is its name, for messages.

    Raises DocumentError, naming the line, for what does not follow the schema or cannot be stored
    in VASSAL's format, and LimitExceeded.
    """
    try:
        return _import(data, limits)
    except VassalError as error:
        raise error.in_file(file) from None


def read_document(data: bytes, limits: Limits, root_name: str) -> etree._Element:
    """Return the root of a document that follows the schema. Raises DocumentError and LimitExceeded."""
    _check_encoding(data)
    _check_size(data, limits)
    root = parse_xml(data, DocumentError)
    _check_root(root, root_name)
    check_document(root)
    return root


def _import(data: bytes, limits: Limits) -> ImportedGame:
    root = read_document(data, limits, GAME_ROOT)
    parts = {etree.QName(child).localname: child for child in root if is_data(child)}
    reader = StreamReader(CommandReader(_read_definitions(parts["definitions"], limits)), limits)
    raws = [*_read_position(parts["position"], reader), *_read_steps(parts["steps"], reader)]
    encoding = Encoding(root.get("encoding", ""))
    payload = Payload(join(raws), encoding, int(root.get("key", "0")) if encoding.keyed else 0)
    entries = entry_bytes(map(read_element, filter(is_data, parts["entries"])), limits)
    kind = cast(Literal["save", "log"], root.get("kind"))
    tree = decode_stream(payload.text, limits)
    game = SavedGame(payload, tree, entries, limits=limits, called_log=kind == "log")
    _check_game(game, line_of(parts["position"]))
    return ImportedGame(game, kind, cast(PlayerIds, root.get("player-ids")))


def _check_encoding(data: bytes) -> None:
    """Refuse what is not UTF-8: only then is the size of the tree known before it is built."""
    declared = _DECLARATION.match(data)
    encoding = (declared["encoding"] or b"utf-8").decode("ascii", "replace").lower() if declared else ""
    if encoding not in _UTF_8 or b"\0" in data[:8]:
        raise DocumentError("not XML in UTF-8", found=encoding, expected="what adjudicator export writes")


def _check_size(data: bytes, limits: Limits) -> None:
    """Refuse what would take too much memory as a tree: what begins elements and attributes is counted."""
    limits.check("the size of the document", "entry_bytes", len(data))
    count = data.count(b"<") + sum(1 for _ in _ATTRIBUTE.finditer(data))
    limits.check("the number of elements", "commands", count // 2)


def _check_root(root: etree._Element, name: str) -> None:
    """Raise a clear error when the document is something else altogether."""
    place, found = f"line {line_of(root):,}", str(root.tag)
    if found == f"{{{NAMESPACE}}}{POSITION_ROOT}" != f"{{{NAMESPACE}}}{name}":
        raise DocumentError(
            "this is a position written by hand, and no save or log",
            place=place,
            found=POSITION_ROOT,
            expected=f"{name!r}, as adjudicator export writes it",
        )
    if found != f"{{{NAMESPACE}}}{name}":
        raise DocumentError(
            "not the XML form of a VASSAL game",
            place=place,
            found=found,
            expected=f"the root element {name!r} of the namespace {NAMESPACE}",
        )


def _read_definitions(part: etree._Element, limits: Limits) -> DefinitionReader:
    definitions = DefinitionReader(limits)
    pieces: list[Element] = []
    for element in map(read_element, filter(is_data, part)):
        if element.name == "trait-type":
            definitions.add_trait(element)
        else:
            pieces.append(element)
    for element in pieces:
        definitions.add_piece(element)
    return definitions


def _read_position(part: etree._Element, reader: StreamReader) -> list[Raw]:
    return [raw for node in part if is_data(node) for raw in reader.raws([read_element(node)])]


def _read_steps(part: etree._Element, reader: StreamReader) -> list[Raw]:
    raws: list[Raw] = []
    for node in part:
        if is_data(node):
            element = read_element(node)
            raws += reader.step(element) if element.name == _STEP else reader.raws([element])
    return raws


def _check_game(game: SavedGame, line: int) -> None:
    """Check what VASSAL needs to load the game, and that its text can be stored."""
    place = f"line {line:,}"
    try:
        size = len(game.text.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError as error:
        raise DocumentError(
            "the game has a character that UTF-8 cannot hold", place="", found=repr(game.text[error.start])
        ) from None
    game.limits.check("the size of the command stream", "text_bytes", size)
    try:
        _ = game.position_end
    except VassalError:
        raise DocumentError(
            "the position has no end", place=place, expected="an element 'end-save' directly in 'position'"
        ) from None
