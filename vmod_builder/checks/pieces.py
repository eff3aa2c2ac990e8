"""Piece definitions: unreadable ones, unknown traits and prototypes, missing images, ids of slots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.vassal import sequence
from adjudicator.vassal.build_file import Component, Kind
from adjudicator.vassal.errors import LimitExceeded, ModuleError, StreamError
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.traits import TraitType

from .checked_module import CheckedModule

__all__ = ["check_pieces"]

_IMAGE_FIELDS = {"piece": ("image",), "emb2": ("images",), "obs": ("image",), "markmoved": ("icon",)}
"""The fields of traits that hold images or icons."""
_OWN_PICTURE = "G"
"""The letter by which a mask says that its owner sees a picture; the image follows it."""
_PLACING = ("placemark", "replace")
_UNIT_TYPES = ("Unit", "Leader")
"""The values of the property ``Type`` of counters that move and fight."""
_NEEDED_BY_UNITS = {
    "footprint": ("no-trail", "it leaves no movement trail"),
    "markmoved": ("no-mark-when-moved", "it does not show that it has moved"),
}
_BASIC = "piece"
_ENCODER = "CommandEncoder"


def check_pieces(module: CheckedModule) -> None:
    """Look at every prototype, slot and card of the module."""
    _check_encoder(module)
    _check_prototypes(module)
    gpids: list[tuple[str, str]] = []
    unknown: dict[str, list[str]] = {}
    for component in module.root.within(Kind.PROTOTYPE, Kind.SLOT):
        place = _place(component)
        is_slot = component.kind is Kind.SLOT
        piece = _read(module, component.content(), place)
        if is_slot:
            gpids.append((component.text("gpid"), place))
        if piece is not None:
            gpids += [(gpid, place) for gpid in _placed_gpids(piece)]
            _check_traits(module, piece, place, unknown)
            if is_slot:
                _check_unit(module, piece, place)
    _tell_unknown(module, unknown)
    _check_gpids(module, gpids)
    _check_names(module)


def _check_encoder(module: CheckedModule) -> None:
    """Report an encoder that comes too late: VASSAL adds a missing one only after everything else has been read."""
    for component in module.root.children():
        if component.class_name.endswith(_ENCODER):
            return
        if not module.is_extension and next(component.within(Kind.PROTOTYPE, Kind.SLOT), None) is not None:
            module.found("encoder-too-late", component.label, f"no Basic{_ENCODER} comes before it")
            return


def _place(component: Component) -> str:
    words = {Kind.PROTOTYPE: "prototype", Kind.SLOT: "slot"}[component.kind or Kind.SLOT]
    outer = next((outer for outer in component.outer() if outer.name), None)
    where = f" in {outer.name!r}" if outer is not None and component.kind is Kind.SLOT else ""
    return f"{words} {component.name!r}{where}"


def _read(module: CheckedModule, text: str, place: str) -> Piece | None:
    try:
        piece = module.reader.definition(text)
    except (StreamError, LimitExceeded) as error:
        module.found("unreadable-definition", place, error.problem)
        return None
    if piece.type.basic.id != _BASIC:
        module.found("unreadable-definition", place, "it ends without a basic piece")
        return None
    return piece


def _tell_unknown(module: CheckedModule, unknown: Mapping[str, Sequence[str]]) -> None:
    """Report each trait that VASSAL does not know once, with the number of its uses.

    It is no fault where classes are brought that may know it: by the module, or by the module of an extension.
    """
    may_be_known = module.brings_classes or module.is_extension
    for trait, places in unknown.items():
        more = f", nor in {len(places) - 1:,} more" if len(places) > 1 else ""
        if may_be_known:
            words = f"VASSAL itself knows no trait {trait!r} (used {len(places):,} time{'s' * (len(places) > 1)})"
            module.found("foreign-trait", places[0], words)
        else:
            module.found("unknown-trait", places[0], f"VASSAL knows no trait {trait!r}{more}")


def _check_traits(module: CheckedModule, piece: Piece, place: str, unknown: dict[str, list[str]]) -> None:
    for trait in piece.type.traits:
        if trait.id not in module.table.traits:
            unknown.setdefault(trait.id, []).append(place)
            continue
        for image in _images(trait):
            module.check_image(image, place)
        if trait.id == "prototype":
            _check_use(module, trait, place)
        if trait.id in _PLACING and trait.text_field("marker").startswith("+/"):
            placed = _read(module, trait.text_field("marker"), place)
            if placed is not None:
                _check_traits(module, placed, place, unknown)


def _images(trait: TraitType) -> Iterator[str]:
    for name in _IMAGE_FIELDS.get(trait.id, ()):
        yield from trait.items(name) or (trait.text_field(name),)
    display = trait.text_field("display")
    if trait.id == "obs" and display.startswith(_OWN_PICTURE):
        yield display[1:]
    if trait.id == "emb":
        yield from (sequence.decode(level, ",")[0] for level in trait.items("levels") if level)


def _check_use(module: CheckedModule, trait: TraitType, place: str) -> None:
    name = trait.text_field("name")
    if name not in module.prototypes and not module.is_extension:
        module.found("unknown-prototype", place, f"there is no prototype {name!r}")


def _check_prototypes(module: CheckedModule) -> None:
    uses = {name: set(_used(module, text)) for name, text in module.prototypes.items()}
    for name in uses:
        reached: set[str] = set()
        waiting = list(uses[name])
        while waiting:
            used = waiting.pop()
            if used not in reached:
                reached.add(used)
                waiting += uses.get(used, ())
        if name in reached:
            module.found("recursive-prototype", f"prototype {name!r}", "it uses itself")


def _used(module: CheckedModule, text: str) -> Iterator[str]:
    try:
        piece = module.reader.definition(text)
    except (StreamError, LimitExceeded):
        return  # the check of the definition says so
    yield from (trait.text_field("name") for trait in piece.type.traits if trait.id == "prototype")


def _check_unit(module: CheckedModule, piece: Piece, place: str) -> None:
    try:
        whole = expand_prototypes(piece, module.prototypes, module.archive.limits)
    except (ModuleError, StreamError, LimitExceeded):
        return  # a prototype is missing or broken, which is said elsewhere
    if piece_properties(whole).get("Type") not in _UNIT_TYPES:
        return
    traits = {trait.id for trait in whole.type.traits}
    for trait_id, (kind, words) in _NEEDED_BY_UNITS.items():
        if trait_id not in traits:
            module.found(kind, place, words)


def _check_names(module: CheckedModule) -> None:
    """Report each name that several pieces of the palettes have; cards and stacks on the map repeat names rightly."""
    places: dict[str, list[str]] = {}
    for component in module.root.within(Kind.SLOT):
        if component.name and not any(outer.kind in (Kind.DECK, Kind.STACK) for outer in component.outer()):
            places.setdefault(component.name, []).append(_place(component))
    for name, found in places.items():
        if len(found) > 1:
            module.found("duplicate-name", found[0], f"{len(found):,} pieces are called {name!r}")


def _placed_gpids(piece: Piece) -> Iterator[str]:
    yield from (trait.text_field("gpid") for trait in piece.type.traits if trait.id in _PLACING)


def _check_gpids(module: CheckedModule, gpids: list[tuple[str, str]]) -> None:
    counts = Counter(gpid for gpid, _place in gpids if gpid)
    highest = 0
    for gpid, place in gpids:
        number = gpid.rpartition(":")[2] if module.is_extension else gpid
        if not gpid:
            module.found("missing-gpid", place, "it has no gpid")
        elif not (number.isascii() and number.isdecimal()):
            module.found("bad-gpid", place, f"its gpid is {gpid!r}, not a number")
        else:
            highest = max(highest, int(number))
        if counts[gpid] > 1:
            module.found("duplicate-gpid", place, f"its gpid {gpid} is that of {counts[gpid] - 1} more")
    following = module.definition.next_piece_slot_id
    if gpids and (following is None or following <= highest):
        module.found("next-gpid-too-low", module.build_entry,
                     f"nextPieceSlotId is {'missing' if following is None else following}, "
                     f"but the highest gpid is {highest}")  # fmt: skip
