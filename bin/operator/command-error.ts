/** The command cannot be done; the message says why and what to do instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
