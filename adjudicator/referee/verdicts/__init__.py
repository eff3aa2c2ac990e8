"""Verdicts on the whole record: what lifts an accusation once all of it is read, and what lays one on somebody else."""
