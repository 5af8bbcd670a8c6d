import { describe, expect, it } from 'vitest';
import { expectSound } from '../timeline.ts';
import { judge, measureVoice, VOICES } from './measure.ts';

describe('the voices of the embedded engine', () => {
  it.each(VOICES)('say real text of $language as a $sex, none silent, clipped or spelled out', async ({ language, sex }) => {
    const measured = await measureVoice(language, sex);
    expectSound(measured.speech.timeline);
    expect(judge(measured)).toEqual([]);
  });

  it('are told from one that spells', async () => {
    const measured = await measureVoice(
      'en-GB',
      'male',
      '<say-as interpret-as="characters">window</say-as> <sub alias="w i n d o w">window</sub>',
    );
    expect(judge(measured).join()).toMatch(/spelled out: window/);
  });
});
