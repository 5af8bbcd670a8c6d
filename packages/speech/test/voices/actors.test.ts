import { ACTORS, LANGUAGES, type Language } from '@talking-avatar/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { resample } from '../../src/audio/resample.ts';
import { findActorVoice } from '../../src/engines/actor-voices.ts';
import { tuneVoice } from '../../src/engines/embedded/voice-tuning.ts';
import { alignRecording, createEmbeddedEngine, validateSpeechRequest } from '../../src/index.ts';
import { levelAt } from '../studio.ts';
import { expectSound } from '../timeline.ts';
import { type ActorSound, findNearest, measureActor } from './actors.ts';

const engine = createEmbeddedEngine();

const GREETINGS = [
  ['en-US', 'Thank you for calling. We are happy to help you with your new phone today.'],
  ['de-DE', 'Vielen Dank für Ihren Anruf. Wir helfen Ihnen heute gern mit Ihrem neuen Telefon.'],
] as const;

/** Two actors of each sex, one with a large head and one with a small head. `npm run voices` measures all actors. */
const SOME = ['elena', 'mei', 'jamal', 'farid'];

it('actors of the same sex differ audibly in pitch or vocal tract', () => {
  const semitones = (a: number, b: number) => Math.abs(12 * Math.log2(a / b));
  for (const { id, sex } of ACTORS) {
    for (const { id: other } of ACTORS.filter((actor) => actor.sex === sex && actor.id !== id)) {
      const [one, two] = [findActorVoice(id)!, findActorVoice(other)!];
      const isApart = semitones(one.pitch, two.pitch) > 1.95 || semitones(one.formantScale, two.formantScale) > 1.73;
      expect(isApart, `${id} and ${other}`).toBe(true);
    }
  }
});

it('two actors with different base voices are compared directly', async () => {
  const [language, text] = GREETINGS[0];
  const [kavya, mei] = [await measureActor('kavya', language, text), await measureActor('mei', language, text)];
  // Both vocal tracts are almost the same as in their base voices, and those differ from each other.
  expect(Math.abs(12 * Math.log2(kavya.tract / mei.tract))).toBeLessThan(1);
  expect(findNearest(kavya, [kavya, mei]).distance).toBeGreaterThan(1);
});

describe.each(GREETINGS)("the actors' voices in %s", (language, text) => {
  let sounds: ActorSound[];

  beforeAll(async () => {
    sounds = [];
    for (const actor of SOME) sounds.push(await measureActor(actor, language, text));
  });

  it('are distinguishable within a sex, and close to their target pitch and vocal tract', () => {
    for (const sound of sounds) {
      expect(findNearest(sound, sounds).distance, sound.actor).toBeGreaterThan(1);
      expect(Math.abs(12 * Math.log2(sound.pitch[1] / findActorVoice(sound.actor)!.pitch)), sound.actor).toBeLessThan(2);
      expect(Math.abs(12 * Math.log2(sound.tract / tuneVoice(sound.speech.timeline.voice).formantScale)), sound.actor).toBeLessThan(0.5);
    }
  });

  it('preserve the tempo, and match their timeline', () => {
    for (const { speech, sex } of sounds) {
      expectSound(speech.timeline);
      expect(speech.warnings).toEqual([]);
      const durations = sounds.filter((other) => other.sex === sex).map((other) => other.speech.timeline.duration);
      expect(Math.max(...durations) / Math.min(...durations)).toBeLessThan(1.15);
    }
  });

  it('begin and end in silence', () => {
    for (const { speech, actor } of sounds) {
      const { samples, sampleRate } = speech.audio;
      const words = speech.timeline.words;
      expect(words[0]!.start, actor).toBeGreaterThan(0.02);
      expect(speech.timeline.duration - words.at(-1)!.end, actor).toBeGreaterThan(0.25);
      const ends = [samples.subarray(0, 0.01 * sampleRate), samples.subarray(-0.1 * sampleRate)];
      for (const end of ends)
        expect(
          end.reduce((most, s) => Math.max(most, Math.abs(s)), 0),
          actor,
        ).toBeLessThan(0.01);
    }
  });
});

describe("an actor's voice", () => {
  const say = (language: Language, more: { actor?: string; voice?: string; text?: string; speed?: number }) =>
    engine.speak({ text: 'Hello, <break time="600ms"/> Bob.', language, sex: 'male', speed: 1, ...more });

  it('is overridden by a named voice, and can be named itself', async () => {
    const [plain, named, own] = [
      await say('de-DE', {}),
      await say('de-DE', { actor: 'jamal', voice: 'svox/de-DE+m1' }),
      await say('de-DE', { actor: 'jamal' }),
    ];
    expect(named).toEqual(plain);
    expect(own.timeline.voice).toBe('svox/de-DE+jamal');
    expect(own.audio.samples).not.toEqual(plain.audio.samples);
    expect(await say('de-DE', { voice: 'svox/de-DE+jamal' })).toEqual(own);
    expect(() =>
      validateSpeechRequest('embedded', {
        text: 'Hallo',
        language: 'de-DE',
        actor: 'amara',
        tts_params: { voice: 'svox/de-DE+jamal' } as never,
      }),
    ).toThrow(/male voice, but the actor is female/);
    await expect(say('de-DE', { voice: 'gmw/de+f2+jamal' })).rejects.toThrow(/no voice "gmw\/de\+f2\+jamal"/);
  });

  it('exists for every actor in every language, and not for any other name', () => {
    for (const { id, sex } of ACTORS) {
      for (const language of LANGUAGES) {
        expect(engine.chooseVoice({ language, sex, actor: id })).toBe(
          `${language === 'en-US' ? findActorVoice(id)!.english : engine.chooseVoice({ language, sex }).replace('+m1', '')}+${id}`,
        );
      }
      expect(engine.chooseVoice({ language: 'de-DE', sex, actor: sex })).not.toMatch(/male/);
    }
  });

  it.each(['en-US', 'de-DE'] as const)('pauses in %s for as long as requested, at every tempo', async (language) => {
    for (const actor of ['jamal']) {
      for (const speed of [0.6, 1.7]) {
        const gaps = [await say(language, { speed }), await say(language, { speed, actor })].map(
          ({ timeline: { words } }) => words[1]!.start - words[0]!.end,
        );
        expect(Math.abs(gaps[1]! / gaps[0]! - 1), `${actor} at ${speed}`).toBeLessThan(0.1);
      }
    }
  });

  it('can be aligned in a recording without a warning', async () => {
    const [language, text] = GREETINGS[1];
    const voice = 'gmw/de+f2+elena';
    const { audio, timeline } = await engine.speak({ text, language, sex: 'female', voice, speed: 1 });
    const aligned = await alignRecording({ audio, text, language }, engine);
    expect(aligned.warnings).toEqual([]);
    const errors = aligned.timeline.words.map(({ start }, i) => Math.abs(start - timeline.words[i]!.start));
    expect(errors.sort((a, b) => a - b)[errors.length >> 1]).toBeLessThan(0.03);
  });

  it('is determined by the chosen voice if no actor is named', async () => {
    const text = 'Now <lang xml:lang="de">Guten Tag</lang>.';
    const { timeline } = await engine.speak({
      text,
      language: 'en-US',
      sex: 'female',
      speed: 1,
      voice: 'cmu_us_rms+jamal',
    });
    expect(timeline.voice).toBe('cmu_us_rms+jamal');
  });

  it('is overridden within text by another actor with the same base voice, and by that base voice', async () => {
    const quote = async (name: string) => say('en-US', { text: `Now <voice name="${name}">you</voice> speak.`, actor: 'amara' });
    const [own, other, plain] = [await quote('cmu_us_slt+amara'), await quote('cmu_us_slt+kavya'), await quote('cmu_us_slt')];
    for (const { timeline, warnings } of [own, other, plain]) {
      expect(timeline.voice).toBe('cmu_us_slt+amara');
      expect(warnings).toEqual([]);
    }
    expect(other.audio).not.toEqual(own.audio);
    expect(plain.audio).not.toEqual(own.audio);
    expect(plain.audio).not.toEqual(other.audio);
  });

  it('is overridden by any voice named within text', async () => {
    const text = 'Jetzt <voice name="cmu_us_slt+kavya">rede</voice> ich.';
    const { timeline, warnings } = await say('de-DE', { text, actor: 'farid' });
    expect(timeline.voice).toBe('svox/de-DE+farid');
    expect(warnings).toEqual([]);
  });

  it('is not used for a quoted speaker', async () => {
    const quote = '<voice gender="female">Guten Morgen</voice>';
    const [one, other] = [await say('de-DE', { text: quote, actor: 'jamal' }), await say('de-DE', { text: quote, actor: 'hiro' })];
    expect(one.audio).toEqual(other.audio);
  });
});

describe('resampling audio', () => {
  const sampleRate = 16_000;
  const tone = (hertz: number) =>
    Float32Array.from({ length: sampleRate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / sampleRate));

  it.each([0.9, 1.1])('by %s scales its frequencies and its length', (factor) => {
    const { samples } = resample({ samples: tone(2000), sampleRate }, factor);
    expect(samples.length).toBe(Math.round(sampleRate / factor));
    expect(levelAt(samples, sampleRate, 2000 * factor)).toBeCloseTo(0.5, 2);
  });

  it('filters out frequencies that would be too high', () => {
    const { samples } = resample({ samples: tone(7800), sampleRate }, 1.1);
    expect(samples.slice(100, -100).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.05);
  });
});
