import { measureEnvelope, solve } from '@talking-avatar/animation';
import type { Language, SpeechTimeline } from '@talking-avatar/contract';
import { createEmbeddedEngine, createPollyEngine, type Speech } from '@talking-avatar/speech';
import { describe, expect, it } from 'vitest';
import { askStandIn } from './stand-in.ts';

const embedded = createEmbeddedEngine();
const documents: string[] = [];
const engines = {
  embedded,
  polly: createPollyEngine(
    askStandIn(({ ssml }) => documents.push(ssml)),
    embedded,
    { align: () => Promise.reject() },
  ),
};

/** How far the start and the end of a span may be from the start and the end of its words, in s. */
const TOLERANCE = 0.04;

const DIALECTS = {
  own: (text: string) => `<emotion name="happy" level="0.8">${text}</emotion>`,
  azure: (text: string) => `<mstts:express-as style="cheerful" styledegree="1.6">${text}</mstts:express-as>`,
  alexa: (text: string) => `<amazon:emotion name="excited" intensity="medium">${text}</amazon:emotion>`,
};

const CASES = [
  ['en-US', 'own', 1, 'Well then, my friends are here again today.'],
  ['de-DE', 'azure', 0.5, 'Nun ja, meine Freunde sind heute wieder da.'],
  ['fr-FR', 'alexa', 2, 'Eh bien, mes amis sont ici ce soir.'],
  ['es-ES', 'own', 2, 'Bueno, mis amigos están aquí otra vez.'],
  ['ru-RU', 'azure', 1, 'Ну вот, мои друзья опять сегодня здесь.'],
  ['hi-IN', 'alexa', 0.5, 'अच्छा, मेरे दोस्त आज फिर यहाँ हैं।'],
  ['it-IT', 'azure', 2, 'Allora, i miei amici sono qui stasera.'],
  ['pr-BR', 'own', 0.5, 'Bem, os meus amigos estão aqui hoje.'],
] as const;

/** The second to the fourth word have an emotion, and the third word has another one nested inside. */
const SPAN = { first: 1, last: 3, inner: 2 };

function mark(text: string, dialect: keyof typeof DIALECTS): string {
  const words = text.split(' ');
  words[SPAN.inner] = `<emotion name="sad">${words[SPAN.inner]}</emotion>`;
  const inside = DIALECTS[dialect](words.slice(SPAN.first, SPAN.last + 1).join(' '));
  return `<speak>${words[0]} ${inside} ${words.slice(SPAN.last + 1).join(' ')}</speak>`;
}

function expectSpans({ marks }: SpeechTimeline, { words }: Pick<SpeechTimeline, 'words'>): void {
  const [outer, inner, ...others] = marks.filter(({ type }) => type === 'emotion');
  expect(others).toEqual([]);
  expect([outer, inner]).toMatchObject([{ expression: 'happy' }, { expression: 'sad', level: 1 }]);
  expect(Math.abs(outer!.start - words[SPAN.first]!.start)).toBeLessThan(TOLERANCE);
  expect(Math.abs(outer!.end - words[SPAN.last]!.end)).toBeLessThan(TOLERANCE);
  expect(Math.abs(inner!.start - words[SPAN.inner]!.start)).toBeLessThan(TOLERANCE);
  expect(Math.abs(inner!.end - words[SPAN.inner]!.end)).toBeLessThan(TOLERANCE);
}

describe.each(['embedded', 'polly'] as const)('emotions in the engine %s', (name) => {
  it.each(CASES)('start and end with their words: %s, %s, speed %d', async (language, dialect, speed, text) => {
    const { timeline } = await engines[name].speak({ text: mark(text, dialect), language, sex: 'female', speed });
    expectSpans(timeline, timeline);
    // Checks the sound, and not only the timeline.
    if (name === 'polly') expectSpans(timeline, await truthOf(documents.at(-1)!, language));
  });
});

it.each(
  (['embedded', 'polly'] as const).flatMap((name) =>
    [
      ['<emotion name="happy">We won.</emotion> Next we rest.', 0, 1],
      ['<speak><emotion name="sad">Bye</emotion> <break time="900ms"/> my friend.</speak>', 0, 0],
      ['<speak>That is un<emotion name="happy">believ</emotion>able.</speak>', 2, 2],
    ].map(([text, first, last]) => [name, text, first, last] as [typeof name, string, number, number]),
  ),
)('%s: supports an emotion before a pause or in the middle of a word: %s', async (name, text, first, last) => {
  const { timeline } = await engines[name].speak({ text, language: 'en-US', sex: 'female', speed: 1 });
  const { start, end } = timeline.marks.find(({ type }) => type === 'emotion')!;
  expect(Math.abs(start - timeline.words[first]!.start)).toBeLessThan(TOLERANCE);
  expect(Math.abs(end - timeline.words[last]!.end)).toBeLessThan(TOLERANCE);
});

/** Returns the true times of the words, from the voice that stands in for Polly. */
async function truthOf(ssml: string, language: Language): Promise<SpeechTimeline> {
  return (await embedded.speak({ text: ssml, language, sex: 'female', speed: 1 })).timeline;
}

it('shows the emotion only while its words are spoken', async () => {
  const text =
    'Nothing happens here at all, for a good while. <emotion name="happy" level="0.8">Then my dear friends are here</emotion> and then they are gone again for a while.';
  for (const engine of Object.values(engines)) {
    const speech = await engine.speak({ text, language: 'en-US', sex: 'female', speed: 1 });
    const { start, end } = speech.timeline.marks.find(({ type }) => type === 'emotion')!;
    const worn = await smileOf(speech);
    expect(end - start).toBeGreaterThan(1);
    for (const [from, to] of [
      [0, start - 0.7],
      [end + 0.55, speech.timeline.duration - 0.1],
    ] as const) {
      expect(Math.max(...worn(from, to))).toBeLessThan(0.005);
    }
    // At level 1, raised cheeks have a weight of one half. The face is never completely still.
    expect(Math.min(...worn(start, end - 0.25))).toBeGreaterThan(0.8 * 0.8 * 0.5);
  }
});

/** Returns a function that lists how much the emotion adds to the cheek values between two times, in s. */
async function smileOf({ audio, timeline }: Speech): Promise<(from: number, to: number) => number[]> {
  const fps = 60;
  const curve = (shown: SpeechTimeline) =>
    solve({
      timeline: shown,
      loudness: measureEnvelope(audio),
      emotion: { expression: 'neutral', level: 1 },
      seed: 'a',
      fps,
    }).channels.get('cheekSquintLeft')!;
  const [worn, bare] = [curve(timeline), curve({ ...timeline, marks: [] })];
  return (from, to) =>
    Array.from(worn.subarray(Math.ceil(from * fps), Math.floor(to * fps)), (value, i) => value - bare[Math.ceil(from * fps) + i]!);
}
