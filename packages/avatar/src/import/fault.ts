import { InputError, printable } from '@talking-avatar/contract';

/** Maximum number of faults to list in a message. */
const MAX_FAULTS = 8;

/** Maximum length of a fault, which may quote the file. The names of all 52 shapes take 796 characters. */
const MAX_CHARACTERS = 1_000;

/** Thrown if a file cannot be used as an avatar. The message lists its faults. */
export class AvatarError extends InputError {
  override readonly name = 'AvatarError';
  /** Each fault is one sentence. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[], options?: ErrorOptions) {
    const more = faults.length - MAX_FAULTS;
    const listed = faults
      .slice(0, MAX_FAULTS)
      .map((fault) => printable(fault, MAX_CHARACTERS))
      .join('; ');
    super('Invalid avatar', more > 0 ? `${listed}; and ${more} more` : listed, 'avatar', options);
    this.faults = faults;
  }
}
