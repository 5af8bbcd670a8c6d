import { expect, it } from 'vitest';
import { actorOfVoice } from '../src/watch/actor-of-voice.ts';

it('shows a job that was submitted elsewhere with the actor whose voice spoke it', () => {
  expect(actorOfVoice('cmu_us_slt+chloe')).toBe('chloe');
  expect(actorOfVoice('gmw/de+jamal')).toBe('jamal');
  for (const voice of ['cmu_us_slt', 'recording', 'Joanna:generative', undefined]) expect(actorOfVoice(voice)).toBeUndefined();
});
