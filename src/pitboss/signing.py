"""Signatures: a key in a file, and what it signed."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pitboss.errors import BadInput


class NotSigned(Exception):
    """A signature that does not fit what it stands under."""


def load_key(path: Path, *, create: bool) -> Ed25519PrivateKey:
    """Returns the key in the file; a file that is not there is made, for its owner alone."""
    try:
        if create and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            pem = Ed25519PrivateKey.generate().private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            )
            try:
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with os.fdopen(handle, "wb") as file:
                    file.write(pem)
            except FileExistsError:
                pass  # another worker was faster: its key is the key
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise BadInput(f"--key {path}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"--key {path}: expected an ed25519 key in PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"--key {path}: expected an ed25519 key")
    return key


def public_half(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signature(body: bytes, key: Ed25519PrivateKey) -> str:
    return key.sign(body).hex()


def check_signature(body: bytes, public: str, signed: str) -> None:
    """Raises NotSigned where the signature does not fit, ValueError where it is none."""
    signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        signer.verify(bytes.fromhex(signed), body)
    except InvalidSignature:
        raise NotSigned from None
