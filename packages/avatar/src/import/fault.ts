import { InputError, printable } from '@talking-avatar/contract';

/** Maximum number of faults in a message. */
const MAX_FAULTS = 8;

/** Maximum number of characters of a fault, which may quote the file; the names of all 52 shapes have 796. */
const MAX_CHARACTERS = 1_000;

/** A file that cannot become an avatar. The message lists its faults. */
export class AvatarError extends InputError {
  override readonly name = 'AvatarError';
  /** One sentence each. */
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
