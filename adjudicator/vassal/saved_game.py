"""A save or a log as one value: archive, metadata, payload and command tree (vassal-files.md 1 to 2.3).

Reading keeps everything, so that what was not changed is written back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from .archive import Archive, open_archive, pack_archive
from .commands import Command, EndSave
from .document_kind import is_document
from .errors import ArchiveError, MetadataEntitiesError, MetadataError, VassalError
from .limits import DEFAULT_LIMITS, Limits
from .metadata import Metadata, parse_metadata
from .payload import Encoding, Payload, decode_payload, encode_payload
from .stream import (
    Leaf,
    Node,
    check_saved_game,
    decode_stream,
    encode_stream,
    is_step,
    leaves,
    map_leaves,
    step_commands,
    top_level,
)
from .table import Table

__all__ = ["EXTENSION_ENTRY", "MODULE_ENTRY", "PAYLOAD_ENTRY", "SAVE_ENTRY", "SavedGame", "open_game"]

PAYLOAD_ENTRY = "savedGame"
SAVE_ENTRY = "savedata"
MODULE_ENTRY = "moduledata"
EXTENSION_ENTRY = "extensiondata"
_METADATA_ENTRIES = (SAVE_ENTRY, MODULE_ENTRY)


@dataclass(frozen=True)
class SavedGame:
    """One save or log. Immutable: the methods that change something return another one."""

    payload: Payload
    """The command stream's text and how it is stored."""
    tree: Node
    """The commands of the stream."""
    entries: Mapping[str, bytes]
    """The archive's other entries, by name, in the archive's order."""
    file: str = ""
    """The name it was read under, for messages."""
    stored_payload: bytes | None = None
    """The payload as it was read, as long as nothing in it was changed."""
    limits: Limits = field(default=DEFAULT_LIMITS, repr=False)
    called_log: bool = False
    """True if the document that it was read from calls it a log: a log of no steps is known by that alone."""

    @property
    def text(self) -> str:
        """The command stream."""
        return self.payload.text

    @cached_property
    def is_exact(self) -> bool:
        """True if the tree, written again, gives exactly the same text (VASSAL's encoding has a gap)."""
        return encode_stream(self.tree) == self.payload.text

    @property
    def tokens(self) -> Sequence[Node]:
        """The commands of the outermost level: the position, and after it a log's steps."""
        return top_level(self.tree)

    @cached_property
    def position_end(self) -> int:
        """The number of tokens that make up the saved position. Raises StreamError if it has no end."""
        try:
            return check_saved_game(self.tokens)
        except VassalError as error:
            raise error.in_file(self.file) from None

    @cached_property
    def position_commands(self) -> tuple[Command, ...]:
        """The commands of the saved position, without empty ones.

        The engine carries out all that is no logged step when it loads a file; that includes what
        comes after the position's end.
        """
        return tuple(leaf.command for token in self.tokens if not is_step(token) for leaf in leaves(token) if leaf.text)

    @cached_property
    def initial_table(self) -> Table:
        """The table of the saved position; nobody may change it. Raises LimitExceeded."""
        table = Table.of_position(self.position_commands, self.limits)
        table.module_version = self.module_metadata.version if self.module_metadata else ""
        return table

    @cached_property
    def step_nodes(self) -> tuple[Node, ...]:
        """The logged steps as they are in the file."""
        return tuple(token for token in self.tokens if is_step(token))

    @cached_property
    def steps(self) -> tuple[tuple[Command, ...], ...]:
        """The commands of each logged step, in order."""
        return tuple(tuple(step_commands(node, self.limits)) for node in self.step_nodes)

    @property
    def is_log(self) -> bool:
        """True if there are logged steps, or the file is called a log."""
        return bool(self.step_nodes) or self.called_log or self.file.lower().endswith(".vlog")

    @cached_property
    def save_metadata(self) -> Metadata | None:
        """The metadata in ``savedata``; None if it is missing or cannot be read (see *problems*)."""
        return self._readable_metadata.get(SAVE_ENTRY)

    @cached_property
    def module_metadata(self) -> Metadata | None:
        """The metadata in ``moduledata``; None if it is missing or cannot be read (see *problems*)."""
        return self._readable_metadata.get(MODULE_ENTRY)

    @cached_property
    def _metadata_results(self) -> dict[str, Metadata | MetadataError]:
        results: dict[str, Metadata | MetadataError] = {}
        for entry in _METADATA_ENTRIES:
            if entry in self.entries:
                try:
                    results[entry] = parse_metadata(self.entries[entry], entry=entry)
                except MetadataEntitiesError:
                    raise
                except MetadataError as error:
                    results[entry] = error
        return results

    @cached_property
    def _readable_metadata(self) -> dict[str, Metadata]:
        return {name: data for name, data in self._metadata_results.items() if isinstance(data, Metadata)}

    def refuse_entities(self) -> None:
        """Raise MetadataEntitiesError if the metadata bring entities of their own."""
        try:
            _ = self._metadata_results
        except MetadataEntitiesError as error:
            raise error.in_file(self.file) from None

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """The oddities that did not keep the game from being read."""
        found = [str(result) for result in self._metadata_results.values() if isinstance(result, MetadataError)]
        surrogates = _surrogates(self.text)
        if surrogates:
            found.append(f"savedGame: {surrogates:,} bytes are not UTF-8; they are kept as they are")
        early = sum(is_step(token) for token in self.tokens[: self.position_end])
        if early:
            found.append(f"savedGame: {early:,} logged steps come before the position's end")
        late = sum(not is_step(token) for token in self.tokens[self.position_end :] if token != _EMPTY)
        if late:
            found.append(f"savedGame: {late:,} commands come after the position's end and are not logged steps")
        positions = sum(token == _END for token in self.tokens)
        if positions > 1:
            found.append(f"savedGame: {positions:,} saved positions are stored one after the other")
        if not self.is_exact:
            found.append("savedGame: some text cannot be written again by VASSAL's rules; it is kept as it is")
        return tuple(found)

    def with_text(self, text: str) -> SavedGame:
        """Return the game with another command stream. Raises LimitExceeded."""
        payload = replace(self.payload, text=text)
        return replace(self, payload=payload, tree=decode_stream(text, self.limits), stored_payload=None)

    def with_encoding(self, encoding: Encoding, key: int | None = None) -> SavedGame:
        """Return the game stored in another way; *key* is 0 to 255, None keeps a key that there is."""
        if key is None:
            key = self.payload.key if self.payload.encoding.keyed else DEFAULT_KEY
            key = key if key in encoding.keys else DEFAULT_KEY
        payload = replace(self.payload, encoding=encoding, key=key if encoding.keyed else 0)
        same = payload == self.payload
        return replace(self, payload=payload, stored_payload=self.stored_payload if same else None)

    def map_leaves(self, change: Callable[[Leaf], Leaf]) -> SavedGame:
        """Return the game whose commands went through *change*; itself if nothing changed."""
        tree = map_leaves(self.tree, change)
        if tree == self.tree:
            return self
        payload = replace(self.payload, text=encode_stream(tree))
        return replace(self, payload=payload, tree=tree, stored_payload=None)

    def payload_bytes(self) -> bytes:
        """Return the ``savedGame`` entry: exactly the bytes that were read if nothing changed."""
        if self.stored_payload is not None:
            return self.stored_payload
        return encode_payload(self.payload.text, self.payload.encoding, self.payload.key)

    def archive_bytes(self) -> bytes:
        """Return the file's bytes. Raises PayloadError for a text that the encoding cannot hold."""
        return pack_archive({PAYLOAD_ENTRY: self.payload_bytes(), **self.entries})


_EMPTY = Leaf("")
_END = Leaf(EndSave.PREFIX)

_NOT_UTF8 = re.compile("[\udc80-\udcff]+")
"""The characters that bytes which are not UTF-8 become."""


def _surrogates(text: str) -> int:
    """Return how many bytes of a text were not UTF-8. To encode it is far quicker than to look for them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return sum(map(len, _NOT_UTF8.findall(text)))
    return 0


DEFAULT_KEY = 0x4E
"""The XOR key of games that had none; VASSAL draws one at random, we want the same bytes every time."""


def open_game(source: Path | bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "") -> SavedGame:
    """Read a save or a log, or its XML document, from a path or from bytes in memory.

    Its first bytes show which of the two it is. Raises FileAccessError, ArchiveError, PayloadError,
    StreamError, DocumentError (with the line and the element) or LimitExceeded, each naming the file,
    and MetadataEntitiesError for metadata with entities of its own. Other metadata that cannot be read
    is no error: see :attr:`SavedGame.problems`.
    """
    if is_document(source, name=name):
        # imported here: a document is made of games, so its package is above this module
        from .document import open_document

        return open_document(source, limits, name=name).game
    return read_game(open_archive(source, limits, name=name))


def read_game(archive: Archive) -> SavedGame:
    """Read a save or a log from an open archive; errors as :func:`open_game`."""
    if not archive.has(PAYLOAD_ENTRY):
        raise ArchiveError(
            "this is neither a VASSAL save nor a log",
            file=archive.file,
            expected=f"an archive with an entry {PAYLOAD_ENTRY!r}",
        )
    try:
        stored = archive.read(PAYLOAD_ENTRY)
        payload = decode_payload(stored, archive.limits)
        tree = decode_stream(payload.text, archive.limits)
        entries = _other_entries(archive)
    except VassalError as error:
        raise error.in_file(archive.file) from None
    game = SavedGame(payload, tree, entries, archive.file, stored, archive.limits)
    _ = game.position_end
    game.refuse_entities()
    return game


def _other_entries(archive: Archive) -> dict[str, bytes]:
    """Read the entries besides the payload, together no more than the command stream may have.

    VASSAL writes two of a kilobyte or so.
    """
    entries: dict[str, bytes] = {}
    size = 0
    names = [name for name in archive.names if name != PAYLOAD_ENTRY and not name.endswith("/")]
    for name, data in archive.read_each(names):
        entries[name] = data
        size += len(data)
        archive.limits.check("the size of the other entries", "text_bytes", size, place=f"entry {name!r}")
    return entries
