import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, type Sex } from '@talking-avatar/contract';
import * as v from 'valibot';

/** Model types: VITS as exported by Piper, and Kokoro. */
export const VOICE_KINDS = ['piper', 'kokoro'] as const;

const fileName = v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'must be the name of a file in the same folder'));

/** Schema of the manifest (`NAME.json`) of an installed voice. The manifest is in the same folder as the files that it names. */
export const installedVoiceSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a lowercase name such as "en-lessac"')),
  kind: v.picklist(VOICE_KINDS),
  language: v.picklist(LANGUAGES),
  sex: v.picklist(['female', 'male']),
  licence: v.pipe(v.string(), v.nonEmpty('must name the license of the voice')),
  /** Sample rate, in Hz. */
  sampleRate: v.pipe(v.number(), v.integer(), v.minValue(8_000), v.maxValue(48_000)),
  model: fileName,
  /** Model output that contains the number of frames for each phoneme ID. Without it, the phones are aligned with the audio. */
  durations: v.optional(v.string()),
  /** IDs for each phoneme, keyed by the phoneme's character. */
  phonemes: v.record(v.string(), v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  /** Piper's scales at the usual tempo: variation of the sound, duration, and variation of durations. */
  scales: v.optional(v.tuple([v.number(), v.number(), v.number()])),
  /** Speaker to use, for a multi-speaker model. */
  speaker: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The Kokoro file that contains the style vectors of the voice. */
  style: v.optional(fileName),
  /** SHA-256 of the files named in the manifest, in this order: model, config, style. */
  sources: v.array(v.string()),
});

export type InstalledVoice = v.InferOutput<typeof installedVoiceSchema>;

/** A voice and the folder that contains its files. */
export interface NeuralVoice extends InstalledVoice {
  folder: string;
}

/** The part of a voice that is visible to clients and that requests are checked against. */
export interface ListedVoice {
  name: string;
  language: Language;
  sex: Sex;
  /** Copied from the voice's manifest. Absent in earlier deployments. */
  licence?: string | undefined;
}

/** Reads the voices installed in a folder. @throws Error that names the invalid file and field, or the missing file */
export function readInstalledVoices(folder: string): NeuralVoice[] {
  const records = readdirSync(folder).filter((name) => name.endsWith('.json') && !OTHERS.includes(name));
  return records.sort().map((name) => readInstalledVoice(folder, name));
}

/** File in the folder of installed voices that lists their sources. */
export const MANIFEST = 'manifest.json';
/** JSON files in that folder that are not voices. */
const OTHERS = [MANIFEST, 'package.json'];

function readInstalledVoice(folder: string, file: string): NeuralVoice {
  const path = join(folder, file);
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), installedVoiceSchema), readFileSync(path, 'utf8'));
  if (!result.success) {
    const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`).join('; ');
    throw new Error(`${path} is not a valid voice: ${problems}`);
  }
  const voice = result.output;
  const missing = [voice.model, voice.style].find((name) => name !== undefined && !existsSync(join(folder, name)));
  if (missing) throw new Error(`The voice "${voice.name}" is missing its file ${join(folder, missing)}; add the voice again`);
  return { ...voice, folder };
}
