"""The small words of the chat's grammar: the file has every group that the grammar asks for, and no other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from adjudicator.referee.dialects import chat_vocabulary
from adjudicator.referee.dialects.chat_vocabulary import WordGroup, any_of, figures, ordinals, unit_nouns, words_in
from tests.support.rule_cases import built_in_game

FILE = Path(chat_vocabulary.__file__).with_suffix(".toml")


def test_the_file_has_the_groups_that_are_asked_for() -> None:
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    assert set(document["groups"]) == set(WordGroup)
    assert set(document) == {
        "groups", "dictated-signs", "figures", "misheard-words", "numbers-in-letters", "ordinals", "relative-places",
        "spellings", "spoken-letters", "telegram-words", "unit-nouns",
    }  # fmt: skip


@pytest.mark.parametrize("group", WordGroup)
def test_each_word_of_a_group_is_found_by_its_expression(group: WordGroup) -> None:
    words = words_in(group)
    assert words
    for word in words:
        assert word == word.casefold()
        typed = word.removesuffix("*").replace(" ", "  ")
        assert re.fullmatch(any_of(group), typed), word


def test_the_longest_words_are_found_and_all_endings_where_the_file_says_so() -> None:
    found = re.match(any_of(WordGroup.TARGET_PREPOSITIONS), "versus 6/2")
    assert found is not None
    assert found[0] == "versus"
    assert re.fullmatch(any_of(WordGroup.SPOTTING), "spotted")
    both = any_of(WordGroup.COMMAND_POINTS, WordGroup.OTHER_POINTS)
    assert re.fullmatch(both, "cps")
    assert re.fullmatch(both, "punti")


def test_numbers_in_letters_are_figures() -> None:
    assert (figures()["eight"], figures()["acht"], figures()["huit"]) == ("8", "8", "8")
    assert "one" not in figures()
    assert set(figures().values()) <= set("0123456789")
    assert [int(ordinals()[word]) for word in ("first", "second", "twelfth")] == [1, 2, 12]


def test_a_noun_for_a_kind_of_unit_means_a_symbol_on_counters() -> None:
    symbols = {unit.symbol for unit in built_in_game().units.values()}
    assert set(unit_nouns().values()) <= symbols
