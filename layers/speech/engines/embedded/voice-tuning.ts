import { resample } from '../../audio/resample.ts';
import { findActorVoice } from '../actor-voices.ts';
import type { RawSpeech } from './synthesizer.ts';
import { splitVoice } from './voices.ts';

/** How a voice of the engine becomes that of an actor. */
export interface Tuning {
  /** The engine's own name. */
  name: string;
  /** Factor of the voice's own pitch that the engine is asked for. */
  pitch: number;
  /** How much faster the sound is played than it is said; it is said as much slower. */
  tract: number;
}

/** Medians of the pitch of the voices that speak for actors, Hz (measured in statements), by the end of their names. */
const PITCHES: readonly (readonly [name: RegExp, hertz: number])[] = [
  [/^cmu_us_slt$/, 165],
  [/^cmu_us_awb$/, 128],
  [/\+f2$/, 195],
  [/^[^+]+$/, 105],
];

/** Flite takes no other pitch for this voice: that of its actors, bruno, farid and jamal, follows from the tract. */
const FIXED = 'cmu_us_rms';

/** How the engine is to say what a voice of `chooseVoice` says. */
export function tune(voice: string): Tuning {
  const { name, actor } = splitVoice(voice);
  const own = actor === undefined ? undefined : findActorVoice(actor);
  if (!own) return { name, pitch: 1, tract: 1 };
  const usual = PITCHES.find(([pattern]) => pattern.test(name))?.[1];
  const pitch = usual === undefined || name === FIXED ? 1 : own.pitch / (usual * own.tract);
  return { name, pitch, tract: own.tract };
}

/**
 * Silence before the first sound of an actor and after the last, at least, s; and over how much a sound fades that ends without.
 * Chosen, not measured: a start that is not cut off, a pause before the film ends, and no click.
 */
const LEAD = 0.03;
const REST = 0.3;
const FADE = 0.005;

/** Lets speech begin and end in silence: espeak-ng stops with its last sound, and a film with the speech. */
export function settle({ samples, sampleRate, phones }: RawSpeech): RawSpeech {
  const sounds = phones.filter(({ symbol }) => symbol !== '');
  const count = (seconds: number) => Math.max(0, Math.round(seconds * sampleRate));
  const lead = count(LEAD - (sounds[0]?.start ?? LEAD));
  const rest = count((sounds.at(-1)?.end ?? 0) + REST) - samples.length;
  const settled = new Float32Array(lead + samples.length + Math.max(0, rest));
  settled.set(samples, lead);
  const fade = Math.min(count(FADE), samples.length);
  for (let i = 0; i < fade && rest > 0; i++) settled[lead + samples.length - 1 - i]! *= i / fade;
  const by = lead / sampleRate;
  const moved = phones.map((phone) => ({ ...phone, start: phone.start + by, end: phone.end + by }));
  return { samples: settled, sampleRate, phones: moved };
}

/** Resamples speech: all its times change with it. */
export function resampleSpeech(raw: RawSpeech, factor: number): RawSpeech {
  if (factor === 1) return raw;
  const { samples, sampleRate } = resample(raw, factor);
  const end = samples.length / sampleRate;
  const phones = raw.phones.map((phone) => ({
    ...phone,
    start: Math.min(end, phone.start / factor),
    end: Math.min(end, phone.end / factor),
  }));
  return { samples, sampleRate, phones };
}
