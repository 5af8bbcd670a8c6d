import type { ErrorBody, JobStatus } from './types.ts';

/** Any error of this package. */
export class AvatarError extends Error {}

/** The service responded with an error. */
export class ServiceError extends AvatarError {
  override readonly name = 'ServiceError';
  /** The response; `code` is the HTTP status. */
  readonly body: ErrorBody;
  /** The header `Retry-After`, in s. */
  readonly retryAfter: number | undefined;
  /** The kind of error, such as `quota-reached`. These names never change. Absent if a proxy responded. */
  readonly type: string | undefined;

  constructor(body: ErrorBody, { retryAfter, type }: { retryAfter?: number | undefined; type?: string | undefined } = {}) {
    super(`${body.code} ${body.title}: ${body.message}`);
    this.body = body;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

/** No response: the address is wrong, the network is down, or the service took too long. */
export class ConnectionError extends AvatarError {
  override readonly name = 'ConnectionError';
}

/** A job ended without a result. */
export class JobEndedError extends AvatarError {
  override readonly name = 'JobEndedError';
  /** The job, `failed` or `cancelled`. */
  readonly job: JobStatus;

  constructor(job: JobStatus) {
    super(`The job ${job.id} ${job.status === 'failed' ? 'failed' : 'was cancelled'}: ${job.error?.message ?? 'no reason given'}`);
    this.job = job;
  }
}

/** A job did not end within `wait`'s time limit. It continues, and `wait` can be called again. */
export class WaitTimeoutError extends AvatarError {
  override readonly name = 'WaitTimeoutError';
}

/** A downloaded file differs from the file that the service made. */
export class IntegrityError extends AvatarError {
  override readonly name = 'IntegrityError';
}
