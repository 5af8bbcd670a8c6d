import type { ErrorBody } from '@talking-avatar/contract';

/** Name of errors that are meant for the client. The state machine does not retry them. */
export const JOB_FAILED = 'JobFailed';

/** Name of the error for a video segment that could not be rendered. Its cause is a sentence for the client. */
export const SEGMENT_FAILED = 'SegmentFailed';

/** Fails the job with an error for the client. `finalizeJob` receives it as the execution's `error` and `cause`. */
export class JobFailedError extends Error {
  override readonly name = JOB_FAILED;

  constructor(body: ErrorBody, options?: ErrorOptions) {
    super(JSON.stringify(body), options);
  }
}
