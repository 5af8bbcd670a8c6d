"""Signatures of webhook requests (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, Sequence, Union, cast

from .errors import WebhookSignatureError

if TYPE_CHECKING:
    from .models import WebhookEvent

# Seconds by which the clocks of sender and receiver may differ; the standard recommends five minutes.
TOLERANCE = 300

SECRET_PREFIX = "whsec_"


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: Union[str, Sequence[str]]
) -> WebhookEvent:
    """Check the signature of a webhook request and return its event.

    `body` is the request's body, byte for byte. `secret` is the account's secret (`whsec_…`), or several during a rotation.
    Raises WebhookSignatureError when the signature is missing, wrong, or older than five minutes, and ValueError for a secret
    that is empty or not base64.
    """
    content = body.encode() if isinstance(body, str) else body
    named = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not named.get(name)]
    if missing:
        raise WebhookSignatureError(f"The header {missing[0]} is missing")
    timestamp = named["webhook-timestamp"]
    try:
        is_recent = abs(time.time() - int(timestamp)) <= TOLERANCE
    except (ValueError, OverflowError):
        is_recent = False
    if not is_recent:
        raise WebhookSignatureError("webhook-timestamp is more than five minutes from now")
    signed = _bytes_of(f"{named['webhook-id']}.{timestamp}.") + content
    given = [_bytes_of(text[3:]) for text in named["webhook-signature"].split(" ") if text.startswith("v1,")]
    keys = [_key_of(each) for each in ([secret] if isinstance(secret, str) else secret or [])]
    if not keys:
        raise ValueError("The secret is missing; pass the account's secret, which starts with whsec_")
    for key in keys:
        digest = hmac.new(key, signed, hashlib.sha256).digest()
        expected = base64.b64encode(digest).decode()
        if any(hmac.compare_digest(expected.encode(), signature) for signature in given):
            return cast("WebhookEvent", json.loads(content))
    raise WebhookSignatureError("webhook-signature does not match the body and the secret")


def _key_of(secret: str) -> bytes:
    plain = secret[len(SECRET_PREFIX) :] if secret.startswith(SECRET_PREFIX) else secret
    try:
        key = base64.b64decode(plain, validate=True)
    except binascii.Error as cause:
        raise ValueError("The secret is not base64; it should start with whsec_") from cause
    # Anyone can sign with an empty key.
    if not key:
        raise ValueError("The secret is empty; pass the account's secret, which starts with whsec_")
    return key


def _bytes_of(text: str) -> bytes:
    # Servers decode header bytes that are not UTF-8 as lone surrogates.
    return text.encode(errors="surrogatepass")
