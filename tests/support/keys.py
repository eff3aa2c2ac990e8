"""Pairs of Ed25519 keys for the tests, in the forms that ssh-keygen and openssl write; worth nothing to anybody."""

from __future__ import annotations

from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec, ed448, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

__all__ = ["other_key", "pem_private", "pem_public", "ssh_private", "ssh_public"]


def _key(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def pem_private(number: int, passphrase: str = "") -> bytes:
    """Return a private key as openssl writes it; the same for the same number."""
    protection: KeySerializationEncryption = (
        BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
    )
    return _key(number).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, protection)


def pem_public(number: int) -> bytes:
    """Return the public key that belongs to it, as openssl writes it."""
    return _key(number).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def ssh_private(number: int) -> bytes:
    """Return the private key as ssh-keygen writes it."""
    return _key(number).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())


def ssh_public(number: int) -> bytes:
    """Return the public key as ssh-keygen writes it."""
    key = _key(number).public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    return key + b" director@example\n"


@cache
def other_key(kind: str, form: str, *, is_private: bool) -> bytes:
    """Return a key that is none of Ed25519, in the form of ssh-keygen or of openssl."""
    key = (
        rsa.generate_private_key(65537, 2048) if kind == "rsa"
        else ec.generate_private_key(ec.SECP256R1()) if kind == "ecdsa"
        else ed448.Ed448PrivateKey.generate()
    )  # fmt: skip
    if is_private:
        private = PrivateFormat.OpenSSH if form == "ssh" else PrivateFormat.PKCS8
        return key.private_bytes(Encoding.PEM, private, NoEncryption())
    if form == "ssh":
        return key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
