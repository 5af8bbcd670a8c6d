import type { ErrorBody } from '../../contract/index.ts';

/** The error name of a failure that is meant for the client; the state machine does not repeat it. */
export const JOB_FAILED = 'JobFailed';

/** The error name of a film of which a segment could not be drawn; the cause is a sentence that says which, and why. */
export const SEGMENT_FAILED = 'SegmentFailed';

/** Ends the job with an error for the client. Step Functions passes it as `error` and `cause` to the function that finalizes the job. */
export class JobFailed extends Error {
  override readonly name = JOB_FAILED;

  constructor(body: ErrorBody, options?: ErrorOptions) {
    super(JSON.stringify(body), options);
  }
}
