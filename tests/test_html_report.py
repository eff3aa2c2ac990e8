"""``--html``: one page that needs nothing else, says what the audit says, and lets nothing of a log become markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from adjudicator.cli.log_files import logs_in
from adjudicator.drawing.placed_counters import placed_counters
from adjudicator.drawing.sheet_plan import sheet_plan
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.report.html.dice_section import chance_words
from adjudicator.report.html.markup import Html, json_block, printable, tag
from adjudicator.report.opponent_text import opponent_lines
from adjudicator.report.outcomes_text import roll_row
from adjudicator.report.verify_text import VerifiedTurn
from adjudicator.report.wording import Wording
from adjudicator.rules.rule_book import RuleBook
from adjudicator.vassal.locations import Locator
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Leaf
from adjudicator.viewing.viewer import Viewer
from tests.support.command_line import command
from tests.support.raw_games import piece, raw_file
from tests.support.rule_cases import built_in_game
from tests.support.schemas import follow_schema
from tests.support.table_scripts import referee

from .test_secrets import with_steps

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
GAME = EXAMPLES / "italians_attack"
LOGS = Path(__file__).parent / "cases" / "engine_logs"
TURN = ("verify", GAME / "mail-08.vlog", "--after", GAME / "mail-07.vlog")
REPORTS: Mapping[str, tuple[str | Path, ...]] = {
    "audit": ("audit", GAME),
    "verify": TURN,
    "log": ("audit", EXAMPLES / "skirmish-turn-2-again.vlog"),
    "logs": ("audit", EXAMPLES / "skirmish-turn-1.vlog", EXAMPLES / "skirmish-turn-2.vlog"),
    "save": ("audit", LOGS / "a-end.vsav"),
    "save of any module": ("audit", EXAMPLES / "skirmish-start.vsav"),
}
SCHEMA = "report-page.schema.json"
Page = Any
"""An element of :mod:`lxml.html`, of which no types are known."""


pytestmark = pytest.mark.xdist_group("pages")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the page of each report."""
    folder = tmp_path_factory.mktemp("pages")
    for name, arguments in REPORTS.items():
        assert command(*arguments, "--html", folder / f"{name}.html").code in (0, 1, 2)
    return folder


@pytest.fixture(params=REPORTS)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of each report in turn."""
    return str(request.param)


@pytest.fixture
def text(folder: Path, name: str) -> str:
    """Return the page of a report as it stands in its file."""
    return (folder / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture
def page(text: str) -> Page:
    """Return the page of a report."""
    return html.document_fromstring(text)


def data(page: Page) -> dict[str, Any]:
    """Return what the page's scripts read; it follows its schema."""
    document: dict[str, Any] = json.loads(page.get_element_by_id("page-data").text or "")
    follow_schema(document, SCHEMA)
    return document


def words(element: Page) -> str:
    """Return the text of an element with its blanks folded."""
    return " ".join(element.text_content().split())


def attributes(page: Page) -> Iterator[tuple[str, str, str]]:
    """Yield each attribute of a page: the element's name, its own, its value."""
    for element in page.iter():
        if isinstance(element.tag, str):
            yield from ((element.tag, str(key), str(value)) for key, value in element.attrib.items())


@cache
def game() -> RefereedGame:
    """Return the example as the referee reads it."""
    return referee([open_game(path) for path in logs_in((GAME,))], RuleBook(built_in_game()))


# the page


def test_ids_are_there_once_and_links_lead_to_them(page: Page) -> None:
    ids = [value for _, key, value in attributes(page) if key == "id"]
    assert len(ids) == len(set(ids))
    for key in ("for", "aria-labelledby"):
        assert {value for _, name, value in attributes(page) if name == key} <= set(ids)
    assert {v.removeprefix("#") for _, key, v in attributes(page) if key in ("href", "xlink:href")} <= set(ids)


def test_nothing_comes_from_elsewhere(page: Page, text: str) -> None:
    for element, key, value in attributes(page):
        assert key not in ("src", "srcset", "action", "style", "background", "ping", "srcdoc"), (element, key)
        assert not key.startswith("on"), (element, key)
        assert key not in ("href", "xlink:href") or value.startswith("#"), (element, value)
        assert "url(" not in value.replace("url(#", ""), (element, key)
    assert {element.tag for element in page.iter()}.isdisjoint({"img", "iframe", "link", "object", "embed", "base"})
    assert not re.search(r"@import|url\((?!#)|@font-face", "".join(page.xpath("//style/text()")))
    assert set(re.findall(r"https?://[^\s\"'<>]*", text)) <= {"http://www.w3.org/2000/svg"}


def test_the_policy_lets_only_the_pages_own_style_and_scripts_run(page: Page) -> None:
    [policy] = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = {rule.split()[0]: set(rule.split()[1:]) for rule in policy.split(";")}
    assert "unsafe" not in policy
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == {"'none'"}
    assert set(rules) == {"default-src", "base-uri", "form-action", "style-src", "script-src"}
    assert rules["style-src"] == {digest(each) for each in page.xpath("//style/text()")}
    assert rules["script-src"] == {digest(each) for each in page.xpath("//script[not(@type)]/text()")}
    head = page.xpath("//head/*")
    assert [each.get("http-equiv") for each in head[:2]] == [None, "Content-Security-Policy"]


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_no_script_makes_markup_or_asks_the_network(page: Page) -> None:
    scripts = "".join(page.xpath("//script[not(@type)]/text()"))
    forbidden = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(",
                 "XMLHttpRequest", "WebSocket", "import(", "localStorage")  # fmt: skip
    assert [each for each in forbidden if each in scripts] == []


def test_it_can_be_used_without_eyes_and_without_a_mouse(page: Page) -> None:
    assert page.get("lang") == "en"
    for landmark in ("header", "nav", "main", "footer"):
        assert len(page.findall(f".//{landmark}")) == 1
    levels = [int(each.tag[1]) for each in page.xpath("//h1|//h2|//h3|//h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for control in page.xpath("//input|//select|//button"):
        named = control.get("aria-label") or words(control) or page.xpath(f"//label[@for='{control.get('id')}']")
        assert named, html.tostring(control)
    has_ruling = data(page)["board"] and data(page)["entries"]
    assert page.xpath("//*[@aria-live='polite']/@id") == (["shown"] if has_ruling else [])
    assert page.xpath("//svg[@role='img' and not(@aria-label)]") == []
    assert page.xpath("//noscript")


# what it says


def judged(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the JSON of a report, and its entries."""
    document = json.loads(command(*REPORTS[name], "--json").out)
    entries: list[dict[str, Any]] = document.get("entries", [])
    return document, entries


@pytest.mark.parametrize("name", ["audit", "verify"])
def test_the_list_has_every_entry_with_its_ruling(page: Page, name: str) -> None:
    document, entries = judged(name)
    items = page.xpath("//li[starts-with(@id, 'entry-')]")
    assert [item.get("id") for item in items] == [f"entry-{entry['number']}" for entry in entries]
    for item, entry in zip(items, entries, strict=True):
        told = words(item)
        mark = "waived" if entry["waived"] else entry["verdict"]
        assert told.startswith(f"{entry['number']} ")
        assert mark in words(item.find("a"))
        said = [entry["words"], *entry["notes"]]
        said += [f"{each['rule']}: {each['text']}" for each in entry["findings"]]
        said += [f"{each['subject']}" for each in entry["corrections"]]
        for each in said:
            assert " ".join(each.split()) in told
        for each in entry["steps"]:
            assert re.search(r"steps? ", told), each
    owed = document.get("your_move", document.get("owed"))
    assert owed == [] or "owed" in [each.get("id") for each in page.xpath("//section")]


@pytest.mark.parametrize("name", ["audit"])
def test_the_sums_are_those_that_verify_prints(page: Page) -> None:
    for entry in game().entries:
        told = words(page.get_element_by_id(f"entry-{entry.number}"))
        for resolution in entry.resolutions:
            row = roll_row(resolution, entry.before, Viewer())
            assert " ".join(" ".join(row).split()) in told


@pytest.mark.parametrize("name", ["audit", "verify"])
def test_the_data_is_what_the_audit_says(page: Page, name: str) -> None:
    document, entries = judged(name)
    found = data(page)
    assert (found["verdict"], found["exit_code"]) == (document["verdict"], document["exit_code"])
    assert len(found["board"]["frames"]) == len(entries)
    for row, entry in zip(found["entries"], entries, strict=True):
        assert row["number"] == entry["number"]
        assert row["verdict"] == ("waived" if entry["waived"] else entry["verdict"])
        assert row["rules"] == list(dict.fromkeys(each["rule"] for each in entry["findings"]))
        assert found["players"][row["player"]].startswith(f"{entry['player']}, ")
        involved = {found["units"][place] for place in row["units"]}
        assert entry["unit"] is None or entry["unit"]["name"] in involved


@pytest.mark.parametrize("name", ["log", "logs"])
def test_a_log_of_any_module_has_its_steps_with_what_was_found(page: Page, name: str) -> None:
    document, _ = judged(name)
    audits = document.get("audits", [document])
    found = data(page)
    assert found["board"] is None
    steps = [(step, audit) for audit in audits for step in audit["steps"]]
    assert [row["number"] for row in found["entries"]] == list(range(1, len(steps) + 1))
    for row, (step, audit) in zip(found["entries"], steps, strict=True):
        told = words(page.get_element_by_id(f"entry-{row['number']}"))
        weights = [each["weight"] for each in audit["findings"] if step["number"] in each["steps"]]
        assert row["verdict"] == next((w for w in ("fault", "question", "note") if w in weights), "clear")
        assert all(" ".join(line.split()) in told for line in step["words"])
    said = words(page.get_element_by_id("files"))
    assert all(each["text"] in said for audit in audits for each in audit["findings"])


@pytest.mark.parametrize("name", ["audit"])
def test_the_rules_are_told_once_in_the_catalogues_words(page: Page, text: str) -> None:
    cited = {finding["rule"] for entry in judged("audit")[1] for finding in entry["findings"]}
    for rule in cited:
        [told] = page.xpath("//article[starts-with(h3, $start)]", start=f"{rule}: ")
        summary = words(told.find("p"))
        assert summary in command("rules", rule, "--json").out.replace("\\n", " ")
        assert text.count(html.tostring(told.find("p"), encoding="unicode").strip()) == 1


@pytest.mark.parametrize("name", ["audit"])
def test_losses_points_dice_and_what_was_found_in_the_files_are_told(page: Page) -> None:
    document, _ = judged("audit")
    course, dice, files = (words(page.get_element_by_id(name)) for name in ("course", "dice", "files"))
    assert course.count("May 27, 0900") + course.count("May 27, 1100") >= len(document["course"])
    charts = [each.text for each in page.xpath("//section[@id='course']//figcaption")]
    assert charts == ["Cumulative step losses", "Command Points after each chit"]
    for die in document["dice"]:
        assert f"{die['player']}: 1{die['die']} (0–9)" in dice
        assert all(f"{test['p_value']:.2g}" in dice for test in die["tests"])
    assert all(finding["text"] in files for finding in document["findings"])
    assert document["estimated"] in words(page.find(".//footer"))
    players = [[words(cell) for cell in row] for row in page.xpath("//section[@id='totals']//tbody/tr")]
    assert players[:2] == [["Anna, Axis", "14", "2", "–", "–"], ["Bert, French", "6", "1", "–", "–"]]


def test_that_nothing_is_owed_is_said(tmp_path: Path) -> None:
    wells = EXAMPLES / "two_wells"
    assert command("verify", wells / "mails", "--game", wells, "--html", tmp_path / "page.html").code == 0
    page: Page = html.fromstring((tmp_path / "page.html").read_bytes())
    assert "Nothing owed, no shot to claim" in words(page.get_element_by_id("owed"))


@pytest.mark.parametrize("name", ["verify"])
def test_what_is_owed_comes_first(page: Page) -> None:
    sections = [each.get("id") for each in page.xpath("//main//section[@id]")]
    assert sections[0] == "owed"
    assert "minefield roll for 1/VIII/132 (NQoS 4.3)" in words(page.get_element_by_id("owed"))


@pytest.mark.parametrize(
    ("chance", "told"),
    [("1", "always"), ("1/2", "in 50 of 100 games"), ("1/100", "in 1 of 100 games"), ("1/4321", "in 1 of 4,321 games"),
     ("999/1000", "always"), ("0", "never")],
)  # fmt: skip
def test_a_chance_is_told_so_that_it_can_be_pictured(chance: str, told: str) -> None:
    from fractions import Fraction

    assert told in chance_words(Fraction(chance))


# the map


def lying(board: Mapping[str, Any], entries: int) -> list[tuple[float, float, str, tuple[str, ...]]]:
    """Return what lies on a page's map after so many entries."""
    rows = {row[0]: row for row in board["start"]}
    for frame in board["frames"][:entries]:
        for thing in frame["gone"]:
            del rows[thing]
        rows |= {row[0]: row for row in frame["set"]}
    return sorted(
        (x, y, board["labels"][label], tuple(board["drawings"][each] for each in drawings))
        for _, x, y, _, label, drawings in rows.values()
    )


@pytest.mark.parametrize("name", ["audit"])
@pytest.mark.parametrize("entries", [0, 1, 7, 11, 18, 23])
def test_the_map_shows_each_position(page: Page, entries: int) -> None:
    position = next((e.after for e in reversed(game().entries[:entries]) if e.after is not None), game().start)
    view = Viewer()
    counters = placed_counters(sheet_plan(position.game, 1), position, lambda unit: view.knows(position, unit))
    found = lying(data(page)["board"], entries)
    assert found == sorted((round(c.x, 1), round(c.y, 1), c.label, c.drawings) for c in counters)


@pytest.mark.parametrize("name", ["audit", "verify"])
def test_the_map_has_the_drawings_it_needs_and_no_others(page: Page) -> None:
    board = data(page)["board"]
    drawn = {each.removeprefix("drawing-") for each in page.xpath("//svg//defs/g/@id")}
    used = {each for row in board["start"] for each in row[5]}
    used |= {each for frame in board["frames"] for row in frame["set"] for each in row[5]}
    assert drawn == {board["drawings"][each] for each in used}


@pytest.mark.parametrize("name", ["audit"])
def test_ways_and_shots_are_shown_where_they_went(page: Page) -> None:
    board = data(page)["board"]
    way, shot, chit = (board["frames"][number - 1] for number in (11, 15, 4))
    [line] = way["ways"]
    assert len(line) == 2 * 4
    assert len(way["shots"]) == 1
    assert (shot["ways"], len(shot["shots"])) == ([], 1)
    assert chit["focus"] is None
    left, top, right, bottom = way["focus"]
    assert all(left < x < right for x in line[::2])
    assert all(top < y < bottom for y in line[1::2])


# hostile texts

TRICKS = {
    "script": "</script><script>window.pwned = 1</script>",
    "image": '<img src=x onerror="window.pwned = 1">\'"`',
    "comment": "<!--<script>",
    "template": "$script ${title} $$ {{data}}",
    "bidi": "a\u202egnp.exe\u202c\u2066b\u2069",
    "separator": "a\u2028b\u2029c\x85d",
    "surrogate": "a\udc80b",
    "control": "a\x1b[31mred\x07\x08b",
}


def is_fit(text: str) -> bool:
    return not {unicodedata.category(c) for c in text.replace("\n", "")} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def hostile_log(trick: str) -> bytes:
    """Return a log of any module with a text as names of pieces and players, as chat and as the module's words."""
    bare = trick.replace("\x1b", "\x1c")
    position = [piece("1", bare), f"PLAYER\tsecret-word\t{bare}\t{bare}", f"GlobalProperty\t;{bare};{bare};Module"]
    steps = [
        f"CHAT<{bare}> - {bare}", f"CHAT*** {bare} = 3 *** <{bare}>", f"CHAT{bare}",
        "M/1/Main Map/5/5/null/Main Map/100/100/null/secret-word", f"MutableProperty\t{bare}\ta\t{bare}\tModule",
    ]  # fmt: skip
    return raw_file(position, steps, module=re.sub(r"[^\w<>/&'\"= -]", ".", bare))


def hostile_game(trick: str) -> bytes:
    """Return a log of our module in which a player has a text for his name, talks so, and calls a unit so."""
    bare = trick.replace("\x1b", "\x1c")

    def renamed(leaf: Leaf) -> Leaf:
        return Leaf(leaf.text.replace("Bert", bare).replace("Anna", bare))

    log = with_steps(open_game(LOGS / "a.vlog"), [[f"CHAT<Bert> - {bare}: rally"], [f"CHAT<Bert> - {bare} moves"]])
    return log.map_leaves(renamed).archive_bytes()


@pytest.mark.parametrize("make", [hostile_log, hostile_game])
@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_no_text_of_a_log_becomes_markup(make: Any, trick: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "game.vlog").write_bytes(make(trick))
    assert command("audit", tmp_path / "game.vlog", "--html", tmp_path / "hostile.html").code in (0, 1, 2)
    hostile = html.parse(tmp_path / "hostile.html", parser()).getroot()
    ordinary = set().union(*(kinds(html.parse(folder / f"{each}.html", parser()).getroot()) for each in REPORTS))
    assert kinds(hostile) <= ordinary | {("p", "class"), ("ul", "")}
    assert len(hostile.xpath("//script")) == 3
    assert is_fit((tmp_path / "hostile.html").read_text(encoding="utf-8"))
    shown = " ".join(printable(trick).split())[:8]
    assert shown in words(hostile.find(".//main"))
    data(hostile)


def kinds(page: Page) -> set[tuple[str, str]]:
    """Return each kind of element of a page: its name, and the names of its attributes."""
    return {(str(element.tag), " ".join(sorted(map(str, element.attrib)))) for element in page.iter()}


def parser() -> Any:
    return html.HTMLParser(encoding="utf-8")


def test_a_files_name_cannot_become_markup(tmp_path: Path) -> None:
    path = tmp_path / "<img src=x onerror=alert(1)>&amp;\u202e.vlog"
    path.write_bytes((EXAMPLES / "skirmish-turn-1.vlog").read_bytes())
    command("audit", path, "--html", tmp_path / "page.html")
    page = html.parse(tmp_path / "page.html", parser()).getroot()
    assert page.findall(".//img") == []
    assert words(page.find(".//h1")) == "Audit of <img src=x onerror=alert(1)>&amp;·.vlog"


def test_texts_and_attributes_are_escaped_and_markup_is_not() -> None:
    assert tag("p", "<b>", Html("<i>"), title='"<', hidden=True, id=None) == (
        '<p title="&quot;&lt;" hidden>&lt;b&gt;<i></p>'
    )
    assert "</" not in json_block("x", {"text": "</script>\u2028&"}).removesuffix("</script>")


# the command


def test_the_same_logs_give_the_same_page_wherever_they_lie(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(GAME)
    command("audit", ".", "--html", tmp_path / "again.html")
    again = (tmp_path / "again.html").read_bytes()
    assert again == (folder / "audit.html").read_bytes()
    assert str(ROOT).encode() not in again
    assert str(tmp_path).encode() not in again


@pytest.mark.parametrize("name", ["verify", "log"])
@pytest.mark.parametrize("options", [(), ("--json",)], ids=" ".join)
def test_what_is_printed_stays_as_it_is(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    plain = command(*REPORTS[name], *options)
    beside = command(*REPORTS[name], *options, "--html", tmp_path / "page.html")
    line = f"the page is in {tmp_path / 'page.html'}\n"
    assert beside.code == plain.code
    if options:
        assert (beside.out, beside.err) == (plain.out, f"{plain.err}adjudicator: note: {line}")
    else:
        assert (beside.out, beside.err) == (plain.out + line, plain.err)


@pytest.mark.parametrize("name", ["verify", "log"])
def test_an_existing_file_is_kept_unless_forced(name: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("mine", encoding="utf-8")
    refused = command(*REPORTS[name], "--html", path)
    assert (refused.code, refused.out) == (3, "")
    assert "already exists" in refused.err
    assert path.read_text(encoding="utf-8") == "mine"
    assert command(*REPORTS[name], "--html", path, "--force").code in (0, 1)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


def test_a_check_has_no_page(tmp_path: Path) -> None:
    outcome = command("audit", GAME, "--check", "x.json", "--html", tmp_path / "page.html")
    assert outcome.code == 64
    assert "--html does not go with --check" in outcome.err


# colours


def colours() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the colours of the light and of the dark page."""
    style = (ROOT / "adjudicator/report/html/page.css").read_text(encoding="utf-8").partition("@media print")[0]
    blocks = re.findall(r"^(\s*:root[^{]*)\{([^}]*)\}", style, re.MULTILINE)
    assert len(blocks) == 3
    for name, block in blocks:
        yield name.strip(), dict(re.findall(r"--([\w-]+): (#\w{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_colour_can_be_read() -> None:
    for name, known in colours():
        grounds = [known[each] for each in ("paper", "card", "chosen")]
        for ink in ("ink", "faint", "link", "legal", "illegal", "undecided", "waived", "note"):
            for ground in grounds:
                light, dark = sorted((luminance(known[ink]), luminance(ground)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, ink, ground)
        for line in (key for key in known if key.startswith(("line-", "focus", "accent"))):
            light, dark = sorted((luminance(known[line]), luminance(known["card"])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 3, (name, line)


def test_the_dark_page_is_the_same_by_choice_and_by_the_system() -> None:
    _, by_system, by_choice = (known for _, known in colours())
    assert by_system == by_choice


# the answer to the opponent


def test_the_answer_has_nothing_that_only_its_sender_may_know(tmp_path: Path) -> None:
    mails = [str(GAME / f"mail-{number:02}.vlog") for number in (2, 3)]
    arguments = ("verify", mails[1], "--after", mails[0])
    pages: dict[tuple[str, ...], Page] = {}
    for viewer in ((), ("--side", "french"), ("--referee",)):
        page = tmp_path / f"{'-'.join(viewer)}.html"
        assert command(*arguments, *viewer, "--html", page).code == 1
        pages[viewer] = html.fromstring(page.read_bytes())
    answers = {page.get_element_by_id("answer-text").text_content() for page in pages.values()}
    [answer] = answers
    assert answer.splitlines()[0] == "mail-03.vlog: Verdict: ILLEGAL (5 actions: 4 legal, 1 illegal)"
    assert "2/VIII/132 may not enter 29.14" in answer
    assert "may fire" not in answer, "what may be claimed is nobody else's business"
    assert "3/1 Antichar" not in answer
    assert "3/1 Antichar" in pages["--side", "french"].text_content()


def test_only_a_turn_of_nobody_in_particular_is_put_into_an_answer() -> None:
    turn = VerifiedTurn(game(), Viewer(side="french"), Wording(Locator(), Viewer()))
    with pytest.raises(ValueError, match="without a side"):
        list(opponent_lines(turn))
