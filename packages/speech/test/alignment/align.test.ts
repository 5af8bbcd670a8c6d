import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Language, Sex, SpeechTimeline } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchSpeech } from '../../src/alignment/matching.ts';
import { transferTimeline } from '../../src/alignment/transfer.ts';
import { detectVoiceActivity } from '../../src/alignment/voice-activity.ts';
import { type Audio, alignRecording, decodeAudio, encodeWav, type Speech, type SpeechEngine, SpeechError } from '../../src/index.ts';
import { compare, summarize } from '../accuracy/comparison.ts';
import { addNoise } from '../accuracy/noise.ts';
import { cachedEngine as engine } from '../cached-engine.ts';

const run = promisify(execFile);

const TEXT = 'My mother puts the big paper maps on the table. Please bring a lamp, Peter, before the summer ends.';
const OTHER = 'Nobody has ever seen seventeen yellow elephants dance along a frozen river at night.';

const SHORT = 'Please bring a lamp before the summer ends.';

/** Generates pseudorandom numbers in 0..1. They are the same in every run. */
let state = 1;
const hash = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};

/** The same text, but spoken with a different voice and at a different speed than the reference. */
let otherSpeech: Promise<Speech> | undefined;
const speakWithOtherVoice = () => (otherSpeech ??= engine.speak({ text: TEXT, language: 'en-US', sex: 'female', speed: 0.85 }));

const measure = (timeline: SpeechTimeline, truth: Speech, shift = 0) =>
  summarize([
    compare(
      timeline,
      truth.timeline.phones.map((phone) => ({ ...phone, start: phone.start + shift, end: phone.end + shift })),
    ),
  ]);

/** Adds faint noise before and after the audio. */
function pad({ samples, sampleRate }: Audio, seconds: number): Audio {
  const margin = seconds * sampleRate;
  const padded = addNoise({ samples: new Float32Array(samples.length + 2 * margin).fill(0.001), sampleRate }, 0);
  padded.samples.set(samples, margin);
  return padded;
}

async function encodeLossy(audio: Audio, format: 'mp3' | 'm4a'): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'align-test-'));
  try {
    const [wav, lossy] = [join(folder, 'speech.wav'), join(folder, `speech.${format}`)];
    await writeFile(wav, encodeWav(audio));
    await run('ffmpeg', ['-v', 'error', '-i', wav, '-b:a', '64k', lossy]);
    return await readFile(lossy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks that phones and words are in order and do not extend beyond the recording. */
function expectOrdered({ phones, words, duration }: SpeechTimeline): void {
  let previousEnd = 0;
  for (const { start, end } of phones) {
    expect(start).toBeGreaterThanOrEqual(previousEnd);
    expect(end).toBeGreaterThan(start);
    previousEnd = end;
  }
  expect(previousEnd).toBeLessThanOrEqual(duration);
  for (const [index, word] of words.entries()) {
    const own = phones.filter((phone) => phone.word === index);
    expect(word.end).toBeGreaterThanOrEqual(word.start);
    expect(word.end).toBeLessThanOrEqual(duration);
    expect(word.start).toBeLessThanOrEqual((own[0]?.start ?? word.start) + 1e-9);
    expect(word.end).toBeGreaterThanOrEqual((own.at(-1)?.end ?? word.end) - 1e-9);
  }
}

describe('alignRecording', () => {
  it('finds the phones, words, and lip closures of another voice through mp3', async () => {
    const truth = await speakWithOtherVoice();
    const audio = await decodeAudio(await encodeLossy(truth.audio, 'mp3'));
    const { timeline, warnings, audio: same } = await alignRecording({ audio, text: TEXT, language: 'en-US' }, engine);
    const figures = measure(timeline, truth);
    expect(figures.phoneMedian).toBeLessThan(15);
    expect(figures.phoneP90).toBeLessThan(50);
    expect(figures.wordP90).toBeLessThan(65);
    expect(figures.closuresFound).toBeGreaterThan(0.88);
    expect(warnings).toEqual([]);
    expect(same).toBe(audio);
    expectOrdered(timeline);
  });

  it('finds them between long silences, and in noise at 10 dB', async () => {
    const truth = await speakWithOtherVoice();
    const audio = pad(truth.audio, 4);
    const padded = await alignRecording({ audio, text: TEXT, language: 'en-US' }, engine);
    expect(measure(padded.timeline, truth, 4).phoneP90).toBeLessThan(50);
    const noisy = await alignRecording({ audio: addNoise(truth.audio, 10), text: TEXT, language: 'en-US' }, engine);
    expect(measure(noisy.timeline, truth).phoneP90).toBeLessThan(65);
    expect(noisy.warnings).toEqual([]);
  });

  it.each<[string, (time: number) => number]>([
    ['noise', () => 0.3 * (hash() - 0.5)],
    ['music', (time) => 0.2 * Math.exp(-3 * (time % 0.5)) * Math.sin(Math.PI * (440 + 110 * Math.floor(2 * time)) * time)],
    ['a hum', (time) => 0.1 * Math.sin(100 * Math.PI * time) + 0.05 * Math.sin(300 * Math.PI * time)],
  ])('ignores %s that lasts until the speech begins', async (_, sound) => {
    const { audio, timeline } = await engine.speak({ text: SHORT, language: 'en-US', sex: 'female', speed: 0.9 });
    const { sampleRate } = audio;
    const first = timeline.words[0]!.start;
    const lead = Float32Array.from({ length: 2 * sampleRate }, (_, n) => sound(n / sampleRate));
    const speech = audio.samples.subarray(Math.round(first * sampleRate));
    const samples = Float32Array.from([...lead, ...speech]);
    const aligned = await alignRecording({ audio: { samples, sampleRate }, text: SHORT, language: 'en-US' }, engine);
    expect(aligned.timeline.words).toHaveLength(timeline.words.length);
    for (const [index, { start }] of aligned.timeline.words.entries()) {
      expect(Math.abs(start - 2 - (timeline.words[index]!.start - first))).toBeLessThan(0.1);
    }
  });

  it('ignores a click next to digital silence, and faint noise after the click', async () => {
    const { audio, timeline } = await engine.speak({ text: SHORT, language: 'en-US', sex: 'female', speed: 0.9 });
    const { sampleRate } = audio;
    const first = timeline.words[0]!.start;
    const lead = Float32Array.from(
      { length: Math.round(0.5 * sampleRate) },
      (_, n) => (n < 0.01 * sampleRate ? 1.5 : 4e-4) * (hash() - 0.5),
    );
    const samples = Float32Array.from([...lead, ...audio.samples.subarray(Math.round(first * sampleRate))]);
    const aligned = await alignRecording({ audio: { samples, sampleRate }, text: SHORT, language: 'en-US' }, engine);
    expect(Math.abs(aligned.timeline.words[0]!.start - 0.5)).toBeLessThan(0.1);
    expect(aligned.warnings).toEqual([]);
  });

  it('accepts speech in the reference voice, no matter how short', async () => {
    const { audio } = await engine.speak({ text: 'Hello!', language: 'en-US', sex: 'male', speed: 1 });
    expect((await alignRecording({ audio, text: 'Hello!', language: 'en-US' }, engine)).warnings).toEqual([]);
  });

  it('excludes a long pause from the adjacent words', async () => {
    const truth = await speakWithOtherVoice();
    const { samples, sampleRate } = truth.audio;
    const cut = truth.timeline.words.find(({ text }) => text.startsWith('big'))!.start;
    const place = Math.round(cut * sampleRate);
    const pause = 1.5;
    const paused = new Float32Array(samples.length + pause * sampleRate);
    paused.set(samples.subarray(0, place));
    paused.set(samples.subarray(place), place + pause * sampleRate);
    const { timeline } = await alignRecording({ audio: { samples: paused, sampleRate }, text: TEXT, language: 'en-US' }, engine);
    const word = timeline.words.findIndex(({ text }) => text.startsWith('big'));
    expect(Math.abs(timeline.words[word]!.start - (cut + pause))).toBeLessThan(0.08);
    expect(Math.abs(timeline.words[word - 1]!.end - cut)).toBeLessThan(0.08);
  });

  it.each<[Language, Sex, string]>([
    ['en-US', 'female', 'Well, maybe. Tomorrow morning we leave. Bring bread, milk and butter.'],
    ['en-GB', 'male', 'No. Stop! I never said that. Peter did, before supper.'],
    ['de-DE', 'female', 'Guten Morgen! Mein Bruder kommt heute. Er bringt Brot, Butter und Milch mit.'],
    ['fr-FR', 'male', 'Bonjour ! Mon frère arrive demain. Il apporte du pain, du beurre et du lait.'],
  ])('finds the words between pauses if the transcript has no punctuation, in %s', async (language, sex, text) => {
    const bare = text
      .replaceAll(/[^\p{L} ]/gu, '')
      .replaceAll(/ +/g, ' ')
      .toLowerCase();
    const truth = await engine.speak({ text, language, sex, speed: 1 });
    const { timeline, warnings } = await alignRecording({ audio: truth.audio, text: bare, language }, engine);
    expect(warnings).toEqual([]);
    expect(timeline.words).toHaveLength(truth.timeline.words.length);
    for (const [index, word] of timeline.words.entries())
      expect(Math.abs(word.start - truth.timeline.words[index]!.start)).toBeLessThan(0.12);
    expectOrdered(timeline);
  });

  it.each([1.4, 1.5])('finds every word of a transcript without punctuation at %f times the tempo', async (speed) => {
    const text = 'Well, maybe. Tomorrow morning we leave. Bring bread, milk and butter.';
    const { audio } = await engine.speak({ text, language: 'en-US', sex: 'female', speed });
    const bare = text.replaceAll(/[,.]/g, '').toLowerCase();
    const { timeline, warnings } = await alignRecording({ audio, text: bare, language: 'en-US' }, engine);
    expect(warnings).toEqual([]);
    expect(timeline.words).toHaveLength(11);
  });

  it('finds a pause that contains a click', () => {
    const level = (frame: number) => (frame < 60 || frame > 100 ? 1 : frame > 78 && frame < 82 ? 0.5 : 1e-8);
    const data = Float32Array.from({ length: 160 }, (_, frame) => level(frame));
    const { pauses } = detectVoiceActivity({ data, count: 160, size: 1 });
    expect(pauses).toEqual([{ start: 60, end: 101 }]);
  });

  it('removes a pause at a comma if the speaker does not pause', async () => {
    const [joined, parted] = ['My mother sings my favourite song every morning.', 'My mother sings, my favourite song, every morning.'];
    const truth = await engine.speak({ text: joined, language: 'en-US', sex: 'male', speed: 0.8 });
    const { timeline } = await alignRecording({ audio: truth.audio, text: parted, language: 'en-US' }, engine);
    for (const word of [3, 6]) {
      expect(Math.abs(timeline.words[word]!.start - truth.timeline.words[word]!.start)).toBeLessThan(0.1);
      expect(timeline.words[word - 1]!.end).toBe(timeline.words[word]!.start);
    }
  });

  it('rejects another text, another language, noise, and music, and reports the cost', async () => {
    const { audio } = await speakWithOtherVoice();
    const sampleRate = 16_000;
    const seconds = Float32Array.from({ length: 5 * sampleRate }, (_, n) => n / sampleRate);
    const noise = addNoise({ samples: new Float32Array(64_000).fill(0.01), sampleRate }, -20);
    const chords = seconds.map((time) =>
      [220, 277, 330, 440].reduce(
        (sum, hertz, voice) => sum + 0.1 * Math.exp(-2 * (time % 1)) * Math.sin(hertz * 6.3 * time * (1 + voice)),
        0,
      ),
    );
    const wrong: [Audio, string, Language][] = [
      [audio, OTHER, 'en-US'],
      [audio, 'Il mio gatto dorme sempre sotto il tavolo della cucina, vicino alla finestra.', 'it-IT'],
      [noise, TEXT, 'en-US'],
      [{ samples: chords, sampleRate }, TEXT, 'en-US'],
    ];
    for (const [recording, text, language] of wrong) {
      const refused = alignRecording({ audio: recording, text, language }, engine);
      await expect(refused).rejects.toThrow(SpeechError);
      await expect(refused).rejects.toMatchObject({
        title: 'Recording does not match the text',
        message: expect.stringMatching(/alignment cost 0\.\d\d/),
        field: 'audio',
      });
    }
  });

  it('distinguishes a few correct words from other words and from noise', async () => {
    const text = 'Please put the lamp down.';
    const { audio } = await engine.speak({ text, language: 'en-US', sex: 'female', speed: 0.9 });
    const right = await alignRecording({ audio, text, language: 'en-US' }, engine);
    expect(right.warnings).toEqual([]);
    const wrong = alignRecording({ audio, text: 'Nobody has seen seventeen elephants.', language: 'en-US' }, engine);
    await expect(wrong).rejects.toThrow(/it contains different words, another language, music, or no clear speech/);
    const noise = addNoise({ samples: new Float32Array(32_000).fill(0.01), sampleRate: 16_000 }, -20);
    const onNoise = alignRecording({ audio: noise, text, language: 'en-US' }, engine);
    await expect(onNoise).rejects.toThrow(/it sounds like noise, without clear speech/);
  });

  it.each<[Language, number, string, string]>([
    ['en-US', 0.9, 'Please put the lamp down.', 'My uncle never arrives.'],
    ['ja-JP', 1.15, '明日は雨が降ります', '駅はどこですか'],
    ['de-DE', 1.15, 'Der Zug kommt später', 'Bitte öffnen Sie das Fenster'],
  ])('detects a few wrong words in %s at %f times the tempo', async (language, speed, text, other) => {
    const { audio } = await engine.speak({ text, language, sex: 'female', speed });
    expect((await alignRecording({ audio, text, language }, engine)).warnings).toEqual([]);
    const reported = await alignRecording({ audio, text: other, language }, engine).then(
      ({ warnings }) => warnings.join(),
      ({ message }) => message,
    );
    expect(reported).toMatch(/(barely matches its text from .*"|none of the text's words can be heard).*alignment cost 0\.\d\d/);
  });

  it('quotes a wrong clause, and the words after the end of a recording, in es-ES', async () => {
    const clauses = ['El tren llega tarde a la estación', 'mi hermano juega al fútbol', 'mañana compraremos pan y queso.'];
    const { audio } = await engine.speak({
      text: clauses.join(', '),
      language: 'es-ES',
      sex: 'female',
      voice: 'roa/es+f2',
      speed: 0.95,
    });
    const align = async (text: string, samples = audio.samples) =>
      alignRecording({ audio: { ...audio, samples }, text, language: 'es-ES' }, engine);
    const wrong = await align(clauses.with(1, 'la llave está debajo').join(', '));
    expect(wrong.warnings.join()).toMatch(/"[^"]*llave está debajo/);
    const cut = await align(clauses.join(', '), audio.samples.subarray(0, Math.round(0.85 * audio.samples.length)));
    expect(cut.warnings.join()).toMatch(/ends before the words "(pan )?y queso"/);
    expect(cut.timeline.words.at(-1)!.text).toMatch(/^(compraremos|pan)$/);
  });

  it('quotes the words that do not match, and aligns the others', async () => {
    const sentences = [
      'My mother puts the big paper maps on the table.',
      'Please bring a lamp, Peter, before the summer ends.',
      'She sold seven yellow boats and bought a much better one.',
    ];
    const truth = await engine.speak({ text: sentences.join(' '), language: 'en-US', sex: 'female', speed: 0.9 });
    const align = (text: string) => alignRecording({ audio: truth.audio, text, language: 'en-US' }, engine);
    const swapped = await align([sentences[0], OTHER, sentences[2]].join(' '));
    const [from, to] = [truth.timeline.words[10]!.start, truth.timeline.words[18]!.end];
    const reported = /from ([\d.]+) s to ([\d.]+) s: "(.*?)"/.exec(swapped.warnings.join());
    expect(Math.abs(Number(reported?.[1]) - from)).toBeLessThan(0.8);
    expect(Math.abs(Number(reported?.[2]) - to)).toBeLessThan(0.8);
    expect(reported?.[3]).toContain('seventeen');
    expect(swapped.warnings.join()).toContain(`alignment cost ${swapped.cost.toFixed(2)}`);
    const boats = swapped.timeline.words.find(({ text }) => text === 'boats')!;
    const trueBoats = truth.timeline.words.find(({ text }) => text === 'boats')!;
    expect(Math.abs(boats.start - trueBoats.start)).toBeLessThan(0.05);
    expectOrdered(swapped.timeline);
    expect((await align(sentences.join(' '))).warnings).toEqual([]);
    const lacking = (await align([sentences[0], sentences[2]].join(' '))).warnings.join();
    const [, start, end] = /from ([\d.]+) s to ([\d.]+) s, between "table" and "She", that is not in the text/.exec(lacking) ?? [];
    // The pause before the insertion counts as part of it.
    expect(Math.abs(Number(start) - truth.timeline.words[9]!.end)).toBeLessThan(0.3);
    expect(Math.abs(Number(end) - to)).toBeLessThan(0.3);
    expect((await align([...sentences.slice(0, 2), OTHER, sentences[2]].join(' '))).warnings.join()).toMatch(
      /cannot be heard|does not match its text/,
    );
  });

  it('quotes the words missing from a cut recording, and removes them from the timeline', async () => {
    const { audio, timeline } = await speakWithOtherVoice();
    const cut = Math.round(timeline.words[10]!.start * audio.sampleRate);
    const requests: string[] = [];
    const speak: SpeechEngine['speak'] = (request) => {
      requests.push(JSON.stringify(request));
      return engine.speak(request);
    };
    const align = (samples: Float32Array) =>
      alignRecording({ audio: { ...audio, samples }, text: TEXT, language: 'en-US' }, { ...engine, speak });
    const beginning = await align(audio.samples.subarray(0, cut));
    expect(requests).toEqual([...new Set(requests)]);
    expect(beginning.warnings.join()).toMatch(
      /ends before the words ".*summer ends": its last word is "table", .*alignment cost.*send the whole recording/,
    );
    expect(beginning.timeline.words.map(({ text }) => text)).toEqual(timeline.words.slice(0, 10).map(({ text }) => text));
    expectOrdered(beginning.timeline);
    const ended = await align(audio.samples.subarray(cut));
    expect(ended.warnings.join()).toMatch(/begins after the words "My mother .*table": it starts with "Please"/);
    expectOrdered(ended.timeline);
  });

  it('warns that a recording continues after its text', async () => {
    const text = 'The city council voted last night to build a new library near the';
    const whole = `${text} old station. Traffic will be diverted through Park Street until the end of September.`;
    const truth = await engine.speak({
      text: whole,
      language: 'en-US',
      sex: 'male',
      speed: 1,
      voice: 'cmu_us_slt+grace',
    });
    const { timeline, warnings } = await alignRecording({ audio: truth.audio, text, language: 'en-US' }, engine);
    const reported = /continues after the text, from ([\d.]+) s/.exec(warnings.join());
    const [last, own] = [truth.timeline.words[12]!, timeline.words[12]!];
    expect(Math.abs(Number(reported?.[1]) - last.end)).toBeLessThan(0.4);
    expect(Math.abs(own.start - last.start)).toBeLessThan(0.2);
    expect(timeline.duration).toBeCloseTo(truth.timeline.duration, 1);
    expectOrdered(timeline);
  });

  it('finds the first words in a recording with an ambiguous beginning', async () => {
    const text =
      'Le musée sera fermé lundi prochain pour des travaux de rénovation. Les visiteurs peuvent échanger leurs billets à la ' +
      'caisse, ou demander un remboursement de 15 euros par courrier.';
    const truth = await engine.speak({ text, language: 'fr-FR', sex: 'male', speed: 1, voice: 'roa/fr+jamal' });
    const audio = await decodeAudio(await encodeLossy(truth.audio, 'm4a'));
    const { timeline, warnings } = await alignRecording({ audio, text, language: 'fr-FR' }, engine);
    expect(warnings).toEqual([]);
    expect(timeline.words.map((word) => word.text)).toEqual(truth.timeline.words.map((word) => word.text));
    expect(Math.abs(timeline.words[1]!.start - truth.timeline.words[1]!.start)).toBeLessThan(0.06);
  });

  it('rejects a transcript without words', async () => {
    const { audio } = await speakWithOtherVoice();
    const refused = alignRecording({ audio, text: '…', language: 'en-US' }, engine);
    await expect(refused).rejects.toMatchObject({ name: 'SpeechError', field: 'text' });
  });

  it('starts the first word at its sound rather than in the silence before it', async () => {
    const spoken = await engine.speak({ text: 'Mornings are long.', language: 'en-US', sex: 'female', speed: 1 });
    const { samples, sampleRate } = spoken.audio;
    const silent = new Float32Array(sampleRate);
    const audio = addNoise({ samples: Float32Array.from([...silent, ...samples, ...silent]), sampleRate }, 45);
    const { timeline } = await alignRecording({ audio, text: 'Mornings are long.', language: 'en-US' }, engine);
    const first = spoken.timeline.phones.find(({ word }) => word !== null)!;
    expect(timeline.words[0]!.start).toBeGreaterThan(1 + first.start - 0.015);
    expect(timeline.words[0]!.start).toBeLessThan(1 + first.start + 0.03);
  });

  it('returns phones and words in order for any recording, however short', async () => {
    const { audio } = await speakWithOtherVoice();
    const spoken = await engine.speak({ text: TEXT, language: 'en-US', sex: 'male', speed: 1 });
    fc.assert(
      fc.property(fc.nat(audio.samples.length), fc.integer({ min: 1, max: 30_000 }), (start, length) => {
        const samples = audio.samples.slice(start, start + length);
        const { toTargetTime, onset, pauses, quietSpans } = matchSpeech(spoken.audio, { ...audio, samples });
        const duration = samples.length / audio.sampleRate;
        expectOrdered(transferTimeline(spoken.timeline, { toTargetTime, onset, pauses, quietSpans, duration }));
      }),
      { numRuns: 8 },
    );
  });
});
