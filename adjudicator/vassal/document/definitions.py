"""The types of pieces and traits, written once and referred to by name; and states, written trait by trait.

The pieces of a game share most of their types (one save has 4,480 traits of 187 types), and a type
never changes during a game. So the document defines each type once, in ``<definitions>``, under a
name that says what it is, and a piece is the name of its type and the states of its traits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import DocumentError
from ..limits import Limits
from ..pieces import PieceReader, join_chain, split_chain
from ..trait_table import TRAIT_KINDS, Field
from ..traits import Trait, TraitType, read_trait_type
from .fields import field_elements, fields_text
from .markup import VIEW, Element
from .suggestions import likeliest
from .views import layer_shows

__all__ = [
    "DefinitionReader",
    "DefinitionWriter",
    "PieceForm",
    "state_elements",
    "state_levels",
    "verbatim",
    "verbatim_text",
]

_NAME_LENGTH = 60
_PART = 500_000
"""The greatest length of the text of one element; XML parsers refuse texts that are much longer."""

_TRAIT = "trait"
_BASIC = "basic"
_STRUCTURAL = frozenset({"type", "state"})
"""The attributes of a trait in a state that are no fields of the state."""


@dataclass(frozen=True, slots=True)
class PieceForm:
    """A piece's type as the document defines it."""

    name: str
    text: str
    levels: tuple[tuple[str, TraitType], ...]
    """Each level's name and type from the outermost in; empty if the text does not split exactly."""


def verbatim(text: str) -> Element:
    """Return an element that holds *text* as it is, in parts where it is very long."""
    if len(text) <= _PART:
        return Element("verbatim", text=text)
    parts = (text[start : start + _PART] for start in range(0, len(text), _PART))
    return Element("verbatim", children=[Element("part", text=part) for part in parts])


def verbatim_text(element: Element) -> str:
    """Return the text that an element holds as it is."""
    return element.text + "".join(child.text for child in element.children)


class _Names:
    """Hands out names, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._uses: Counter[str] = Counter()

    def take(self, *words: str) -> str:
        """Return the words, made fit for one line, with a number if they were taken before."""
        cut = (word[: 2 * _NAME_LENGTH] for word in words)
        parts = (" ".join("".join(c if c.isprintable() else " " for c in word).split()) for word in cut)
        base = ": ".join(part[:_NAME_LENGTH].strip() for part in parts if part) or "unnamed"
        name = base
        while name in self._taken:
            self._uses[base] += 1
            name = f"{base} ({self._uses[base] + 1})"
        self._taken.add(name)
        return name


class DefinitionWriter:
    """Collects the types that a document needs."""

    def __init__(self, limits: Limits) -> None:
        self._reader = PieceReader(limits)
        self._trait_names: dict[str, str] = {}
        self._forms: dict[str, PieceForm] = {}
        self._taken_by_traits, self._taken_by_pieces = _Names(), _Names()
        self._traits: list[Element] = []
        self._pieces: list[Element] = []

    def form(self, text: str) -> PieceForm:
        """Return the definition of a piece's type, made when first asked for. Raises LimitExceeded."""
        known = self._forms.get(text)
        return known or self._forms.setdefault(text, self._new_form(text))

    def trait_name(self, trait_type: TraitType) -> str:
        """Return the name of a trait's type, made when first asked for."""
        name = self._trait_names.get(trait_type.text)
        if name is None:
            title = trait_type.kind.title if trait_type.kind else trait_type.id
            label = trait_type.text_field("name") or trait_type.text_field("property")
            label = label or " ".join(trait_type.items("names")) or trait_type.text_field("description")
            name = self._trait_names[trait_type.text] = self._taken_by_traits.take(title, label)
            self._traits.append(_trait_element(name, trait_type))
        return name

    def _new_form(self, text: str) -> PieceForm:
        piece_type = self._reader.piece_type(text)
        basic = piece_type.basic
        name = self._taken_by_pieces.take(piece_type.name or (basic.kind.title if basic.kind else basic.id))
        exact = join_chain([level.text for level in piece_type.traits]) == text
        levels = tuple((self.trait_name(level), level) for level in piece_type.traits) if exact else ()
        uses = [Element("use", {"trait": level}) for level, _type in levels] or [verbatim(text)]
        self._pieces.append(Element("piece-type", {"name": name}, children=uses))
        return PieceForm(name, text, levels)

    def element(self) -> Element:
        """Return the element with all definitions."""
        return Element("definitions", children=[*self._pieces, *self._traits])


def _trait_element(name: str, trait_type: TraitType) -> Element:
    """Return a trait type's definition, field by field if that gives its very text."""
    element = Element("trait-type", {"name": name})
    kind = trait_type.kind
    if kind is not None and trait_type.text == kind.id:
        return Element("trait-type", {"name": name, "kind": kind.id})
    if kind is not None:
        fields = field_elements(trait_type.text[len(kind.id) + 1 :], kind.type_fields, kind.type_delimiter)
        if fields is not None and fields.largest() <= _PART:
            element.attributes["kind"] = kind.id
            fields.name = "fields"
            element.children.append(fields)
            return element
    element.children.append(verbatim(trait_type.text))
    return element


def state_elements(form: PieceForm, state: str, base: Sequence[str] | None = None) -> list[Element] | None:
    """Return a state trait by trait; None if it does not split exactly into the type's levels.

    Traits whose state is empty, or as *base* has it, are left out.
    """
    levels = split_levels(form, state)
    if levels is None:
        return None
    usual = base if base is not None else [""] * len(levels)
    shown = {form.levels[index][0] for index, level in enumerate(levels) if level != usual[index]}
    return [_level_element(form, index, level) for index, level in enumerate(levels) if form.levels[index][0] in shown]


def split_levels(form: PieceForm, state: str) -> list[str] | None:
    """Return the states of a form's traits; None if the state does not split exactly."""
    count = len(form.levels)
    if not count:
        return None
    levels = split_chain(state, count)
    return levels if len(levels) == count and join_chain(levels) == state else None


def _level_element(form: PieceForm, index: int, state: str) -> Element:
    name, trait_type = form.levels[index]
    basic = index == len(form.levels) - 1
    element = Element(_BASIC if basic else _TRAIT, {} if basic else {"type": name})
    fields = _state_fields(trait_type)
    found = field_elements(state, fields[0], fields[1], all_fields=True) if fields else None
    if found is None:
        element.attributes["state"] = state
    else:
        element.attributes |= found.attributes
        element.children = found.children
    if shown := layer_shows(Trait(trait_type, state)):
        element.attributes[f"{VIEW}shows"] = shown
    return element


def _state_fields(trait_type: TraitType) -> tuple[Sequence[Field], str] | None:
    kind = trait_type.kind
    return (kind.state_fields, kind.state_delimiter) if kind and kind.state_fields else None


class DefinitionReader:
    """The types that a document defines. Raises DocumentError, and LimitExceeded for too much text."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._traits: dict[str, TraitType] = {}
        self._forms: dict[str, PieceForm] = {}
        self._size = 0

    def add_trait(self, element: Element) -> None:
        """Take in a ``<trait-type>``."""
        _check_new(element, self._traits)
        self._traits[element.attributes["name"]] = read_trait_type(_trait_text(element))

    def add_piece(self, element: Element) -> None:
        """Take in a ``<piece-type>``; all trait types have to be there already."""
        name = element.attributes["name"]
        _check_new(element, self._forms)
        if element.children[0].name == "verbatim":
            self._forms[name] = PieceForm(name, verbatim_text(element.children[0]), ())
            return
        levels = tuple((use.attributes["trait"], self._trait(use)) for use in element.children)
        self._limits.check("the number of a piece's traits", "traits", len(levels), place=element.place)
        texts = [trait_type.text for _name, trait_type in levels]
        self._size += _joined_size(texts)
        self._limits.check("the size of the piece types", "text_bytes", self._size, place=element.place)
        text = join_chain(texts)
        if split_chain(text) != texts:
            raise DocumentError("VASSAL cannot store these traits together", place=element.place, found=name)
        self._forms[name] = PieceForm(name, text, levels)

    def _trait(self, use: Element) -> TraitType:
        found = self._traits.get(use.attributes["trait"])
        if found is None:
            name = use.attributes["trait"]
            raise DocumentError(
                "there is no trait type of this name",
                place=use.place,
                found=name,
                expected=likeliest(self._traits, name) or "a <trait-type> in <definitions>",
            )
        return found

    def form(self, element: Element) -> PieceForm:
        """Return the piece type that an element's attribute ``type`` names."""
        found = self._forms.get(element.attributes["type"])
        if found is None:
            name = element.attributes["type"]
            raise DocumentError(
                "there is no piece type of this name",
                place=element.place,
                found=name,
                expected=likeliest(self._forms, name) or "a <piece-type> in <definitions>",
            )
        return found

    def state(self, levels: Sequence[str], element: Element) -> str:
        """Join the states of a piece's traits. Raises DocumentError where VASSAL cannot store them."""
        self._limits.check("the size of a state", "text_bytes", _joined_size(levels), place=element.place)
        text = join_chain(levels)
        if split_chain(text, len(levels)) != list(levels):
            raise DocumentError("VASSAL cannot store these states together", place=element.place)
        return text


def _joined_size(levels: Sequence[str]) -> int:
    """Return about how long levels get when they are joined: each level further in escapes the tabs once more."""
    return sum(len(level) + (level.count("\t") + 3) * index for index, level in enumerate(levels))


def _check_new(element: Element, known: dict[str, TraitType] | dict[str, PieceForm]) -> None:
    if element.attributes["name"] in known:
        raise DocumentError("this name is defined twice", place=element.place, found=element.attributes["name"])


def _trait_text(element: Element) -> str:
    child = element.children[0] if element.children else None
    kind_id = element.attributes.get("kind")
    if child is not None and child.name == "verbatim":
        return verbatim_text(child)
    kind = TRAIT_KINDS.get(kind_id or "")
    if kind is None or kind_id is None:
        raise DocumentError(
            "this kind of trait is not known and has to be given as <verbatim>",
            place=element.place,
            found=kind_id or "",
            expected=likeliest(sorted(TRAIT_KINDS), kind_id or ""),
        )
    return kind_id if child is None else f"{kind_id};{_body(child, kind_id)}"


def _body(fields: Element, kind_id: str) -> str:
    kind = read_trait_type(f"{kind_id};{fields.attributes.get('facings', '')}").kind or TRAIT_KINDS[kind_id]
    return fields_text(fields, kind.type_fields, kind.type_delimiter)


def state_levels(form: PieceForm, element: Element, base: Sequence[str] | None = None) -> list[str]:
    """Return the states of a form's traits as an element's children give them, *base* for the others."""
    if not form.levels:
        raise DocumentError(
            "the traits of this piece type are not known",
            place=element.place,
            found=form.name,
            expected="the attribute 'state' with the whole state",
        )
    levels = list(base) if base is not None else [""] * len(form.levels)
    free: dict[str, list[int]] = {}
    for index in reversed(range(len(levels) - 1)):
        free.setdefault(form.levels[index][0], []).append(index)
    for child in element.children:
        if child.name not in (_TRAIT, _BASIC):
            continue
        index = len(levels) - 1 if child.name == _BASIC else _take_place(free, child, form)
        levels[index] = _level_text(form.levels[index][1], child)
    return levels


def _take_place(free: dict[str, list[int]], element: Element, form: PieceForm) -> int:
    """Return the first level that has the type an element names and was not given yet."""
    name = element.attributes["type"]
    if not free.get(name):
        known = likeliest((level for level, _type in form.levels[:-1]), name)
        raise DocumentError(
            f"the piece type {form.name!r} has no such trait, or not so many of them",
            place=element.place,
            found=name,
            expected=known or "no traits",
        )
    return free[name].pop()


def _level_text(trait_type: TraitType, element: Element) -> str:
    fields = _state_fields(trait_type)
    if "state" in element.attributes:
        if len(element.attributes) > ("type" in element.attributes) + 1 or element.children:
            raise DocumentError("a state is given both as it is and by its fields", place=element.place)
        return element.attributes["state"]
    return fields_text(element, fields[0] if fields else (), fields[1] if fields else ";", _STRUCTURAL)
