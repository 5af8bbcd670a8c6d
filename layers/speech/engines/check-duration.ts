import { LIMITS } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';

/**
 * Checks that speech is not longer than the service allows.
 *
 * @param seconds Duration so far, s.
 * @throws SpeechError with the duration
 */
export function checkDuration(seconds: number): void {
  if (seconds <= LIMITS.speechSeconds) return;
  throw new SpeechError(
    'Speech too long',
    `its speech lasts at least ${Math.ceil(seconds)} s, and at most ${LIMITS.speechSeconds} s are allowed; shorten it or raise the speed.`,
    'text',
  );
}
