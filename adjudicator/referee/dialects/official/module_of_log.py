"""Whether a module is the one with which a log was made: by its name, and by what the log itself calls its hexes.

With another module every hex would be another one, and nothing that is judged would be true.
"""

from __future__ import annotations

from typing import Final

from ....game.game_data import GameData
from ....game.hexes import Hex
from ....module_layout.saved_position import NotThisGame
from ....vassal.locations import Locator, learn_locations
from ....vassal.module_definition import ModuleDefinition
from ....vassal.replay import Replay
from ....vassal.saved_game import SavedGame

__all__ = ["check_module"]

_MOST_NAME: Final = 60


def check_module(log: SavedGame, game: GameData, module: ModuleDefinition | None) -> None:
    """Raise :class:`NotThisGame` if a module has another name than the log's, or most hexes of the log lie elsewhere.

    A log that names few hexes may be of another version of the module; that is for the audit to say.
    """
    if module is None:
        return
    title = log.module_metadata.title if log.module_metadata is not None else ""
    if title and module.name and title != module.name:
        raise NotThisGame("the module is not the one of this log", file=log.file, found=_shown(module.name),
                          expected=_shown(title))  # fmt: skip
    locator = Locator(module, Replay(log).initial.boards)
    told = {where: name for where, name in learn_locations(log).items()
            if game.dialect.is_main_map(where.map or "") and Hex.last_in(name) in game.map.hexes}  # fmt: skip
    names = [(name, locator.name(where) or "") for where, name in told.items()]
    wrong = [(name, ours) for name, ours in names if Hex.last_in(ours) != Hex.last_in(name)]
    if 2 * len(wrong) > len(names):
        name, ours = wrong[0]
        raise NotThisGame(
            "the hexes of the module are not those of this log: is it the same version, and was the game imported "
            "from it?", file=log.file, found=f"{_shown(ours) or 'no hex'} where the log has {_shown(name)}",
        )  # fmt: skip


def _shown(name: str) -> str:
    return "".join(letter for letter in name[:_MOST_NAME] if letter.isprintable())
