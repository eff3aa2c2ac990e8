"""One command of the stream as an element of the XML form, and back.

An element is called as :attr:`Command.NAME` says. Its attributes are the command's fields, except
that a field ``text`` is the element's content, that lists are child elements, and that pieces are
written as their definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import sequence
from ..commands import (
    COMMAND_TYPES,
    AddPiece,
    BoardPicker,
    ChangePiece,
    Command,
    MovePiece,
    RemovePiece,
    ShowResults,
    Unmaskable,
    decode_command,
)
from ..errors import DocumentError
from ..stream import ESCAPE
from .definitions import (
    DefinitionReader,
    DefinitionWriter,
    PieceForm,
    split_levels,
    state_elements,
    state_levels,
)
from .markup import Element
from .views import View

__all__ = ["LIST_FIELDS", "CommandReader", "CommandWriter"]

_CONTENT = "text"
_EXTRA = "extra"
_MEMBERS = "members"
_BY_NAME = {command_type.NAME: command_type for command_type in COMMAND_TYPES}

LIST_FIELDS: Mapping[type[Command], tuple[str, str, tuple[str, ...]]] = {
    BoardPicker: ("boards", "board", ("name", "column", "row")),
    Unmaskable: ("ids", "player", ("id",)),
    ShowResults: ("faces", "face", ("index",)),
}
"""Commands with a list: its field, the element for each entry, and what an entry consists of."""

_UNLISTED = {"unlisted": "as-in-state"}
"""The attribute of an old state which says that the traits not listed there are as in the new state."""


class CommandWriter:
    """Turns commands' texts into elements; remembers the types of the pieces that came into the game."""

    def __init__(self, definitions: DefinitionWriter, view: View) -> None:
        self._definitions = definitions
        self._view = view
        self._types: dict[str, PieceForm] = {}

    def element(self, text: str) -> Element | None:
        """Return the element of a command's text, None if the command would not give exactly this text again."""
        command = decode_command(text)
        if command.encode() != text:
            return None
        if isinstance(command, AddPiece):
            return self._add(command)
        if isinstance(command, ChangePiece):
            return self._change(command)
        element = _plain_element(command)
        if element is not None and isinstance(command, MovePiece | RemovePiece):
            element.attributes |= self._view.named(command.id)
        return element

    def _add(self, command: AddPiece) -> Element:
        form = self._types[command.id] = self._definitions.form(command.type)
        element = Element(AddPiece.NAME, {"id": command.id, "type": form.name})
        traits = state_elements(form, command.state)
        if traits is None:
            element.attributes["state"] = command.state
        else:
            element.children = traits
            self._name_members(traits)
        element.children += _extra_elements(command)
        element.attributes |= self._view.added(command.id, form.name)
        return element

    def _name_members(self, traits: list[Element]) -> None:
        """Say what the members of a stack or deck are."""
        for field in traits[-1].children if traits else ():
            if field.attributes.get("name") == _MEMBERS:
                for item in field.children:
                    item.attributes |= self._view.named(item.text)

    def _change(self, command: ChangePiece) -> Element:
        form = self._types.get(command.id)
        element = Element(ChangePiece.NAME, {"id": command.id})
        told = form and self._states(form, command)
        if form and told:
            element.attributes["type"] = form.name
            element.children = told
        else:
            element.attributes["state"] = command.state
            if command.old_state is not None:
                element.attributes["old_state"] = command.old_state
        element.children += _extra_elements(command)
        element.attributes |= self._view.named(command.id, element.attributes.get("type", ""))
        return element

    def _states(self, form: PieceForm, command: ChangePiece) -> list[Element] | None:
        """Return both states trait by trait, the old one where it differs; None if that is not exact."""
        traits = state_elements(form, command.state)
        if traits is None:
            return None
        self._name_members(traits)
        states = [Element("state", children=traits)]
        if command.old_state is not None:
            old = state_elements(form, command.old_state, split_levels(form, command.state))
            if old is None:
                return None
            states.append(Element("old_state", dict(_UNLISTED), children=old))
        return states


def _plain_element(command: Command) -> Element | None:
    """Return the element of a command whose fields need no definitions."""
    element = Element(command.NAME)
    field, child, parts = LIST_FIELDS.get(type(command), ("", "", ()))
    for name, value in zip(command.field_names(), command.values(), strict=False):
        if name == field:
            if len(value) % len(parts):
                return None
            entries = zip(*[iter(value)] * len(parts), strict=True)
            element.children = [Element(child, dict(zip(parts, entry, strict=True))) for entry in entries]
        elif name == _CONTENT:
            element.text = value
        else:
            element.attributes[name] = value
    if _CONTENT in command.field_names():
        return None if command.extra or getattr(command, _CONTENT) is None else element
    element.children += _extra_elements(command)
    return element


def _extra_elements(command: Command) -> list[Element]:
    """Return the fields of a command beyond those that are known."""
    return [Element(_EXTRA, text=text) for text in command.extra]


def _extra(element: Element) -> tuple[str, ...]:
    return tuple(child.text for child in element.children if child.name == _EXTRA)


class CommandReader:
    """Turns elements into commands' texts. Raises DocumentError."""

    def __init__(self, definitions: DefinitionReader) -> None:
        self._definitions = definitions

    def text(self, element: Element) -> str:
        """Return the text of the command that an element is."""
        command = self._command(element)
        text = command.encode()
        if sequence.decode(text, ESCAPE) != [text]:
            raise DocumentError(
                "VASSAL cannot store a command that contains ESC or is between apostrophes",
                place=element.place,
                expected="<verbatim> for a text as it is",
            )
        if decode_command(text) != command:
            raise DocumentError(
                f"VASSAL would not read this as the command {element.name!r} again",
                place=element.place,
                found=text,
                expected="values without the characters that VASSAL's commands are made of",
            )
        return text

    def _command(self, element: Element) -> Command:
        if element.name == AddPiece.NAME:
            return self._add(element)
        if element.name == ChangePiece.NAME:
            return self._change(element)
        return _plain_command(element)

    def _add(self, element: Element) -> AddPiece:
        form = self._definitions.form(element)
        state = _whole_state(element, "state")
        if state is None:
            state = self._definitions.state(state_levels(form, element), element)
        return AddPiece(element.attributes["id"], form.text, state, extra=_extra(element))

    def _change(self, element: Element) -> ChangePiece:
        told = {child.name: child for child in element.children if child.name != _EXTRA}
        extra = _extra(element)
        if not told:
            old = element.attributes.get("old_state", "" if extra else None)
            return ChangePiece(element.attributes["id"], _required(element, "state"), old, extra=extra)
        for name in ("state", "old_state"):
            if name in element.attributes:
                raise DocumentError("a state is given both as it is and by its traits", place=element.place, found=name)
        _required(element, "type")
        form = self._definitions.form(element)
        levels = state_levels(form, told["state"])
        old = "" if extra else None
        if "old_state" in told:
            base = levels if told["old_state"].attributes.get("unlisted") == _UNLISTED["unlisted"] else None
            old = self._definitions.state(state_levels(form, told["old_state"], base), told["old_state"])
        return ChangePiece(element.attributes["id"], self._definitions.state(levels, told["state"]), old, extra=extra)


def _whole_state(element: Element, name: str) -> str | None:
    """Return a state that is given as it is, None if it is given trait by trait."""
    state = element.attributes.get(name)
    if state is not None and any(child.name != _EXTRA for child in element.children):
        raise DocumentError("a state is given both as it is and by its traits", place=element.place)
    return state


def _required(element: Element, name: str) -> str:
    if name not in element.attributes:
        raise DocumentError(f"the element {element.name!r} lacks an attribute", place=element.place, expected=name)
    return element.attributes[name]


def _plain_command(element: Element) -> Command:
    command_type = _BY_NAME[element.name]
    field, _child, parts = LIST_FIELDS.get(command_type, ("", "", ()))
    values: dict[str, Any] = {}
    for name in command_type.field_names():
        if name == field:
            values[name] = tuple(child.attributes[part] for child in element.children for part in parts)
        elif name == _CONTENT:
            values[name] = element.text
        elif name in element.attributes:
            values[name] = element.attributes[name]
    names = command_type.field_names()
    extra = _extra(element)
    last = len(names) - 1 if extra else max((names.index(name) for name in values), default=-1)
    arguments = [values.get(name, "") for name in names[: last + 1]] + [None] * (len(names) - last - 1)
    return command_type(*arguments, extra=extra)
