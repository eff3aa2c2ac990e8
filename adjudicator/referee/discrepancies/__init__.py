"""Discrepancies: the differences between the table and the position by the rules."""
