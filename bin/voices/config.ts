import { type InstalledVoice, KOKORO_LANGUAGES } from '@talking-avatar/speech/neural';
import * as v from 'valibot';
import type { VoiceEntry } from '../../lib/bundle/voice-manifest.ts';

/** Sample rate of Kokoro models, in Hz. */
const KOKORO_SAMPLE_RATE = 24_000;

const id = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The fields used from Piper's `MODEL.onnx.json`. */
const piperSchema = v.object({
  audio: v.object({ sample_rate: v.number() }),
  phoneme_type: v.optional(v.literal('espeak', 'must be "espeak", because voices with letters or pinyin are not supported'), 'espeak'),
  num_speakers: v.optional(v.number(), 1),
  inference: v.optional(v.object({ noise_scale: v.number(), length_scale: v.number(), noise_w: v.number() }), {
    noise_scale: 0.667,
    length_scale: 1,
    noise_w: 0.8,
  }),
  phoneme_id_map: v.objectWithRest({ '^': v.array(id), $: v.array(id), _: v.array(id) }, v.array(id)),
});

/** The fields used from Kokoro's `config.json`. */
const kokoroSchema = v.object({ vocab: v.record(v.string(), id) });

/**
 * Reads the settings of a voice from the configuration of its model.
 * @throws Error if the configuration is invalid or does not match the manifest
 */
export function readVoiceConfig(entry: VoiceEntry, text: string): Pick<InstalledVoice, 'phonemes' | 'scales'> {
  return entry.kind === 'piper' ? readPiper(entry, text) : readKokoro(entry, text);
}

function readPiper({ sampleRate, speaker = 0 }: VoiceEntry, text: string): Pick<InstalledVoice, 'phonemes' | 'scales'> {
  const { audio, num_speakers: speakers, inference, phoneme_id_map: phonemes } = parse(piperSchema, text);
  checkSampleRate(sampleRate, audio.sample_rate);
  if (speaker >= speakers) {
    const known = speakers > 1 ? `speakers 0 to ${speakers - 1}` : 'only speaker 0';
    throw new Error(`the manifest has speaker ${speaker}, but the model has ${known}`);
  }
  return { phonemes, scales: [inference.noise_scale, inference.length_scale, inference.noise_w] };
}

function readKokoro({ sampleRate, language }: VoiceEntry, text: string): Pick<InstalledVoice, 'phonemes'> {
  const { vocab } = parse(kokoroSchema, text);
  checkSampleRate(sampleRate, KOKORO_SAMPLE_RATE);
  if (!KOKORO_LANGUAGES.includes(language)) throw new Error(`Kokoro does not support ${language}, only ${KOKORO_LANGUAGES.join(', ')}`);
  return { phonemes: Object.fromEntries(Object.entries(vocab).map(([letter, one]) => [letter, [one]])) };
}

function checkSampleRate(said: number, actual: number): void {
  if (said !== actual) throw new Error(`the manifest has ${said} Hz, but the model has ${actual} Hz`);
}

function parse<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'), schema), text);
  if (result.success) return result.output as v.InferOutput<Schema>;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  throw new Error(`its configuration is invalid: ${problems.join('; ')}`);
}
