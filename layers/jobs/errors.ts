import { quote } from '@talking-avatar/contract';

// Errors caused by the client, which sees their messages. The endpoint runtime maps each class to a response.

/** The job specification cannot be accepted. */
export class InvalidJobError extends Error {
  override readonly name = 'InvalidJobError';
  /** Message for the log, which contains nothing that the client sent. */
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
    super(`This account has no job ${quote(id)}.`);
    this.id = id;
  }
}

/** The job was deleted or has expired. */
export class JobGoneError extends Error {
  override readonly name = 'JobGoneError';
}
