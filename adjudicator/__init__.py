"""The referee for *No Question of Surrender* played by e-mail through VASSAL."""

__version__ = "0.2.0"
