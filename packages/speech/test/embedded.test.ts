import { setTimeout } from 'node:timers/promises';
import { LANGUAGES, type Language, LIMITS, type Sex } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbeddedEngine, type Speech, SpeechError } from '../src/index.ts';
import { expectSound } from './timeline.ts';

const engine = createEmbeddedEngine();
const say = (text: string, options: { language?: Language; sex?: Sex; speed?: number; voice?: string } = {}) =>
  engine.speak({ text, language: 'en-US', sex: 'female', speed: 1, ...options });
const soundsOf = ({ timeline }: Speech, word: number) => timeline.phones.filter((phone) => phone.word === word).map(({ symbol }) => symbol);

/** "The cat is in the box" or something similar, and how many words that has. */
const SENTENCES: Readonly<Record<Language, readonly [text: string, words: number]>> = {
  'en-US': ['The cat is in the box.', 6],
  'en-GB': ['The cat is in the box.', 6],
  'es-ES': ['El gato está en la caja.', 6],
  'es-US': ['El gato está en la caja.', 6],
  'zh-CN': ['你好，我们学习中文。', 4],
  'de-DE': ['Die Katze ist in der Kiste.', 6],
  'it-IT': ['Il gatto è nella scatola.', 5],
  'fr-FR': ['Le chat est dans la boîte.', 6],
  'pt-PT': ['O gato está na caixa.', 5],
  'pr-BR': ['O gato está na caixa.', 5],
  ar: ['القطة في الصندوق.', 3],
  'ja-JP': ['こんにちは、カメラです。', 3],
  'ru-RU': ['Кошка сидит в коробке.', 4],
  'hi-IN': ['बिल्ली डिब्बे में है।', 4],
  'vi-VI': ['Con mèo ở trong hộp.', 5],
  'ko-KO': ['고양이가 상자 안에 있어요.', 4],
};

/** Letters with modifiers, but without stress, tones, or signs that only this engine uses. */
const IPA = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{Lm}\p{M}]*$/u;

describe('the embedded engine', () => {
  // Each language is tested with one sex only. Both are covered by voices/voices.test.ts.
  it.each(LANGUAGES.map((language, i) => ({ language, sex: i % 2 === 0 ? ('male' as const) : ('female' as const) })))(
    'speaks $language with a $sex voice, with sounds for every word',
    async ({ language, sex }) => {
      const [text, count] = SENTENCES[language];
      const speech = await say(text, { language, sex });
      expectSound(speech.timeline);
      expect(speech.timeline.words).toHaveLength(count);
      for (const i of speech.timeline.words.keys()) expect(soundsOf(speech, i).length).toBeGreaterThan(0);
      for (const { symbol } of speech.timeline.phones) expect(symbol).toMatch(IPA);
      expect(speech.audio.samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
    },
  );

  it.each([
    ['ru-RU', 'Мы были дома.', /ɨ/],
    ['pr-BR', 'De que mês?', /ɪ|i/],
    ['vi-VI', 'Thứ sáu, chưa đến.', /ɯ/],
    ['ja-JP', 'みなさん、きんようび。', /ɴ/],
    ['ko-KO', '사과가 거기에.', /k/],
  ] as const)("returns %s sounds in IPA even though the engine's voice does not", async (language, text, sound) => {
    const { timeline } = await say(text, { language });
    const symbols = timeline.phones.map(({ symbol }) => symbol).join(' ');
    expect(symbols).toMatch(sound);
    expect(symbols).not.toMatch(/[yqũ]/u);
  });

  it.each([
    ['it-IT', 'Il caffè di Gesù, perché no?', 'ilkafːedidʒesuː peɾkeno'],
    ['it-IT', 'Il COVID-19', 'ilkoːvidditʃanːɔve'],
    ['es-ES', 'Un pingüino en la A-6', 'unpiŋɡu̯inoenlaasejs'],
    ['es-ES', 'Gente bilingüe', 'xenteβiliŋɡue'],
    ['fr-FR', 'Des œufs, le cœur', 'dezø ləkœʁ'],
    ['fr-FR', 'Trente étages', 'tʁɑ̃tetaʒ'],
    ['fr-FR', 'Joël mange du maïs', 'ʒoɛl mɑ̃ʒdymais'],
    ['de-DE', 'Um 9. Dort sind es 9,99 €.', 'ʔʊmnɔʏn dɔɐ̯tzɪntʔɛsnɔʏnʔɔʏʁonɔʏnʊntnɔʏntsɪç'],
    ['de-DE', 'Er wurde 3.', 'ʔeːɐ̯vʊɐ̯dədʁɪtə'],
  ] as const)('pronounces letters and numbers that SVOX Pico would misread: %s, %s', async (language, text, sounds) => {
    const { timeline } = await say(text, { language });
    const said = timeline.phones.map(({ symbol }) => (symbol === 'sil' ? ' ' : symbol)).join('');
    expect(said.trim()).toBe(sounds);
  });

  it.each([
    ['Voir la page.', 0, 'v w a ʁ'],
    ['Son frère est là.', 1, 'f ʁ ɛ ʁ'],
    ['Il faut vivre ici.', 2, 'v i v ʁ ə'],
    ['La grande chambre.', 1, 'ɡ ʁ ɑ̃ d'],
  ] as const)('speaks French long vowels: %s', async (text, word, sounds) => {
    const speech = await say(text, { language: 'fr-FR', voice: 'svox/fr-FR' });
    expect(soundsOf(speech, word).join(' ')).toBe(sounds);
  });

  it.each([
    ['fr-FR', 'Rendez-vous le 3 mars 2025 à midi.'],
    ['it-IT', "Ci vediamo l'8 novembre 2025 a casa."],
    ['es-ES', 'Nos vemos el 21 de marzo de 2025 en casa.'],
  ] as const)('times every word in a date with a year: %s', async (language, text) => {
    const speech = await say(text, { language });
    for (const [i, { text: word }] of speech.timeline.words.entries()) expect(soundsOf(speech, i), word).not.toEqual([]);
  });

  it.each([
    ['it-IT', 'La riunione è il 3 marzo, alle 14:30. Il gatto è nella scatola, e il cane dorme.'],
    ['de-DE', 'Das kostet 12,99 €, inkl. MwSt. Die Katze sitzt in der Kiste, und der Hund schläft.'],
    ['es-ES', 'El paquete pesa 5 kg, y mide 30 cm. El gato está en la caja, y el perro duerme.'],
  ] as const)('has no silence within continuous speech: %s', async (language, text) => {
    const { audio, timeline } = await say(text, { language, sex: 'male' });
    const level = (from: number, to: number): number => {
      const part = audio.samples.subarray(from * audio.sampleRate, to * audio.sampleRate);
      return Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
    };
    const pauses = timeline.phones.filter(({ symbol }) => symbol === 'sil');
    expect(pauses.length).toBeGreaterThan(2);
    // The level must be 40 dB below the speech.
    for (const { start, end } of pauses) expect(level(start, end)).toBeLessThan(0.01 * level(0, timeline.duration));
  });

  it('returns the same bytes for the same request, regardless of what it spoke before', async () => {
    const first = await say('A map of the town.');
    await say('Something else, and longer.', { sex: 'male', speed: 2 });
    // Without a fixed seed, the engine would use the current second to seed its noise.
    await setTimeout(1_100);
    expect(await say('A map of the town.')).toEqual(first);
  });

  it('has no state from earlier jobs, such as long texts, other languages, pronunciations, and rejected texts', async () => {
    const text = 'Hands, feet, and, at last, the head: all of them moved, but the eyes, which were shut, did not.';
    const once = await say(text, { language: 'en-GB' });
    await say('Руки, ноги, и, наконец, голова.'.repeat(12), { language: 'ru-RU', sex: 'male' });
    await say('A <phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>.', { language: 'en-GB' });
    await say('我们今天去公园散步。'.repeat(60), { language: 'zh-CN' }).catch(() => {});
    const again = await say(text, { language: 'en-GB' });
    expect(again).toEqual(once);
    expect(again.timeline.words.every((_, word) => soundsOf(again, word).length > 0)).toBe(true);
    expect(again.timeline.duration).toBeGreaterThan(4);
  });

  it('assigns sounds to function words that the engine merges', async () => {
    const speech = await say('in the box');
    expect([0, 1, 2].map((word) => soundsOf(speech, word).join(''))).toEqual(['ɪn', 'ðə', 'bɑːks']);
  });

  it('assigns the sounds of numbers and sums of money to their words', async () => {
    const speech = await say('It cost $12.50 in 1999, dogs.');
    expect(speech.timeline.words.map(({ text }) => text)).toEqual(['It', 'cost', '$12.50', 'in', '1999', 'dogs']);
    expect(soundsOf(speech, 2).join('')).toMatch(/^dɑːlɚ.*sɛn|^dɑːlɚtwɛlv|^twɛlv/);
    expect(soundsOf(speech, 3).join('')).toBe('ɪn');
    expect(soundsOf(speech, 5).join('')).toMatch(/^d.*z$/);
  });

  it.each([
    ['I have to go in the end of a day', { 0: 'aɪ', 1: 'hæv', 4: 'ɪn', 5: 'ði', 7: 'ʌv', 8: 'ə' }],
    ['at AT&T & R&D off', { 1: 'eɪtiːændtiː', 2: 'ænd', 3: 'ɑːɹændiː', 4: 'ɔːf' }],
  ])('assigns the sounds of %j to their words', async (text, sounds) => {
    const speech = await say(text);
    for (const [word, symbols] of Object.entries(sounds)) {
      expect(soundsOf(speech, Number(word)).join('').replace('dd', 'd')).toBe(symbols);
    }
  });

  it('aligns words correctly throughout a long text full of symbols', async () => {
    const speech = await say(`${'Salt & pepper < sugar & 5 > 3, '.repeat(12)} finally banana.`);
    expect(soundsOf(speech, speech.timeline.words.length - 1).join('')).toBe('bənænə');
  });

  it('uses a faster voice for an endless word', async () => {
    const said = await say(`Dial ${'1'.repeat(250)} now.`);
    expect(said.warnings).toEqual([expect.stringMatching(/^cmu_us_slt cannot speak "1{30}…"; using gmw\/en-US\+f2 for it\.$/)]);
    expect(said.timeline.words).toHaveLength(3);
    expect((await say('Dial 12345 now.')).warnings).toEqual([]);
  });

  it('speaks silent text, and warns about unsupported attributes', async () => {
    const speech = await say('<speak><prosody volume="silent">Good <w role="amazon:VBD">read</w></prosody></speak>');
    expect(speech.timeline.duration).toBeGreaterThan(0.3);
    expect(speech.timeline.words.map(({ text }) => text)).toEqual(['Good', 'read']);
    expect(speech.warnings).toEqual([expect.stringContaining('<w>: role="amazon:VBD" is not supported')]);
  });

  it('does not speak emoji', async () => {
    const { timeline } = await say('Well done 🎉 my friend 👩🏽‍🚀.');
    expect(timeline.words.map(({ text }) => text)).toEqual(['Well', 'done', 'my', 'friend']);
    expect(timeline.phones.filter(({ word }) => word !== null).map(({ symbol }) => symbol)).toHaveLength(13);
  });

  it('does not end a sentence after a title or an initial', async () => {
    const { timeline } = await say('Dr. Smith met Mr. J. R. Brown. He said hello.');
    const sentences = timeline.marks.flatMap((mark) => (mark.type === 'sentence' ? [mark.text] : []));
    expect(sentences).toEqual(['Dr. Smith met Mr. J. R. Brown.', 'He said hello.']);
  });

  it('speaks foreign text with the sounds of its language', async () => {
    const speech = await say('I say <lang xml:lang="fr">bonjour</lang> and <lang xml:lang="pt-BR">obrigado</lang> now.');
    expectSound(speech.timeline);
    expect([2, 4, 5].map((word) => soundsOf(speech, word).join(''))).toEqual(['bɔ̃ʒuʁ', 'obriɡadʊ', 'naʊ']);
  });

  it('times marks before and after a break', async () => {
    const { timeline } = await say('one <mark name="a"/><break time="1s"/><mark name="b"/> two');
    const [one, two] = timeline.words;
    const marks = timeline.marks.flatMap((mark) => (mark.type === 'mark' ? [mark.start] : []));
    expect(marks).toEqual([one!.end, two!.start]);
  });

  it('starts voiceless stops at their closure, where the sound before a p falls silent', async () => {
    const { audio, timeline } = await say('happy', { sex: 'male' });
    const p = timeline.phones.find(({ symbol }) => symbol === 'p')!;
    const level = (from: number, to: number) => {
      const part = audio.samples.subarray(from * audio.sampleRate, to * audio.sampleRate);
      return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
    };
    expect(level(p.start + 0.015, p.start + 0.035)).toBeLessThan(0.2 * level(p.start - 0.04, p.start - 0.02));
  });

  let usual: Speech | undefined;
  it.each([0.25, 0.5, 2, 4])('speaks %d times as fast', async (speed) => {
    const text = 'The people of the village met at the bridge.';
    usual ??= await say(text);
    const speech = await say(text, { speed });
    expectSound(speech.timeline);
    expect((speech.timeline.duration * speed) / usual.timeline.duration).toBeGreaterThan(0.8);
    expect((speech.timeline.duration * speed) / usual.timeline.duration).toBeLessThan(1.25);
  });

  it('times marks and emotions by the surrounding words, even at the end of a clause', async () => {
    const text =
      '<mark name="a"/>Hello <mark name="b"/>there<mark name="c"/>. <emotion name="happy" level=".5">My friend.</emotion><mark name="d"/>';
    const { timeline } = await say(text);
    const [hello, there, my, friend] = timeline.words;
    const marks = timeline.marks.flatMap((mark) => (mark.type === 'mark' ? [[mark.name, mark.start]] : []));
    expect(marks).toEqual([
      ['a', hello!.start],
      ['b', there!.start],
      ['c', there!.end],
      ['d', friend!.end],
    ]);
    expect(timeline.marks).toContainEqual({
      type: 'emotion',
      start: my!.start,
      end: friend!.end,
      expression: 'happy',
      level: 0.5,
    });
    expect(timeline.marks.filter(({ type }) => type === 'sentence')).toHaveLength(2);
  });

  it('pauses for as long as a break requests', async () => {
    const [without, withBreak] = [await say('Hi there.'), await say('Hi <break time="2s"/> there.')];
    expect(withBreak.timeline.duration - without.timeline.duration).toBeCloseTo(2, 0);
    expect(withBreak.timeline.phones.some(({ word, start, end }) => word === null && end - start > 1.8)).toBe(true);
  });

  it('speaks the alias in a <sub> and spells letters, both timed as the written word', async () => {
    const speech = await say('<sub alias="World Wide Web">WWW</sub> is <say-as interpret-as="characters">abc</say-as> now');
    expect(speech.timeline.words.map(({ text }) => text)).toEqual(['WWW', 'is', 'abc', 'now']);
    expect(soundsOf(speech, 0).join('')).toMatch(/^wɜːld.*wɛb$/);
    expect(soundsOf(speech, 2).join('')).toMatch(/^eɪbiːsiː$/);
    expect(soundsOf(speech, 3).join('')).toBe('naʊ');
  });

  it("does not read brackets and signs as the engine's notation", async () => {
    const speech = await say('a [[hello]] & b < c');
    expect(soundsOf(speech, 1).join('')).toBe('həloʊ');
  });

  it('rejects a text longer than the maximum duration', async () => {
    const text = `<speak>${'One <break time="10s"/> '.repeat(LIMITS.speechSeconds / 10)} two.</speak>`;
    const failure = say(text, { language: 'en-GB' });
    await expect(failure).rejects.toMatchObject({ name: 'SpeechError', field: 'text' });
    await expect(failure).rejects.toThrow(/900 s/);
  });

  it.each([
    ['...', {}, /no word/],
    ['🎉', {}, /no word/],
    ['', {}, /no words/],
    ['<speak>oh', {}, /line 1/],
    ['hi', { voice: 'Joanna' }, /no voice "Joanna".*gmw\/en-US/],
  ])('rejects %j %j', async (text, options, message) => {
    const failure = say(text, options);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(SpeechError);
  });

  it('returns a valid timeline for any text', async () => {
    const language = fc.constantFrom(...LANGUAGES);
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('hello', '$5', '12', '…', ' ', 'a-b', '&', '.', '你好'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), language, async (pieces, spoken) => {
        try {
          expectSound((await say(pieces.join(' '), { language: spoken })).timeline);
        } catch (error) {
          if (!(error instanceof SpeechError)) throw error;
        }
      }),
      { numRuns: 10 },
    );
  });
});

it('stops at the maximum duration rather than the end of the text', async () => {
  // It would take more than 320 s to speak the whole text.
  const text = '我们今天去公园散步。'.repeat(40);
  const speech = createEmbeddedEngine().speak({ text, language: 'zh-CN', sex: 'female', speed: 0.25, maxSeconds: 180 });
  await expect(speech).rejects.toThrow(/at least 1[89]\d s/);
});

it('rejects text whose limit coincides with the end of an SVOX Pico buffer, instead of truncating it', async () => {
  const text = 'Please leave your coat and your bag near the door of the old house.';
  // Two seconds are 110 buffers at the formants that this voice has.
  await expect(createEmbeddedEngine().speak({ text, language: 'en-GB', sex: 'male', speed: 1, maxSeconds: 2 })).rejects.toThrow(
    /the limit is 2 s/,
  );
});

it('speaks a sentence with more pronunciations than SVOX Pico supports', async () => {
  const text = `<speak>${'<phoneme alphabet="ipa" ph="bʁantʃ">Brunch</phoneme> '.repeat(40)}</speak>`;
  const speech = await createEmbeddedEngine().speak({
    text,
    language: 'de-DE',
    sex: 'female',
    speed: 1,
    maxSeconds: 60,
  });
  expect(speech.timeline.words).toHaveLength(40);
});
