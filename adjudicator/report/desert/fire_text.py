"""The desert's additions to an attack: every modifier with its paragraph, the die for dust, the FP that remain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...rules.desert.fire import AttackSum, attack_kinds, fact_words
from ..safe_text import columns, count
from ..sums_text import signed
from .common import Answer, chance_cells, chances_document, document, foot_lines, modifier_rows, modifiers_document

__all__ = ["fact_lines", "fire_answer"]


def fire_answer(total: AttackSum) -> Answer:
    """Return the answer about an attack."""
    attack = total.attack
    name = attack_kinds()[attack.kind]["name"]
    lines = [f"{name}, {count(attack.distance, 'hex', 'hexes')}, against {attack.target}"]
    rows = modifier_rows(total.modifiers)
    lines += columns([*rows, ("Sum", f"{signed(total.total):>3}", "")] if rows else [("Nothing is added", "", "")])
    if total.dust_rule:
        lines += ["", f"Dust: a further dr adds to it ({total.dust_rule})"]
        lines += columns([(signed(value), *chance_cells(chance), f"sum {signed(total.total + value)}")
                          for value, chance in total.dust.items()])  # fmt: skip
        if attack.dust != "moderate":
            rounded = "down" if attack.round_down else "up"
            lines += columns([(f"Half a dr is rounded {rounded}: 11.71 says up, the example to 11.732 rounds down.",)])
    lines += _under("FP divided by", [(each.title, str(each.value), each.rule) for each in total.factors])
    if total.fire_power is not None:
        column = "below the first" if total.column is None else str(total.column)
        lines += columns([("FP left", str(total.fire_power), f"IFT column {column}")])
    lines += _under("Morale Check", modifier_rows(total.morale))
    lines += _under("To be known", [(each.title, "", each.rule) for each in total.notes])
    return [*lines, *foot_lines(total.ruling, total.estimated)], _document(total)


def _under(heading: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    return ["", heading, *columns(rows)] if rows else []


def _document(total: AttackSum) -> dict[str, object]:
    attack = total.attack
    return document(
        "fire",
        total.ruling,
        total.estimated,
        attack=attack.kind,
        range=attack.distance,
        target=attack.target,
        modifiers=modifiers_document(total.modifiers),
        total=total.total,
        dust_rule=total.dust_rule or None,
        dust=chances_document(total.dust),
        totals=chances_document(total.totals),
        factors=modifiers_document(total.factors),
        fire_power=None if total.fire_power is None else str(total.fire_power),
        column=total.column,
        morale=modifiers_document(total.morale),
        notes=modifiers_document(total.notes),
    )


def fact_lines() -> Iterable[str]:
    """Yield all facts that can be said of an attack, each with its meaning."""
    yield "An attack"
    yield from columns(list(fact_words().items()))
