"""The fields of every trait and basic piece that VASSAL knows, as a table (vassal-files.md 3.2 to 3.5).

Each row gives the identifier, the title that the module editor shows, the fields of the type and
the fields of the state. A field is ``name`` or ``name:kind``; kinds are ``text`` (the default),
``integer``, ``decimal``, ``boolean``, ``list`` (a string array), ``counted`` (as many elements as the
field before it says) and, for the last field only, ``rest`` (all further elements). Kinds are those
that the engine reads; where it takes an expression, a number is ``text``. In old types a list of keys
may be one word, each character of which is a key. What the engine takes for a field that a text of an older release
does not reach is in a separate table where it is not what one expects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

__all__ = ["FREE_ROTATION", "TRAIT_KINDS", "Field", "FieldKind", "TraitKind"]


class FieldKind(Enum):
    """The kind of value that a field holds."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    BOOLEAN = "boolean"
    LIST = "list"
    COUNTED = "counted"
    REST = "rest"

    __hash__ = object.__hash__  # every field that is read looks its kind up, and this is the quickest


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a type or a state."""

    name: str
    kind: FieldKind = FieldKind.TEXT
    default: str | None = ""
    """The value that the engine reads where the field is missing, the name of another field of the same text in
    braces, or None for words in the language of the player."""

    @property
    def is_several(self) -> bool:
        """True if the field is several elements, or none."""
        return self.kind in (FieldKind.COUNTED, FieldKind.REST)


@dataclass(frozen=True, slots=True)
class TraitKind:
    """A row of the table."""

    id: str
    """The type's first element, without the semicolon."""
    title: str
    type_fields: tuple[Field, ...]
    state_fields: tuple[Field, ...]
    type_delimiter: str = ";"
    """The delimiter of the type's fields; empty if all after the identifier is one text."""
    state_delimiter: str = ";"
    """The delimiter of the state's fields; empty if the state is one text."""
    basic: bool = False
    """True if this is the innermost level of a piece and not a trait."""


_ROTATION = "random_key random_text name description direct_key direct_text direct_expression direct_is_facing:boolean"
_PLACE = (
    "command key marker text x_offset y_offset match_rotation:boolean after_key description "
    "gpid placement:integer above:boolean copy_properties:boolean parameters:list version:integer"
)
_DECK = (
    "draw_outline:boolean outline_colour width:integer height:integer face_down_option shuffle_option "
    "allow_multiple_draw:boolean allow_select_draw:boolean reversible:boolean reshuffle_command reshuffle_target "
    "reshuffle_format name shuffle_format reverse_format face_down_format draw_face_up:boolean persistable:boolean "
    "shuffle_key reshuffle_key maximum_stack:integer count_expressions:list "
    "expression_counting:boolean global_commands:list hotkey_on_empty:boolean empty_key select_display_property "
    "select_sort_property restrict_option:boolean restrict_expression shuffle_command reverse_command reverse_key "
    "draw_multiple_message draw_specific_message face_up_message face_down_message face_up_key face_up_format "
    "face_flip_key face_down_key save_message save_key save_report load_message load_key load_report "
    "restrict_access:boolean owners:list"
)
_LAYER = (
    "activate_command activate_modifiers:integer activate_key up_command up_modifiers:integer up_key down_command "
    "down_modifiers:integer down_key reset_command reset_key reset_level under_when_selected:boolean "
    "x_offset:integer y_offset:integer images:list level_names:list loop_levels:boolean name random_key random_text "
    "follow_property:boolean property first_level_value:integer version:integer always_active:boolean "
    "activate_key_stroke increase_key_stroke decrease_key_stroke description scale:decimal only_if_property "
    "only_if_value"
)

# id | title | fields of the type | fields of the state
_ROWS = (
    ("AreaOfEffect", "Area of Effect",
     "colour transparency:integer radius:integer always_active:boolean command key shader fixed_radius:boolean "
     "radius_marker description name on_text on_key off_text off_key globally_visible:boolean", "active:boolean"),
    ("PROP", "Dynamic Property", "name constraints key_commands:list description", "value"),
    ("attach", "Attachment",
     "name description attach_command attach_key clear_all_command clear_all_key filter restrict_range:boolean "
     "range:integer fixed_range:boolean range_property deck_select target clear_matching_command "
     "clear_matching_key clear_matching_filter on_attach on_detach before_attach allow_self:boolean "
     "auto_attach:boolean",
     "count:integer pieces:rest"),
    ("basicName", "Basic Name", "name", ""),
    ("border", "Border Outline", "property description thickness:integer colour property2 compare", ""),
    ("button", "Action Button",
     "key x:integer y:integer width:integer height:integer description popup:boolean whole_shape:boolean "
     "version:integer points:integer path:rest", ""),
    ("calcProp", "Calculated Property", "name expression description", ""),
    ("clone", "Clone", "command key description", ""),
    ("cmt", "Comment", "text", ""),
    ("delete", "Delete", "command key description", ""),
    ("deselect", "Deselect", "command key description unstack:boolean deselect_type", ""),
    ("emb2", "Layer", _LAYER, "level:integer activation_keys"),
    ("footprint", "Movement Trail",
     "key menu initially_visible:boolean globally_visible:boolean radius:integer fill line "
     "selected_transparency:integer unselected_transparency:integer edge_buffer:integer display_buffer:integer "
     "line_width:decimal key_on key_off key_clear description ignore_same_location:boolean",
     "visible:boolean start_map count:integer points:counted ever_initialised:boolean last_count:integer"),
    ("globalhotkey", "Global Hotkey", "command key global_key description", ""),
    ("globalkey", "Global Key Command",
     "command key global_key filter restrict_range:boolean range:integer report_single:boolean fixed_range:boolean "
     "range_property description deck_select target suppress_sounds:boolean parameters:list", ""),
    ("hideCmd", "Restrict Commands", "name action filter keys:list", ""),
    ("immob", "Does not stack", "select_options move stack description", ""),
    ("label", "Text Label",
     "menu_key menu_text font_size:integer background foreground vertical_position vertical_offset:integer "
     "horizontal_position horizontal_offset:integer vertical_just horizontal_just name_format font_family "
     "font_style:integer rotation:integer property description always_use_format:boolean", "label"),
    ("locCommand", "Multi-Location Command",
     "description type filter menu key this_map_only:boolean sort_format ascending:boolean numeric:boolean", ""),
    ("locmsg", "Translatable Message", "name description message", ""),
    ("macro", "Trigger Action",
     "name menu_text key filter watch_keys:list action_keys:list loop:boolean pre_loop_key post_loop_key loop_type "
     "while_expression until_expression count index:boolean index_property start step", ""),
    ("markmoved", "Mark When Moved",
     "icon x_offset:integer y_offset:integer command key description ignore_same_location:boolean on_text on_key "
     "off_text off_key", "moved:boolean"),
    ("mat", "Mat", "name description", "count:integer cargo:rest"),
    ("matPiece", "Mat Cargo", "description keep_facing:boolean dx:integer dy:integer find_key detach_key", "mat"),
    ("menuSeparator", "Menu Separator", "description key", ""),
    ("obs", "Mask",
     "key image command display mask_name access peek_command description auto_peek:boolean deal_key "
     "deal_expression", "owner options"),
    ("pivot", "Can Pivot",
     "command key x:integer y:integer fixed_angle:boolean angle:decimal description command2 key2 angle2:decimal", ""),
    ("placemark", "Place Marker", _PLACE, ""),
    ("playSound", "Play Sound", "sound command key send_to_others:boolean description no_suppress:boolean", ""),
    ("prototype", "Prototype", "name parameters:list", ""),
    ("replace", "Replace with Other", _PLACE, ""),
    ("report", "Report Action",
     "keys:list format cycle_keys:list cycle_formats:list description no_suppress:boolean", "cycle:integer"),
    ("restrict", "Restricted Access",
     "sides:list by_player:boolean restrict_movement:boolean description", "owner"),
    ("return", "Return to Deck",
     "command key deck prompt description version:integer deck_select:boolean deck_expression", ""),
    ("sendto", "Send to Location",
     "command key map board x y back_command back_key x_index y_index x_offset y_offset description destination zone "
     "region filter grid_location", "back_map back_x:integer back_y:integer"),
    ("setpieceprop", "Set Piece Property",
     "name constraints key_commands:list description target filter restrict_range:boolean range:integer "
     "fixed_range:boolean range_property deck_select override:boolean", ""),
    ("setprop", "Set Global Property", "name constraints key_commands:list description level search_name", ""),
    ("submenu", "Sub-Menu", "name commands:list description", ""),
    ("translate", "Move Fixed Distance",
     "command key dx dy move_stack:boolean x_index y_index x_offset y_offset description", ""),
    # the traits of the official Grand Tactical Series module (vassal-files.md 6.2)
    ("ratings", "Ratings (GTS)",
     "fire fire_colour assault assault_colour assault_double:boolean range defence armoured:boolean troop_quality "
     "move move_colour organic:boolean second_fire second_fire_colour second_assault second_assault_colour "
     "second_assault_double:boolean second_range second_defence second_armoured:boolean second_troop_quality "
     "second_move second_move_colour step_differs:boolean flak reduced_troop_quality:boolean organic_flak "
     "organic_reduced_troop_quality:boolean", ""),
    ("leader", "Leader (GTS)",
     "activation_limit:integer command_range:integer replacement_limit:integer replacement_range:integer",
     "remaining:integer replacement:boolean count:integer activated:rest"),
    ("tdcsendto", "Send to Location (GTS)",
     "command key map board x y back_command back_key x_index y_index x_offset y_offset description destination "
     "filter", "back_map back_x:integer back_y:integer"),
    ("wizard", "Attack Wizard (GTS)", "attack_key info_key assault_key", ""),
    ("peek", "Peek (GTS)", "command key layer", ""),
    ("hover", "Hover Text (GTS)", "command key unused", "text"),
    ("Artmark", "Artillery Marker (GTS)", "", ""),
    ("mark", "Marker", "names:rest", "values:rest"),
    ("hide", "Invisible",
     "key command colour access transparency:decimal description disable_auto_report:boolean", "owner"),
    ("emb", "Layer (before 3.0)",
     "activate activate_command up_key up_command down_key down_command x_offset:integer y_offset:integer levels:rest",
     "level:integer activation_keys"),
    ("nonRect", "Non-Rectangular", "path", ""),
    ("nonRect2", "Non-Rectangular", "scale:decimal path", ""),
    ("rotate", "Can Rotate",
     "facings:integer clockwise_key counterclockwise_key clockwise_text counterclockwise_text " + _ROTATION,
     "facing:integer"),
    ("propertysheet", "Property Sheet",
     "definition menu unused commit_style:integer red:integer green:integer blue:integer key description",
     "values:rest"),
    ("table", "Spreadsheet", "rows:integer columns:integer command key description", "cells:rest"),
    ("piece", "Basic Piece", "clone_key delete_key image name",
     "map x:integer y:integer gpid pairs:integer properties:rest"),
    ("stack", "Stack", "", "map x:integer y:integer members:rest"),
    ("deck", "Deck", _DECK, "map x:integer y:integer face_down:boolean members:list"),
    # two traits of VASL that hold players' ids
    ("conceal", "Concealment (VASL)", "key image nation unused slot", "owner options"),
    ("concealment", "Concealment Marker (VASL)", "owner nation", ""),
)  # fmt: skip

_BASIC: Final = frozenset({"piece", "stack", "deck"})
"""The innermost level of a piece, which is no trait."""
_OTHER_DELIMITERS: Final = {
    "PROP": (";", ""), "hide": (";", ""), "label": (";", ""), "mark": (",", ","), "nonRect": ("", ""),
    "propertysheet": (";", "~"), "restrict": (";", ""), "table": (";", ","),
}  # fmt: skip
"""The delimiters of a type and of a state where they are not semicolons; empty if the whole is one text."""


_PLAYERS_WORDS: Final = None
_USUAL: Final[Mapping[FieldKind, str]] = {
    FieldKind.INTEGER: "0", FieldKind.DECIMAL: "0", FieldKind.BOOLEAN: "false",
}  # fmt: skip
"""The default of a field of a kind, where the next table says nothing else."""
_PLACE_DEFAULTS: Final[Mapping[str, str | None]] = {"text": "null", "x_offset": "0", "y_offset": "0"}
_RANGE_DEFAULTS: Final[Mapping[str, str | None]] = {"range": "1", "fixed_range": "true", "deck_select": "-1"}
_DEFAULTS: Final[Mapping[str, Mapping[str, str | None]]] = {
    "AreaOfEffect": {
        "always_active": "true", "command": _PLAYERS_WORDS, "fixed_radius": "true", "globally_visible": "true",
    },
    "attach": {
        **_RANGE_DEFAULTS, "attach_command": _PLAYERS_WORDS, "clear_all_command": _PLAYERS_WORDS,
        "clear_matching_command": _PLAYERS_WORDS, "on_attach": "nothing", "on_detach": "nothing",
        "before_attach": "clear", "auto_attach": "true",
    },
    "border": {"thickness": "2", "colour": "255,0,0", "compare": "AND"},
    "deselect": {"deselect_type": "D"},
    "emb2": {
        "activate_modifiers": "128", "up_modifiers": "128", "down_modifiers": "128", "activate_key": "A",
        "reset_level": "1", "loop_levels": "true", "first_level_value": "1", "always_active": "true", "scale": "1",
        "only_if_value": "true", "level": "-1",
    },
    "footprint": {
        "menu": _PLAYERS_WORDS, "radius": "10", "fill": "255,255,255", "line": "0,0,0", "selected_transparency": "100",
        "unselected_transparency": "50", "edge_buffer": "20", "display_buffer": "30", "line_width": "1",
        "last_count": "{count}",
    },
    "globalkey": {**_RANGE_DEFAULTS, "command": _PLAYERS_WORDS, "report_single": "true"},
    "hide": {"command": _PLAYERS_WORDS, "transparency": "0.3"},
    "hideCmd": {"action": "Hide"},
    "immob": {"stack": "R"},
    "label": {
        "menu_text": _PLAYERS_WORDS, "font_size": "10", "foreground": "0,0,0", "vertical_position": "t",
        "horizontal_position": "c", "vertical_just": "b", "horizontal_just": "c",
        "name_format": "$pieceName$ ($label$)", "font_family": "Dialog", "property": "TextLabel",
    },
    "locCommand": {"type": "locRegions", "menu": _PLAYERS_WORDS, "this_map_only": "true", "ascending": "true"},
    "macro": {"menu_text": "Trigger", "loop_type": "counted", "start": "1", "step": "1"},
    "markmoved": {"command": _PLAYERS_WORDS, "on_text": _PLAYERS_WORDS, "off_text": _PLAYERS_WORDS},
    "matPiece": {"keep_facing": "true"},
    "nonRect2": {"scale": "1"},
    "obs": {"command": _PLAYERS_WORDS, "display": "I", "mask_name": "?", "peek_command": _PLAYERS_WORDS},
    "pivot": {"command": _PLAYERS_WORDS, "fixed_angle": "true", "angle": "90", "angle2": "270"},
    "placemark": _PLACE_DEFAULTS,
    "playSound": {"command": _PLAYERS_WORDS},
    "replace": _PLACE_DEFAULTS,
    "report": {"format": "$location$: $newPieceName$ *", "cycle": "-1"},
    "restrict": {"restrict_movement": "true"},
    "return": {"prompt": _PLAYERS_WORDS, "deck_select": "true"},
    "rotate": {"direct_is_facing": "true"},
    "sendto": {
        "x": "0", "y": "0", "x_index": "0", "y_index": "0", "x_offset": "1", "y_offset": "1", "destination": "L",
    },
    "setpieceprop": _RANGE_DEFAULTS,
    "setprop": {"level": "Current Zone/Current Map/Module"},
    "table": {"rows": "2", "columns": "2", "command": _PLAYERS_WORDS},
    "translate": {
        "command": _PLAYERS_WORDS, "dx": "0", "dy": "60", "x_index": "0", "y_index": "0", "x_offset": "0",
        "y_offset": "0",
    },
}  # fmt: skip
"""The defaults of fields by the kind of trait; the engine writes them the next time that it saves the piece."""


def _fields(text: str) -> tuple[Field, ...]:
    pairs = (word.partition(":") for word in text.split())
    kinds = {name: FieldKind(kind or "text") for name, _colon, kind in pairs}
    return tuple(Field(name, kind, _USUAL.get(kind, "")) for name, kind in kinds.items())


def _with_defaults(kind: TraitKind) -> TraitKind:
    """Return a row with the defaults of its fields that are not the usual ones."""
    defaults = _DEFAULTS.get(kind.id, {})

    def filled(fields: tuple[Field, ...]) -> tuple[Field, ...]:
        return tuple(replace(field, default=defaults.get(field.name, field.default)) for field in fields)

    return replace(kind, type_fields=filled(kind.type_fields), state_fields=filled(kind.state_fields))


def _kind(name: str, title: str, type_fields: str, state_fields: str) -> TraitKind:
    """Return a row of the table with its delimiters and its defaults."""
    delimiters = _OTHER_DELIMITERS.get(name, (";", ";"))
    return _with_defaults(
        TraitKind(name, title, _fields(type_fields), _fields(state_fields), *delimiters, basic=name in _BASIC)
    )


TRAIT_KINDS: Final = {row[0]: _kind(*row) for row in _ROWS}
"""Every known kind by its identifier."""

FREE_ROTATION = _with_defaults(
    TraitKind(
        "rotate",
        "Can Rotate freely",
        _fields("facings:integer rotate_key rotate_text " + _ROTATION),
        _fields("angle:decimal"),
    )
)
"""The row for ``rotate`` when it has one facing only."""
