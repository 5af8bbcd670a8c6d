import { findActorVoice } from '../actor-voices.ts';
import { play } from '../sound/play.ts';
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

/** Flite takes no other pitch for this voice: that of its actors follows from the tract. */
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

/** Plays speech faster: all its times change with it. */
export function playSpeech(raw: RawSpeech, factor: number): RawSpeech {
  if (factor === 1) return raw;
  const { samples, sampleRate } = play(raw, factor);
  const end = samples.length / sampleRate;
  const phones = raw.phones.map((phone) => ({
    ...phone,
    start: Math.min(end, phone.start / factor),
    end: Math.min(end, phone.end / factor),
  }));
  return { samples, sampleRate, phones };
}
