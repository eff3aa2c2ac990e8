"""The signature of an audit file: a proof of its author, made with a pair of Ed25519 keys by ``cryptography``.

What is signed is the canonical JSON of the whole document but the signature itself, so nothing in it can be changed
unnoticed, not even by chaining it again. Keys are what ``ssh-keygen -t ed25519`` or ``openssl genpkey -algorithm
ed25519`` write.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from ..game.errors import GameDataError
from ..game.json_text import json_line

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

__all__ = [
    "KeyFileError",
    "PassphraseMissing",
    "PublicKey",
    "SignatureState",
    "SigningKey",
    "signature_state",
    "signed",
    "signer_of",
]

_SIGNATURE: Final = "signature"
_ALGORITHM: Final = "ed25519"
_PURPOSE: Final = b"adjudicator game-audit\n"
"""The start of the signed bytes, so that a signature of an audit file cannot pass as one of anything else."""
_OPENSSH: Final = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_PRIVATE: Final = b"PRIVATE KEY-----"
"""The end of the first line of every private key in a PEM file."""
_PEM_PUBLIC: Final = b"-----BEGIN PUBLIC KEY-----"
_SSH_PUBLIC: Final = (b"ssh-", b"ecdsa-", b"sk-")
_EXTRA: Final = "pip install 'no-question-of-surrender-adjudicator[signatures]'"


class KeyFileError(GameDataError):
    """A file that holds no key of the kind that is required."""


class PassphraseMissing(KeyFileError):
    """A private key that needs a passphrase, when none was given."""


class SignatureState(StrEnum):
    """The state of a signature."""

    NOT_ASKED = "not-asked"
    """No check of the signature was asked for."""
    VALID = "valid"
    MISSING = "missing"
    OTHER_KEY = "other-key"
    """The signature was made with another key."""
    BROKEN = "broken"
    """The signature names the right key and does not fit: the file was changed after it was signed."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The public key of a signer, which is given to everybody."""

    line: str
    """The key as OpenSSH writes it, without a comment."""
    _key: Ed25519PublicKey

    @property
    def fingerprint(self) -> str:
        """The key's fingerprint, as ``ssh-keygen -l`` prints it."""
        return _fingerprint(self.line)

    def signed(self, document: Mapping[str, Any], value: bytes) -> bool:
        """Return whether a signature of a document was made with this key."""
        from cryptography.exceptions import InvalidSignature

        try:
            self._key.verify(value, _message(document))
        except InvalidSignature:
            return False
        return True

    @classmethod
    def read(cls, data: bytes, file: str) -> PublicKey:
        """Return the public key that a file holds. Raises :class:`KeyFileError`."""
        _library(file)
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key, load_ssh_public_key

        expected = "a public Ed25519 key, as ssh-keygen or openssl writes it"
        start = data.lstrip()
        if start.partition(b"\n")[0].rstrip().endswith(_PRIVATE):
            raise KeyFileError("this is a private key: keep it to yourself, and give the public one", file=file)
        load = load_ssh_public_key if start.startswith(_SSH_PUBLIC) else load_pem_public_key
        try:
            key = load(start)
        except (ValueError, UnsupportedAlgorithm):
            raise KeyFileError("not a public key", file=file, expected=expected) from None
        if not isinstance(key, Ed25519PublicKey):
            raise KeyFileError("this is a public key of another kind", file=file, expected=expected)
        return cls(_openssh_line(key), key)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The private key of a signer, known to its owner only."""

    _key: Ed25519PrivateKey

    @property
    def public(self) -> PublicKey:
        """The public key that belongs to this private key."""
        key = self._key.public_key()
        return PublicKey(_openssh_line(key), key)

    def sign(self, document: Mapping[str, Any]) -> bytes:
        """Return the signature of a document."""
        return self._key.sign(_message(document))

    @classmethod
    def read(cls, data: bytes, file: str, passphrase: str = "") -> SigningKey:
        """Return the private key that a file holds.

        Raises :class:`PassphraseMissing` if one is needed, and :class:`KeyFileError` for anything else.
        """
        _library(file)
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_ssh_private_key

        expected = "a private Ed25519 key, as ssh-keygen or openssl writes it"
        start = data.lstrip()
        if start.startswith((*_SSH_PUBLIC, _PEM_PUBLIC)):
            raise KeyFileError("this is a public key, which signs nothing", file=file, expected=expected)
        load = load_ssh_private_key if start.startswith(_OPENSSH) else load_pem_private_key
        try:
            key = load(start, passphrase.encode() or None)
        except TypeError:
            raise PassphraseMissing("this key is protected by a passphrase", file=file) from None
        except ValueError:
            problem = "the passphrase is wrong" if passphrase else "not a private key"
            raise KeyFileError(problem, file=file, expected=expected) from None
        except UnsupportedAlgorithm:
            raise KeyFileError("the library cannot read this kind of protection", file=file,
                               expected="a key without a passphrase, or one that openssl wrote") from None  # fmt: skip
        if not isinstance(key, Ed25519PrivateKey):
            raise KeyFileError("this is a private key of another kind", file=file, expected=expected)
        return cls(key)


def signed(document: Mapping[str, Any], key: SigningKey) -> dict[str, Any]:
    """Return a document with its signature."""
    value = b64encode(key.sign(document)).decode()
    return {**document, _SIGNATURE: {"algorithm": _ALGORITHM, "public_key": key.public.line, "value": value}}


def signer_of(document: Mapping[str, Any]) -> str:
    """Return the fingerprint of the key that a document names as its signer's; empty if it is not signed."""
    line = _part(document, "public_key")
    return _fingerprint(line) if line else ""


def signature_state(document: Mapping[str, Any], key: PublicKey) -> SignatureState:
    """Return whether a document was signed by a key and not changed since; any document is accepted."""
    if _SIGNATURE not in document:
        return SignatureState.MISSING
    if _part(document, "public_key") != key.line:
        return SignatureState.OTHER_KEY
    try:
        value = b64decode(_part(document, "value"), validate=True)
    except ValueError:
        return SignatureState.BROKEN
    return SignatureState.VALID if key.signed(document, value) else SignatureState.BROKEN


def _part(document: Mapping[str, Any], name: str) -> str:
    """Return a part of a document's signature; empty if it has none."""
    signature = document.get(_SIGNATURE)
    value = signature.get(name) if isinstance(signature, dict) else None
    return value if isinstance(value, str) else ""


def _fingerprint(line: str) -> str:
    """Return the fingerprint of a public key in OpenSSH's form; empty if the line is not of this form."""
    try:
        key = b64decode(line.split()[1], validate=True)
    except (IndexError, ValueError):
        return ""
    return "SHA256:" + b64encode(sha256(key).digest()).decode().rstrip("=")


def _message(document: Mapping[str, Any]) -> bytes:
    """Return the bytes of a document that are signed."""
    unsigned = {key: value for key, value in document.items() if key != _SIGNATURE}
    return _PURPOSE + json_line(unsigned).encode("utf-8", "surrogatepass")


def _openssh_line(key: Ed25519PublicKey) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()


def _library(file: str) -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise KeyFileError("keys need the extra signatures", file=file, expected=_EXTRA) from None
