"""What was found out, as text and JSON. Knows nothing of how it was found out."""
