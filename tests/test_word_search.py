"""Many words looked for at once give what a pattern of alternatives gives, the longest first."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.vassal.word_search import WordSearch

LETTERS = "ab_;\\é²-"
WORDS = st.sets(st.text(LETTERS, min_size=4, max_size=7), min_size=1, max_size=12)


def by_pattern(words: set[str], text: str) -> str:
    def whole(word: str) -> str:
        before = r"(?<!\w)" if word[0].isalnum() else ""
        return before + re.escape(word) + (r"(?!\w)" if word[-1].isalnum() else "")

    pattern = "|".join(map(whole, sorted(words, key=lambda word: (-len(word), word))))
    return re.sub(pattern, lambda match: f"<{match.group()}>", text)


@given(st.data(), WORDS)
def test_words_are_found_as_by_a_pattern(data: st.DataObject, words: set[str]) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from([*LETTERS, *sorted(words)]), max_size=14)))
    assert WordSearch(words).replaced(text, lambda word: f"<{word}>") == by_pattern(words, text)


@pytest.mark.parametrize("start", ["pw", "_w", "a;"])
def test_thousands_of_words_are_found(start: str) -> None:
    words = {f"{start}{number:05}" for number in range(20_000)}
    text = f"{start}00017, {start}19999 and {start}99999"
    assert WordSearch(words).replaced(text, lambda _word: "?") == f"?, ? and {start}99999"
