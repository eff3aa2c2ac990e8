"""``adjudicator desert rules``: what the paragraphs say, and what was read where the scan is wrong."""

from __future__ import annotations

import click

from ...report.desert.rules_text import rules_answer
from ...report.safe_text import one_line
from ...rules.catalogue import Rule, UnknownRule
from ...rules.desert.catalogue import desert_catalogue, desert_register, find_rules
from ..options import json_option
from ..rule_options import show

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert rules 3.31 "Vehicle Note 8"
  adjudicator desert rules --register"""


@click.command(epilog=_EPILOG)
@click.argument("numbers", nargs=-1, metavar="[NUMBER]...")
@click.option("--coverage", is_flag=True, help="Count the paragraphs: enforced, partly enforced, and so on.")
@click.option("--register", is_flag=True, help="List the errors of the scan, each with its correction and the reason.")
@json_option
def command(numbers: tuple[str, ...], coverage: bool, register: bool, as_json: bool) -> int:
    """Explain a paragraph, with the errors of the scan corrected.

    NUMBER is a paragraph (3.31, D.1A, "Vehicle Note 8") or a chapter (7); without one, all are listed.
    """
    if coverage and register:
        raise click.UsageError("either --coverage or --register", click.get_current_context())
    chosen = _chosen(numbers)
    entries = [entry for entry in desert_register() if not numbers or not chosen.keys().isdisjoint(entry.rules)]
    answer = rules_answer(
        list(chosen.values()), entries, asked=bool(numbers), coverage=coverage, register=register
    )  # fmt: skip
    return show(answer, 0, as_json=as_json)


def _chosen(numbers: tuple[str, ...]) -> dict[str, Rule]:
    """Return the paragraphs asked for, each once; all if none was."""
    rules: dict[str, Rule] = {} if numbers else dict(desert_catalogue().rules)
    for number in numbers:
        try:
            rules |= {rule.number: rule for rule in find_rules(number)}
        except UnknownRule as error:
            raise click.BadParameter(
                f"there is no paragraph {one_line(number, 40)!r}{error.similar}", param_hint="NUMBER"
            ) from None
    return rules
