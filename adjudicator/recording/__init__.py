"""The writing side: actions of the rules as steps of a log of our own module, as players at the real program make them.

An action becomes acts (:mod:`.scripts`), a style of play turns these about (:mod:`.play_styles`), and a
:class:`~.game_writer.GameWriter` does them at the table of a log.
"""
