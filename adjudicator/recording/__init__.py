"""The writing side: actions of the rules as steps of a log of our own module, as players at the real program make them.

An action becomes deeds (:mod:`.scripts`), a manner of play turns these about (:mod:`.manner`), and a
:class:`~.game_writer.GameWriter` does them at the table of a log.
"""
