/** A command failed. The message explains why and how to fix it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
