"""Make the picture of the README: the web page of the example's audit, opened at its first problem.

    python docs/make_pictures.py

writes ``docs/images/audit-page.png``. It needs Chromium (or Chrome) on the path.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "audit-page.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SIZE = (1180, 680)
ENTRY = 11
"""The entry that the page is opened at: a move into a Fire Zone."""


def main() -> int:
    """Make the picture; return the exit code."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.stderr.write(f"no browser found (looked for {', '.join(BROWSERS)})\n")
        return 3
    with TemporaryDirectory() as folder:
        page = Path(folder) / "audit.html"
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", "adjudicator", "audit", ROOT / "examples" / "italians_attack", "--html", page],
            check=False, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        subprocess.run(  # noqa: S603
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                f"--window-size={SIZE[0]},{SIZE[1]}", f"--user-data-dir={folder}/profile",
                f"--screenshot={PICTURE}", "--virtual-time-budget=20000", f"{page.as_uri()}#entry={ENTRY}",
            ],
            check=True, capture_output=True,
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
