"""Rules by their numbers."""

from __future__ import annotations

from ..rules.catalogue import Rule, rule_catalogue

__all__ = ["rule"]


def rule(number: str) -> Rule:
    """Return what a rule says, in our words, with how sure that is and whether it is enforced.

    *number* is a rule's printed number, such as ``R6.13`` or ``NQoS 4.3``. Raises UnknownRule.

    >>> import adjudicator
    >>> adjudicator.rule("R6.13").title
    'Division Activation'
    """
    return rule_catalogue().find(number)[0]
