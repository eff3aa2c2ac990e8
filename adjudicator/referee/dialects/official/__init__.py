"""The dialect of the official Grand Tactical Series modules."""
