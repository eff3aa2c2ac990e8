"""The sequence encoding: known texts, and everything that can be encoded there and back."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "sequence" / "encoded.toml").read_text("utf-8")
)["case"]
DELIMITERS = st.sampled_from(",;/|\t\x1b~:+$=") | st.characters(exclude_characters="\\'")
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)


def texts_about(delimiter: str) -> st.SearchStrategy[str]:
    """Texts in which the characters that matter are frequent."""
    return st.text(max_size=12) | st.text(st.sampled_from([delimiter, "\\", "'", "a", "ü"]), max_size=12)


def reference_decode(text: str, delimiter: str) -> list[str]:
    """Decode character by character, as the format notes say it."""
    tokens, token = [], ""
    for index, character in enumerate(text):
        if character != delimiter:
            token += character
        elif index and text[index - 1] == "\\":
            token = token[:-1] + character
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    return [t[1:-1] if len(t) >= 2 and t[0] == "'" and t[-1] == "'" else t for t in tokens]


def reference_encode(elements: list[str], delimiter: str) -> str:
    """Encode character by character, as the format notes say it."""
    encoded = []
    for element in elements:
        escaped = "".join("\\" + character if character == delimiter else character for character in element)
        quoted = element[:1] == "\\" or (element[:1] == "'" and element[-1:] == "'")
        encoded.append(f"'{escaped}'" if quoted else escaped)
    return delimiter.join(encoded)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_known_texts(case: dict[str, Any]) -> None:
    decoded = case.get("decoded", case["elements"])
    assert sequence.encode(case["elements"], case["delimiter"]) == case["encoded"]
    assert sequence.decode(case["encoded"], case["delimiter"]) == decoded
    assert sequence.is_encodable(case["elements"], case["delimiter"]) == ("decoded" not in case)


def test_an_empty_list_reads_as_one_empty_element() -> None:
    assert sequence.encode([], ";") == ""
    assert sequence.decode("", ";") == [""]
    assert sequence.is_encodable([], ";")


@SETTINGS
@given(st.data())
def test_there_and_back(data: st.DataObject) -> None:
    delimiter = data.draw(DELIMITERS)
    elements = data.draw(st.lists(texts_about(delimiter), min_size=1, max_size=6))
    back = sequence.decode(sequence.encode(elements, delimiter), delimiter)
    gap = any(
        element.endswith("\\") and element[0] != "\\" and not (element[0] == element[-1] == "'")
        for element in elements[:-1]
    )
    assert (back == elements) == sequence.is_encodable(elements, delimiter) == (not gap)


@SETTINGS
@given(st.data())
def test_agrees_with_the_format_notes_on_any_text(data: st.DataObject) -> None:
    delimiter = data.draw(DELIMITERS)
    text = data.draw(texts_about(delimiter))
    assert sequence.decode(text, delimiter) == reference_decode(text, delimiter)
    elements = data.draw(st.lists(texts_about(delimiter), max_size=4))
    assert sequence.encode(elements, delimiter) == reference_encode(elements, delimiter)


@SETTINGS
@given(st.data())
def test_lists_in_lists(data: st.DataObject) -> None:
    """Up to six levels, each with its own delimiter or all with the same."""
    levels = data.draw(st.integers(1, 6))
    same = data.draw(st.booleans())
    delimiters = [data.draw(DELIMITERS)] * levels if same else [data.draw(DELIMITERS) for _ in range(levels)]
    safe = st.text(max_size=6).map(lambda text: text.rstrip("\\"))
    lists = [data.draw(st.lists(safe, min_size=1, max_size=3)) for _ in range(levels)]
    text = ""
    for elements, delimiter in zip(lists, delimiters, strict=True):
        text = sequence.encode([*elements, text], delimiter)
    for elements, delimiter in zip(reversed(lists), reversed(delimiters), strict=True):
        *back, text = sequence.decode(text, delimiter)
        assert back == elements
    assert text == ""


def test_a_deep_delimiter_has_as_many_backslashes_as_levels_around_it() -> None:
    text = "end"
    for _ in range(48):
        text = sequence.encode(["level", text], "\t")
    assert text.endswith("\\" * 47 + "\tend")


@pytest.mark.parametrize("text", ["'" * 1_000_000, "\\\t" * 500_000, "\t" * 1_000_000, "\\" * 1_000_000])
def test_long_texts(text: str) -> None:
    tokens = sequence.decode(text, "\t")
    assert sum(map(len, tokens)) + len(tokens) - 1 <= len(text)
