"""The notation: actions as lines that people type and read, with the words of the game's menus and log lines.

``notation.toml`` is the one table from which lines are printed (:mod:`.printing`) and read (:mod:`.parsing`).
"""
