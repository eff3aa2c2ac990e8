"""The results, as text and JSON. Knows nothing of how they were found."""
