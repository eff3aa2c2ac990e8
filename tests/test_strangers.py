"""Files that strangers made with bad intent, and files given where others belong: one line, exit code 3."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import pytest

from adjudicator.audit.dice_patterns import PatternError, read_tables
from adjudicator.audit.pattern_length import written_out_length
from adjudicator.vassal.archive import leaves_archive, open_archive, pack_archive
from adjudicator.vassal.errors import LimitExceeded
from adjudicator.vassal.limits import DEFAULT_LIMITS, Limits
from adjudicator.vassal.sequence import encode
from adjudicator.vassal.stream import decode_stream
from tests.support.command_line import command
from tests.support.every_file import GAME_LOG, LAUGHTER, OTHER_SCENARIO
from tests.support.synthetic import archive, small_save

PROMISES = Path(__file__).parent.parent / "docs" / "promises.md"
SAVE = OTHER_SCENARIO
OUTSIDE = ("/etc/evil", "../../evil", "..\\evil", "images/../../evil", "C:\\evil", "c:evil", "\\\\host\\evil")
INSIDE = ("images/a.png", "a..b", "..a/b", "images/.hidden", "Größe.txt", "cc:1/x")
AMPLIFIED = b"<!DOCTYPE data [" + b"".join(
    b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 20 if n else b"ha" * 500) for n in range(8)
) + b"]><data><version>&a7;</version></data>"  # fmt: skip


def refused(*arguments: str | Path) -> str:
    """Return the one line with which a command refuses its files."""
    outcome = command(*arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1), outcome
    return outcome.err


# files given where others belong


def test_a_save_is_no_turn() -> None:
    assert "this is a save, without steps to rule on" in refused("verify", SAVE)
    assert "this is a save" in refused("verify", SAVE, "--after", GAME_LOG)


@pytest.mark.parametrize("use", [("audit",), ("audit", "--referee"), ("script", "read")], ids=" ".join)
def test_files_of_two_scenarios_are_no_game(use: tuple[str, ...]) -> None:
    for pair in ((GAME_LOG, OTHER_SCENARIO), (OTHER_SCENARIO, GAME_LOG)):
        assert "it is of another scenario" in refused(*use, *pair)
    assert "it is of another scenario" in refused("verify", GAME_LOG, "--after", OTHER_SCENARIO)


# what strangers make


@pytest.mark.parametrize("metadata", [LAUGHTER, AMPLIFIED, AMPLIFIED.decode().encode("utf-16")], ids=len)
def test_a_document_type_is_refused_whatever_it_brings(metadata: bytes, tmp_path: Path) -> None:
    path = tmp_path / "laughter.vsav"
    path.write_bytes(pack_archive({"savedata": metadata, "savedGame": b"begin_save\x1bend_save"}))
    for command_name in ("inspect", "audit", "export"):
        assert "entities or a document type, which is not allowed" in refused(command_name, path)


def test_metadata_that_are_only_damaged_are_odd(tmp_path: Path) -> None:
    path = tmp_path / "odd.vsav"
    path.write_bytes(pack_archive({"savedata": b"<data><a></data>", "savedGame": b"begin_save\x1bend_save"}))
    outcome = command("inspect", path)
    assert outcome.code == 0
    assert "not well-formed XML" in " ".join(outcome.out.split())


def test_names_that_lead_out_of_an_archive_are_known() -> None:
    assert all(map(leaves_archive, OUTSIDE))
    assert not any(map(leaves_archive, INSIDE))


@pytest.mark.parametrize("name", OUTSIDE)
def test_such_an_entry_is_not_packed(name: str, tmp_path: Path) -> None:
    save, document, output = tmp_path / "a.vsav", tmp_path / "a.xml", tmp_path / "b.vsav"
    stored = open_archive(archive(small_save())).read("savedGame")
    save.write_bytes(pack_archive({"harmless": b"x", "savedGame": stored}))
    assert command("export", save, "-o", document).code == 0
    document.write_text(document.read_text("utf-8").replace('"harmless"', f'"{name}"'), "utf-8")
    assert "leads out of the archive" in refused("pack", document, "-o", output)
    assert not output.exists()


# what a file may cost


def stream_of(commands: Iterable[str]) -> str:
    return "\x1b".join(["begin_save", *commands, "end_save"])


def test_hundreds_of_thousands_of_pieces_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pieces.vsav"
    path.write_bytes(archive(stream_of(f"+/{number}/stack/M;1;1;@@1" for number in range(400_000))))
    for use in (("inspect", path), ("audit", path), ("diff", path, path)):
        assert "--limit commands=N raises it" in refused(*use)


def test_commands_within_commands_are_refused_before_they_fill_the_memory() -> None:
    text = "x" * 3_000_000
    for _ in range(150):
        text = encode([text, ""], "\x1b")
    tracemalloc.start()
    with pytest.raises(LimitExceeded, match="too much text in commands within commands"):
        decode_stream(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


def test_the_largest_honest_file_known_passes(tmp_path: Path) -> None:
    path = tmp_path / "large.vsav"
    path.write_bytes(archive(stream_of(f"CHAT{'words ' * 115}{number}" for number in range(16_000))))
    outcome = command("inspect", path, "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["characters"] > 11_000_000


def test_the_promises_tell_the_limits_and_their_costs() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([0-9,]+) \| .+ \| .*\w.* \|$", PROMISES.read_text("utf-8"), re.MULTILINE)
    told = {name: int(number.replace(",", "")) for name, number in rows}
    assert told == {field.name: getattr(DEFAULT_LIMITS, field.name) for field in fields(Limits)}


# patterns and house rules


@pytest.mark.parametrize("pattern", ["(?P<results>(?:a|a)*)c", "(?P<results>(?:a|aa)+)b"])
def test_a_pattern_that_is_tried_for_ever_is_stopped(pattern: str, tmp_path: Path) -> None:
    file = tmp_path / "patterns.toml"
    file.write_text(f"[[dice]]\nname = 'slow'\nregex = '{pattern}'\nsides = 10\nlow = 0\n", encoding="utf-8")
    [slow] = read_tables(file)["dice"]
    with pytest.raises(PatternError, match=r"patterns\.toml, .*takes too long"):
        slow.read(f"{'a' * 200}{pattern[-1]}a{pattern[-1]}?")
    assert slow.read(f"aa{pattern[-1]}") is not None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("dice = 0x" + "f" * 100_000, "a number is too large"),
        ("dice = " + "9" * 5_000, "a number is too long"),
        ("dice = [" + "1," * 200_000 + "]", "too many values"),
    ],
    ids=["hexadecimal", "decimal", "list"],
)  # fmt: skip
def test_numbers_and_lists_without_end_are_no_patterns(content: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "patterns.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(PatternError, match=problem):
        read_tables(file)


@pytest.mark.parametrize(
    ("regex", "length"),
    [
        (r"(ab{3}){2}", 12), (r"\d{1,3}", 2), ("a{0,9}", 1), ("[]}]{2}", 8), ("(?#c)x{3}", 3), ("((a{9}){9}){9}", 909),
        ("(?x)(ab) # (\n{3}", 18),
    ],
)  # fmt: skip
def test_counts_are_written_out(regex: str, length: int) -> None:
    assert written_out_length(regex) == length


@pytest.mark.parametrize(
    "regex",
    ["((((?P<results>a{100}){100}){100}){100})", "(?x)(?P<results>(a{99}) # (\n{99}) {99}", "(?P<total>a{999999})"],
)
def test_patterns_that_fill_the_memory_are_refused_before_they_are_compiled(regex: str, tmp_path: Path) -> None:
    file = tmp_path / "patterns.toml"
    file.write_text(f"[[dice]]\nname = 'large'\nregex = '''{regex}'''\nsides = 10\n", encoding="utf-8")
    with pytest.raises(PatternError, match=r"row 1 \(large\), regex: .* repeats too much"):
        read_tables(file)


def test_a_long_key_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "patterns.toml"
    file.write_text("a." * 300_000 + "a = 1\n", encoding="utf-8")
    with pytest.raises(PatternError, match="too many parts"):
        read_tables(file)


def test_a_key_that_is_there_twice_is_found_at_once_among_many(tmp_path: Path) -> None:
    file = tmp_path / "audit.json"
    file.write_text(json.dumps(dict.fromkeys(map(str, range(300_000)), 0))[:-1] + ', "299999": 0}', encoding="utf-8")
    assert "the key '299999' is there twice" in refused("audit", "--check", file)


# lists of actions

MOVE = '{"type":"move","unit":"1/VIII/132","steps":[{"kind":"enter","to":"33.13"}]}\n'


def test_what_is_done_too_often_does_not_grow(tmp_path: Path) -> None:
    start, actions, after = (tmp_path / name for name in ("start.json", "actions.jsonl", "after.json"))
    command("setup", "1", "--seed", "1", "-o", start)
    actions.write_text(MOVE * 30, encoding="utf-8")
    assert command("judge", start, actions, "-o", after, "--referee").code == 1
    assert json.loads(after.read_text("utf-8"))["units"]["1-viii-132"]["actions"] == ["movement", "movement"]
    assert command("judge", after, actions).code == 1
    actions.write_text(MOVE * 20_001, encoding="utf-8")
    assert "there are too many actions" in refused("judge", start, actions)
    actions.write_text(MOVE.replace('"33.13"', "9" * 5_000), encoding="utf-8")
    assert "a number is too long" in refused("judge", start, actions)


@pytest.mark.parametrize(
    "use", [("audit", "--generic"), ("verify",), ("annotate", "-o", "new.vlog"), ("script", "read")]
)
def test_house_rules_are_read_wherever_they_are_given(use: tuple[str, ...], tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    for content in ("[settings]\nx = 1", "waived = ['R99.99']", "a = " + "[" * 5_000):
        rules.write_text(content, encoding="utf-8")
        assert "rules.toml" in refused(*use, GAME_LOG, "--house-rules", rules)
