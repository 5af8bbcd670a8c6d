// Mistakes of the client. The messages are for the client; the runtime of the endpoints maps each class to a response.

/** The specification of a job cannot be accepted. */
export class InvalidJobError extends Error {
  override readonly name = 'InvalidJobError';
  /** The message without anything that the client sent, for the log. */
  readonly logged: string;

  constructor(message: string, logged = message) {
    super(message);
    this.logged = logged;
  }
}

/** The account has no job with this ID. */
export class UnknownJobError extends Error {
  override readonly name = 'UnknownJobError';
  readonly id: string;

  constructor(id: string) {
    super(`This account has no job ${JSON.stringify(id)}.`);
    this.id = id;
  }
}

/** The job was deleted or has expired. */
export class JobGoneError extends Error {
  override readonly name = 'JobGoneError';
}
