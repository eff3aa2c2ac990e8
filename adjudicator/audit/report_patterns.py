"""The lines of a module's dice buttons, recognised by the report formats that the buttons have."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Final

from .dice_patterns import LinePattern

__all__ = ["pattern_of_report"]

_MAX_REPORT: Final = 200
"""The greatest length of a report format that is read."""
_LEAST_LETTERS: Final = 3
_VARIABLE: Final = re.compile(r"\$([^$\n]{1,40})\$")
_MAX_VARIABLES: Final = 5
_ANYTHING: Final = "[^<>]{0,80}?"
_GROUPS: Final = {
    "name": "button", "result": "results", "result1": "results", "playername": "player", "playerid": "player",
}  # fmt: skip


def pattern_of_report(button: str, report: str) -> LinePattern | None:
    """Return the pattern for the lines that a dice button writes by its report format, such as ``$name$: $result$``.

    None if the format has no result, or hardly a word of its own: other lines would be taken for rolls. None, too, if
    it has so many properties, or two of them side by side, that a line could be read in very many ways.
    """
    parts = _VARIABLE.split(html.unescape(report[:_MAX_REPORT]))
    fixed, variables = parts[::2], parts[1::2]
    told = "".join(fixed) + button * ("name" in variables)
    has_result = any(_group_of(each) == "results" for each in variables)
    if not has_result or len(variables) > _MAX_VARIABLES or not all(fixed[1:-1]):
        return None
    if sum(map(str.isalnum, told)) < _LEAST_LETTERS:
        return None
    seen, text = set[str](), re.escape(fixed[0])
    for variable, after in zip(variables, fixed[1:], strict=True):
        group = _group_of(variable)
        text += _ANYTHING if group in seen else _texts(button)[group]
        text += re.escape(after)
        seen |= {group} - {""}
    lead = r"\*" if report.startswith("*") else r"\* "
    return LinePattern("module-dice", re.compile((lead + text).strip()), "", f"dice button {button}", html=True)


def _group_of(variable: str) -> str:
    """Return the group that a property of a report format is read as, empty for one of which nothing is read."""
    return _GROUPS.get(variable.casefold(), "")


def _texts(button: str) -> Mapping[str, str]:
    """Return what may stand in a line for each group."""
    return {
        "button": f"(?P<button>{re.escape(button)})",
        "results": r"(?P<results>-?\d{1,4}(?:, ?-?\d{1,4}){0,20})",
        "player": r"(?P<player>[^<>]{1,80}?)",
        "": _ANYTHING,
    }
