"""The commands of ``adjudicator``: each parses its options, calls one function and prints."""
