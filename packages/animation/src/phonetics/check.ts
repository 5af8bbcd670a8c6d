import { type EditedTimeline, InputError, quote } from '@talking-avatar/contract';
import { unknownLetters } from './read.ts';

/** Checks that the phones in an edited timeline are IPA symbols. @throws InputError if a symbol has an unknown letter */
export function checkPhones({ phones }: EditedTimeline): void {
  for (const [i, { symbol }] of phones.entries()) {
    const [unknown] = unknownLetters(symbol);
    if (unknown !== undefined)
      throw new InputError(
        'Unknown phone',
        `must be an IPA phone, as in the artifact timeline, got ${quote(symbol)}`,
        `timeline.phones.${i}.symbol`,
      );
  }
}
