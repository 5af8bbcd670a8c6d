import { ACTORS, type Language, type Sex } from '@talking-avatar/contract';
import { PitchDetector } from 'pitchy';
import { splitVoice } from '../../src/engines/embedded/voices.ts';
import { type Audio, createEmbeddedEngine, measureLoudness, type Speech } from '../../src/index.ts';
import { TEXTS } from './texts.ts';
import { measureTract } from './tract.ts';

/** Measurements of an actor's voice. */
export interface ActorSound {
  actor: string;
  sex: Sex;
  speech: Speech;
  /** The 10th, 50th, and 90th percentiles, in Hz. */
  pitch: readonly [low: number, middle: number, high: number];
  /** Measured scale of the resonances relative to the base voice. */
  tract: number;
  /** Loudness in LUFS. */
  loudness: number;
  /** CPU time needed for a second of speech, in s. */
  effort: number;
}

/** Just noticeable differences, in semitones. See `ActorVoice`. */
const NOTICEABLE = { pitch: 1.95, tract: 1.73 };

const engine = createEmbeddedEngine();

/** Measures the voice of an actor speaking the text for a language. */
export async function measureActor(actor: string, language: Language, text = TEXTS[language]): Promise<ActorSound> {
  const { sex } = ACTORS.find(({ id }) => id === actor)!;
  const before = process.cpuUsage();
  const speech = await engine.speak({ text, language, sex, actor, speed: 1 });
  const { user, system } = process.cpuUsage(before);
  return {
    actor,
    sex,
    speech,
    pitch: measurePitch(speech.audio),
    tract: measureTract(speech.audio, await speakWithBaseVoice(speech.timeline.voice, language, text)),
    loudness: measureLoudness(speech.audio).integrated,
    effort: (user + system) / 1e6 / speech.timeline.duration,
  };
}

/** Texts that have already been spoken by the base voices, which several actors share. */
const baseSpeech = new Map<string, Promise<Audio>>();
function speakWithBaseVoice(voice: string, language: Language, text: string): Promise<Audio> {
  const { name } = splitVoice(voice);
  const key = `${language} ${name} ${text}`;
  const kept = baseSpeech.get(key) ?? engine.speak({ text, language, sex: 'female', voice: name, speed: 1 }).then(({ audio }) => audio);
  baseSpeech.set(key, kept);
  return kept;
}

/**
 * Returns the distance between two voices in just noticeable differences. A distance of 1 or more is audible. If the actors share a base
 * voice, their vocal tracts are compared relative to it. Otherwise, they are compared directly.
 */
function compareActors(one: ActorSound, other: ActorSound): number {
  const semitones = (ratio: number) => 12 * Math.log2(ratio);
  const [person, another] = [one, other].map(({ speech }) => splitVoice(speech.timeline.voice).name);
  const tract = person === another ? one.tract / other.tract : measureTract(one.speech.audio, other.speech.audio);
  return Math.hypot(semitones(one.pitch[1] / other.pitch[1]) / NOTICEABLE.pitch, semitones(tract) / NOTICEABLE.tract);
}

/** Finds the actor of the same sex who sounds the most similar. */
export function findNearest(own: ActorSound, all: readonly ActorSound[]): { actor: string; distance: number } {
  const others = all.filter(({ actor, sex }) => sex === own.sex && actor !== own.actor);
  const distances = others.map((other) => ({ actor: other.actor, distance: compareActors(own, other) }));
  return distances.reduce((nearest, other) => (other.distance < nearest.distance ? other : nearest));
}

/** Measures the pitch every 20 ms, wherever the sound is clear (McLeod & Wyvill 2005). */
export function measurePitch({ samples, sampleRate }: Audio): [low: number, middle: number, high: number] {
  const width = 1024;
  const detector = PitchDetector.forFloat32Array(width);
  detector.minVolumeDecibels = -40;
  const pitches: number[] = [];
  for (let at = 0; at + width <= samples.length; at += Math.round(sampleRate / 50)) {
    const [hertz, clarity] = detector.findPitch(samples.subarray(at, at + width), sampleRate);
    if (clarity > 0.9 && hertz > 60 && hertz < 400) pitches.push(hertz);
  }
  pitches.sort((a, b) => a - b);
  const at = (part: number) => pitches[Math.floor(part * (pitches.length - 1))] ?? 0;
  return [at(0.1), at(0.5), at(0.9)];
}
