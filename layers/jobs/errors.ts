/** A mistake of the client that this module finds. The message is for the client; the endpoints map it to a response. */
export abstract class JobError extends Error {}

/** The specification of a job cannot be accepted. */
export class InvalidJobError extends JobError {
  override readonly name = 'InvalidJobError';
  /** The message without anything that the client sent, for the log. */
  readonly logged: string;

  constructor(message: string, logged = message) {
    super(message);
    this.logged = logged;
  }
}

/** The account has no job with this ID. */
export class UnknownJobError extends JobError {
  override readonly name = 'UnknownJobError';
  readonly id: string;

  constructor(id: string) {
    super(`This account has no job ${JSON.stringify(id)}.`);
    this.id = id;
  }
}

/** The job was deleted or has expired. */
export class JobGoneError extends JobError {
  override readonly name = 'JobGoneError';
}
