"""What may go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .models import Error, JobStatus


class AvatarError(Exception):
    """Any error of this package."""


class ServiceError(AvatarError):
    """An error that the service answered.

    `body` has `title`, `message` and `code` (the HTTP status); `retry_after` the seconds after which the service asks to
    try again, if it said so; `type` the kind of the error, such as "quota-reached", which never changes (None where something
    on the way answered).
    """

    def __init__(self, body: Error, retry_after: Optional[float] = None, type: Optional[str] = None) -> None:
        super().__init__(f"{body['code']} {body['title']}: {body['message']}")
        self.body = body
        self.retry_after = retry_after
        self.type = type


class NoAnswerError(AvatarError):
    """No answer came: the address is wrong, the network is down, or the service took too long."""


class JobEndedError(AvatarError):
    """A job failed or was cancelled; `job` is its status."""

    def __init__(self, job: JobStatus) -> None:
        reason = (job["error"] or {}).get("message", "no reason given")
        super().__init__(f"The job {job['id']} {'failed' if job['status'] == 'failed' else 'was cancelled'}: {reason}")
        self.job = job


class WaitTimeoutError(AvatarError):
    """A job did not end in the time that `wait` was given. It goes on, and can be waited for again."""


class IntegrityError(AvatarError):
    """A downloaded file differs from what the service made."""


class WebhookSignatureError(AvatarError):
    """A webhook request that the service did not send, or not now."""
