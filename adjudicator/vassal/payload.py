"""The encodings of a save's ``savedGame`` entry: sniffed, read, written (vassal-files.md 1.3 and N6).

The text is UTF-8. Bytes that are not UTF-8 (files older than the rule) are kept by Python's
``surrogateescape`` and written back as they were.
"""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from .errors import LimitExceeded, PayloadError
from .limits import DEFAULT_LIMITS, MEBIBYTE, Limits

__all__ = ["Encoding", "Payload", "decode_payload", "encode_payload", "sniff"]

_XZ_MEMORY = 128 * MEBIBYTE
_XZ_PRESET = 3


class Encoding(Enum):
    """The encoding of a stored command stream. The value is the name that options and files use."""

    VCSK = "vcsk"
    """``!VCSK``, key and text as hex digits: every engine reads it, every release writes it."""
    PLAIN = "plain"
    """The text itself."""
    XZ = "xz"
    """An ``.xz`` stream of the text."""
    VOBS = "vobs"
    """``!VOBS``, a key byte, the text XORed with it: 3.8.0-beta2 writes it."""
    VOBS_DRAFT = "vobs-draft"
    """``VOBS`` without the ``!``, as the form was first proposed: no release writes it."""
    VOXZ = "voxz"
    """``!VOXZ``, a key byte, an ``.xz`` stream XORed with it: no release writes it."""
    VCSZ = "vcsz"
    """``!VCSZ``, key and deflated text as hex digits: no release writes it."""

    @property
    def title(self) -> str:
        """The name of the encoding for people."""
        return _TITLES[self]

    @property
    def keyed(self) -> bool:
        """True if the text is XORed with a key."""
        return self in _KEYS

    @property
    def keys(self) -> range:
        """The keys that may be written; none where there is no key. Any byte is read."""
        return _KEYS.get(self, range(0))


_TITLES = {
    Encoding.VCSK: "!VCSK (obfuscated, hex)",
    Encoding.PLAIN: "plain text",
    Encoding.XZ: "XZ",
    Encoding.VOBS: "!VOBS (obfuscated, binary)",
    Encoding.VOBS_DRAFT: "VOBS (obfuscated, binary; a draft of !VOBS)",
    Encoding.VOXZ: "!VOXZ (obfuscated XZ)",
    Encoding.VCSZ: "!VCSZ (obfuscated, deflated, hex)",
}
_KEYS = {
    Encoding.VCSK: range(256),
    Encoding.VOBS: range(1, 256),
    Encoding.VOBS_DRAFT: range(1, 256),
    Encoding.VOXZ: range(256),
    Encoding.VCSZ: range(256),
}
_MARKS = {
    b"!VCSK": Encoding.VCSK,
    b"\xfd7zXZ\x00": Encoding.XZ,
    b"!VOBS": Encoding.VOBS,
    b"VOBS": Encoding.VOBS_DRAFT,
    b"!VOXZ": Encoding.VOXZ,
    b"!VCSZ": Encoding.VCSZ,
}
_UNKNOWN_MARK = re.compile(rb"![A-Z0-9]{4}|![!-~]{0,7}")
"""A mark, or the beginning of what is none: no command of a stream begins with ``!``."""
_BEFORE_MARK = re.compile(rb"(?:\xef\xbb\xbf|[\t\n\r ])+(?=!|\xfd7zXZ\x00)")
"""What an editor or a mail program may have put in front of a mark; VASSAL then takes the text for a plain one."""
_NO_HEX_DIGIT = re.compile(rb"[^0-9a-fA-F]", re.DOTALL)
_XZ_PADDING = 4
"""Zeros may follow an XZ stream, a multiple of so many; the engine's reader refuses other numbers."""
_MARK_OF = {encoding: mark for mark, encoding in _MARKS.items()}
_MARK_WORDS = (*(mark.decode() for mark in _MARKS if mark.isascii()), "an .xz stream", "plain text")


@lru_cache(maxsize=256)
def _xor_table(key: int) -> bytes:
    return bytes(value ^ key for value in range(256))


def _hidden(raw: bytes, key: int) -> bytes:
    """XOR every byte with the key: once hides, twice shows."""
    return raw.translate(_xor_table(key))


@dataclass(frozen=True, slots=True)
class Payload:
    """A decoded ``savedGame`` entry."""

    text: str
    """The command stream."""
    encoding: Encoding
    key: int
    """The XOR key, 0 to 255; 0 where the encoding has none."""


def sniff(data: bytes) -> Encoding:
    """Return the encoding by the first bytes; what has no mark is plain text, as VASSAL takes it.

    Raises PayloadError for a mark of an encoding that is not known, or one that is not at the beginning.
    """
    known = next((encoding for mark, encoding in _MARKS.items() if data.startswith(mark)), None)
    if known is None and (unknown := _UNKNOWN_MARK.match(data)):
        raise PayloadError(
            "the text is stored in an encoding that this program does not know",
            place="savedGame",
            found=unknown[0].decode(),
            expected=f"one of {', '.join(_MARK_WORDS)}",
        )
    if known is None and (before := _BEFORE_MARK.match(data)):
        raise PayloadError(
            "something stands before the mark of the encoding",
            place="savedGame",
            found=" ".join(f"{byte:02X}" for byte in before[0][:8]),
            expected=f"the mark as the first bytes: one of {', '.join(_MARK_WORDS[:-1])}",
        )
    return known or Encoding.PLAIN


def decode_payload(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Payload:
    """Decode a ``savedGame`` entry. Raises PayloadError or LimitExceeded."""
    encoding = sniff(data)
    body = data[len(_MARK_OF.get(encoding, b"")) :]
    key, raw = _DECODERS[encoding](body, limits) if encoding in _DECODERS else (0, body)
    limits.check("the size of the command stream", "text_bytes", len(raw), place="savedGame")
    return Payload(raw.decode("utf-8", "surrogateescape"), encoding, key)


def encode_payload(text: str, encoding: Encoding, key: int = 0x4E) -> bytes:
    """Encode a command stream. *key* is one of ``encoding.keys`` and is ignored where it has none.

    Raises PayloadError when the text cannot be stored: a plain text that would be taken for
    another encoding, a lone surrogate that represents no byte, a key out of range.
    """
    if encoding.keyed and key not in encoding.keys:
        raise PayloadError(
            "the key is out of range",
            found=str(key),
            expected=f"{encoding.keys.start} to {encoding.keys.stop - 1} for {encoding.title}",
        )
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise PayloadError(
            "the text has a character that UTF-8 cannot hold",
            place=f"character {error.start}",
            found=repr(text[error.start]),
        ) from None
    return _ENCODERS[encoding](raw, key)


def _decode_vcsk(body: bytes, _limits: Limits) -> tuple[int, bytes]:
    """Undo the hex digits and the key; the mark before them has five bytes."""
    if len(body) < 2:
        raise PayloadError("the text ends before the key", place="savedGame", expected="two hex digits")
    try:
        raw = binascii.unhexlify(body)
    except binascii.Error:
        raise _wrong_digits(body) from None
    return raw[0], _hidden(raw[1:], raw[0])


def _wrong_digits(body: bytes) -> PayloadError:
    """Return what is wrong with text that is not pairs of hex digits."""
    wrong = _NO_HEX_DIGIT.search(body)
    if wrong is None:
        return PayloadError(
            "the text ends in the middle of a byte",
            place="savedGame",
            found=f"{len(body) - 2:,} hex digits",
            expected="an even number",
        )
    return PayloadError(
        "a character is not a hex digit",
        place=f"savedGame, byte {wrong.start() + 5:,}",
        found=wrong[0].decode() if b"!" <= wrong[0] <= b"~" else f"the byte {wrong[0][0]:02X}",
        expected="0-9 or a-f",
    )


def _decode_vobs(body: bytes, _limits: Limits) -> tuple[int, bytes]:
    if not body:
        raise PayloadError("the text ends before the key", place="savedGame", expected="one byte")
    return body[0], _hidden(body[1:], body[0])


def _decode_vcsz(body: bytes, limits: Limits) -> tuple[int, bytes]:
    key, packed = _decode_vcsk(body, limits)
    return key, _inflate(packed, limits)


def _inflate(packed: bytes, limits: Limits) -> bytes:
    """Inflate one zlib stream, never holding more than the limit and one chunk."""
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, limits.text_bytes + 1)
    except zlib.error:
        raise PayloadError("the deflated text is damaged", place="savedGame") from None
    limits.check("the size of the command stream", "text_bytes", len(raw), place="savedGame")
    if not unpacker.eof:
        raise PayloadError("the deflated text ends too early", place="savedGame")
    if unpacker.unused_data:
        raise PayloadError(
            "something follows the deflated text", place="savedGame", found=f"{len(unpacker.unused_data):,} bytes"
        )
    return raw


def _decode_voxz(body: bytes, limits: Limits) -> tuple[int, bytes]:
    key, packed = _decode_vobs(body, limits)
    return key, _unpack_xz(packed, limits)


def _decode_xz(body: bytes, limits: Limits) -> tuple[int, bytes]:
    return 0, _unpack_xz(_MARK_OF[Encoding.XZ] + body, limits)


def _unpack_xz(packed: bytes, limits: Limits) -> bytes:
    """Unpack one ``.xz`` stream, never holding more than the limit and one chunk."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    try:
        raw = unpacker.decompress(packed, limits.text_bytes + 1)
    except lzma.LZMAError as error:
        if "memory" in str(error).lower():
            raise LimitExceeded(
                "the XZ stream asks for more memory than the limit",
                place="savedGame",
                expected=f"at most {_XZ_MEMORY:,} bytes",
            ) from None
        raise PayloadError(f"the XZ stream is damaged: {error}", place="savedGame") from None
    limits.check("the size of the command stream", "text_bytes", len(raw), place="savedGame")
    if not unpacker.eof:
        raise PayloadError("the XZ stream ends too early", place="savedGame")
    if unpacker.unused_data.strip(b"\0"):
        raise PayloadError(
            "something follows the XZ stream", place="savedGame", found=f"{len(unpacker.unused_data):,} bytes"
        )
    if len(unpacker.unused_data) % _XZ_PADDING:
        raise PayloadError(
            "the padding after the XZ stream has a wrong length",
            place="savedGame",
            found=f"{len(unpacker.unused_data):,} zero bytes",
            expected="a multiple of four",
        )
    return raw


def _looks_encoded(raw: bytes) -> bool:
    forms = (_UNKNOWN_MARK.match(raw), _BEFORE_MARK.match(raw))
    return raw.startswith(tuple(_MARKS)) or any(forms)


def _encode_plain(raw: bytes, _key: int) -> bytes:
    if _looks_encoded(raw):
        raise PayloadError(
            "the text begins like an encoded one and cannot be stored as plain text", found=raw[:6].decode("latin-1")
        )
    return raw


def _pack_xz(raw: bytes) -> bytes:
    return lzma.compress(raw, lzma.FORMAT_XZ, preset=_XZ_PRESET)


_DECODERS: Mapping[Encoding, Callable[[bytes, Limits], tuple[int, bytes]]] = {
    Encoding.VCSK: _decode_vcsk,
    Encoding.VOBS: _decode_vobs,
    Encoding.VOBS_DRAFT: _decode_vobs,
    Encoding.VOXZ: _decode_voxz,
    Encoding.VCSZ: _decode_vcsz,
    Encoding.XZ: _decode_xz,
}
_ENCODERS: Mapping[Encoding, Callable[[bytes, int], bytes]] = {
    Encoding.VCSK: lambda raw, key: b"!VCSK%02x" % key + _hidden(raw, key).hex().encode(),
    Encoding.PLAIN: _encode_plain,
    Encoding.XZ: lambda raw, _key: _pack_xz(raw),
    Encoding.VOBS: lambda raw, key: b"!VOBS" + bytes([key]) + _hidden(raw, key),
    Encoding.VOBS_DRAFT: lambda raw, key: b"VOBS" + bytes([key]) + _hidden(raw, key),
    Encoding.VOXZ: lambda raw, key: b"!VOXZ" + bytes([key]) + _hidden(_pack_xz(raw), key),
    Encoding.VCSZ: lambda raw, key: b"!VCSZ%02x" % key + _hidden(zlib.compress(raw), key).hex().encode(),
}
