"""One safe way to read XML that somebody else made: no DTD, no entities, no network, bounded depth."""

from __future__ import annotations

import re
from typing import Any, NoReturn
from xml.parsers import expat

from lxml import etree

from .errors import VassalError

__all__ = ["parse_xml"]

_SOURCE = re.compile(r" \(<string>, line \d+\)$")
"""The text that the parser adds to its messages: the line again, and a name that says nothing."""


def parse_xml(
    data: bytes,
    error_type: type[VassalError],
    *,
    file: str = "",
    place: str = "",
    entities_error: type[VassalError] | None = None,
) -> etree._Element:
    """Parse *data* and return the root element.

    A document type declaration is refused, since it can only bring entities, which VASSAL never
    writes. Raises *error_type* with *file* and *place*; *entities_error*, if it is given, for such a
    declaration.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=False,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        if _has_document_type(data):
            raise _refused(entities_error or error_type, file, place) from None
        reason = _SOURCE.sub("", " ".join(str(error).split()))
        raise error_type(f"not well-formed XML: {reason}", file=file, place=place) from None
    document: Any = root.getroottree().docinfo
    if document.doctype or any(True for _ in root.iter(etree.Entity)):
        raise _refused(entities_error or error_type, file, place)
    return root


def _refused(error_type: type[VassalError], file: str, place: str) -> VassalError:
    return error_type("the XML defines entities or a document type, which is not allowed", file=file, place=place)


class _DocumentType(Exception):
    """A document type declaration begins."""


def _has_document_type(data: bytes) -> bool:
    """Return whether XML that could not be read begins with a document type: entities may be what is wrong with it.

    The parse ends where the declaration begins, before anything that it declares.
    """
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _end_at_document_type
    try:
        parser.Parse(data, True)
    except _DocumentType:
        return True
    except (expat.ExpatError, ValueError, LookupError):
        return False
    return False


def _end_at_document_type(*_declaration: object) -> NoReturn:
    raise _DocumentType
