"""Errors of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .models import Error, JobStatus


class AvatarError(Exception):
    """Any error of this package."""


class ServiceError(AvatarError):
    """An error response from the service.

    `body` has `title`, `message`, and `code` (the HTTP status). `retry_after` is the number of seconds to wait before a retry,
    if the service specified it. `type` is the kind of error, such as "quota-reached"; these names never change (None if a
    proxy responded).
    """

    def __init__(self, body: Error, retry_after: Optional[float] = None, type: Optional[str] = None) -> None:
        super().__init__(f"{body['code']} {body['title']}: {body['message']}")
        self.body = body
        self.retry_after = retry_after
        self.type = type


class NoAnswerError(AvatarError):
    """No response: the URL is wrong, the network is down, or the service took too long."""


class JobEndedError(AvatarError):
    """A job failed or was cancelled; `job` is its status."""

    def __init__(self, job: JobStatus) -> None:
        reason = (job["error"] or {}).get("message", "no reason given")
        super().__init__(f"The job {job['id']} {'failed' if job['status'] == 'failed' else 'was cancelled'}: {reason}")
        self.job = job


class WaitTimeoutError(AvatarError):
    """A job did not end within `wait`'s time limit. It continues, and `wait` can be called again."""


class IntegrityError(AvatarError):
    """A downloaded file differs from the service's."""


class WebhookSignatureError(AvatarError):
    """A webhook request that the service did not send, or that is too old."""
