"""A page as the bytes of one HTML file: nothing in it comes from elsewhere, and nothing in it can go elsewhere.

The Content Security Policy lets the page's own style sheet and scripts run, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, Final

from ..safe_text import count
from .citations import Citations
from .entry_list import entry_data, group_list, players_of, units_of, verdicts_of
from .filters import filter_form
from .markup import Html, join, json_block, link, printable, tag
from .page_model import Page, Section, verdict_mark
from .viewer import viewer

__all__ = ["FIRST_SCRIPT", "joined", "page_bytes", "page_document", "page_text", "policy"]

FORMAT: Final = 1
_STYLES: Final = ("page.css", "viewer.css")
_SCRIPTS: Final = ("board.js", "filters.js", "page.js")
FIRST_SCRIPT: Final = 'document.documentElement.className = "js";'
"""Runs before anything is shown, so that what needs scripts does not come and go."""


def page_bytes(page: Page, citations: Citations) -> bytes:
    """Return the file. What the page's entries and sections cite is explained at its end."""
    entries = group_list(page.groups, citations)
    told = (*page.first, *page.others, *citations.sections())
    style, script = joined(_STYLES), f'(() => {{\n"use strict";\n{joined(_SCRIPTS)}}})();\n'
    parts = {
        "policy": policy(style, script),
        "title": join([page.title]),
        "style": style,
        "first_script": FIRST_SCRIPT,
        "header": _header(page, told),
        "first": join(_section(each) for each in page.first),
        "layout": "" if page.board else ' class="no-board"',
        "viewer": viewer(page),
        "filters": filter_form(page),
        "entries": entries,
        "others": join(_section(each) for each in told[len(page.first) :]),
        "footer": tag("p", page.provenance) if page.provenance else "",
        "data": json_block("page-data", page_document(page)),
        "script": script,
    }
    return Template(page_text("page.html")).substitute(parts).encode()


def page_document(page: Page) -> dict[str, Any]:
    """Return what the page's scripts read (``schema/report-page.schema.json``)."""
    return {
        "format": FORMAT,
        "kind": "report-page",
        "report": page.report,
        "noun": page.noun,
        "verdict": page.verdict,
        "exit_code": page.exit_code,
        "verdicts": verdicts_of(page),
        "players": players_of(page),
        "units": units_of(page),
        "entries": entry_data(page),
        "board": page.board.document if page.board else None,
    }


def policy(style: str, script: str) -> str:
    """Return the Content Security Policy of a page with this style sheet and script, and the first one."""
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src {_hash(style)}; script-src {_hash(FIRST_SCRIPT)} {_hash(script)}"
    )


@cache
def page_text(name: str) -> str:
    """Return a file that pages are made of."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def joined(names: tuple[str, ...]) -> str:
    """Return several files as one text."""
    return "\n".join(map(page_text, names))


def _hash(text: str) -> str:
    """Return what a Content Security Policy knows an element by whose content is *text*."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _header(page: Page, told: tuple[Section, ...]) -> Html:
    verdict = tag("p", verdict_mark(page.verdict), f" {page.verdict_words}", class_="verdict")
    facts = tag(
        "details", tag("summary", f"About this report: {page.facts[0]}"), tag("ul", *_items(page.facts), id="read")
    )
    return join([tag("h1", page.title), verdict, facts, _contents(page, told)])


def _items(lines: tuple[str, ...]) -> list[Html]:
    return [tag("li", printable(line)) for line in lines]


def _contents(page: Page, told: tuple[Section, ...]) -> Html:
    places = [(each.id, each.title) for each in told]
    places.insert(len(page.first), ("entries", f"{count(len(page.entries), page.noun)}, one by one"))
    rows = (tag("li", link(identifier, title)) for identifier, title in places)
    return tag("nav", tag("ul", *rows), aria_label="On this page")


def _section(section: Section) -> Html:
    heading = tag("h2", section.title, id=f"{section.id}-title")
    return tag("section", heading, section.body, id=section.id, class_="told", aria_labelledby=f"{section.id}-title")
