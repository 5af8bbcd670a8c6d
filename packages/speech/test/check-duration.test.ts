import { expect, it } from 'vitest';
import { checkDuration } from '../src/engines/check-duration.ts';

it('suggests a higher speed for speech, and another text for a transcript', () => {
  expect(() => checkDuration(900)).not.toThrow();
  expect(() => checkDuration(901)).toThrow(/at most 900 s are allowed; shorten it or raise the speed/);
  expect(() => checkDuration(3601, 3600)).toThrow(/at most 3600 s are allowed; send only the words of the recording/);
});
