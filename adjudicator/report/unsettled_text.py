"""Rules that no source settles and the players have not agreed on: a line for each action, and all of them once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..rules.ruling import Finding
from .safe_text import columns, count

__all__ = ["split_unsettled", "unsettled_lines"]

_UNSETTLED: Final = "house-rule-missing"
"""The finding of an action that depends on such a rule."""
_HEADING: Final = "Unsettled rules: agree on them with --house-rules (adjudicator rules --switches lists the choices)"


def split_unsettled(findings: Iterable[Finding]) -> tuple[list[Finding], list[str]]:
    """Return what the rules have against an action without its unsettled rules, and one line for all of these."""
    found = list(findings)
    unsettled = [each for each in found if each.name == _UNSETTLED]
    if len(unsettled) < 2:
        return found, []
    rules = ", ".join(dict.fromkeys(each.rule for each in unsettled))
    return [each for each in found if each.name != _UNSETTLED], [
        f"undecided: depends on {count(len(unsettled), 'unsettled rule')} ({rules}), listed at the end"
    ]


def unsettled_lines(actions: Iterable[Sequence[Finding]]) -> Iterator[str]:
    """Yield the unsettled rules of all actions of a report, each once; nothing where no action has several."""
    found: dict[str, Finding] = {}
    for findings in actions:
        unsettled = [each for each in findings if each.name == _UNSETTLED]
        if len(unsettled) > 1:
            found |= {each.switch: each for each in unsettled}
    if not found:
        return
    yield from ("", _HEADING)
    yield from columns([(each.rule, each.text.removeprefix("unsettled: ")) for each in found.values()])
