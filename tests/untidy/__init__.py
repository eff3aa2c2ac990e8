"""Writes legal games as untidy mails: in players' own words, with dice, markers and answers where people leave them.

Nothing here knows how a mail is read; what players do lies in ``manners.toml``, what they say in ``wordings.toml``.
"""
