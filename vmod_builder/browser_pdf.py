"""Sheets to print as one PDF file, painted by a Chromium, Chrome or Edge that is on the machine.

The sheets are an HTML page with SVG drawings, tables and named page sizes. A browser paints all of them as they are,
with lines and letters that stay sharp; the Python libraries that do the same need Pango or Cairo on the machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

__all__ = ["BrowserFailed", "BrowserMissing", "find_browser", "pdf_of"]

_NAMES: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge",
)  # fmt: skip
_PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
"""The places of browsers that no search path has."""
_OPTIONS: Final = (
    "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
    "--disable-sync", "--no-pdf-header-footer", "--disable-pdf-tagging",
)  # fmt: skip
"""A page as it is: tags for screen readers would be numbered otherwise each time."""
_SECONDS: Final = 300
_DATE: Final = re.compile(rb"(?<=Date \(D:)[0-9]{14}(?=[+\-Z])")
_NO_DATE: Final = b"20000101000000"


class BrowserMissing(ValueError):
    """There is no browser on the machine that paints PDF."""

    def __init__(self) -> None:
        super().__init__(
            "a PDF needs Chromium, Chrome or Edge, and none is found here; or open print.html of vmod-builder preview "
            "in any browser, and print it to a file"
        )


class BrowserFailed(ValueError):
    """The browser painted nothing."""


def find_browser() -> str:
    """Return the path of a browser that paints PDF. Raises BrowserMissing."""
    there = (found for name in _NAMES if (found := shutil.which(name)))
    known = (place for place in _PLACES if Path(place).is_file())
    browser = next(there, None) or next(known, None)
    if browser is None:
        raise BrowserMissing
    return browser


def pdf_of(files: Mapping[str, bytes], page: str, browser: str, beside: Path) -> bytes:
    """Return a page as PDF; *files* are the page and its pictures by their paths.

    They are put into a directory in *beside* while the *browser* paints, since some systems let a browser see the
    user's own directories only. The date of making is left out, so that the same sheets are the same bytes. Raises
    BrowserFailed, also if the browser takes too long.
    """
    with TemporaryDirectory(dir=beside, prefix="vmod-builder-") as name:
        folder = Path(name).resolve()
        for path, content in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        output = folder / "sheets.pdf"
        options = [*_OPTIONS, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={output}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium refuses to start for root otherwise; the page is our own
        try:
            subprocess.run(  # noqa: S603
                [browser, *options, (folder / page).as_uri()], capture_output=True, timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BrowserFailed(f"{Path(browser).name} painted no PDF: {type(error).__name__}") from None
        if not output.is_file():
            raise BrowserFailed(f"{Path(browser).name} painted no PDF")
        return _DATE.sub(_NO_DATE, output.read_bytes())
