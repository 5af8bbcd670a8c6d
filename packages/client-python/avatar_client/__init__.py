"""Client for the avatar and animation service."""

from .client import Avatars, Client, Download, Webhooks
from .errors import (
    AvatarError,
    IntegrityError,
    JobEndedError,
    NoAnswerError,
    ServiceError,
    WaitTimeoutError,
    WebhookSignatureError,
)
from .webhook import verify_webhook

__all__ = [
    "AvatarError",
    "Avatars",
    "Client",
    "Download",
    "IntegrityError",
    "JobEndedError",
    "NoAnswerError",
    "ServiceError",
    "WaitTimeoutError",
    "WebhookSignatureError",
    "Webhooks",
    "verify_webhook",
]
