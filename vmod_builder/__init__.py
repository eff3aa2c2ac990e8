"""The workshop: VASSAL modules read and, in time, built from data files."""
