"""How fast saves are read: ``python -m tests.bench.bench_vassal [FILE]``.

Everything is measured in one run, beside a floor: what the standard library alone needs for the
least that must be done. Without a file it takes the largest save of the corpus, if it is there, and
always a save of our own making with 600 pieces and 6,700 traits.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from adjudicator.vassal.commands import AddPiece, decode_command
from adjudicator.vassal.payload import Encoding, decode_payload, encode_payload
from adjudicator.vassal.pieces import PieceReader
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Node, decode_stream, leaves
from tests.support.corpus import corpus_files
from tests.support.synthetic import large_save

REPEATS = 15
KEY = 0x5A


def best(action: Callable[[], object]) -> float:
    """Return the shortest of several runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def floor_of_decoding(payload: bytes) -> str:
    """Decode with one call for each thing that must be done."""
    table = bytes(value ^ KEY for value in range(256))
    return bytes.fromhex(payload[7:].decode("ascii")).translate(table).decode("utf-8")


def floor_of_splitting(text: str) -> list[list[str]]:
    """Split at every escape and every tab, looking at nothing."""
    return [token.split("\t") for token in text.split("\x1b")]


def typed_parse(tree: Node) -> tuple[int, int, int]:
    """Read every piece with the fields of every trait's type and state; return pieces, traits and fields."""
    reader = PieceReader()
    pieces = traits = fields = 0
    for leaf in leaves(tree):
        if not leaf.text.startswith(AddPiece.PREFIX):
            continue
        command = decode_command(leaf.text)
        if isinstance(command, AddPiece):
            piece = reader.piece(command)
            if piece.type.is_stack or piece.type.is_deck:
                continue
            pieces += 1
            for trait in (*piece.traits, piece.basic):
                fields += len(trait.type.fields) + len(trait.state_fields)
            traits += len(piece.traits)
    return pieces, traits, fields


def measure(name: str, text: str) -> None:
    """Measure one save and print a small table."""
    payload = encode_payload(text, Encoding.VCSK, KEY)
    tree = decode_stream(text)
    pieces, traits, fields = typed_parse(tree)
    rows = [
        ("decode, floor", best(lambda: floor_of_decoding(payload)), 0),
        ("decode the payload", best(lambda: decode_payload(payload)), 0),
        ("split, floor", best(lambda: floor_of_splitting(text)), 2),
        ("split into commands", best(lambda: decode_stream(text)), 2),
        ("full typed parse", best(lambda: typed_parse(tree)), 2),
    ]
    print(f"\n{name}: {len(text):,} characters, {pieces:,} pieces, {traits:,} traits, {fields:,} fields")
    for label, milliseconds, floor in rows:
        print(f"  {label:<22}{milliseconds:>9.2f} ms {milliseconds / rows[floor][1]:>8.2f} x floor")


def largest_save() -> Path | None:
    """Return the save of the corpus with the longest text, None without a corpus."""
    saves = corpus_files(".vsav")
    return max(saves, key=lambda path: len(open_game(path).text), default=None)


def main(arguments: Sequence[str]) -> None:
    """Measure the file named, or the corpus's largest and our own."""
    named = Path(arguments[0]) if arguments else largest_save()
    if named is not None:
        measure(named.name, open_game(named).text)
    if not arguments:
        measure("our own save", large_save(600, 6700))


if __name__ == "__main__":
    main(sys.argv[1:])
