import { describe, expect, it } from 'vitest';
import { expectSound } from '../timeline.ts';
import { judge, measureVoice, VOICES } from './measure.ts';

describe("the embedded engine's voices", () => {
  it.each(VOICES)('speak $language with a $sex voice, without silence, clipping, or spelling', async ({ language, sex }) => {
    const measured = await measureVoice(language, sex);
    expectSound(measured.speech.timeline);
    expect(judge(measured)).toEqual([]);
  });

  it('are distinguishable from a voice that spells', async () => {
    const measured = await measureVoice(
      'en-GB',
      'male',
      '<say-as interpret-as="characters">window</say-as> <sub alias="w i n d o w">window</sub>',
    );
    expect(judge(measured).join()).toMatch(/spelled out: window/);
  });
});
