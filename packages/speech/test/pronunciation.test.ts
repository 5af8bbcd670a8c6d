import type { Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbeddedEngine, measureLoudness } from '../src/index.ts';
import { splitIpa } from '../src/text/ipa.ts';
import { readXSampa } from '../src/text/x-sampa.ts';

const engine = createEmbeddedEngine();
const speak = (text: string, language: Language = 'en-US') => engine.speak({ text, language, sex: 'female', speed: 1 });

/** Returns the sounds of each word, with stress marks on the vowels. */
async function soundsOf(text: string, language?: Language): Promise<string[]> {
  const { timeline, warnings } = await speak(text, language);
  expect(warnings).toEqual([]);
  return timeline.words.map((_, word) =>
    timeline.phones
      .filter((phone) => phone.word === word)
      .map(({ symbol, stress }) => (stress === 1 ? 'ˈ' : '') + symbol)
      .join(''),
  );
}

describe('a pronunciation', () => {
  it.each([
    ['təˈmeɪtoʊ', ['t', 'ə', 'm', 'eɪ', 't', 'oʊ']],
    ["t͡ʃɪk'ən", ['t͡ʃ'.replace('͡', ''), 'ɪ', 'k', 'ə', 'n']],
    ['bɔ̃.ʒuʁ', ['b', 'ɔ̃', 'ʒ', 'u', 'ʁ']],
    ['ˈbɑːtl̩', ['b', 'ɑː', 't', 'l̩']],
    ['ɡaɪst', ['ɡ', 'aɪ', 's', 't']],
    ['garçon', ['ɡ', 'a', 'r', 'ç', 'o', 'n']],
  ])('splits %s into the sounds %j', (ipa, symbols) => {
    const sounds = splitIpa(ipa);
    expect('unknown' in sounds ? sounds : sounds.map(({ symbol }) => symbol.normalize('NFC'))).toEqual(
      symbols.map((symbol) => symbol.normalize('NFC')),
    );
  });

  it.each([
    ['t@"meItoU', 'təˈmeɪtoʊ'],
    ['S2:n', 'ʃøːn'],
    ['bO~"ZuR', 'bɔ̃ˈʒuʁ'],
    ['r\\EsI', 'ɹɛsɪ'],
    ['s`', 'ʂ'],
  ])('converts X-SAMPA %s to %s', (xSampa, ipa) => {
    expect(readXSampa(xSampa)).toBe(ipa);
  });

  it('reports the first invalid sign, and never fails', () => {
    expect(splitIpa('tə#')).toEqual({ unknown: '#' });
    expect(splitIpa('tQ')).toEqual({ unknown: 'Q' });
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void splitIpa(readXSampa(text))));
  });
});

describe('<phoneme>', () => {
  it.each([
    ['en-US', 'I say <phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme> now.', 2, 'təmˈɑːtoʊ'],
    ['en-US', 'A <phoneme alphabet="x-sampa" ph="&quot;tSIk@n">tomato</phoneme>.', 1, 'tʃˈɪkən'],
    ['de-DE', 'Der <phoneme ph="ˈʃøːnə">Käse</phoneme> schmeckt.', 1, 'ʃˈøːnə'],
    ['fr-FR', 'Le <phoneme ph="bɔ̃ʒuʁ">chat</phoneme> dort.', 1, 'bɔ̃ʒuʁ'],
    ['ru-RU', 'Это <phoneme ph="mɐˈskva">дом</phoneme> там.', 1, 'maskvˈɑ'],
  ] as const)('in %s is spoken as written: %s', async (language, text, word, sounds) => {
    expect((await soundsOf(text, language))[word]).toBe(sounds);
  });

  it('of several words assigns its sounds to the first word, and leaves the surrounding words alone', async () => {
    const [one, two, three, four, five] = await soundsOf('I say <phoneme ph="ˈbʌdə">big house</phoneme> today.');
    expect([one, two, three, four, five]).toEqual(['ˈaɪ', 'sˈeɪ', expect.stringMatching(/^bˈʌ[dɾ]ə$/), '', expect.any(String)]);
  });
});

describe('<voice> and <lang>', () => {
  it('change the speaker and the sounds of the words', async () => {
    const { timeline, audio, warnings } = await speak(
      'Hello. <voice gender="male">Hello.</voice> <lang xml:lang="fr">Bonjour.</lang> <voice name="roa/it">Ciao.</voice>',
    );
    expect(warnings).toEqual([]);
    const symbols = (word: number) => timeline.phones.filter((phone) => phone.word === word).map(({ symbol }) => symbol);
    expect(symbols(0)).toEqual(symbols(1));
    expect(symbols(2)).toContain('ʁ');
    expect(symbols(3)).toContain('tʃ');
    const [her, him] = timeline.words.map(({ start, end }) =>
      pitchOf(audio.samples.subarray(start * audio.sampleRate, end * audio.sampleRate), audio.sampleRate),
    );
    expect(her! / him!).toBeGreaterThan(1.5);
  });

  it.each(['name="Nobody"', 'name="Nobody" gender="female"', 'name="cmu_us_slt"', 'gender="female"'])(
    "use the text's voice if no voice has %s",
    async (attributes) => {
      const { timeline, warnings } = await speak(`Now <voice ${attributes}>I</voice> speak.`);
      expect(timeline.voice).toBe('cmu_us_slt');
      expect(warnings).toEqual(
        attributes.includes('Nobody') ? ['<voice>: the embedded engine has no voice "Nobody"; using cmu_us_slt there.'] : [],
      );
    },
  );

  it('warn about an unknown voice', async () => {
    const { warnings } = await speak('Now <voice name="Bob" gender="male">I</voice> speak.');
    expect(warnings).toEqual(['<voice>: the embedded engine has no voice "Bob"; using cmu_us_rms there.']);
  });

  it.each([
    ['x ≤ 3 ± 1, π, 5 µm, Łódź, Søren, ½ → √2', []],
    ['Say <lang xml:lang="fr">bonjour</lang>.', []],
    ['Say привет.', [expect.stringContaining('using a voice for Russian there')]],
  ])('in %s keep the usual voice for all other words', async (text, warnings) => {
    const speech = await speak(text);
    expect(speech.timeline.voice).toBe('cmu_us_slt');
    expect(speech.warnings).toEqual(warnings);
  });

  it.each(['<phoneme ph="ˈpiːkæn">pecan</phoneme>', '<lang xml:lang="fr">bonjour</lang>', 'привет'])(
    'use the usual voice for the words around %s, at the same loudness',
    async (foreign) => {
      const [plain, mixed] = [
        await speak('The people of the village like the bridge. A word.'),
        await speak(`The people of the village like the bridge. A ${foreign}.`),
      ];
      const end = plain.timeline.words[7]!.end;
      expect(mixed.timeline.words[7]!.end).toBeCloseTo(end, 2);
      const middle = (speech: typeof plain) => speech.audio.samples.slice(8000, Math.round((end - 0.2) * 16_000));
      expect(middle(mixed)).toEqual(middle(plain));
      const { start, end: last } = mixed.timeline.words.at(-1)!;
      const loudnessOf = (from: number, to: number) =>
        measureLoudness({ samples: mixed.audio.samples.slice(from * 16_000, to * 16_000), sampleRate: 16_000 }).integrated;
      expect(Math.abs(loudnessOf(start, last) - loudnessOf(0, end))).toBeLessThan(4);
    },
  );
});

/** Measures the pitch of a voice from the highest peak in its autocorrelation, in Hz. */
function pitchOf(samples: Float32Array, rate: number): number {
  const strength = (lag: number) => samples.subarray(lag).reduce((sum, sample, i) => sum + sample * samples[i]!, 0);
  const lags = Array.from({ length: Math.floor(rate / 70 - rate / 300) }, (_, i) => Math.ceil(rate / 300) + i);
  const best = lags.reduce((a, b) => (strength(b) > strength(a) ? b : a));
  return rate / best;
}
