import type { ErrorBody } from '@talking-avatar/contract';

/** Name of an error for the client. The state machine does not retry it. */
export const JOB_FAILED = 'JobFailed';

/** Name of the error when a segment of a video could not be rendered. Its cause is a sentence for the client. */
export const SEGMENT_FAILED = 'SegmentFailed';

/** Fails the job with an error for the client. It reaches `finalizeJob` as `error` and `cause` of the execution. */
export class JobFailedError extends Error {
  override readonly name = JOB_FAILED;

  constructor(body: ErrorBody, options?: ErrorOptions) {
    super(JSON.stringify(body), options);
  }
}
