"""Good files and their damaging, for the fuzzer: bytes, commands, numbers, metadata, archives within archives."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from adjudicator.audit_file.chain import sealed
from adjudicator.vassal import sequence
from adjudicator.vassal.payload import Encoding, encode_payload
from adjudicator.vassal.saved_game import MODULE_ENTRY, PAYLOAD_ENTRY, SAVE_ENTRY, open_game
from tests.support.corpus import corpus_files
from tests.support.synthetic import archive, small_log, small_save

__all__ = ["Seed", "damaged_game", "damaged_json", "damaged_member", "damaged_text", "mutate", "seeds"]

_LARGEST_CORPUS_FILE = 4_000
_SPECIAL = ["\x1b", "\t", "\\", "'", ";", "/", ",", "|", "~", "\0", "\n", "ü", "\U0001f600", "\ud800"]
_WILD_NUMBERS = [
    "0", "-1", "1", "2147483647", "2147483648", "-2147483649", "9" * 30, "9" * 3000, "1e999", "NaN", "-", "0x1", "٣",
    "1.5", "", " 1", "+1",
]  # fmt: skip
_WORDS = [
    "null", "true", "false", "stack", "deck;", "piece;;;a;A", "LOG\t", "UNDO\ttrue", "end_save", "begin_save", "+/",
]  # fmt: skip
_XML_TRICKS = [
    b"<!DOCTYPE data [<!ENTITY a 'b'>]>", b"&a;", b"<a>" * 300, b"\xff", b"<!--", b"]]>", b"</data>", b"<data>",
    b"<VassalVersion>9</VassalVersion>", b"&#0;", b"<![CDATA[",
]  # fmt: skip


@dataclass(frozen=True)
class Seed:
    """A good file to begin with."""

    name: str
    data: bytes
    text: str


def seeds() -> list[Seed]:
    """Return the files to begin with: our own, and the small ones of the corpus if it is there."""
    own = [Seed("save.vsav", archive(small_save()), small_save()), Seed("log.vlog", archive(small_log()), small_log())]
    others = [path for path in corpus_files(".vsav", ".vlog") if path.stat().st_size <= _LARGEST_CORPUS_FILE]
    return own + [Seed(path.name, path.read_bytes(), open_game(path).text) for path in others]


def mutate(chance: random.Random, seed: Seed) -> bytes:
    """Return a damaged file."""
    kind = chance.randrange(8)
    if kind == 0:
        return _damaged_bytes(chance, seed.data)
    if kind == 1:
        return _repacked(chance, seed, _damaged_bytes(chance, _payload(chance, seed.text)))
    return _repacked(chance, seed, _payload(chance, _damaged_text(chance, seed.text)))


def damaged_game(chance: random.Random, data: bytes) -> bytes:
    """Return a save or a log damaged, mostly in its steps: what lies on the table has far more commands."""
    seed = Seed("", data, open_game(data).text)
    if chance.random() < 0.4:
        return mutate(chance, seed)
    tokens = sequence.decode(seed.text, "\x1b")
    for _ in range(chance.choice([1, 1, 2, 4])):
        late = [at for at, token in enumerate(tokens) if token.startswith(("LOG\t", "UNDO"))] or range(len(tokens))
        at = chance.choice(late)
        kind = chance.randrange(4)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(chance.choice(late), tokens[at])
        else:
            damage = chance.choice([_wild_number, _wild_number, _other_field, _special, _without, _cut])
            tokens[at] = damage(chance, tokens[at])
        if not tokens:
            break
    return _repacked(chance, seed, _payload(chance, sequence.encode(tokens, "\x1b")))


def damaged_member(chance: random.Random, data: bytes) -> bytes:
    """Return an archive with one of its entries damaged, or the archive itself."""
    if chance.random() < 0.1:
        return _damaged_bytes(chance, data)
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        entries = {name: source.read(name) for name in source.namelist()}
    plain = [name for name in entries if entries[name].lstrip().startswith(b"<")]
    name = chance.choice(plain if plain and chance.random() < 0.8 else [*entries])
    entries[name] = (
        _damaged_xml(chance, entries[name]) if chance.random() < 0.5 else damaged_text(chance, entries[name])
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for each, content in entries.items():
            target.writestr(zipfile.ZipInfo(each), content)
    return buffer.getvalue()


def damaged_text(chance: random.Random, data: bytes) -> bytes:
    """Return a text damaged: numbers, words, lines, single characters, or bytes."""
    if chance.random() < 0.15:
        return _damaged_bytes(chance, data)
    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    for _ in range(chance.choice([1, 1, 2, 4])):
        at = chance.randrange(len(lines) or 1)
        kind = chance.randrange(5)
        if lines and kind == 0:
            del lines[at]
        elif lines and kind == 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        else:
            damage = chance.choice([_wild_number, _other_field, _special, _without])
            lines[at : at + 1] = [damage(chance, "".join(lines[at : at + 1]))]
    return "".join(lines).encode("utf-8", "surrogatepass" if chance.random() < 0.5 else "replace")


def damaged_json(chance: random.Random, data: bytes) -> bytes:
    """Return a JSON document with values changed, taken away, or exchanged; of an audit file often chained anew."""
    if chance.random() < 0.2:
        return damaged_text(chance, data)
    document = json.loads(data)
    for _ in range(chance.choice([1, 1, 2, 4])):
        holder = document
        while isinstance(holder, dict | list) and holder:
            key = chance.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
            below = holder[key]
            if not isinstance(below, dict | list) or not below or chance.random() < 0.15:
                _damage_value(chance, holder, key)
                break
            holder = below
    if document.get("kind") == "game-audit" and chance.random() < 0.7:
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            entries = [{key: value for key, value in each.items() if key != "hash"} for each in document["entries"]]
            head = {key: value for key, value in document.items() if key not in ("entries", "end")}
            document = sealed(head, entries)
    return json.dumps(document, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def _damage_value(chance: random.Random, holder: Any, key: Any) -> None:
    kind = chance.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = chance.choice([None, True, [], {}, "", [[]], {"a": None}])
    elif kind == 2:
        holder[key] = chance.choice([0, -1, 1, 9, 10**30, -(10**400), 1e308, 0.5])
    elif kind == 3:
        holder[key] = _special(chance, str(holder[key]))
    elif isinstance(holder, dict):
        holder[key] = holder[chance.choice([*holder])]
    else:
        holder.append(holder[key])


def _payload(chance: random.Random, text: str) -> bytes:
    encoding = chance.choice(list(Encoding))
    raw = text.encode("utf-8", "surrogatepass")
    if encoding is Encoding.PLAIN:
        return raw
    return encode_payload(raw.decode("utf-8", "surrogateescape"), encoding, chance.randrange(1, 256))


def _repacked(chance: random.Random, seed: Seed, payload: bytes) -> bytes:
    entries: dict[str, bytes] = {PAYLOAD_ENTRY: payload}
    with zipfile.ZipFile(io.BytesIO(seed.data)) as source:
        for name in (SAVE_ENTRY, MODULE_ENTRY):
            if name in source.namelist() and chance.random() < 0.9:
                data = source.read(name)
                entries[name] = _damaged_xml(chance, data) if chance.random() < 0.1 else data
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as target:
        for name, data in entries.items():
            target.writestr(zipfile.ZipInfo(name), data, target.compression)
    return buffer.getvalue()


def _damaged_bytes(chance: random.Random, data: bytes) -> bytes:
    mutated = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        start, length = chance.randrange(len(mutated) + 1), chance.choice([1, 1, 2, 4, 16, 200])
        kind = chance.randrange(6)
        if kind == 0 and mutated:
            mutated[start % len(mutated)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del mutated[start:]
        elif kind == 2:
            del mutated[start : start + length]
        elif kind == 3:
            mutated[start:start] = chance.randbytes(length)
        elif kind == 4:
            mutated[start:start] = mutated[start : start + length] * chance.choice([1, 2, 50])
        else:
            mutated[start : start + length] = chance.choice([b"\0", b"\xff"]) * length
    return bytes(mutated)


def _damaged_xml(chance: random.Random, data: bytes) -> bytes:
    if chance.random() < 0.3:
        return _damaged_bytes(chance, data)
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(_XML_TRICKS) + data[place:]


def _damaged_text(chance: random.Random, text: str) -> str:
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        text = chance.choice(_TEXT_MUTATIONS)(chance, text)
    return text


def _wild_number(chance: random.Random, text: str) -> str:
    return _replaced(chance, text, r"-?[0-9]+", chance.choice(_WILD_NUMBERS))


def _other_field(chance: random.Random, text: str) -> str:
    fields = re.findall(r"[^\x1b\t;/,\\]+", text) or [""]
    return _replaced(chance, text, r"[^\x1b\t;/,\\]*", chance.choice([*fields[:200], *_WORDS]))


def _replaced(chance: random.Random, text: str, pattern: str, word: str) -> str:
    """Put *word* in the place of one match of *pattern*, near a random place."""
    match = re.compile(pattern).search(text, chance.randrange(len(text) + 1))
    return text[: match.start()] + word + text[match.end() :] if match else text


def _special(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(_SPECIAL) * chance.choice([1, 1, 1, 2, 3, 40, 2000]) + text[place:]


def _without(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place + chance.choice([1, 1, 2, 10, 100]) :]


def _cut(chance: random.Random, text: str) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _tokens(chance: random.Random, text: str) -> str:
    """Delete, repeat, swap or nest commands of the outermost level."""
    tokens = sequence.decode(text, "\x1b")
    first, second = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    kind = chance.randrange(5)
    if kind == 0:
        del tokens[first]
    elif kind == 1:
        tokens[first:first] = [tokens[second]] * chance.choice([1, 2, 20])
    elif kind == 2:
        tokens[first], tokens[second] = tokens[second], tokens[first]
    elif kind == 3:
        for _ in range(chance.choice([1, 3, 150, 400])):
            tokens[first] = sequence.encode([tokens[first], "x"], "\x1b")
    else:
        tokens[first] = "LOG\t" + tokens[first]
    return sequence.encode(tokens, "\x1b")


def _one_command(chance: random.Random, text: str) -> str:
    """Damage one command, whole as it is, and put it back encoded."""
    tokens = sequence.decode(text, "\x1b")
    index = chance.randrange(len(tokens))
    damage = chance.choice([_wild_number, _other_field, _special, _without, _cut])
    tokens[index] = damage(chance, tokens[index])
    return sequence.encode(tokens, "\x1b")


_TEXT_MUTATIONS: Sequence[Callable[[random.Random, str], str]] = (
    _wild_number, _wild_number, _other_field, _other_field, _special, _without, _cut, _tokens, _tokens, _one_command,
)  # fmt: skip
