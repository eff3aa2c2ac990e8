"""Saves and logs made of command texts, as files in memory: for tests of what builders would not write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.payload import Encoding, encode_payload
from adjudicator.vassal.saved_game import MODULE_ENTRY, PAYLOAD_ENTRY, SAVE_ENTRY
from adjudicator.vassal.stream import Group, Leaf, Node, encode_stream

Step = str | Sequence[str]
"""A step's commands; a lone text is a step of one command."""

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n<data version="1">{}</data>'


def piece(piece_id: str, name: str, place: str = "Main Map;100;100", traits: Mapping[str, str] | None = None) -> str:
    """Return the command that adds a piece; *traits* are types with their states, the outermost first."""
    kind, state = f"piece;;;picture.svg;{name}", f"{place};1;0"
    for trait, value in reversed([*(traits or {}).items()]):
        kind, state = nested(trait, kind), nested(value, state)
    return "/".join(["+", piece_id, kind.replace("/", "\\/"), state.replace("/", "\\/")])


def nested(outer: str, inner: str) -> str:
    """Put a trait's type or state around another one's."""
    return f"{outer}\t" + inner.replace("\t", "\\\t")


def metadata(**texts: str) -> bytes:
    """Return a metadata entry with these elements."""
    escaped = {key: value.replace("&", "&amp;").replace("<", "&lt;") for key, value in texts.items()}
    return _XML.format("".join(f"<{key}>{value}</{key}>" for key, value in escaped.items())).encode()


def raw_file(
    position: Iterable[str],
    steps: Iterable[Step] = (),
    *,
    module: str = "Skirmish",
    version: str = "1.0",
    engine: str = "3.7.26",
    comment: str = "",
    loose: Iterable[str] = (),
    entries: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return the bytes of a save or a log; *loose* are commands after the position that are no steps."""
    tokens: list[Node] = [Leaf("begin_save"), *map(Leaf, position), Leaf("end_save"), *map(Leaf, loose)]
    for step in steps:
        leaves = [Leaf(f"LOG\t{text}") for text in ([step] if isinstance(step, str) else step)]
        tokens.append(leaves[0] if len(leaves) == 1 else Group(tuple(leaves)))
    payload = encode_payload(encode_stream(Group(tuple(tokens))), Encoding.VCSK, 7)
    save = metadata(version="", VassalVersion=engine, dateSaved="1700000000000", description=comment)
    about = metadata(version=version, VassalVersion=engine, dateSaved="1600000000000", name=module)
    return pack_archive({PAYLOAD_ENTRY: payload, SAVE_ENTRY: save, MODULE_ENTRY: about, **(entries or {})})


def file_of_case(case: Mapping[str, Any], positions: Mapping[str, Sequence[str]]) -> bytes:
    """Return the file that a case of ``tests/cases`` describes."""
    origin = {key: case[key] for key in ("module", "version", "engine", "comment", "loose") if key in case}
    position = [*positions[case["position"]], *case.get("more", ())]
    return raw_file(position, case.get("steps", ()), **origin)
