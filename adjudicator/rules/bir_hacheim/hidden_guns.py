"""Hidden French anti-tank guns: the turning over of Gun Unit markers and its result (NQoS S4.3)."""

from __future__ import annotations

from ...game.nameless_units import is_nameless
from ...game.play import Reveal
from ...game.position import Status
from ..judgement import Judgement
from ..series.results import take_off

__all__ = ["reveal", "reveal_gun", "show_hidden"]


def reveal(judgement: Judgement, action: Reveal) -> None:
    """Judge the turning over of a gun by its owner, who may do so at any time (NQoS S4.3)."""
    reveal_gun(judgement, action.unit)


def reveal_gun(judgement: Judgement, unit: str) -> None:
    """Turn over a Gun Unit of the owner's choice, and refuse it if it is none (NQoS S4.3).

    The result for a nameless unit is left open: the judge may not know whether it is a gun.
    """
    state = judgement.state(unit)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=judgement.name(unit))
    elif not state.hidden:
        judgement.refuse("not-face-down", unit=judgement.name(unit))
    elif is_nameless(judgement.unit(unit)):
        judgement.leave_open("face-down-unknown", unit=judgement.name(unit))
    else:
        show_hidden(judgement, unit)


def show_hidden(judgement: Judgement, unit: str) -> bool:
    """Turn a unit over if it is face down, and return whether there is a real unit (NQoS S4.3).

    A unit that fires, moves or is assaulted is shown at once. Its markers stay with it; a dummy leaves play. From now
    on it has Fire Zones.
    """
    if not judgement.state(unit).hidden:
        return True
    if judgement.unit(unit).dummy:
        take_off(judgement, unit)
        return False
    judgement.change(unit, hidden=False)
    return True
