"""The context of a clause: what it takes from those before it in its line, and from the lines before."""

from __future__ import annotations

from dataclasses import dataclass

from .chat_phrases import Phrase

__all__ = ["LineContext"]


@dataclass(slots=True)
class LineContext:
    """The context that a clause takes from those before it."""

    firer: str = ""
    subject: str = ""
    """The speaker's own unit that was named last; it fires if a clause names none."""
    target: str = ""
    kind: Phrase | None = None
    directed: bool = False
    """True if the line begins with who acts by Direct Command ("dc: …")."""
    fires: bool = False
    """True if the line speaks of fire."""
    fired: bool = False
    """True if a shot at the target is the last thing that the speaker did before the line."""
    spotted: bool = False
    """True if somebody was said to spot for the shot that was mentioned last."""
    untargeted: bool = False
    """True if a shot was mentioned last, and its target not yet: "6/BM2 fires at those pioneers, 1/33"."""
    announced: Phrase | None = None
    """The kind of the shot that the clause before consists of: "Counterbattery, 1/1 RA FFL at 1/132"."""
    paying: bool = False
    """True if Command Points were just said to be paid for units."""
    checks: str = ""
    """The unit whose rally or check was mentioned last, without a die: a point may be paid for it."""
    corrects: bool = False
    """True if the line has taken back what was announced: a target alone is then that of the unit spoken of."""
    acts_again: bool = False
    """True if the line says of the unit spoken of before that it acts once more: a target alone is that unit's."""
