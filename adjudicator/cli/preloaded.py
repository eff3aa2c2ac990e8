"""The modules that all processes that judge games need: loaded once, before they part (see :mod:`.worker_pool`)."""

from __future__ import annotations

from ..audit.dice import load_patterns
from ..audit_file.versions import program_version
from ..drawing.style import load_style
from ..game.loading import BUILT_IN, find_game
from ..referee.dialects.chat_phrases import phrases_in
from ..report.html import pages
from ..rules.catalogue import rule_catalogue
from ..rules.switches import all_switches
from .game_audits import playable
from .game_tasks import judged_game
from .progress import silence

__all__ = ["judged_game", "pages"]

silence()
any(phrases_in("", playable(BUILT_IN).rules))  # makes one expression of all phrases, which takes long
load_style(find_game(BUILT_IN))
load_patterns()
rule_catalogue()
all_switches()
program_version()
