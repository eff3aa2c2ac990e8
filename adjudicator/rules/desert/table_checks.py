"""Checks that the schemas of the desert's data cannot make: unknown or repeated names, figures without source.

Each check yields the error with file, row and key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ...game.errors import GameDataError
from ...game.loading.places import Row, top_rows
from ...game.loading.suggestions import did_you_mean, listed

__all__ = ["table_errors"]

Documents = Mapping[str, Mapping[str, Any]]
_NAMES: Final = {
    ("terrain.toml", "classes"): "id",
    ("terrain.toml", "costs"): "id",
    ("terrain.toml", "words"): "id",
    ("checks.toml", "checks"): "id",
    ("fire.toml", "attacks"): "id",
    ("fire.toml", "facts"): "id",
    ("fire.toml", "follows"): "id",
    ("fire.toml", "modifiers"): "name",
    ("sight.toml", "obstacles"): "id",
    ("sight.toml", "reasons"): "name",
    ("vehicles.toml", "pieces"): "name",
    ("vehicles.toml", "notes"): "letter",
    ("ordnance.toml", "pieces"): "name",
    ("ordnance.toml", "notes"): "letter",
    ("questions.toml", "questions"): "id",
    ("register.toml", "entries"): "id",
    ("refusals.toml", "refusals"): "name",
}
"""Tables whose rows must have different names, with the key of the name."""


def table_errors(documents: Documents) -> Iterator[GameDataError]:
    """Yield all errors between the files."""
    for check in _CHECKS:
        yield from check(documents)


def _rows(documents: Documents, file: str, table: str) -> Iterator[Row]:
    return top_rows(file, table, documents[file].get(table, []))


def _ids(documents: Documents, file: str, table: str) -> list[str]:
    key = _NAMES[file, table]
    return [str(row.get(key)) for row in _rows(documents, file, table)]


def _names_apart(documents: Documents) -> Iterator[GameDataError]:
    for (file, table), key in _NAMES.items():
        seen: set[str] = set()
        for row in _rows(documents, file, table):
            name = row.get(key)
            if name in seen:
                yield row.error("this name is given twice", key=key, found=name)
            seen.add(name)


def _known(row: Row, key: str, name: str, known: list[str], what: str) -> Iterator[GameDataError]:
    if name not in known:
        problem = f"no such {what}{did_you_mean(name, known)}"
        yield row.error(problem, key=key, found=name, expected=listed(known))


def _classes_known(documents: Documents) -> Iterator[GameDataError]:
    classes = _ids(documents, "terrain.toml", "classes")
    for row in _rows(documents, "terrain.toml", "costs"):
        for key in ("figures", "sources", "kept"):
            for name in row.get(key, ()):
                yield from _known(row, key, name, classes, "unit class")


def _costs_known(documents: Documents) -> Iterator[GameDataError]:
    costs = _ids(documents, "terrain.toml", "costs")
    words = _ids(documents, "terrain.toml", "words")
    for row in _rows(documents, "terrain.toml", "costs"):
        if "of" in row.values:
            yield from _known(row, "of", row.get("of"), costs, "cost")
        if row.get("of") == row.get("id"):
            yield row.error("a cost cannot be so many times itself", key="of", found=row.get("of"))
    for row in _rows(documents, "terrain.toml", "conversions"):
        for key in ("from", "to"):
            yield from _known(row, key, row.get(key), [*costs, *words], "terrain")


def _figures_founded(documents: Documents) -> Iterator[GameDataError]:
    for row in _rows(documents, "terrain.toml", "costs"):
        if row.get("figures") and "source" not in row.values:
            yield row.error("figures need a source", key="source", expected="rulebook, estimated")
        for name in row.get("sources", {}):
            if name not in row.get("figures", {}):
                yield row.error("no such figure in this row", key="sources", found=name)


def _facts_known(documents: Documents) -> Iterator[GameDataError]:
    fire = documents["fire.toml"]
    told = [row["id"] for table in ("attacks", "facts", "follows") for row in fire[table]]
    for row in _rows(documents, "fire.toml", "modifiers"):
        for key in ("when", "unless"):
            for name in row.get(key):
                yield from _known(row, key, name, [*told, *fire["targets"]], "fact")


def _descriptions_known(documents: Documents) -> Iterator[GameDataError]:
    """Check the names in the tables of facts and words that require or exclude each other."""
    fire, terrain = documents["fire.toml"], documents["terrain.toml"]
    facts = _ids(documents, "fire.toml", "facts")
    words = [*_ids(documents, "terrain.toml", "words"), *_ids(documents, "terrain.toml", "costs")]
    for file, known in (("fire.toml", facts), ("terrain.toml", words)):
        for row in _rows(documents, file, "contradictions"):
            for name in row.get("all"):
                yield from _known(row, "all", name, known, "fact or word")
    for row in _rows(documents, "fire.toml", "facts"):
        for name in row.get("targets", ()):
            yield from _known(row, "targets", name, list(fire["targets"]), "target")
        for name in row.get("attacks", ()):
            yield from _known(row, "attacks", name, _ids(documents, "fire.toml", "attacks"), "attack")
        yield from _known(row, "needs", row.get("needs", facts[0]), facts, "fact")
    for row in _rows(documents, "terrain.toml", "words"):
        for name in row.get("classes", ()):
            yield from _known(row, "classes", name, [each["id"] for each in terrain["classes"]], "unit class")
        for name in row.get("needs", ()):
            yield from _known(row, "needs", name, words, "word")


def _arms_known(documents: Documents) -> Iterator[GameDataError]:
    for file in ("vehicles.toml", "ordnance.toml"):
        theaters = [*documents[file]["theaters"], "any"]
        pieces = _ids(documents, file, "pieces")
        for row in _rows(documents, file, "pieces"):
            if "like" in row.values:
                yield from _known(row, "like", row.get("like"), pieces, "piece")
            for name in row.get("not_in", ()):
                yield from _known(row, "not_in", name, theaters, "theater")
            for period in row.inner("periods"):
                yield from _theaters_and_dates(period, theaters)
        for table in ("remarks", "windows"):
            for row in _rows(documents, file, table):
                yield from _theaters_and_dates(row, theaters)


def _theaters_and_dates(row: Row, theaters: list[str]) -> Iterator[GameDataError]:
    for name in row.get("theaters", [row.get("theater")]):
        yield from _known(row, "theaters", name, theaters, "theater")
    if row.get("from") > row.get("to"):
        yield row.error("the period ends before it begins", key="to", found=row.get("to"))


def _questions_answered(documents: Documents) -> Iterator[GameDataError]:
    for row in _rows(documents, "questions.toml", "questions"):
        facts = list(row.get("facts"))
        for name in [name for group in row.get("one_of", ()) for name in group]:
            yield from _known(row, "one_of", name, facts, "fact of this question")
        for name in [*row.get("needs", {}), *row.get("needs", {}).values()]:
            yield from _known(row, "needs", name, facts, "fact of this question")
        for answer in row.inner("answers"):
            for key in ("when", "unless"):
                for name in answer.get(key, ()):
                    yield from _known(answer, key, name, facts, "fact of this question")
        if {"when", "unless", "least", "most"} & row.get("answers")[-1].keys():
            yield row.error("the last answer must fit whatever is so", key="answers")


def _paragraphs_known(documents: Documents) -> Iterator[GameDataError]:
    known = [rule["number"] for chapter in documents["catalogue.toml"]["chapters"] for rule in chapter["rules"]]
    for file, document in documents.items():
        for table, rows in document.items():
            if file != "catalogue.toml" and isinstance(rows, list) and rows and isinstance(rows[0], Mapping):
                for row in _rows(documents, file, table):
                    yield from _paragraphs(row, known)
    for row in _rows(documents, "register.toml", "entries"):
        for number in row.get("rules"):
            yield from _known(row, "rules", number, known, "paragraph in the catalogue")


def _paragraphs(row: Row, known: list[str]) -> Iterator[GameDataError]:
    number = row.get("rule")
    if number is not None and "{" not in number:
        yield from _known(row, "rule", number, known, "paragraph in the catalogue")
    for answer in row.inner("answers"):
        yield from _paragraphs(answer, known)


_CHECKS: Final[tuple[Callable[[Documents], Iterator[GameDataError]], ...]] = (
    _names_apart,
    _classes_known,
    _costs_known,
    _figures_founded,
    _facts_known,
    _descriptions_known,
    _arms_known,
    _questions_answered,
    _paragraphs_known,
)
