"""Discrepancies: what the table shows otherwise than the position by the rules has it."""
