"""Paragraphs of the desert rules and their register, in the words of the main game's."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.catalogue import Rule
from ...rules.contradictions import Contradiction
from ...rules.desert.catalogue import desert_catalogue
from ...rules.desert.findings import ruling
from ..rules_text import coverage_lines, list_lines, register_document, register_lines, rule_lines
from .common import Answer, document

__all__ = ["rules_answer"]

_KEYS = ("number", "title", "summary", "confidence", "doubt")


def rules_answer(
    rules: Sequence[Rule], entries: Sequence[Contradiction], *, asked: bool, coverage: bool, register: bool
) -> Answer:
    """Return what paragraphs say, how many are done, or what the register has."""
    if register:
        lines = list(register_lines(entries))
    elif coverage:
        lines = list(coverage_lines(rules))
    elif asked:
        lines = list(rule_lines(rules, desert_catalogue()))
    else:
        lines = list(list_lines(desert_catalogue().chapters))
    told = [
        {
            **{key: getattr(rule, key) for key in _KEYS},
            "status": rule.status.value,
            "functions": list(rule.functions),
            "see": list(rule.see),
        }
        for rule in rules
    ]
    entries_told = [{**entry, "rules": list(entry["rules"])} for entry in register_document(entries)]
    return lines, document("rules", ruling(()), rules=told, register=entries_told if register else [])
