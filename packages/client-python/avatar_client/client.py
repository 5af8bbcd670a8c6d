"""Requests to the service, using only Python's standard library."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib
from typing import IO, TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from .errors import IntegrityError, JobEndedError, NoAnswerError, ServiceError, WaitTimeoutError

if TYPE_CHECKING:
    from .models import (
        Accepted,
        Account,
        Actor,
        Avatar,
        AvatarPage,
        Delivery,
        Estimate,
        FileLink,
        Job,
        JobCost,
        JobStatus,
        Voice,
        WebhookSecretsSecret,
    )

Recording = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]"]

# Maximum size of a recording sent in the request itself, bytes: the service's limit for the part `audio`.
PART_BYTES = 4_500_000

# Statuses after which the same request may succeed: throttled, or the service or its gateway is temporarily unavailable.
TRANSIENT = {429, 502, 503, 504}

# Delay before the second attempt, which doubles for each further one, and maximum delay, seconds.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0

# First polling interval, which grows by half each time, and maximum interval, seconds.
FIRST_POLL = 0.25
LONGEST_POLL = 5.0

# Interval at which Retry-After starts to apply, seconds, so that it does not prolong a short job.
FIRST_ASKED_POLL = 1.0

# Seconds for which the upload of a large recording may stall.
UPLOAD_TIMEOUT = 60.0

UPLOAD_ATTEMPTS = 3

CHUNK = 1 << 16


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Treats a redirect as an error, because the token must not reach another host."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


class Client:
    """A client for one service with one token.

    `url` is the service's address. `timeout` is the time limit for a response, in seconds. `retries` is the maximum number of
    retries without a response or after a transient error. Methods raise ServiceError when the service rejects a request, and
    NoAnswerError when it does not respond.

    >>> client = Client("http://127.0.0.1:8080", token)
    >>> job = client.generate({"target_rig": "metahuman", "text": "Good morning.", "language": "en-US"})
    >>> client.wait(job["id"], on_progress=lambda status: print(status["progress"]))
    >>> client.download(job["id"]).save("morning.csv")
    """

    def __init__(self, url: str, token: str, *, timeout: float = 60.0, retries: int = 4) -> None:
        self._base = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._retries = retries
        self.avatars = Avatars(self)
        self.webhooks = Webhooks(self)

    def generate(
        self, job: Job, *, recording: Optional[Recording] = None, idempotency_key: Optional[str] = None
    ) -> Accepted:
        """Submit a job. `recording` is a recorded voice, as bytes or a path. Large recordings are uploaded first.

        Repeating a job with the same `idempotency_key` returns the first job. By default, each call has a new key, so that
        retries are safe.
        """
        body, headers = self._submission(job, recording)
        headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        return self._json("POST", "/lipsync/generate", body=body, headers=headers)

    def estimate(self, job: Job, *, recording: Optional[Recording] = None) -> Estimate:
        """Estimate a job's cost and duration without submitting it."""
        body, headers = self._submission(job, recording)
        return self._json("POST", "/lipsync/estimate", body=body, headers=headers)

    def status(self, id: str) -> JobStatus:
        return self._json("GET", "/status", query={"id": id})

    def wait(
        self,
        id: str,
        *,
        on_progress: Optional[Callable[[JobStatus], None]] = None,
        timeout: float = 3600.0,
        interval: Optional[float] = None,
    ) -> JobStatus:
        """Poll a job until it has succeeded; `on_progress` is called after each poll.

        `timeout` and `interval` are in seconds. Without `interval`, it grows from 0.25 s to 1 s and is then set by the service.
        Raises JobEndedError when the job fails or is cancelled, and WaitTimeoutError after the timeout.
        """
        until = time.monotonic() + timeout
        pause = FIRST_POLL
        while True:
            body, headers = self._send("GET", "/status", query={"id": id})
            job: JobStatus = json.loads(body)
            if on_progress:
                on_progress(job)
            if job["status"] == "succeeded":
                return job
            if job["finished_at"] is not None:
                raise JobEndedError(job)
            left = until - time.monotonic()
            if left <= 0:
                raise WaitTimeoutError(f"The job {id} is {job['status']} after {timeout:g} s")
            asked = _retry_after(headers) if pause >= FIRST_ASKED_POLL else None
            time.sleep(min(interval if interval is not None else pause if asked is None else asked, left))
            pause = min(LONGEST_POLL, pause * 1.5)

    def download(
        self, id: str, artifact: str = "result", *, set: Optional[str] = None, type: Optional[str] = None
    ) -> Download:
        """Open the result of a job, or another artifact, and verify it while it is read.

        `set` and `type` select the mouth shapes and the file type of the artifact "visemes".
        """
        query = {"id": id, "artifact": artifact, "set": set, "type": type, "format": "json", "encoding": "gzip"}
        link: FileLink = self._json("GET", "/download", query=query)
        return Download(link, self._timeout, self._retries)

    def list(self, *, status: Optional[str] = None, page_size: Optional[int] = None) -> Iterator[JobStatus]:
        """List the account's jobs, newest first. Pages are requested as they are read."""
        for page in self._pages("/status", {"status": status, "limit": page_size}):
            yield from page["jobs"]

    def cancel(self, id: str) -> JobStatus:
        return self._json("POST", "/lipsync/cancel", query={"id": id})

    def remove(self, id: str) -> None:
        """Delete a job with its input and its files."""
        self._request("DELETE", f"/lipsync/jobs/{urllib.parse.quote(id, safe='')}")

    def actors(self) -> List[Actor]:
        return self._json("GET", "/lipsync/actors")["actors"]

    def voices(self, language: Optional[str] = None) -> List[Voice]:
        """List the voices that jobs may name, in all languages or in one."""
        return self._json("GET", "/lipsync/voices", query={"language": language})["voices"]

    def account(self, month: Optional[str] = None) -> Account:
        """Return the plan, budget, rate limits, and spending in a month (`2026-11`; by default, this one)."""
        return self._json("GET", "/lipsync/account", query={"month": month})

    def cost(self, id: str) -> JobCost:
        """Return the cost of a job by step."""
        return self._json("GET", "/lipsync/costs", query={"id": id})

    def costs(self) -> Iterator[JobCost]:
        """List the costs of the account's jobs, newest first."""
        for page in self._pages("/lipsync/costs", {}):
            yield from page["jobs"]

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the pages of a list, requesting them as they are read."""
        cursor: Optional[str] = None
        while True:
            page = self._json("GET", path, query={**query, "cursor": cursor})
            yield page
            cursor = page["cursor"]
            if cursor is None:
                return

    def _submission(self, job: Job, recording: Optional[Recording]) -> Any:
        if recording is None:
            return _as_json(job), {"content-type": "application/json"}
        if _size_of(recording) > PART_BYTES:
            return _as_json({**job, "audio_url": self.upload(recording)}), {"content-type": "application/json"}
        return _form({"job": _as_json(job)}, "audio", _bytes_of(recording))

    def upload(self, recording: Recording) -> str:
        """Upload a file (path or bytes). Returns its URL for `output.background.url` or `audio_url` of a job."""
        size = _size_of(recording)
        headers = {"content-type": "application/json"}
        made = self._json("POST", "/lipsync/uploads", body=_as_json({"size": size}), headers=headers)
        for attempt in range(1, UPLOAD_ATTEMPTS + 1):
            try:
                self._put(recording, size, made["upload"])
                return made["audio_url"]
            except (OSError, http.client.HTTPException) as cause:
                is_refused = isinstance(cause, urllib.error.HTTPError) and cause.code < 500
                if attempt == UPLOAD_ATTEMPTS or is_refused:
                    raise NoAnswerError(f"The upload failed: {cause}") from cause
            time.sleep(FIRST_PAUSE * 2 ** (attempt - 1))
        raise AssertionError("unreachable")

    def _put(self, recording: Recording, size: int, target: Any) -> None:
        # A file is streamed.
        is_path = isinstance(recording, (str, os.PathLike))
        content: Any = open(recording, "rb") if is_path else _bytes_of(recording)
        try:
            request = urllib.request.Request(
                target["url"], content, {**target["headers"], "content-length": str(size)}, method=target["method"]
            )
            with urllib.request.urlopen(request, timeout=UPLOAD_TIMEOUT) as response:
                response.read()
        finally:
            if is_path:
                content.close()

    def _json(self, method: str, path: str, **more: Any) -> Any:
        return json.loads(self._request(method, path, **more))

    def _request(self, method: str, path: str, **more: Any) -> bytes:
        return self._send(method, path, **more)[0]

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        retries: Optional[int] = None,
    ) -> Tuple[bytes, Mapping[str, str]]:
        last = self._retries if retries is None else retries
        given = {name: str(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._base}{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        sent = {**(headers or {}), "authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(url, body, sent, method=method)
        for attempt in range(last + 1):
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt)
            try:
                with _OPENER.open(request, timeout=self._timeout) as response:
                    return response.read(), response.headers
            except urllib.error.HTTPError as answer:
                refused = _read_error(answer)
                if attempt == last or answer.code not in TRANSIENT:
                    raise refused from None
                if refused.retry_after is not None:
                    pause = min(LONGEST_PAUSE, refused.retry_after)
            except (OSError, http.client.HTTPException) as cause:
                if attempt == last:
                    raise NoAnswerError(f"{urllib.parse.urlsplit(url).netloc} did not respond: {cause}") from cause
            time.sleep(pause)
        raise AssertionError("unreachable")


class Avatars:
    """The account's own avatars, as `client.avatars`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def create(
        self,
        file: Recording,
        *,
        name: Optional[str] = None,
        sex: Optional[str] = None,
        web_hooks: Optional[Mapping[str, str]] = None,
        wait: bool = True,
    ) -> Avatar:
        """Add a head from a GLB or VRM file (path or bytes). Use the avatar's `id` as the `actor` of video jobs.

        Waits until the avatar is imported, and raises JobEndedError if its file cannot be. With `wait=False`, returns a "queued"
        avatar; pass its `id` to `client.wait`.
        """
        fields: Dict[str, Any] = {key: value for key, value in (("name", name), ("sex", sex)) if value is not None}
        if web_hooks is not None:
            fields["web_hooks"] = web_hooks
        if _size_of(file) > PART_BYTES:
            body = _as_json({**fields, "avatar_url": self._client.upload(file)})
            headers = {"content-type": "application/json"}
        else:
            encoded = {key: value.encode() if isinstance(value, str) else _as_json(value) for key, value in fields.items()}
            body, headers = _form(encoded, "avatar", _bytes_of(file))
        # A retry could create a second avatar.
        avatar: Avatar = self._client._json("POST", "/lipsync/avatars", body=body, headers=headers, retries=0)
        if not wait:
            return avatar
        self._client.wait(avatar["id"])
        return self.get(avatar["id"])

    def get(self, id: str) -> Avatar:
        return self._client._json("GET", f"/lipsync/avatars/{urllib.parse.quote(id, safe='')}")

    def list(self) -> AvatarPage:
        """List the account's avatars and their maximum number."""
        return self._client._json("GET", "/lipsync/avatars")

    def remove(self, id: str) -> None:
        self._client._request("DELETE", f"/lipsync/avatars/{urllib.parse.quote(id, safe='')}")


class Webhooks:
    """The webhooks of the account, as `client.webhooks`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def secrets(self) -> List[WebhookSecretsSecret]:
        """List the secrets that sign webhooks, newest first."""
        return self._client._json("GET", "/lipsync/webhooks/secret")["secrets"]

    def rotate(self, *, force: bool = False) -> List[WebhookSecretsSecret]:
        """Create a new secret; the previous one continues to sign for a day. `force` allows another rotation within that day."""
        # A retry could rotate twice, which would invalidate the previous secret.
        retries = 0 if force else None
        return self._post("secret", {"force": force}, retries=retries)["secrets"]

    def deliveries(self, *, state: Optional[str] = None) -> Iterator[Delivery]:
        """List the account's deliveries with their attempts, newest jobs first."""
        for page in self._client._pages("/lipsync/webhooks/deliveries", {"state": state}):
            yield from page["deliveries"]

    def replay(self, id: str, event: str) -> Delivery:
        """Send a job's webhook again."""
        # A retry would receive 409 even if the first request succeeded.
        return self._post("replay", {"id": id, "event": event}, retries=0)

    def _post(self, action: str, body: Any, **more: Any) -> Any:
        headers = {"content-type": "application/json"}
        return self._client._json("POST", f"/lipsync/webhooks/{action}", body=_as_json(body), headers=headers, **more)


class Download:
    """A job's file: `content_type`, `size` in bytes, `sha256` in hexadecimal, and `url`, valid for a few minutes."""

    def __init__(self, link: FileLink, timeout: float, retries: int) -> None:
        self.url = link["url"]
        self.content_type = link["content_type"]
        self.size = link["size"]
        self.sha256 = link["sha256"]
        self._timeout = timeout
        self._retries = retries

    def __iter__(self) -> Iterator[bytes]:
        """Yield the content in chunks. Raises IntegrityError at the end if it differs from the service's file."""
        digest = hashlib.sha256()
        seen = 0
        try:
            with self._open() as response:
                is_compressed = response.headers.get("content-encoding") == "gzip"
                content = gzip.GzipFile(fileobj=response) if is_compressed else response
                while chunk := content.read(CHUNK):
                    digest.update(chunk)
                    seen += len(chunk)
                    yield chunk
        except (OSError, EOFError, zlib.error, http.client.HTTPException) as cause:
            raise NoAnswerError(f"The download failed: {cause}") from cause
        if seen != self.size or digest.hexdigest() != self.sha256:
            raise IntegrityError(f"The file is damaged: it has {seen} of {self.size} bytes, or a different hash; download it again")

    def _open(self) -> Any:
        """Open the file, retrying if the connection breaks before the first byte."""
        for attempt in range(self._retries):
            try:
                return urllib.request.urlopen(self.url, timeout=self._timeout)
            except (OSError, http.client.HTTPException) as cause:
                if isinstance(cause, urllib.error.HTTPError) and cause.code < 500:
                    raise
            time.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt))
        return urllib.request.urlopen(self.url, timeout=self._timeout)

    def read(self) -> bytes:
        """Return the entire content."""
        return b"".join(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write the content to a file, which appears only once complete."""
        part = f"{os.fspath(path)}.part"
        try:
            with open(part, "wb") as file:
                for chunk in self:
                    file.write(chunk)
            os.replace(part, path)
        finally:
            if os.path.exists(part):
                os.remove(part)


def _as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _read(path: Union[str, os.PathLike[str]]) -> bytes:
    file: IO[bytes]
    with open(path, "rb") as file:
        return file.read()


def _size_of(content: Recording) -> int:
    return os.stat(content).st_size if isinstance(content, (str, os.PathLike)) else memoryview(content).nbytes


def _bytes_of(content: Recording) -> bytes:
    return _read(content) if isinstance(content, (str, os.PathLike)) else bytes(content)


def _form(fields: Mapping[str, bytes], name: str, file: bytes) -> Any:
    boundary = uuid.uuid4().hex
    head = b"".join(
        f'--{boundary}\r\ncontent-disposition: form-data; name="{field}"\r\n\r\n'.encode() + value + b"\r\n"
        for field, value in fields.items()
    )
    middle = f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'.encode()
    headers: Dict[str, str] = {"content-type": f"multipart/form-data; boundary={boundary}"}
    return head + middle + file + f"\r\n--{boundary}--\r\n".encode(), headers


def _read_error(answer: urllib.error.HTTPError) -> ServiceError:
    """Read the error in a response, which may not be the service's JSON if a proxy responded."""
    body: Any = {"code": answer.code, "title": answer.reason or "Error", "message": f"The service responded with {answer.code}"}
    try:
        given = json.loads(answer.read())
        if all(name in given for name in ("code", "title", "message")):
            body = given
    except (ValueError, TypeError, OSError, http.client.HTTPException):
        pass
    return ServiceError(body, _retry_after(answer.headers), answer.headers.get("error-type"))


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Return the requested number of seconds before a retry, if any."""
    seconds = headers.get("retry-after", "")
    return float(seconds) if seconds.isdigit() else None
