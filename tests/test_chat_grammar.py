"""Players' own words in the chat: each line of ``cases/chat.toml`` and what it declares at the start of Scenario 1."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.dialects.chat_grammar import MAX_LENGTH, ChatReading, read_chat
from adjudicator.referee.dialects.chat_phrases import Phrase, phrases_in
from adjudicator.referee.dialects.chat_vocabulary import WordGroup, words_in
from adjudicator.referee.events import Declared, ResultTold, RollNamed
from tests.support.rule_cases import built_in_game

CASES: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "chat.toml").read_text(encoding="utf-8")
)["lines"]

SPOKEN_OF: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "chat_at_the_west_door.toml").read_text(encoding="utf-8")
)


def start() -> Position:
    return start_position(built_in_game(), 1)


def words(event: Declared | RollNamed) -> str:
    """Return an event as a case writes it: the action, the unit, and the face in brackets."""
    face = "" if event.face is None else f" [{event.face}]"
    if isinstance(event, RollNamed):
        return f"roll {event.purpose or 'check'}{face}"
    way = "".join(f" to {place}" for place in event.way)
    return f"{event.action} {start().game.units[event.unit].name}{way}{face}"


def kind(reading: ChatReading) -> str:
    if reading.dismisses:
        return "dismisses a die"
    if reading.is_read_in_part:
        return "read in part"
    return "" if reading.events else "unread" if reading.speaks_of_action else "talk"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_line_says(case: dict[str, Any]) -> None:
    reading = read_chat(case["text"], start(), case["side"])
    assert [words(event) for event in reading.events] == case.get("says", [])
    assert kind(reading) == case.get("kind", "")


@pytest.mark.parametrize("case", SPOKEN_OF["lines"], ids=lambda case: case["text"])
def test_a_line_goes_on_about_what_was_spoken_of(case: dict[str, Any]) -> None:
    position = start_position(built_in_game(), 2)
    for unit, place in SPOKEN_OF["places"].items():
        there = Hex.parse(place) if place[0].isdigit() else place
        position = position.with_unit(unit, place=there, status=Status.ON_MAP, hidden=False)
    reading = read_chat(case["text"], position, case["side"], case.get("subject", ""), case.get("target", ""))
    assert [words(event) for event in reading.events] == case["says"]
    assert kind(reading) == case.get("kind", "")


@pytest.mark.parametrize(
    ("side", "text", "subject", "says"),
    [
        pytest.param("axis", "top tank fires at L/2", "", ["fire 1/VIII/132", "target L/2/13 DBLE"], id="in the north"),
        pytest.param(
            "french", "L/2 at the bottom tank", "", ["fire L/2/13 DBLE", "target 3/VIII/132"], id="the enemy's"
        ),
        pytest.param("axis", "my left tank rallies", "", ["rally 2/VIII/132"], id="in the west"),
        pytest.param("axis", "middle one rallies", "1-viii-132", ["rally 2/VIII/132"], id="of the kind spoken of"),
        pytest.param("axis", "middle one rallies", "", ["rally 2/VIII/132"], id="all are of one kind"),
        pytest.param("axis", "the bottom ones rally", "", ["rally 3/VIII/132"], id="several men in one unit"),
        pytest.param("french", "top one rallies", "", ["roll rally"], id="of no kind"),
        pytest.param("axis", "the right tank rallies", "", ["roll rally"], id="two are as far to the east"),
    ],
)
def test_units_are_called_by_where_they_are(side: str, text: str, subject: str, says: list[str]) -> None:
    position = start()
    for unit, place in (("1-viii-132", "30.12"), ("2-viii-132", "29.13"), ("3-viii-132", "30.15")):
        position = position.with_unit(unit, place=Hex.parse(place))
    assert [words(event) for event in read_chat(text, position, side, subject).events] == says


@pytest.mark.parametrize(
    ("text", "place", "dice"),
    [
        ("C on 1/VIII, S? 2/VIII", "30.12", 1), ("C on 1/VIII, S? for 2/VIII", "30.12", 1),
        ("C on 1/VIII, S? 2/VIII", "29.13", 2), ("C on 1/VIII, 4 = S? on 2/VIII", "30.12", 2),
    ],
)  # fmt: skip
def test_others_in_the_hex_suffer_from_the_same_die(text: str, place: str, dice: int) -> None:
    position = start().with_unit("1-viii-132", place=Hex.parse("30.12"))
    position = position.with_unit("2-viii-132", place=Hex.parse(place))
    assert len(read_chat(text, position, "french").results) == dice


@pytest.mark.parametrize(
    ("text", "shoots"),
    [
        ("and a point to plug L/2", True), ("a point to shoot L/2", True), ("a point for a shot at L/2", True),
        ("one point and he shoots at L/2", True), ("for a point it fires at L/2", True),
        ("a point for the engineers, who fire at L/2", False), ("the battery fires at L/2", False),
    ],
)  # fmt: skip
def test_a_point_is_paid_for_a_shot_of_the_unit_spoken_of(text: str, shoots: bool) -> None:
    told = [words(event) for event in read_chat(text, start(), "axis", "3-viii-132").events]
    assert told == (["fire 3/VIII/132", "target L/2/13 DBLE"] if shoots else [])


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("the convoy is through, stays full", RollPurpose.SUPPLY), ("still full", RollPurpose.SUPPLY),
        ("supply stays reduced", RollPurpose.SUPPLY), ("Versorgung bleibt voll", RollPurpose.SUPPLY),
        ("weather clear", RollPurpose.WEATHER), ("they all stay", RollPurpose.WITHDRAWAL),
    ],
)  # fmt: skip
def test_a_line_says_that_nothing_comes_of_a_roll(text: str, purpose: RollPurpose) -> None:
    assert [each.unchanged for each in read_chat(text, start(), "french").results] == [purpose]


@pytest.mark.parametrize("text", ["supply is full now", "they are full of fight", "reduced", "the mortar stays"])
def test_other_words_do_not_say_that_nothing_comes_of_a_roll(text: str) -> None:
    assert not any(each.unchanged for each in read_chat(text, start(), "french").results)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("assault at 1/VIII, 2 = S? for you", ["roll fire [2]"]), ("8 was the fire at 1/VIII, miss", ["roll fire [8]"]),
        ("5 was the fire at 1/VIII, so a C. 8 was the assault at 2/VIII, miss", ["roll fire [5]", "roll fire [8]"]),
        ("fire at 1/VIII, missed", ["roll fire"]), ("nobody fires at 1/VIII", []), ("will you assault 1/VIII?", []),
        ("C on 1/VIII from the op fire, S on 2/VIII", []), ("nobody wants to shoot at your 1/VIII", []),
    ],
)  # fmt: skip
def test_an_attack_of_no_name_is_of_whoever_answers(text: str, says: list[str]) -> None:
    chit = next(each for each, known in built_in_game().chits.items() if known.side == "axis")
    position = start().after(activation=replace(start().activation, chit=chit))
    assert [words(event) for event in read_chat(text, position, "french").events] == says


@pytest.mark.parametrize("text", ["2/VIII too", "2/VIII as well", "2/VIII also"])
def test_one_more_unit_shoots_where_a_shot_was_the_last_act(text: str) -> None:
    read = partial(read_chat, text, start(), "axis", "3-viii-132", "l-2-13-dble")
    assert [words(event) for event in read(fired=True).events] == ["fire 2/VIII/132", "target L/2/13 DBLE"]
    assert not read().events


@pytest.mark.parametrize(
    ("text", "fired", "beside", "says"),
    [
        ("no, and assaults needing a 3,", True, True, ["assault-fire 3/VIII/132"]),
        ("and assaults with 6-2-2, a 2,", True, True, ["assault-fire 3/VIII/132"]),
        ("then hand to hand", True, True, ["assault-fire 3/VIII/132"]),
        ("and assaults?", True, True, []), ("no, and assaults,", False, True, []),
        ("no, and assaults,", True, False, []),
    ],
)  # fmt: skip
def test_the_other_attack_of_a_unit_that_has_just_fired(text: str, fired: bool, beside: bool, says: list[str]) -> None:
    position = start().with_unit("3-viii-132", place=Hex(26, 12)) if beside else start()
    told = read_chat(text, position, "axis", "3-viii-132", "l-2-13-dble", fired=fired).events
    assert [words(event) for event in told] == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("shoots at your mg, 2nd action 1 pt", ["fire 3/VIII/132", "target L/2/13 DBLE"]),
        ("fires at your 6/2", ["fire 3/VIII/132", "target 6/2/13 DBLE"]),
        ("it still op fires at L/2", ["opportunity-fire 3/VIII/132"]), ("it never fires at L/2", []),
        ("no op fire i guess. shoots at your mg, 1 pt", ["fire 3/VIII/132", "target L/2/13 DBLE"]),
        ("7+1 = 8, rolled 5, he fires at L/2.", ["fire 3/VIII/132", "target L/2/13 DBLE"]),
        ("miss. now fire at L/2, -2", ["fire 3/VIII/132", "target L/2/13 DBLE"]),
        ("fire at L/2, bonus", ["fire 3/VIII/132", "target L/2/13 DBLE", "company-bonus-check 3/VIII/132"]),
        ("It may, and it fires at L/2", []), ("fire of your mg, 3", []),
        ("your mg fires?", []), ("any op fire from your mg?", []), ("your mg fires at me, 3", []),
    ],
)  # fmt: skip
def test_a_shot_of_the_unit_spoken_of_before_the_line(text: str, says: list[str]) -> None:
    assert [words(event) for event in read_chat(text, start(), "axis", "3-viii-132").events] == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("at L/2 in 26.12, with bonus", ["target L/2/13 DBLE", "roll company-bonus"]),
        ("at the mg, bonus", ["target L/2/13 DBLE", "roll company-bonus"]),
        ("L/2, try for the bonus", ["target L/2/13 DBLE", "roll company-bonus"]),
        ("on your 6/2", ["target 6/2/13 DBLE"]), ("6/2", ["target 6/2/13 DBLE"]), ("-> 6/2", ["target 6/2/13 DBLE"]),
        ("gegen 6/2", ["target 6/2/13 DBLE"]), ("sur L/2", ["target L/2/13 DBLE"]),
        ("6/2 is next", []), ("at 28.13", []), ("6/2?", []),
    ],
)  # fmt: skip
def test_a_target_of_the_shot_just_announced(text: str, says: list[str]) -> None:
    told = read_chat(text, start(), "axis", "3-viii-132", untargeted=True).events
    assert [words(event) for event in told] == says


@pytest.mark.parametrize("text", ["at L/2 in 26.12", "on your 6/2", "6/2", "-> 6/2"])
def test_no_target_where_no_shot_is_announced(text: str) -> None:
    assert not read_chat(text, start(), "axis", "3-viii-132").events


@pytest.mark.parametrize("text", ["1v on 6/BM2", "4 1V on 6bm2", "1v -> 6BM2", "1v -> 6bm2, missed 2x"])
def test_the_number_of_a_company_is_run_together_with_a_letter(text: str) -> None:
    position = start_position(built_in_game(), 2)
    placed = {"1-v-8": Hex(14, 11), "2-x-132": Hex(11, 10)}
    there = {unit: replace(position.units[unit], status=Status.ON_MAP, place=place) for unit, place in placed.items()}
    reading = read_chat(text, replace(position, units={**position.units, **there}), "axis")
    assert [(event.action, event.unit) for event in reading.events if isinstance(event, Declared)] == [
        (Declaration.FIRE, "1-v-8"), (Declaration.TARGET, "6-bm2"),
    ]  # fmt: skip


AT_THE_EAST_DOOR: Final = {
    "1-i-361": "27.12", "1-i-flak-43": "31.12", "1-i-65": "30.15", "1-pzjg-abt-605": "28.13", "l-2-13-dble": "26.12",
    "m-2-13-dble": "24.13",
}  # fmt: skip


@pytest.mark.parametrize(
    ("side", "text", "subject", "others", "says"),
    [
        pytest.param("axis", "1./I on L/2", "", {}, ["1-i-361", "l-2-13-dble"], id="the company"),
        pytest.param("axis", "1./I on L/2", "1-i-361", {}, ["1-i-361", "l-2-13-dble"], id="it again"),
        pytest.param("axis", "1./I on L/2", "1-i-flak-43", {}, [], id="or else the guns spoken of"),
        pytest.param("axis", "1/I on L/2", "", {}, ["1-i-65", "l-2-13-dble"], id="to the letter"),
        pytest.param("axis", "1./I on L/2", "", {"1-i-155": "27.12"}, [], id="one of two companies"),
        pytest.param(
            "axis", "1./I on L/2", "1-i-155", {"1-i-155": "27.12"}, ["1-i-155", "l-2-13-dble"], id="the one spoken of"
        ),
        pytest.param("french", "M/2 on 1./I", "", {}, ["m-2-13-dble", "1-i-361"], id="the enemy's"),
        pytest.param("french", "M/2 on the pzjg", "", {}, ["m-2-13-dble", "1-pzjg-abt-605"], id="in small letters"),
        pytest.param(
            "french", "M/2 on 3/Aufkl", "", {"3-pzaufkl": "27.12"}, ["m-2-13-dble", "3-pzaufkl"], id="half a compound"
        ),
        pytest.param(
            "french", "M/2 fires at the Aufkl", "", {"3-pzaufkl": "27.12"}, ["m-2-13-dble", "3-pzaufkl"], id="alone"
        ),
    ],
)
def test_what_several_names_begin_with_means_the_company(
    side: str, text: str, subject: str, others: dict[str, str], says: list[str]
) -> None:
    position = start_position(built_in_game(), 4)
    for unit in set(position.units) - set(AT_THE_EAST_DOOR):
        position = position.with_unit(unit, status=Status.ELIMINATED)
    for unit, place in {**AT_THE_EAST_DOOR, **others}.items():
        position = position.with_unit(unit, place=Hex.parse(place), status=Status.ON_MAP, hidden=False)
    told = read_chat(text, position, side, subject).events
    assert [event.unit for event in told if isinstance(event, Declared)] == says


def test_no_line_is_there_twice() -> None:
    lines = [(case["side"], case["text"]) for case in CASES]
    assert len(set(lines)) == len(lines)


def test_every_phrase_is_found_by_itself() -> None:
    for phrase in Phrase:
        assert phrase in {found.phrase for words in EXAMPLES[phrase] for found in phrases_in(words)}


EXAMPLES: Final = {phrase: [phrase.value.replace("-", " ")] for phrase in Phrase} | {
    Phrase.AIM: ["->"], Phrase.TARGET: ["is the target"], Phrase.SUPPRESSION_CHECK: ["s? check"],
    Phrase.TROOP_QUALITY_CHECK: ["tq check"],
    Phrase.CONVERSION_CHECK: ["convert"], Phrase.MOVE: ["moves to"], Phrase.MOVE_END: ["stops"],
    Phrase.DECLINED: ["no op fire"], Phrase.DISMISSED_DIE: ["wrong button"], Phrase.SPOTTER: ["spots"],
    Phrase.LEFT_TO_THE_OTHER_SIDE: ["you check"], Phrase.AUTOMATIC_PASS: ["auto pass"],
    Phrase.ROLLED_FOR_THE_OTHER_SIDE: ["just your gun on that one, I'll roll", "MGs again, mine to roll"],
    Phrase.ROLLED_BY_THE_OTHER_SIDE: ["spotting and shot are yours to roll", "please roll my check"],
    Phrase.END_OF_ACTIVATION: ["is done"], Phrase.RESULT: ["check passed"], Phrase.SAYS_NOTHING: ["no dc"],
    Phrase.DISMISSED_ACTION: ["cancel that"],
    Phrase.WITHOUT_COMPANY_BONUS: ["no cb"], Phrase.LEAVE_MAP: ["leaves the map"],
    Phrase.DEPLOY: ["is deployed"], Phrase.DISMISSED_DRAG: ["wrong hex"],
}  # fmt: skip


@given(st.text(max_size=80), st.sampled_from(["axis", "french", ""]))
def test_any_text_is_read(text: str, side: str) -> None:
    reading = read_chat(text, start(), side)
    assert all(event.face is None or 0 <= event.face <= 9 for event in reading.events)


PASSED, FAILED = ResultTold(of_shot=False), ResultTold(of_shot=False, failed=True)
HIT, MISSED = ResultTold(of_shot=True), ResultTold(of_shot=True, failed=True)
OPEN = replace(HIT, is_open=True)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("missed :(", [MISSED]),
        ("4, spotted", [replace(PASSED, face=4)]),
        ("9, no", [ResultTold(9, failed=True)]),
        ("no spot, 9", [replace(FAILED, face=9)]),
        ("ok, 9, no", [PASSED, ResultTold(9, failed=True)]),
        ("hit, C", [HIT]),
        ("S and S?. 10/3 too:", [HIT, OPEN]),
        ("With 4 is that an S on your 1/VIII", [replace(HIT, face=4)]),
        ("8, die erste bleibt oben", [replace(PASSED, face=8)]),
        ("Eight, stays up", [replace(PASSED, face=8)]),
        ("op fire by L/2, tq 1 ok, C", [replace(PASSED, face=1), HIT]),
        ("op fire by L/2, passed, 1 = S?", [PASSED, replace(OPEN, face=1)]),
        ("op fire by L/2, check 6, ok, S", [replace(PASSED, face=6), HIT]),
        ("L/2 rallies; 8 is too much; M/2 on 1/VIII; sees them; no effect", [replace(FAILED, face=8), PASSED, MISSED]),
        ("L/2 tries to convert, 1, converted", [replace(PASSED, face=1)]),
        ("L/2 tries to convert; convert failed, suppressed", [FAILED]),
        ("bestanden. Dein Feuer zuerst.", [PASSED]),
        ("test réussi. Le canon reste.", [PASSED]),
        ("ok. L/2 shoots 1/VIII", [PASSED]),
        ("nothing, nothing, S? on 1./Pi", [ResultTold(failed=True), ResultTold(failed=True)]),
        ("nothing. check S?", [ResultTold(failed=True)]),
        ("2 on 2 = S?, 3 on 4 = S", [ResultTold(2, of_shot=True, is_open=True), ResultTold(3, of_shot=True)]),
        ("6, roll the check for that S?", [ResultTold(6)]),
        ("3, haha", [ResultTold(3)]),
        # what stands behind the name of an attack came of that one
        ("fire C, its on, assault misses", [HIT, MISSED]),
        (
            "op fire C, its on. we stay. fire misses, assault S? for you",
            [HIT, MISSED, ResultTold(of_shot=True, is_open=True)],
        ),
        ("assault 8 no", [ResultTold(8, failed=True)]),
        ("op fire of 6/2 misses", [MISSED]),
        ("fire 8 no, assault 7 no", [ResultTold(8, failed=True), ResultTold(7, failed=True)]),
        # the sums of two ratings are no telegram
        (
            "fire (4 -2 dug in = 2), 6 no. assault (5 -2 dug in = 3), 3 = S",
            [ResultTold(6, failed=True), ResultTold(3, of_shot=True)],
        ),
        ("missed too. you do yours", [MISSED]),
        ("which missed", [MISSED]),
        ("Abwehr: 6 daneben", [replace(MISSED, face=6)]),
        ("6/2 passed its check for the Company Bonus with a 4", [ResultTold(4, of_shot=False)]),
        ("6/2 failed its Bravery Check with a 9", [ResultTold(9, of_shot=False, failed=True)]),
        ("6/2 made the check for the bonus with a 4", [ResultTold(4, of_shot=False)]),
        ("1, they stay. Go on.", [ResultTold(1, unchanged=RollPurpose.WITHDRAWAL)]),
        ("bleiben.", [ResultTold(unchanged=RollPurpose.WITHDRAWAL)]),
        ("2 misses.. no wait, 4+2 -2 -1, its 3. so thats an S. convert if you like", [replace(HIT, face=2)]),
        ("2 missed, no sorry, thats an S", [replace(HIT, face=2)]),
        ("missed, no wait, needed a 4 so thats an S", [HIT]),
        ("needed 2, got 2, so that's an S, you check", [replace(HIT, face=2)]),
        ("needed a 4, got a 2. S for you", [replace(HIT, face=2)]),
        ("got it, 5 = C on 1/VIII", [PASSED, replace(HIT, face=5)]),
        ("wx clear. air:", [ResultTold(unchanged=RollPurpose.WEATHER)]),
        ("we stay", []),
        ("well, well", []),
        ("L/2 moves to 26.12; yours", []),
    ],
)
def test_results_are_told_in_the_order_of_their_dice(text: str, results: list[ResultTold]) -> None:
    reading = read_chat(text, start(), "french")
    told = [result for event in reading.events for result in event.results] or list(reading.results)
    assert told == results


def test_an_attack_declared_with_its_face_tells_of_no_other_die() -> None:
    position = start().with_unit("3-viii-132", place=Hex(26, 12))
    told = read_chat("then its assault shot 5 missed", position, "axis", "3-viii-132", "l-2-13-dble", fired=True).events
    assert [(words(event), event.results) for event in told] == [("assault-fire 3/VIII/132 [5]", ())]


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("C. you mark it. i stay where i am.", True), ("no shots, we hold", True), ("6/2 holds", False),
        ("they stay", False), ("hold fire", False),
    ],
)  # fmt: skip
def test_who_holds_without_a_name_is_shown_by_what_goes_on(text: str, stands: bool) -> None:
    assert read_chat(text, start(), "french").stands_fast is stands


def test_the_face_of_a_shot_is_told_without_a_name() -> None:
    assert read_chat("seen on 5, fire 9. smoke.", start(), "french").events == (RollNamed(RollPurpose.FIRE, 9),)


def test_a_line_about_a_whole_chit_is_read_and_a_longer_one_is_unread() -> None:
    line = "; ".join(["L/2 on 1/VIII", "miss"] * 100)
    assert len(line) < MAX_LENGTH
    assert len(read_chat(line, start(), "french").events) == 200
    longer = read_chat(line * 5, start(), "french")
    assert not longer.events
    assert longer.speaks_of_action


_SMALL_WORDS = (
    WordGroup.CONNECTIVES, WordGroup.CLAUSE_CONNECTIVES, WordGroup.PRONOUNS, WordGroup.ARTICLES, WordGroup.AUXILIARIES,
    WordGroup.PRICE_PREPOSITIONS, WordGroup.DESTINATION_PREPOSITIONS, WordGroup.TARGET_PREPOSITIONS,
    WordGroup.COUNTING_NUMBERS, WordGroup.FIRE_VERBS, WordGroup.COMMAND_POINTS,
)  # fmt: skip


@pytest.mark.parametrize("group", _SMALL_WORDS)
def test_a_word_over_and_over_is_read_without_end_of_ways(group: WordGroup) -> None:
    """A pattern in which blanks may be shared out between two repeated parts takes 2^n steps: "and and and"."""
    for word in sorted(words_in(group)):
        for between in (" ", ", "):
            told = read_chat((word + between) * 60, start(), "axis").events
            assert not [each for each in told if isinstance(each, Declared)]
