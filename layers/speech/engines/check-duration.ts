import { LIMITS } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';

/**
 * Refuses speech that lasts longer than the service takes on.
 * @throws SpeechError with its least length, s
 */
export function checkLength(seconds: number): void {
  if (seconds <= LIMITS.speechSeconds) return;
  throw new SpeechError(
    'Speech too long',
    `it takes at least ${Math.ceil(seconds)} s to say, and ${LIMITS.speechSeconds} s is the most; shorten it or raise the speed.`,
    'text',
  );
}
