import { expect, it } from 'vitest';
import { alignRecording } from '../../src/index.ts';
import { ENGLISH } from '../accuracy/truth/sentences.ts';
import { cachedEngine as engine } from '../cached-engine.ts';

it('rejects a short, fast recording with a different text', async () => {
  const said = ENGLISH.slice(8, 10).join(' ');
  const { audio } = await engine.speak({ text: said, language: 'en-US', sex: 'male', speed: 2, voice: 'svox/en-US' });
  const align = (text: string) => alignRecording({ audio, text, language: 'en-US' }, engine);
  expect((await align(said)).warnings).toEqual([]);
  await expect(align(ENGLISH.slice(10, 12).join(' '))).rejects.toThrow(/contains different words/);
});
