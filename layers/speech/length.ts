import { LIMITS } from '../contract/index.ts';
import { SpeechError } from './speech.ts';

/**
 * Refuses speech that lasts longer than the service takes on.
 * @throws SpeechError with its length, s
 */
export function checkLength(seconds: number): void {
  if (seconds <= LIMITS.speechSeconds) return;
  throw new SpeechError(
    'Speech too long',
    `it takes ${Math.ceil(seconds)} s or more to say, and ${LIMITS.speechSeconds} s is the most; shorten it or raise the speed.`,
    'text',
  );
}
