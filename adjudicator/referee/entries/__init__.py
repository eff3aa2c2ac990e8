"""Entries: what a refereed game reports of each thing that was done, with its ruling, its findings and the sums."""
