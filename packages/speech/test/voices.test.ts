import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { validateVoice } from '../src/engines/check-voice.ts';
import { listVoices } from '../src/engines/embedded/voices.ts';
import { createEmbeddedEngine, SpeechError } from '../src/index.ts';

it('the embedded engine reports the versions of its packages', () => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  for (const used of createEmbeddedEngine().version.split(', ')) {
    const [name, version] = used.split(' ');
    expect(dependencies[name!]).toBe(version);
  }
});

describe("a job's voice", () => {
  it.each([
    ['polly', { language: 'en-US' }],
    ['polly', { language: 'en-US', voice: 'joanna' }],
    ['polly', { language: 'en-US', voice: 'Matthew', sex: 'male' }],
    // Chinese has only a female voice, so it speaks for men as well.
    ['polly', { language: 'zh-CN', voice: 'Zhiyu', sex: 'male' }],
    ['polly', { language: 'vi-VI', voice: 'aav/vi+f2', sex: 'female' }],
    ['embedded', { language: 'de-DE', voice: 'gmw/de+m3', sex: 'male' }],
  ] as const)('is accepted by %s for %j', (tts, request) => {
    expect(() => validateVoice(tts, request)).not.toThrow();
  });

  it.each([
    ['polly', { language: 'en-US', voice: 'Joana' }, /no voice "Joana" for en-US; did you mean "Joanna"\?/],
    ['polly', { language: 'it-IT', voice: 'Joanna' }, /Joanna speaks en-US, not it-IT.*Bianca, Adriano, Carla, Giorgio\./],
    ['polly', { language: 'en-US', voice: 'Patrick' }, /long-form engine.*Joanna/],
    [
      'polly',
      { language: 'en-US', voice: 'Joanna', sex: 'male' },
      /Joanna is a female voice, but the actor is male; did you mean "Matthew"\?/,
    ],
    ['polly', { language: 'vi-VI', voice: 'Joanna' }, /embedded engine has no voice "Joanna" for vi-VI.*aav\/vi\+f2/],
    ['embedded', { language: 'en-US', voice: 'Joanna' }, /gmw\/en-US\+f2, .*gmw\/en-US\+m3, cmu_us_slt\+amara, .*svox\/en-US\+mei\.$/],
    [
      'embedded',
      { language: 'de-DE', voice: 'svox/de-DE+jamai' },
      /did you mean "svox\/de-DE\+jamal"\?.*gmw\/de\+f2, .*svox\/de-DE\+amara, .*svox\/de-DE\+mei\.$/,
    ],
    ['embedded', { language: 'en-US', voice: 'gmw/en-US+f9' }, /did you mean "gmw\/en-US\+f2"/],
    ['embedded', { language: 'de-DE', voice: 'gmw/de+f2', sex: 'male' }, /female voice, but the actor is male.*"svox\/de-DE\+m1"/],
  ] as const)('is rejected by %s for %j', (tts, request, message) => {
    expect(() => validateVoice(tts, request)).toThrow(message);
    expect(() => validateVoice(tts, request)).toThrow(SpeechError);
  });

  it("is one of at least two of each sex in each of the embedded engine's languages", () => {
    for (const language of LANGUAGES) {
      const sexes = listVoices(language).map(({ sex }) => sex);
      for (const sex of ['female', 'male']) expect(sexes.filter((own) => own === sex).length).toBeGreaterThan(1);
      for (const { name: voice, sex } of listVoices(language)) validateVoice('embedded', { language, voice, sex });
    }
  });
});
