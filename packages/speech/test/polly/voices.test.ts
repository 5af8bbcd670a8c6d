import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VoiceId } from '@aws-sdk/client-polly';
import { ACTORS, LANGUAGES } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { choosePollyVoice } from '../../src/engines/polly/voices.ts';
import { POLLY_VOICES } from '../../src/index.ts';

/** Language codes in Polly that are different from ours. */
const CODES: Readonly<Record<string, string>> = { 'zh-CN': 'cmn-CN', 'pr-BR': 'pt-BR', 'ko-KO': 'ko-KR', ar: 'arb' };

const facts = readFileSync(join(import.meta.dirname, 'facts', 'polly_voices.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(','));

describe('the voice table', () => {
  it('lists every Polly voice that supports speech marks in one of our languages', () => {
    const expected = facts.flatMap(([id, code, gender, engines = '', second]) => {
      const tiers = ['neural', 'standard'].filter((tier) => engines.split(' ').includes(tier));
      const own = LANGUAGES.filter((language) => [code, second].includes(CODES[language] ?? language));
      return tiers.length === 0 ? [] : own.map((language) => [id, language, gender === 'F' ? 'female' : 'male', tiers]);
    });
    const ours = POLLY_VOICES.map(({ id, language, sex, tiers }) => [id, language, sex, [...tiers]]);
    expect(ours.map(String).sort()).toEqual(expected.map(String).sort());
  });

  it('marks the voices that are available with the generative engine', () => {
    const generative = facts.flatMap(([id, , , engines = '']) => (engines.split(' ').includes('generative') ? [id] : []));
    const ours = POLLY_VOICES.filter((voice) => generative.includes(voice.id));
    expect(POLLY_VOICES.filter((voice) => voice.generative)).toEqual(ours);
    expect(new Set(ours.map(({ id }) => id)).size).toBe(18);
  });

  it('has a language code only for bilingual voices', () => {
    const bilingual = new Set(facts.filter(([, , , , second]) => second).map(([id]) => id));
    for (const { id, language, code } of POLLY_VOICES) {
      expect([id, code]).toEqual([id, bilingual.has(id) ? (CODES[language] ?? language) : undefined]);
    }
  });

  it('only contains voices known to the SDK', () => {
    const known: readonly string[] = Object.values(VoiceId);
    expect(POLLY_VOICES.filter(({ id }) => !known.includes(id))).toEqual([]);
  });
});

describe('choosing a voice', () => {
  it.each([
    ['en-US', 'female', 'Joanna', 'neural'],
    ['en-US', 'male', 'Matthew', 'neural'],
    ['pt-PT', 'male', 'Cristiano', 'standard'],
    ['ru-RU', 'male', 'Maxim', 'standard'],
    ['ar', 'male', 'Zayd', 'neural'],
  ] as const)('for %s, %s, is %s (%s)', (language, sex, id, tier) => {
    expect(choosePollyVoice(language, sex)).toMatchObject({ voice: { id }, tier, warnings: [] });
  });

  it('distributes adult voices among the actors of the same sex, in order', () => {
    const shared = (sex: string) =>
      ACTORS.filter((actor) => actor.sex === sex).map(({ id, sex }) => choosePollyVoice('en-US', sex, undefined, id)!.voice.id);
    const women = ['Joanna', 'Danielle', 'Kendra', 'Kimberly', 'Ruth', 'Salli'];
    expect(shared('female')).toEqual(women);
    expect(shared('male')).toEqual(['Matthew', 'Gregory', 'Joey', 'Stephen', 'Matthew']);
    // A language that has only one voice, one of the two better voices, and an actor who does not exist.
    expect(choosePollyVoice('zh-CN', 'female', undefined, 'mei')!.voice.id).toBe('Zhiyu');
    expect(choosePollyVoice('de-DE', 'male', undefined, 'jamal')).toMatchObject({
      voice: { id: 'Daniel' },
      tier: 'neural',
    });
    expect(choosePollyVoice('en-US', 'male', undefined, 'male')!.voice.id).toBe('Matthew');
  });

  it('falls back to the other sex, with a warning, if a language has voices of only one sex', () => {
    const { voice, warnings } = choosePollyVoice('zh-CN', 'male')!;
    expect(voice.id).toBe('Zhiyu');
    expect(warnings).toEqual([expect.stringContaining('no male voice for zh-CN')]);
  });

  it('returns undefined for Vietnamese, the only language without a voice', () => {
    expect(LANGUAGES.filter((language) => !choosePollyVoice(language, 'female'))).toEqual(['vi-VI']);
  });

  it("accepts the client's voice in any case, and rejects another language's voice by name", () => {
    expect(choosePollyVoice('it-IT', 'male', 'carla')).toMatchObject({ voice: { id: 'Carla' }, tier: 'standard' });
    expect(() => choosePollyVoice('it-IT', 'male', 'Joanna')).toThrow(/Joanna speaks en-US, not it-IT.*Bianca, Adriano/);
  });
});
