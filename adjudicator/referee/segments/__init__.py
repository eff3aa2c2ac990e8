"""Segments: the events of one thing that a player does, cut out of the steps of a log."""
