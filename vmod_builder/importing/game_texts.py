"""The texts of a game's files while they are changed, and the game that they describe at each moment."""

from __future__ import annotations

from typing import Final

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import GameFiles, GameFolder, game_in
from adjudicator.game.loading.files import FolderContents, parsed, read_folder

__all__ = ["GameTexts"]


class GameTexts:
    """The files of a game's folder as texts, by name; the game in it has been loaded, so they are sound.

    Raises GameDataErrors if they cannot be read.
    """

    def __init__(self, folder: GameFolder) -> None:
        self.before: Final = read_folder(folder)
        """The documents as they were in the folder."""
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
        self.texts: dict[str, str] = {
            name: folder.joinpath(name).read_bytes().decode("utf-8-sig") for name in names
        }  # fmt: skip

    def documents(self) -> GameFiles:
        """Return the documents as the texts say now. Raises GameDataErrors."""
        return parsed(self._contents())

    def game(self) -> GameData:
        """Return the game as the texts say now. Raises GameDataErrors."""
        return game_in(self._contents())

    def _contents(self) -> FolderContents:
        return FolderContents(tuple((name, self.texts[name].encode()) for name in self.before.documents))
