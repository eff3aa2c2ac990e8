"""Elements of a build file: VASSAL's components with their attributes (vassal-files.md 4.1)."""

from __future__ import annotations

from lxml import etree

__all__ = ["Element", "component", "entry", "serialised"]

Element = etree._Element
"""An element of the build file."""
_PACKAGE = "VASSAL.build."
_HEAD = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def component(class_name: str, /, *children: Element, content: str = "", **attributes: str | float) -> Element:
    """Return the component ``VASSAL.build.<class_name>``; its attributes are sorted by name, as VASSAL writes them."""
    element = etree.Element(_PACKAGE + class_name)
    for key in sorted(attributes):
        value = attributes[key]
        element.set(key, str(value).lower() if isinstance(value, bool) else str(value))
    element.extend(children)
    element.text = content or None
    return element


def entry(tag: str, text: str) -> Element:
    """Return an element that is no component but holds a text, such as a side of the player roster."""
    element = etree.Element(tag)
    element.text = text
    return element


def serialised(root: Element) -> bytes:
    """Return the build file as VASSAL writes it: UTF-8, indented by four blanks."""
    etree.indent(root, "    ")
    return _HEAD + etree.tostring(root, encoding="UTF-8") + b"\n"
