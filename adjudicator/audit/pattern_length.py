"""The length of a regular expression with its counts written out: ``(ab{3}){2}`` is ``abbbabbb``.

The library that matches users' patterns does write them out, so that a few nested counts take gigabytes.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["written_out_length"]

_TOKEN: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\{(?P<count>\d*)(?:,\d*)?\}|.", re.DOTALL)
_VERBOSE: Final = re.compile(r"\(\?[a-zA-Z]*x")
_COMMENT: Final = re.compile(r"\(\?#[^)]*+\)")
_LINE_COMMENT: Final = re.compile(r"(?<!\\)#.*")


def written_out_length(regex: str) -> int:
    """Return an upper bound of an expression's length in characters when each count stands for as many copies."""
    regex = _COMMENT.sub("", regex)
    if _VERBOSE.search(regex):
        regex = _LINE_COMMENT.sub("", regex)
    sums, last = [0], 0
    """The lengths of the open groups up to here, the whole one first; the length of what a count would repeat."""
    for token in _TOKEN.finditer(regex):
        text = token.group()
        if token["count"] is not None:
            copies = max(int(token["count"] or 0), 1)
            sums[-1] += last * (copies - 1)
            last *= copies
        elif text == "(":
            sums.append(0)
        elif text == ")" and len(sums) > 1:
            last = sums.pop() + 2
            sums[-1] += last
        else:
            sums[-1] += len(text)
            last = last if text.isspace() else len(text)
    return sum(sums)
