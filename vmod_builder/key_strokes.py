"""Key strokes: ``ctrl shift D`` as the data have it, ``68,195`` as VASSAL does (vassal-files.md 2.1).

VASSAL writes Java's code of the key and the sum of the modifiers, each in its older and its newer form.
A *named* key stroke is one that no key of the keyboard gives; commands without a key have one.
"""

from __future__ import annotations

from adjudicator.game.errors import GameDataError

__all__ = [
    "DICE_KEYS", "HIDE_KEY", "LINE_OF_SIGHT_KEY", "MAP_KEYS", "OVERVIEW_KEY", "UNMOVED_KEY", "key_stroke",
    "named_key_stroke",
]  # fmt: skip

LINE_OF_SIGHT_KEY, HIDE_KEY, UNMOVED_KEY, OVERVIEW_KEY = "ctrl shift T", "ctrl shift P", "ctrl shift Y", "ctrl shift O"
MAP_KEYS = {
    "the line of sight": LINE_OF_SIGHT_KEY, "hiding the counters": HIDE_KEY, "the marks of movement": UNMOVED_KEY,
    "the overview": OVERVIEW_KEY,
}  # fmt: skip
"""The keys of the map sheet's own buttons by what they are for: no counter's menu may have one."""

DICE_KEYS = ("F5", "F6")
"""The keys of the dice buttons that come first."""

_MODIFIERS = {"shift": 1 + 64, "ctrl": 2 + 128, "meta": 4 + 256, "alt": 8 + 512}
_KEYS = {
    "SPACE": 32, "PAGEUP": 33, "PAGEDOWN": 34, "END": 35, "HOME": 36, "LEFT": 37, "UP": 38, "RIGHT": 39, "DOWN": 40,
    "COMMA": 44, "MINUS": 45, "PERIOD": 46, "SLASH": 47, "SEMICOLON": 59, "EQUALS": 61, "DELETE": 127, "INSERT": 155,
    **{f"F{number}": 111 + number for number in range(1, 13)},
}  # fmt: skip
_NAMED = 57348
"""A code that no key has; the engine gives each name a code of its own when it reads it."""


def key_stroke(text: str) -> str:
    """Return *text*, modifiers before the key, as VASSAL writes it; an empty text stays empty.

    Raises GameDataError for a key or a modifier that there is not.
    """
    if not text:
        return ""
    *modifiers, key = text.split(" ")
    code = _KEYS.get(key, ord(key) if len(key) == 1 and key.isascii() and (key.isdigit() or key.isupper()) else None)
    if code is None or len(set(modifiers)) < len(modifiers) or not set(modifiers) <= _MODIFIERS.keys():
        raise GameDataError(
            "not a key", found=text,
            expected="any of ctrl, alt, shift and meta, then a capital letter, a digit, F1 to F12 or a key's name",
        )  # fmt: skip
    return f"{code},{sum(_MODIFIERS[name] for name in modifiers)}"


def named_key_stroke(name: str) -> str:
    """Return a key stroke that only the menu and other parts of the module can give. *name* has no comma."""
    return f"{_NAMED},0,{name}"
