"""The part of a page that is gone through step by step: the map, its buttons, the timeline, the ruling beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...drawing import svg
from .markup import Attribute, Html, join, tag
from .page_model import Board, Page, PageEntry

__all__ = ["viewer"]

_FLAGGED: Final = {"illegal": 0.0, "fault": 0.0, "undecided": 0.4, "question": 0.4}
"""The verdicts that the timeline marks, each with how far down from the top its mark begins."""
_BUTTONS: Final = (
    ("first", "M4 4V16M16 4L7 10L16 16Z", "The start (Home)"),
    ("previous", "M13 3L6 10L13 17", "Previous {noun} (arrow left)"),
    ("play", "M6 3L17 10L6 17Z", "Play (P)"),
    ("next", "M7 3L14 10L7 17", "Next {noun} (arrow right)"),
    ("last", "M4 4L13 10L4 16ZM16 4V16", "Last {noun} (End)"),
)
"""Buttons: the id, the sign as path data in a square of 20, what it does."""
_FLAG_BUTTONS: Final = (
    ("previous-flag", "M10 4L3 10L10 16ZM12 6L18 14M18 6L12 14", "Previous {noun} that is not legal (B)"),
    ("next-flag", "M10 4L17 10L10 16ZM2 6L8 14M8 6L2 14", "Next {noun} that is not legal (N)"),
)
_MAP_BUTTONS: Final = (
    ("zoom-in", "M10 3V17M3 10H17", "Zoom in (+)"),
    ("zoom-out", "M3 10H17", "Zoom out (-)"),
    ("zoom-all", "M3 8V3H8M12 3H17V8M17 12V17H12M8 17H3V12", "The whole map (0)"),
)


def viewer(page: Page) -> Html:
    """Return the viewer: without scripts it is the map at the start. It is empty if there is no map."""
    if page.board is None:
        return Html("")
    parts = [_stage(page.board)]
    if page.entries:
        parts += [_controls(page), _ruling()]
    return tag("section", tag("h2", "Step by step", class_="for-readers"), *parts, id="viewer")


def _stage(board: Board) -> Html:
    box = f"0 0 {board.width} {board.height}"
    layers = [
        tag("g", board.ground, id="ground"),
        tag("g", id="traces", aria_hidden="true"),
        tag("g", board.still, id="counters"),
    ]
    defs = tag("defs", *_arrow_heads(), board.symbols)
    drawing = tag("svg", defs, *layers, id="board", viewBox=box, role="img", aria_label="The map", tabindex=0,
                  preserveAspectRatio="xMidYMid meet")  # fmt: skip
    buttons = tag("div", *_buttons(_MAP_BUTTONS, ""), class_="map-buttons needs-script", role="group",
                  aria_label="Zoom of the map")  # fmt: skip
    tip = tag("p", id="board-tip", class_="needs-script", role="status")
    return tag("div", tag("div", drawing, id="frame"), buttons, tip, id="stage")


def _arrow_heads() -> list[Html]:
    """Return the heads of ways and of shots, which differ in form as well as in colour."""
    heads = (("arrow", "M0 0L10 5L0 10Z", 8), ("hit", "M0 0L10 10M10 0L0 10", 5))
    size: dict[str, Attribute] = {"markerWidth": 3.4, "markerHeight": 3.4, "orient": "auto"}
    return [
        tag("marker", Html(svg.path(outline)), id=name, viewBox="0 0 10 10", refX=at, refY=5, class_=name, **size)
        for name, outline, at in heads
    ]


def _buttons(buttons: Sequence[tuple[str, str, str]], noun: str) -> list[Html]:
    made = []
    for name, outline, template in buttons:
        words = template.format(noun=noun)
        sign = tag("svg", Html(svg.path(outline)), viewBox="0 0 20 20", width=20, height=20, aria_hidden="true")
        made.append(tag("button", sign, type="button", id=name, title=words, aria_label=words))
    return made


def _controls(page: Page) -> Html:
    stepping = tag("div", *_buttons(_BUTTONS, page.noun), role="group", aria_label=f"Go through the {page.noun}s")
    flags = tag("div", *_buttons(_FLAG_BUTTONS, page.noun), role="group", aria_label=f"{page.noun}s that are not legal")
    entries = page.entries
    slider = tag("input", type="range", id="timeline", min=0, max=len(entries), value=0, step=1,
                 aria_label=f"{page.noun} of {len(entries)}")  # fmt: skip
    line = tag("div", slider, _marks(entries), class_="timeline")
    place = tag("output", id="place", for_="timeline")
    return tag("div", tag("div", stepping, flags, place, class_="buttons"), line, id="controls", class_="needs-script")


def _marks(entries: Sequence[PageEntry]) -> Html:
    """Return the timeline's marks: long ones for what is illegal, short ones for what is undecided."""
    marks = [
        svg.line((place, _FLAGGED[entry.verdict]), (place, 1), class_=f"flag {entry.verdict}")
        for place, entry in enumerate(entries, 1) if entry.verdict in _FLAGGED
    ]  # fmt: skip
    return tag("svg", join(map(Html, marks)), class_="marks", viewBox=f"0 0 {len(entries)} 1",
               preserveAspectRatio="none", aria_hidden="true")  # fmt: skip


def _ruling() -> Html:
    """Return the empty place of the ruling, and of the map in words; a script fills it with what is in the list."""
    parts = (tag("h3", "The start", id="shown-title"), tag("div", id="shown-ruling"))
    said = tag("div", *parts, id="shown", aria_live="polite")
    rules = tag("div", id="shown-rules")
    lying = tag("details", tag("summary", "What is on the map, in words"), tag("ul"), id="lying")
    return tag("div", said, rules, lying, id="beside", class_="needs-script", tabindex=0, role="region",
               aria_label="The ruling")  # fmt: skip
