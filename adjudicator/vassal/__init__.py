"""VASSAL's files, exactly: archives, encodings, commands, pieces, locations, logs.

This package knows nothing of any particular game.
"""
