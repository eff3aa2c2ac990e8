"""The rules of the Grand Tactical Series 1.1, one file a chapter."""
