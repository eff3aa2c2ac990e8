"""The audit of a log of any module: players, dice, undone steps, continuity; it knows no game's rules."""
