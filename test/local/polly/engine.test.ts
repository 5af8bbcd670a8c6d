import { createPollyEngine, POLLY_SAMPLE_RATE, type PollyRequest, type SendPollyRequest, type SpeechEngine } from '@talking-avatar/speech';
import { alignSequences, cachedEngine as embedded, espeakVoice, timePhones } from '@talking-avatar/speech/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askStandIn } from './stand-in.ts';

const createEngine = (send: SendPollyRequest, other: SpeechEngine) =>
  createPollyEngine(send, other, { align: () => Promise.reject(new Error('neural voices need no alignment')) });

/** A fake Polly that takes a tenth of a second to speak each word, and pauses for just as long at the end. */
function ticking(calls: PollyRequest[] = [], refuse: (ssml: string) => boolean = () => false): SendPollyRequest {
  return async (call) => {
    calls.push(call);
    if (refuse(call.ssml)) return { refusal: 'unsupported tag' };
    const words = [...call.ssml.replace(/<[^>]*>/g, (tag) => ' '.repeat(tag.length)).matchAll(/[\w']+/g)];
    const characters = call.ssml.replace(/<[^>]*>/g, '').length;
    if (call.output === 'sound') {
      return { bytes: new Uint8Array(((words.length + 1) * POLLY_SAMPLE_RATE * 2) / 10), characters };
    }
    const lines = words.flatMap(({ 0: value, index }, i) => [
      { time: 100 * i, type: 'word', start: index, end: index + value.length, value },
      { time: 100 * i, type: 'viseme', value: 'a' },
    ]);
    const all = [...lines, { time: 100 * words.length, type: 'viseme', value: 'sil' }];
    return { bytes: Buffer.from(all.map((line) => JSON.stringify(line)).join('\n')), characters };
  };
}

const request = { language: 'en-US', sex: 'female', speed: 1 } as const;

describe('long text', () => {
  it('is requested in chunks within the limits, with exactly consecutive times', async () => {
    const text = 'My puppy hops over the big brown box. '.repeat(180);
    const calls: PollyRequest[] = [];
    const { audio, timeline } = await createEngine(ticking(calls), embedded).speak({ ...request, text });
    const sounds = calls.filter(({ output }) => output === 'sound');
    expect(sounds).toHaveLength(3);
    expect(calls.filter(({ output }) => output === 'marks').map(({ ssml }) => ssml)).toEqual(sounds.map(({ ssml }) => ssml));
    for (const { ssml } of sounds) {
      expect(ssml.replace(/<[^>]*>/g, '').length).toBeLessThanOrEqual(3000);
      expect(ssml).toMatch(/box\.\s*<\/speak>$/);
    }
    expect(timeline.words).toHaveLength(180 * 8);
    const counts = sounds.map(({ ssml }) => [...ssml.matchAll(/box/g)].length * 8);
    // Each chunk lasts as long as its words plus one pause.
    timeline.words.forEach(({ start }, i) => {
      const rests = i < counts[0]! ? 0 : i < counts[0]! + counts[1]! ? 1 : 2;
      expect(start).toBeCloseTo((i + rests) / 10, 6);
    });
    expect(timeline.duration).toBeCloseTo((180 * 8 + 3) / 10, 6);
    expect(audio.samples.length).toBe(Math.round(timeline.duration * POLLY_SAMPLE_RATE));
  });
});

describe('text that Polly would cut off or reject', () => {
  it('is requested in more chunks if it has slow passages or long pauses', async () => {
    const sounds = async (text: string) => {
      const calls: PollyRequest[] = [];
      await createEngine(ticking(calls), embedded).speak({ ...request, text });
      return calls.filter(({ output }) => output === 'sound').map(({ ssml }) => ssml);
    };
    const pauses = await sounds('Wait. <break time="10s"/>'.repeat(40));
    expect(pauses).toHaveLength(2);
    expect(pauses.map((ssml) => ssml.split('<break').length - 1)).toEqual([28, 12]);
    const slow = await sounds(`<prosody rate="20%">${'My puppy hops over the box. '.repeat(40)}</prosody>`);
    expect(slow).toHaveLength(2);
  });

  it('is rejected before it costs anything', async () => {
    const calls: PollyRequest[] = [];
    const polly = createEngine(ticking(calls), embedded);
    const crowded = `Now ${'<break time="1s"/><mark name="a"/>'.repeat(200)} then.`;
    await expect(polly.speak({ ...request, text: crowded })).rejects.toMatchObject({
      title: 'Too much markup',
      message: expect.stringContaining('at "then." it has more markup'),
    });
    const endless = 'My puppy hops over the big brown box. '.repeat(160);
    await expect(polly.speak({ ...request, text: endless, speed: 0.25 })).rejects.toMatchObject({
      title: 'Speech too long',
    });
    expect(calls).toEqual([]);
  });

  it('is accepted if it is only too long at normal speed', async () => {
    const text = '我们今天去公园散步。'.repeat(400);
    const { timeline } = await createEngine(ticking(), embedded).speak({
      ...request,
      language: 'zh-CN',
      text,
      speed: 4,
    });
    expect(timeline.words.length).toBeGreaterThan(400);
  });

  it('fails if the voice speaks much longer than estimated', async () => {
    const calls: PollyRequest[] = [];
    const slow: SendPollyRequest = async (call) => {
      calls.push(call);
      const bytes = call.output === 'sound' ? new Uint8Array(500 * POLLY_SAMPLE_RATE * 2) : new Uint8Array();
      return { bytes, characters: 1 };
    };
    const text = 'My puppy hops over the big brown box. '.repeat(180);
    await expect(createEngine(slow, embedded).speak({ ...request, text })).rejects.toMatchObject({
      title: 'Speech too long',
    });
    expect(calls.filter(({ output }) => output === 'sound')).toHaveLength(2);
  });
});

describe('another speaker', () => {
  it('is requested separately with another voice, with consecutive times', async () => {
    const calls: PollyRequest[] = [];
    const text = 'One two. <voice name="matthew">Three.</voice> <voice gender="male">Four.</voice> Five <voice name="Bob">six</voice>.';
    const { timeline, warnings } = await createEngine(ticking(calls), embedded).speak({ ...request, text });
    const asked = calls.filter(({ output }) => output === 'sound').map(({ voice, ssml }) => [voice, ssml]);
    expect(asked).toEqual([
      ['Joanna', '<speak>One two. </speak>'],
      ['Matthew', '<speak>Three.</speak>'],
      ['Matthew', '<speak>Four.</speak>'],
      ['Joanna', '<speak> Five six.</speak>'],
    ]);
    expect(timeline.words.map(({ start }) => Math.round(start * 10))).toEqual([0, 1, 3, 5, 7, 8]);
    expect(timeline.voice).toBe('Joanna');
    expect(warnings).toEqual([expect.stringContaining('no Amazon Polly voice "Bob"')]);
  });

  it('is requested by name for another language', async () => {
    const calls: PollyRequest[] = [];
    const text = 'She said <voice name="Lea"><lang xml:lang="fr">bonjour</lang></voice>.';
    await createEngine(ticking(calls), embedded).speak({ ...request, text });
    expect(calls.map(({ voice }) => voice)).toContain('Lea');
  });
});

it('requests a pronunciation in IPA, whatever its alphabet', async () => {
  const calls: PollyRequest[] = [];
  const text = 'A <phoneme alphabet="x-sampa" ph="t@&quot;mA:t@U">tomato</phoneme>.';
  await createEngine(ticking(calls), embedded).speak({ ...request, text });
  expect(calls[0]!.ssml).toBe('<speak>A <phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>.</speak>');
});

describe('words that are spoken as one unit', () => {
  it.each([
    ['de-DE', 'Es kostet 12,50 € und bald mehr.', ['Es', 'kostet', '12,50 €', 'und', 'bald', 'mehr']],
    ['en-US', 'On 3/4/2024 it was 5 km away.', ['On', '3/4/2024', 'it', 'was', '5 km', 'away']],
    ['ja-JP', '今日は公園を散歩しました。', undefined],
  ] as const)('have their own phones, without affecting other words: %s', async (language, text, words) => {
    const polly = createEngine(askStandIn(), embedded);
    const { timeline } = await polly.speak({ text, language, sex: 'female', speed: 1 });
    const read = await embedded.speak({
      text,
      language,
      sex: 'female',
      speed: 1,
      voice: espeakVoice(language, 'female'),
    });
    if (words) expect(timeline.words.map((word) => word.text)).toEqual(words);
    expect(timeline.words.map((word) => word.text)).toEqual(read.timeline.words.map((word) => word.text));
    const soundsOf = ({ phones }: typeof timeline, word: number) =>
      phones.flatMap((phone) => (phone.word === word ? [phone.symbol] : [])).join('');
    const same = timeline.words.filter((_, i) => soundsOf(timeline, i) === soundsOf(read.timeline, i));
    expect(same.length).toBeGreaterThan(0.8 * timeline.words.length);
  });
});

describe('markup that Polly rejects', () => {
  it('is removed with a warning, and the text is spoken', async () => {
    const calls: PollyRequest[] = [];
    const polly = createEngine(
      ticking(calls, (ssml) => ssml.includes('say-as')),
      embedded,
    );
    const text = 'Say <say-as interpret-as="characters">abc</say-as> now.';
    const { timeline, warnings, billedCharacters } = await polly.speak({ ...request, text });
    expect(timeline.words.map((word) => word.text)).toEqual(['Say', 'abc', 'now']);
    expect(warnings).toEqual([expect.stringMatching(/rejected <say-as> for the voice \w+ \(unsupported tag\)/)]);
    // The audio and the marks of the accepted document are billed. The rejected document is free.
    expect(billedCharacters).toBe(2 * 'Say abc now.'.length);
    expect(calls.at(-1)!.ssml).toBe('<speak>Say abc now.</speak>');
  });

  it('fails the attempt if even the plain text is rejected', async () => {
    const polly = createEngine(
      ticking([], () => true),
      embedded,
    );
    await expect(polly.speak({ ...request, text: 'Now.' })).rejects.toThrow('without markup: unsupported tag');
  });

  it('is never sent if malformed', async () => {
    const calls: PollyRequest[] = [];
    const polly = createEngine(ticking(calls), embedded);
    await expect(polly.speak({ ...request, text: '<speak>Oh <p>no</speak>' })).rejects.toThrow('line 1');
    expect(calls).toEqual([]);
  });
});

describe('speed', () => {
  it.each([
    [0.5, '50%', 1],
    [1.5, '150%', 1],
    [4, '200%', 0.5],
  ])('%d is requested as the rate %s and stretched by %d', async (speed, rate, factor) => {
    const calls: PollyRequest[] = [];
    const { timeline } = await createEngine(ticking(calls), embedded).speak({ ...request, text: 'A b c.', speed });
    expect(calls[0]!.ssml).toContain(`rate="${rate}"`);
    expect(timeline.duration).toBeCloseTo(0.4 * factor, 3);
    expect(timeline.words.at(-1)!.start).toBeCloseTo(0.2 * factor, 3);
  });
});

describe('sounds', () => {
  const spans = [{ from: 0, to: 3 }];
  const phone = (symbol: string) => ({ symbol, start: 0, end: 1, stress: 0 as const, word: 0 });
  const reading = { words: [{ text: 'map', start: 0, end: 3 }], phones: ['m', 'æ', 'p'].map(phone) };
  const cue = (time: number, value: string) => ({ type: 'viseme' as const, time, value });

  it("have the visemes' times and the names from the pronunciation", () => {
    const cues = [{ type: 'word' as const, time: 0.1, at: 0 }, cue(0.1, 'p'), cue(0.2, 'a'), cue(0.4, 'p'), cue(0.5, 'sil')];
    const { phones } = timePhones('map', spans, [...cues, { type: 'end', time: 0.6 }], reading);
    expect(phones.map(({ symbol, start, end }) => [symbol, start, end])).toEqual([
      ['m', 0.1, 0.2],
      ['æ', 0.2, 0.4],
      ['p', 0.4, 0.5],
      ['sil', 0.5, 0.6],
    ]);
  });

  it('follow the voice if it differs from the pronunciation', () => {
    const cues = [{ type: 'word' as const, time: 0, at: 0 }, cue(0, 'p'), cue(0.1, 'r'), cue(0.2, 'a')];
    const { phones } = timePhones('map', spans, [...cues, { type: 'end', time: 0.3 }], reading);
    expect(phones.map(({ symbol }) => symbol)).toEqual(['m', 'ɹ', 'æ']);
  });

  it('share a viseme that represents several, or use the adjacent time if Polly has no viseme for them', () => {
    const said = (symbols: string[], times: [number, string][]) => {
      const cues = [{ type: 'word' as const, time: 0, at: 0 }, ...times.map(([time, value]) => cue(time, value))];
      const own = { words: reading.words, phones: symbols.map(phone) };
      const { phones } = timePhones('map', spans, [...cues, { type: 'end', time: 0.6 }], own);
      return phones.map(({ symbol, start, end }) => [symbol, Math.round(start * 10), Math.round(end * 10)]);
    };
    // Two consecutive phones with closed lips are reported as one.
    expect(
      said(
        ['a', 'm', 'b', 'a'],
        [
          [0, 'a'],
          [0.1, 'p'],
          [0.5, 'a'],
        ],
      ),
    ).toEqual([
      ['a', 0, 1],
      ['m', 1, 3],
      ['b', 3, 5],
      ['a', 5, 6],
    ]);
    // There is one glottal stop after a phone, and another at the start of the word.
    expect(
      said(
        ['a', 'ʔ', 'm'],
        [
          [0, 'a'],
          [0.4, 'p'],
        ],
      ),
    ).toEqual([
      ['a', 0, 2],
      ['ʔ', 2, 4],
      ['m', 4, 6],
    ]);
    expect(
      said(
        ['ʔ', 'a', 'm'],
        [
          [0.2, 'a'],
          [0.4, 'p'],
        ],
      ),
    ).toEqual([
      ['ʔ', 0, 2],
      ['a', 2, 4],
      ['m', 4, 6],
    ]);
    expect(
      said(
        ['ʔ', 'a', 'm'],
        [
          [0, 'a'],
          [0.4, 'p'],
        ],
      ),
    ).toEqual([
      ['ʔ', 0, 2],
      ['a', 2, 4],
      ['m', 4, 6],
    ]);
  });

  it('are distributed over the word if the voice does not report any', () => {
    const cues = [
      { type: 'word' as const, time: 0.3, at: 0 },
      { type: 'end' as const, time: 0.9 },
    ];
    const { phones, words } = timePhones('map', spans, cues, reading);
    expect(phones.map(({ start }) => Math.round(start * 10))).toEqual([3, 5, 7]);
    expect([words[0]!.start, words[0]!.end]).toEqual([expect.closeTo(0.3, 6), expect.closeTo(0.9, 6)]);
  });
});

it('pairs lists in order, using each element once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 12 }), fc.array(fc.nat(4), { maxLength: 12 }), (a, b) => {
      const pairs = alignSequences(a.length, b.length, (i, j) => (a[i] === b[j] ? 0 : 1.2));
      const numbers = (side: 'left' | 'right') => pairs.map((pair) => pair[side]).filter((n) => n !== undefined);
      expect(numbers('left')).toEqual([...a.keys()]);
      expect(numbers('right')).toEqual([...b.keys()]);
      if (a.join() === b.join()) expect(pairs.every(({ left, right }) => left === right)).toBe(true);
    }),
  );
});
