"""Obligations: what one player owes another or may claim of him, and the answer that settles it."""
