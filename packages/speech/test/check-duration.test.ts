import { expect, it } from 'vitest';
import { checkDuration } from '../src/engines/check-duration.ts';

it('suggests a higher speed for speech, and another text for a transcript', () => {
  expect(() => checkDuration(900)).not.toThrow();
  expect(() => checkDuration(901)).toThrow(/the limit is 900 s; shorten it or raise the speed/);
  expect(() => checkDuration(3601, 3600)).toThrow(/the limit is 3600 s; send only the words of the recording/);
});
