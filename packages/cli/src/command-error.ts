/** A command failed; the message says why, and how to fix it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
