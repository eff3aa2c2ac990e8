"""Holds what the programs print to the schemas that they promise."""

from __future__ import annotations

from typing import Any

from adjudicator.game.loading.schema_check import schema_form

__all__ = ["follow_schema"]


def follow_schema(document: Any, schema: str) -> None:
    """Fail with what is wrong if a document does not follow the schema of a file name.

    Long documents are tested by the compiled schema, which ``test_schema_predicate.py`` holds to the validator.
    """
    form = schema_form(schema)
    if not form.follows(document):
        form.validator.validate(document)
        raise AssertionError(f"{schema} is followed by its validator, and not as it is compiled")
