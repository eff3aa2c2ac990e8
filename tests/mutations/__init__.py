"""Illegal and altered play put into self-played games, and whether the referee finds it."""
