"""The pages of documentation: the README and those in ``docs/``."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
}
"""The text of each page by its path from the repository's root."""
ALL_PAGES = "\n".join(PAGES.values())


def code_blocks(text: str, language: str) -> list[str]:
    """Return the blocks of code in a page that are marked as of a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
