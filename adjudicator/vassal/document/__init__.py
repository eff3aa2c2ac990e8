"""The XML form of a save or a log, from which it comes back without loss, and the JSON form for programs."""

from .facts import Locate
from .json_form import export_json
from .xml_form import ImportedGame, PlayerIds, export_xml, import_xml, open_document, read_document

__all__ = [
    "ImportedGame",
    "Locate",
    "PlayerIds",
    "export_json",
    "export_xml",
    "import_xml",
    "open_document",
    "read_document",
]
