import { LIMITS } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';

/** Checks that speech does not exceed the maximum duration, in seconds. @throws SpeechError that states the duration */
export function checkDuration(seconds: number, maxSeconds: number = LIMITS.speechSeconds): void {
  if (seconds <= maxSeconds) return;
  // Only transcripts have a different limit, because the recording determines their tempo.
  const fix = maxSeconds === LIMITS.speechSeconds ? 'shorten it or raise the speed' : 'send only the words of the recording';
  throw new SpeechError(
    'Speech too long',
    `it takes at least ${Math.ceil(seconds)} s to speak; the limit is ${maxSeconds} s; ${fix}.`,
    'text',
  );
}
