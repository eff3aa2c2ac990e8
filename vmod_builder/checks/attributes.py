"""Components that VASSAL does not know, and attributes whose values it does not understand."""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.vassal.build_file import Component, Kind

from .checked_module import CheckedModule

__all__ = ["check_attributes"]

_CORE = "VASSAL."
_PLAIN_ELEMENTS = frozenset({"entry", "option", "setup", "language", "PieceWindow", "pieceDefn"})
"""Elements that are no classes but texts of the component around them."""
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_NUMBER = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[dDfF]?\s*")
_COLOUR = re.compile(r"(?:[0-9]{1,3})(?:,[0-9]{1,3}){2,3}|0[xX][0-9a-fA-F]{1,6}|null|")
_BRIGHTEST = 255
_SHOWN = 40


def check_attributes(module: CheckedModule) -> None:
    """Look at every component of the build file and at each of its attributes."""
    for component in (module.root, *module.root.everything()):
        if component.class_name not in _PLAIN_ELEMENTS:
            _check_component(module, component)
    _check_leftovers(module)


def _check_component(module: CheckedModule, component: Component) -> None:
    known = module.table.attributes.get(component.class_name)
    if known is None:
        _check_unknown(module, component)
        return
    for name, value in component.element.attrib.items():
        attribute, text = str(name), str(value)
        if attribute not in known:
            module.found("unknown-attribute", component.label, f"VASSAL knows no attribute {attribute!r} here")
        elif known[attribute] in _CHECKS:
            _CHECKS[known[attribute]](module, component, attribute, text)


def _check_unknown(module: CheckedModule, component: Component) -> None:
    name = component.class_name
    if name.startswith(_CORE):
        module.found("unknown-component", component.label, f"VASSAL knows no component {name}")
    elif module.archive.has(name.replace(".", "/") + ".class") or module.is_extension:
        module.found("own-component", component.label, f"{name} is a class of the module's own")
    else:
        module.found("unknown-component", component.label, f"the class {name} is neither VASSAL's nor in the archive")


def _check_boolean(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    if text not in ("true", "false", ""):
        module.found("bad-boolean", component.label,
                     f"{attribute} is {text[:_SHOWN]!r}, not true or false: VASSAL takes it for false")  # fmt: skip


def _check_integer(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    if not _INTEGER.fullmatch(text):
        module.found("bad-number", component.label, f"{attribute} is {text[:_SHOWN]!r}, not a whole number")


def _check_number(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    if not _NUMBER.fullmatch(text):
        module.found("bad-number", component.label, f"{attribute} is {text[:_SHOWN]!r}, not a number")


def _check_colour(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    bright = [part for part in text.split(",") if part.isdecimal() and int(part) > _BRIGHTEST]
    if bright or not _COLOUR.fullmatch(text):
        module.found("bad-colour", component.label,
                     f"{attribute} is {text[:_SHOWN]!r}, not red,green,blue of 0 to 255")  # fmt: skip


def _check_image(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    module.check_image(text, f"{component.label}, attribute {attribute}")


def _check_file(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    if component.text("fileType", "archive") == "archive" and component.flag("useFile", default=True):
        _check_entry(module, component, attribute, text, text)


def _check_sound(module: CheckedModule, component: Component, attribute: str, text: str) -> None:
    if not text.startswith("/"):
        _check_entry(module, component, attribute, text, f"sounds/{text}")


def _check_entry(module: CheckedModule, component: Component, attribute: str, text: str, entry: str) -> None:
    if text.strip() and not module.archive.has(entry) and not module.is_extension:
        place = f"{component.label}, attribute {attribute}"
        module.found("missing-file", place, f"the file {text!r} is not in the archive")


_CHECKS: dict[str, Callable[[CheckedModule, Component, str, str], None]] = {
    "boolean": _check_boolean,
    "integer": _check_integer,
    "number": _check_number,
    "colour": _check_colour,
    "image": _check_image,
    "icon": _check_image,
    "file": _check_file,
    "helpfile": _check_file,
    "sound": _check_sound,
}
"""The check of each kind of attribute."""


def _check_leftovers(module: CheckedModule) -> None:
    """Add what the reading of the module could make nothing of and no check has named yet."""
    numberings = (Kind.HEX_NUMBERING, Kind.OBLIQUE_NUMBERING, Kind.SQUARE_NUMBERING)
    for numbering in module.root.within(*numberings):
        for attribute in ("first", "hType", "vType"):
            if numbering.has(attribute) and not numbering.text(attribute):
                grid = next(numbering.outer(), numbering)
                module.found("empty-numbering", f"{grid.label}, attribute {attribute}", "it may not be empty")
    places = [finding.place for finding in module.findings]
    for problem in module.definition.problems:
        if not any(problem.startswith(place) for place in places if place):
            place, _colon, text = problem.partition(": ")
            module.found("broken-component", place, text)
