"""Draws the golden counters of the tests anew: ``python -m tests.renew_golden``.

Do it after a wanted change of the style or of the small example, and look at the differences before keeping them.
"""

from __future__ import annotations

from .drawn_counters import GOLDEN, small_counters


def main() -> None:
    """Write every golden drawing that there is anew."""
    for path in sorted(GOLDEN.glob("*.svg")):
        path.write_text(small_counters()[path.name], encoding="utf-8", newline="\n")
        print(path.name)


if __name__ == "__main__":
    main()
