"""Accounts of a log: what was done, with which dice, and the slips that explain the record (decode, then judge)."""
