import type { Sex } from '@talking-avatar/contract';
import { resample } from '../../audio/resample.ts';
import { findActorVoice } from '../actor-voices.ts';
import type { SpokenPart } from './pauses.ts';
import type { RawSpeech } from './synthesizer.ts';
import { picoLanguage, sexOfVoice, splitVoice } from './voices.ts';

export interface VoiceTuning {
  name: string;
  /** Pitch to request from the engine, relative to the voice's default. */
  pitch: number;
  /** Factor for the playback speed, which scales the formants. The voice speaks slower by the same factor. */
  formantScale: number;
}

/** Median pitch of statements (measured, in Hz), for the voices that actors are based on, keyed by a pattern for their names. */
const VOICE_PITCHES: readonly (readonly [name: RegExp, hertz: number])[] = [
  [/^cmu_us_slt$/, 165],
  [/^cmu_us_rms$/, 104],
  [/^cmu_us_awb$/, 128],
  [/^svox\/de-DE/, 170],
  [/^svox\/en-GB/, 173],
  [/^svox\/en-US/, 172],
  [/^svox\/es-ES/, 201],
  [/^svox\/fr-FR/, 196],
  [/^svox\/it-IT/, 177],
  [/\+f2$/, 195],
  [/^[^+]+$/, 105],
];

/** Flite cannot change the pitch of this voice, so the pitch of bruno, farid, and jamal results from their formant scale. */
const FIXED_PITCH_VOICE = 'cmu_us_rms';

const findUsualPitch = (name: string): number | undefined => VOICE_PITCHES.find(([pattern]) => pattern.test(name))?.[1];

/** Returns the median pitch of statements for a voice from `chooseVoice`, in Hz, if known. */
export function medianPitch(voice: string): number | undefined {
  const { name, actor } = splitVoice(voice);
  if (actor !== undefined) return findActorVoice(actor)?.pitch;
  return picoLanguage(voice) && sexOfVoice(voice) === 'male' ? PICO_MALE.pitch : findUsualPitch(name);
}

/**
 * Formant scale by sex for SVOX Pico's voices, all of which are women's. Women's formants are 15 to 20% higher (Fant 1966), and these
 * voices are easier to understand slightly below their original formants. They tolerate less change than flite's voices, so they use the
 * square root of an actor's scale, down to a minimum.
 */
const PICO_FORMANTS: Readonly<Record<Sex, number>> = { female: 0.94, male: 0.88 };
const LOWEST_PICO_FORMANTS = 0.86;
/** SVOX Pico's variant for men: pitch (in Hz) and formant scale. */
const PICO_MALE = { pitch: 110, formantScale: 1 };

/** Returns the engine settings for a voice from `chooseVoice`. */
export function tuneVoice(voice: string): VoiceTuning {
  const { name, actor } = splitVoice(voice);
  const isPico = picoLanguage(voice) !== undefined;
  const sex = sexOfVoice(voice);
  const actorVoice = actor === undefined ? isPico && sex === 'male' && PICO_MALE : findActorVoice(actor);
  if (!actorVoice) return { name, pitch: 1, formantScale: 1 };
  const formantScale = isPico
    ? Math.max(LOWEST_PICO_FORMANTS, PICO_FORMANTS[sex] * Math.sqrt(actorVoice.formantScale))
    : actorVoice.formantScale;
  const usual = findUsualPitch(name);
  const pitch = usual === undefined || name === FIXED_PITCH_VOICE ? 1 : actorVoice.pitch / (usual * formantScale);
  return { name, pitch, formantScale };
}

/**
 * Minimum silence before the first and after the last phone, and fade-out for a voice that stops abruptly, in seconds. These values were
 * chosen, not measured.
 */
const LEAD = 0.03;
const REST = 0.3;
const FADE = 0.005;

/** Adds silence before and after speech, because espeak-ng stops right after the last phone, and a video ends when the speech ends. */
export function padWithSilence({ samples, sampleRate, phones }: SpokenPart): SpokenPart {
  const sounds = phones.filter(({ word }) => word !== null);
  const count = (seconds: number) => Math.max(0, Math.round(seconds * sampleRate));
  const lead = count(LEAD - (sounds[0]?.start ?? LEAD));
  const trailing = count((sounds.at(-1)?.end ?? 0) + REST) - samples.length;
  const settled = new Float32Array(lead + samples.length + Math.max(0, trailing));
  settled.set(samples, lead);
  const fade = Math.min(count(FADE), samples.length);
  for (let i = 0; i < fade && trailing > 0; i++) settled[lead + samples.length - 1 - i]! *= i / fade;
  const by = lead / sampleRate;
  const moved = phones.map((phone) => ({ ...phone, start: phone.start + by, end: phone.end + by }));
  return { samples: settled, sampleRate, phones: moved };
}

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
