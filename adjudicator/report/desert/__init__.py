"""The answers of the desert rules as text and as JSON; the JSON follows ``schema/desert.schema.json``."""
