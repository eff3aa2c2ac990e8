"""The module's page about itself: what it is, and how sure its figures are."""

from __future__ import annotations

from html import escape

from adjudicator.game.game_data import GameData
from adjudicator.game.provenance import Source

from .charts_html import HtmlPage, page

__all__ = ["about_page"]


def about_page(game: GameData) -> HtmlPage:
    """Return the page ``about.html``."""
    estimated = sum(figure.source is Source.ESTIMATED for figure in game.figures)
    lines = [game.description, f"Version {game.version}."]
    if estimated:
        lines.append(
            f"{estimated:,} of its {len(game.figures):,} figures are estimates, because no document at hand has them. "
            "If you own the game, correct the data and build the module again."
        )
    lines.append("The game belongs to its publisher; the words and drawings in this module are its makers' own.")
    body = "".join(f"<p>{escape(line)}</p>\n" for line in lines)
    return HtmlPage("About this module", "about.html", page(game.name, body))
