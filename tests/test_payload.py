"""The payload in every encoding: there and back, sniffed, damaged, and bombs that must not go off."""

from __future__ import annotations

import lzma
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.errors import LimitExceeded, PayloadError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.payload import Encoding, decode_payload, encode_payload, sniff
from adjudicator.vassal.saved_game import DEFAULT_KEY, open_game
from tests.support.corpus import corpus_file
from tests.support.synthetic import archive, small_log

TEXT = "begin_save\x1b日本 ü\U0001f600\x1bend_save"
SETTINGS = settings(derandomize=True, deadline=None, max_examples=60)
MEBIBYTE = 1024 * 1024


@pytest.mark.parametrize("encoding", Encoding)
def test_there_and_back(encoding: Encoding) -> None:
    for key in range(256):
        if encoding.keyed and key not in encoding.keys:
            continue
        data = encode_payload(TEXT, encoding, key)
        payload = decode_payload(data)
        assert (payload.text, payload.encoding, payload.key) == (TEXT, encoding, key if encoding.keyed else 0)
        assert sniff(data) is encoding


@SETTINGS
@given(st.text(), st.sampled_from(Encoding), st.sampled_from(Encoding), st.integers(1, 255))
def test_conversions_keep_the_text(text: str, first: Encoding, second: Encoding, key: int) -> None:
    if text.startswith(("!V", "VOBS")):
        return
    once = decode_payload(encode_payload(text, first, key)).text
    assert decode_payload(encode_payload(once, second, key)).text == text


@SETTINGS
@given(st.binary())
def test_bytes_that_are_not_utf8_are_kept(raw: bytes) -> None:
    data = b"!VCSK00" + raw.hex().encode()
    payload = decode_payload(data)
    assert encode_payload(payload.text, payload.encoding, payload.key) == data
    for encoding in (each for each in Encoding if each not in (Encoding.PLAIN, Encoding.VCSK)):
        assert decode_payload(encode_payload(payload.text, encoding, 7)).text == payload.text


def test_hex_digits_of_both_cases_are_read() -> None:
    data = encode_payload(TEXT, Encoding.VCSK, 0xAB)
    assert data.startswith(b"!VCSKab")
    assert decode_payload(data[:5] + data[5:].upper()).text == TEXT


def test_the_key_of_a_known_file() -> None:
    assert decode_payload(b"!VCSK3a585f5d53").text == "begi"
    assert encode_payload("日本", Encoding.VCSK, 0x28) == b"!VCSK28cebf8dceb484"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"!VCSK", "before the key"),
        (b"!VCSK1", "before the key"),
        (b"!VCSK00616", "middle of a byte"),
        (b"!VCSK0061g2", "byte 9"),
        (b"!VCSK00 61 ", "byte 7"),
        (b"!VCSK00\xff1", "byte 7"),
        (b"VOBS", "before the key"),
        (b"!VOBS", "before the key"),
        (b"!VCSZ4", "before the key"),
        (b"!VCSZ00" + zlib.compress(TEXT.encode())[:-1].hex().encode(), "too early"),
        (b"!VCSZ00" + zlib.compress(TEXT.encode()).hex().encode() + b"00", "something follows"),
        (b"!VCSZ00616263", "damaged"),
        (b"!VCSK006162\n", "byte 11: .*got 'the byte 0A'"),
        (b"!VCSK006162\r\n", "byte 11: .*got 'the byte 0D'"),
        (b"!VXYZ00616263", "got '!VXYZ'; expected one of !VCSK, !VOBS"),
        (b"!vobs\x01abc", "does not know .got '!vobs'; expected one of !VCSK"),
        (b"!Vobs\x01abc", "got '!Vobs'"),
        (b"!VC", "got '!VC'"),
        (b"!", "got '!'"),
        (b"!V\xff\xfe\x00", "got '!V'"),
        (b"!V-OBS\x01abc", "got '!V-OBS'"),
        (b"\xef\xbb\xbf!VCSK006162", "before the mark .*got 'EF BB BF'; expected the mark as the first bytes"),
        (b" \r\n!VOBS\x01abc", "got '20 0D 0A'"),
        (b"\n\xfd7zXZ\x00abc", "got '0A'"),
        (b"!VOXZ", "before the key"),
        (b"!VOXZ\x07", "too early"),
        (b"!VOXZ\x07abcdefghijklm", "damaged"),
        (b"\xfd7zXZ\x00", "too early"),
        (b"\xfd7zXZ\x00garbage all over", "damaged"),
    ],
)
def test_damaged_payloads(data: bytes, words: str) -> None:
    with pytest.raises(PayloadError, match=words):
        decode_payload(data)


def test_nothing_at_all_is_an_empty_plain_text() -> None:
    assert decode_payload(b"").text == ""
    assert decode_payload(b"").encoding is Encoding.PLAIN
    assert decode_payload(b"!VCSK00").text == ""
    assert decode_payload(encode_payload("", Encoding.XZ)).text == ""


def test_damaged_xz_streams() -> None:
    packed = encode_payload(TEXT * 100, Encoding.XZ)
    for size in range(6, len(packed), 7):
        with pytest.raises(PayloadError):
            decode_payload(packed[:size])
    with pytest.raises(PayloadError, match="something follows"):
        decode_payload(packed + b"more")
    with pytest.raises(PayloadError, match="something follows"):
        decode_payload(packed + packed)
    assert decode_payload(packed + bytes(8)).text == TEXT * 100
    with pytest.raises(PayloadError, match=r"wrong length .*3 zero bytes"):
        decode_payload(packed + bytes(3))
    for place in range(6, len(packed)):
        with pytest.raises((PayloadError, LimitExceeded)):
            decode_payload(packed[:place] + bytes([packed[place] ^ 0x55]) + packed[place + 1 :] + b"x")


def test_an_xz_bomb_stops_early() -> None:
    packer = lzma.LZMACompressor(preset=0)
    bomb = b"".join([*[packer.compress(bytes(MEBIBYTE)) for _ in range(64)], packer.flush()])
    assert len(bomb) < 40_000
    limits = Limits(text_bytes=4 * MEBIBYTE)
    for data in (bomb, b"!VOXZ\x00" + bomb):
        tracemalloc.start()
        with pytest.raises(LimitExceeded, match="text_bytes"):
            decode_payload(data, limits)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 32 * MEBIBYTE


def test_a_deflate_bomb_stops_early() -> None:
    bomb = b"!VCSZ00" + zlib.compress(bytes(64 * MEBIBYTE)).hex().encode()
    tracemalloc.start()
    with pytest.raises(LimitExceeded, match="text_bytes"):
        decode_payload(bomb, Limits(text_bytes=4 * MEBIBYTE))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * MEBIBYTE


def test_a_huge_dictionary_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28}]
    packed = lzma.compress(b"begin_save", filters=filters)
    with pytest.raises(LimitExceeded, match="more memory"):
        decode_payload(packed)


def test_the_limit_on_the_text_holds_in_every_encoding() -> None:
    limits = Limits(text_bytes=100)
    for encoding in Encoding:
        assert decode_payload(encode_payload("x" * 100, encoding, 3), limits).text == "x" * 100
        with pytest.raises(LimitExceeded):
            decode_payload(encode_payload("x" * 101, encoding, 3), limits)


@pytest.mark.parametrize("text", ["!VCSK00", "VOBS", "!VOBS", "!VOXZ", "VOBSession", "!VNEW", "!x", "\n!VOBS"])
def test_a_plain_text_that_looks_encoded_cannot_be_plain(text: str) -> None:
    with pytest.raises(PayloadError, match="begins like an encoded one"):
        encode_payload(text, Encoding.PLAIN)
    assert decode_payload(encode_payload(text, Encoding.VCSK)).text == text


def test_keys_that_may_not_be_written() -> None:
    for encoding, key in ((Encoding.VCSK, 256), (Encoding.VCSK, -1), (Encoding.VOBS, 0), (Encoding.VOBS, 256)):
        with pytest.raises(PayloadError, match="out of range"):
            encode_payload(TEXT, encoding, key)
    assert encode_payload(TEXT, Encoding.XZ, 999) == encode_payload(TEXT, Encoding.XZ)


def test_a_lone_surrogate_cannot_be_stored() -> None:
    with pytest.raises(PayloadError, match="character 1"):
        encode_payload("a\ud800", Encoding.VCSK)


def test_vobs_with_key_zero_is_read_but_never_written_anew() -> None:
    """The engine's keys are 1 to 255; a file with key 0 is read, kept as it is, and changed with another key."""
    data = b"!VOBS\x00" + b"begin_save\x1bend_save"
    assert decode_payload(data).key == 0
    game = open_game(archive("begin_save\x1bend_save"))
    zero = game.with_encoding(Encoding.VCSK, 0)
    assert zero.payload.key == 0
    assert zero.with_encoding(Encoding.VOBS).payload.key == DEFAULT_KEY


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("bangvobs", Encoding.VOBS), ("vobs", Encoding.VOBS_DRAFT), ("voxz", Encoding.VOXZ), ("vcsz", Encoding.VCSZ),
        ("xz", Encoding.XZ),
    ],
)  # fmt: skip
def test_files_of_other_writers(name: str, encoding: Encoding) -> None:
    """The same log in every encoding, made by another program, is the same text."""
    game = open_game(corpus_file(f"encodings/{name}.vlog"))
    assert game.payload.encoding is encoding
    assert game.text == open_game(corpus_file("encodings/xz.vlog")).text


@pytest.mark.parametrize("first", Encoding)
@pytest.mark.parametrize("second", Encoding)
def test_whole_games_are_converted(first: Encoding, second: Encoding) -> None:
    game = open_game(archive(small_log(), first, 0x21))
    converted = open_game(game.with_encoding(second).archive_bytes())
    assert converted.text == game.text == small_log()
    assert converted.payload.encoding is second
    assert converted.entries == game.entries


@SETTINGS
@given(st.sampled_from([b"!VCSK", b"VOBS", b"!VOXZ", b"\xfd7zXZ\x00", b""]), st.binary(max_size=60))
def test_random_bytes_never_raise_anything_else(mark: bytes, rest: bytes) -> None:
    try:
        payload = decode_payload(mark + rest)
    except (PayloadError, LimitExceeded):
        return
    assert isinstance(payload.text, str)
