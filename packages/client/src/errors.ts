import type { ErrorBody, JobStatus } from './types.ts';

/** Base class of all errors in this package. */
export class AvatarError extends Error {}

/** The service responded with an error. */
export class ServiceError extends AvatarError {
  override readonly name = 'ServiceError';
  /** The response body; `code` is the HTTP status. */
  readonly body: ErrorBody;
  /** The `Retry-After` header, in seconds. */
  readonly retryAfter: number | undefined;
  /** The kind of error, such as `quota-reached`. These names never change. Undefined if the response came from a proxy. */
  readonly type: string | undefined;

  constructor(body: ErrorBody, { retryAfter, type }: { retryAfter?: number | undefined; type?: string | undefined } = {}) {
    super(`${body.code} ${body.title}: ${body.message}`);
    this.body = body;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

/** There was no response: the address is wrong, the network is down, or the service took too long. */
export class ConnectionError extends AvatarError {
  override readonly name = 'ConnectionError';
}

/** A job ended without a result. */
export class JobEndedError extends AvatarError {
  override readonly name = 'JobEndedError';
  /** The job, whose status is `failed` or `cancelled`. */
  readonly job: JobStatus;

  constructor(job: JobStatus) {
    super(`The job ${job.id} ${job.status === 'failed' ? 'failed' : 'was cancelled'}: ${job.error?.message ?? 'no reason given'}`);
    this.job = job;
  }
}

/** The job did not end within the time limit of `wait`. It keeps running, and `wait` can be called again. */
export class WaitTimeoutError extends AvatarError {
  override readonly name = 'WaitTimeoutError';
}

/** A downloaded file differs from the one that the service created. */
export class IntegrityError extends AvatarError {
  override readonly name = 'IntegrityError';
}
