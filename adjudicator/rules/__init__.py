"""The legality and effects of actions: pure functions of a position and an action. Knows no files and no terminal."""
