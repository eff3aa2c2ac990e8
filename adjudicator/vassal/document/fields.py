"""A list of fields in one text, as attributes and child elements of the XML form, and back.

Each field is an attribute with the name that the trait table gives it. A list with more than one
item is a child ``<list name="…">`` of ``<item>`` elements; fields beyond the table's are ``<extra>``
elements. Fields before the last one that is written may be left out when they are empty.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .. import sequence
from ..errors import DocumentError
from ..trait_table import Field, FieldKind
from ..traits import field_shares
from .markup import Element
from .suggestions import likeliest

__all__ = ["field_elements", "fields_text"]

_PROPERTIES = "properties"
_PAIRS = "pairs"
_SEVERAL = (FieldKind.COUNTED, FieldKind.REST)


def field_elements(text: str, fields: Sequence[Field], delimiter: str, *, all_fields: bool = False) -> Element | None:
    """Return an element (its name is empty) that holds *text* field by field; None if it cannot.

    With *all_fields* empty fields are written too.
    """
    element = Element("")
    tokens = sequence.decode(text, delimiter) if delimiter else [text]
    used = 0
    for field, share in field_shares(tokens, fields):
        used += len(share)
        items = sequence.decode(share[0], ",") if field.kind is FieldKind.LIST else []
        if field.kind in _SEVERAL:
            _add_items(element, field.name, share)
        elif len(items) > 1 and sequence.encode(items, ",") == share[0]:
            _add_items(element, field.name, items)
        elif share[0] or all_fields or used == len(tokens):
            element.attributes[field.name] = share[0]
    element.children += [Element("extra", text=token) for token in tokens[used:]]
    try:
        exact = fields_text(element, fields, delimiter) == text
    except DocumentError:
        exact = False
    return element if exact else None


def _add_items(element: Element, name: str, items: list[str]) -> None:
    """Add a list: one item as an attribute, a piece's properties by name, else item by item; nothing if it is empty."""
    if not items:
        return
    if len(items) == 1:
        element.attributes[name] = items[0]
    elif name == _PROPERTIES and element.attributes.get(_PAIRS) == str(len(items) / 2).removesuffix(".0"):
        del element.attributes[_PAIRS]
        pairs = zip(items[::2], items[1::2], strict=True)
        element.children += [Element("property", {"name": key, "value": value}) for key, value in pairs]
    else:
        element.children.append(Element("list", {"name": name}, children=[Element("item", text=i) for i in items]))


def fields_text(element: Element, fields: Sequence[Field], delimiter: str, structural: Collection[str] = ()) -> str:
    """Return the text whose fields an element's attributes and children are.

    *structural* names the attributes that are no fields. Raises DocumentError for a field that the
    table does not have and for fields that VASSAL's encoding cannot hold.
    """
    lists = _lists(element)
    single = {name: value for name, value in element.attributes.items() if name not in structural}
    if _PROPERTIES in lists and any(child.name == "property" for child in element.children):
        single[_PAIRS] = str(len(lists[_PROPERTIES]) // 2)
    _check_names([*single, *lists], fields, element)
    tokens: list[str] = []
    left_out = 0
    for field in fields:
        if field.name in single or field.name in lists:
            tokens += [""] * left_out + _tokens(field, single, lists)
            left_out = 0
        elif field.kind is not FieldKind.COUNTED:
            left_out += 1
    extras = [child.text for child in element.children if child.name == "extra"]
    if extras:
        tokens += [""] * left_out + extras
    text = sequence.encode(tokens, delimiter) if delimiter else "".join(tokens)
    if len(tokens) > 1 and (not delimiter or sequence.decode(text, delimiter) != tokens):
        raise DocumentError(
            "VASSAL cannot store these fields together: one that is not the last ends with a backslash",
            place=element.place,
        )
    return text


def _tokens(field: Field, single: Mapping[str, str], lists: Mapping[str, list[str]]) -> list[str]:
    """Return what one field contributes to the text's elements."""
    if field.name in single:
        return [single[field.name]]
    items = lists[field.name]
    return items if field.kind in _SEVERAL else [sequence.encode(items, ",")]


def _lists(element: Element) -> dict[str, list[str]]:
    """Return the fields that an element's children give item by item."""
    lists: dict[str, list[str]] = {}
    for child in element.children:
        if child.name == "property":
            lists.setdefault(_PROPERTIES, []).extend((child.attributes["name"], child.attributes["value"]))
        elif child.name == "list":
            lists.setdefault(child.attributes["name"], []).extend(item.text for item in child.children)
    return lists


def _check_names(names: Collection[str], fields: Sequence[Field], element: Element) -> None:
    known = [field.name for field in fields]
    for name in names:
        if name not in known:
            raise DocumentError(
                "this trait has no such field",
                place=element.place,
                found=name,
                expected=likeliest(known, name) or "no fields at all",
            )
    if len(set(names)) < len(names):
        raise DocumentError("a field is given twice", place=element.place)
