"""Telegrams in the chat: sentences with a sign between them, and the short words of those who send Morse code."""

from __future__ import annotations

import re
from typing import Final

from .chat_vocabulary import telegram_words

__all__ = ["in_plain_words"]

_SURE_BREAK: Final = re.compile(r"(?<![\d\s])\s=+\s(?!\d\s*(?:$|[,;.)]))")
"""The sign between the sentences of a telegram: "M/2 on 1/VIII S? = 6/2 stays = pse check"."""
_BREAK: Final = re.compile(r"(?:^|(?<!\s)(?<!\b\d))\s*=+\s(?!\d\s*(?:$|[,;.)]))")
"""The sign where it stands behind the number of a unit or of a hex as well, and at the beginning."""
_MIN_BREAKS: Final = 2
"""The least number of such signs in a telegram; one alone stands between words and a die."""
_WORD: Final = re.compile(r"(?<![\w/.])[^\W\d_]+(?![\w/?])")


def in_plain_words(text: str) -> str:
    """Return a telegram with full stops between its sentences, and its short words in full; other texts as they are."""
    if not _SURE_BREAK.search(text) or len(_BREAK.findall(text)) < _MIN_BREAKS:
        return text
    words = telegram_words()
    return _WORD.sub(lambda found: words.get(found[0].casefold(), found[0]), _BREAK.sub(". ", text))
