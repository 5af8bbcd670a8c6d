import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, LIMITS } from '../../layers/contract/index.ts';
import { createEmbeddedEngine, type Speech, type SpeechRequest } from '../../layers/speech/index.ts';

const engine = createEmbeddedEngine();

const speak = (text: string, request: Partial<SpeechRequest> = {}): Promise<Speech> =>
  engine.speak({ text, language: 'en-US', sex: 'female', speed: 1, ...request });

/** The symbols of each word, as one string a word. */
const symbolsOf = ({ timeline: { words, phones } }: Speech): Record<string, string> =>
  Object.fromEntries(
    words.map(({ text }, i) => [text, phones.flatMap(({ word, symbol }) => (word === i ? [symbol] : [])).join(' ')]),
  );

const GREETINGS: Readonly<Record<Language, string>> = {
  'en-US': 'Good morning, put the map in the box.',
  'en-GB': 'Good morning, put the map in the box.',
  'es-ES': 'Buenos días, el perro corre por la calle.',
  'es-US': 'Buenos días, el perro corre por la calle.',
  'zh-CN': '今天天气很好，我们去公园玩。',
  'de-DE': 'Guten Morgen, ich möchte in die Stadt.',
  'it-IT': 'Buongiorno, la volpe salta sopra il cane.',
  'fr-FR': "Bonjour, j'ai vu l'homme à la maison.",
  'pt-PT': 'Bom dia, o cão e o pão não vão.',
  'pr-BR': 'Bom dia, o cão e o pão não vão.',
  ar: 'السلام عليكم، كيف حالك في البيت؟',
  'ja-JP': 'こんにちは、げんきですか。',
  'ru-RU': 'Доброе утро, в доме живёт собака.',
  'hi-IN': 'नमस्ते, आप कैसे हैं?',
  'vi-VI': 'Xin chào các bạn, hôm nay trời đẹp.',
  'ko-KO': '안녕하세요. 오늘 날씨가 좋네요.',
};

/** What every timeline promises. */
function expectSound({ audio, timeline: { duration, phones, words, marks } }: Speech): void {
  expect(duration).toBeCloseTo(audio.samples.length / audio.sampleRate, 9);
  let before = 0;
  for (const { start, end } of phones) {
    expect(start).toBeGreaterThanOrEqual(before - 1e-9);
    expect(end).toBeGreaterThan(start);
    before = end;
  }
  expect(before).toBeLessThanOrEqual(duration + 1e-9);
  words.forEach(({ start, end }, i) => {
    const own = phones.filter(({ word }) => word === i);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? 0);
    if (own.length > 0) expect([start, end]).toEqual([own[0]!.start, own.at(-1)!.end]);
  });
  for (const { start, end } of marks) expect([start >= 0, end >= start, end <= duration + 1e-9]).not.toContain(false);
}

describe('the embedded engine', () => {
  it.each(LANGUAGES.flatMap((language) => (['male', 'female'] as const).map((sex) => [language, sex] as const)))(
    'speaks %s as a %s, each word with its sounds',
    async (language, sex) => {
      const speech = await speak(GREETINGS[language], { language, sex });
      expectSound(speech);
      const { samples } = speech.audio;
      expect(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)).toBeGreaterThan(
        0.02,
      );
      for (const symbols of Object.values(symbolsOf(speech))) expect(symbols).not.toBe('');
      for (const { symbol } of speech.timeline.phones)
        expect(symbol).toMatch(/^(?:sil|[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}]*)$/u);
      expect(speech.warnings).toEqual([]);
    },
  );

  it('gives the same samples and times at another time of day', async () => {
    const first = await speak('She sells sea shells.');
    await setTimeout(1_100);
    expect(await speak('She sells sea shells.')).toEqual(first);
  });

  it('shares out words that the voice runs together', async () => {
    const symbols = symbolsOf(await speak('I have to go in the end of a day.'));
    expect(symbols).toMatchObject({ I: 'aɪ', have: 'h æ v', to: 't ə', in: 'ɪ n', the: 'ð ɪ', of: 'ə v', a: 'ə' });
  });

  it('keeps words in step after signs that are said', async () => {
    const symbols = symbolsOf(await speak('She paid $3.50 at AT&T & R&D for 50% off.'));
    expect(symbols).toMatchObject({ 'AT&T': 'eɪ t iː ə n t iː', '&': 'æ n d', for: 'f ɔːɹ', off: 'ɔ f' });
    expect(symbols['$3.50']).toMatch(/^d ɑː l ɚ/);
    expect(symbols['50%']).toMatch(/^f ɪ f t i p ɚ s/);
  });

  it('keeps words in step through a long text full of signs', async () => {
    const { timeline } = await speak(`${'Salt & pepper < sugar & 5 > 3, '.repeat(60)} finally banana.`);
    const last = timeline.words.length - 1;
    expect(
      timeline.phones
        .filter(({ word }) => word === last)
        .map(({ symbol }) => symbol)
        .join(''),
    ).toBe('bɐnænə');
  });

  it('sees pictures but does not say them', async () => {
    const { timeline } = await speak('Well done 🎉 my friend 👩🏽‍🚀.');
    expect(timeline.words.map(({ text }) => text)).toEqual(['Well', 'done', 'my', 'friend']);
    expect(timeline.phones.filter(({ symbol }) => symbol !== 'sil')).toHaveLength(13);
  });

  it('ends no sentence after a title or an initial', async () => {
    const { timeline } = await speak('Dr. Smith met Mr. J. R. Brown. He said hello.');
    const sentences = timeline.marks.flatMap((mark) => (mark.type === 'sentence' ? [mark.text] : []));
    expect(sentences).toEqual(['Dr. Smith met Mr. J. R. Brown.', 'He said hello.']);
  });

  it('says a piece in another language with a voice of that language and of the same sex', async () => {
    const speech = await speak(
      'I say <lang xml:lang="fr">bonjour mon ami</lang> and <lang xml:lang="pt-BR">obrigado</lang> now.',
    );
    expectSound(speech);
    expect(symbolsOf(speech)).toMatchObject({
      bonjour: 'b ɔ̃ ʒ u ʁ',
      ami: 'a m i',
      obrigado: 'o b r i ɡ a d ʊ',
      now: 'n aʊ',
    });
  });

  it('gives a mark its time on either side of a break and at the very end', async () => {
    const speech = await speak('one <mark name="a"/><break time="1s"/><mark name="b"/> two.<mark name="c"/>');
    const [one, two] = speech.timeline.words;
    const times = Object.fromEntries(
      speech.timeline.marks.flatMap((mark) => (mark.type === 'mark' ? [[mark.name, mark.start]] : [])),
    );
    expect(times).toEqual({ a: one!.end, b: two!.start, c: two!.end });
    expect(two!.start - one!.end).toBeCloseTo(1, 1);
  });

  it.each([0.25, 0.5, 2, 4])('speaks at %s times the speed', async (speed) => {
    const text = 'Hello there, put the pepper down in the middle of the box.';
    const [usual, changed] = [await speak(text), await speak(text, { speed })];
    expectSound(changed);
    const length = ({ timeline }: Speech) => timeline.words.at(-1)!.end - timeline.words[0]!.start;
    expect(length(usual) / length(changed) / speed).toBeGreaterThan(0.75);
    expect(length(usual) / length(changed) / speed).toBeLessThan(1.4);
  });

  it('refuses a text that takes longer than speech may', async () => {
    const long = speak('word '.repeat(LIMITS.textCharacters / 5), { speed: 0.25 });
    await expect(long).rejects.toMatchObject({
      name: 'SpeechError',
      field: 'text',
      message: expect.stringContaining('900 s'),
    });
  });

  it.each(['', '…', '<speak><break/></speak>', '🎉'])('refuses a text without a word: %j', async (text) => {
    await expect(speak(text)).rejects.toMatchObject({ name: 'SpeechError', field: 'text' });
  });

  it('refuses a voice that it has not, and names those it has', async () => {
    const refused = speak('Hello.', { voice: 'gmw/en-US+f9' });
    await expect(refused).rejects.toMatchObject({
      name: 'SpeechError',
      message: expect.stringContaining('gmw/en-US+f2'),
    });
  });

  it('keeps its promises for any text in any language', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'the',
        'in',
        'I',
        '1,234',
        '$5',
        '&',
        '<',
        '[[',
        ']]',
        '—',
        '…',
        '\n\n',
        '!?',
        '👍',
        '\u0000',
        '\ud800',
        "'",
        'ß',
      ),
      fc.constantFrom(
        '日本',
        '안녕',
        'привет',
        'سلام',
        'नमस्ते',
        'http://a.b/c?d=e',
        'a'.repeat(300),
        'I.B.M.',
        '½',
        '٣٤',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(0.25, 1, 3),
        async (pieces, language, speed) => {
          try {
            expectSound(await speak(`${pieces.join(' ')} ok`, { language, speed }));
          } catch (error) {
            if ((error as Error).name !== 'SpeechError') throw error;
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
