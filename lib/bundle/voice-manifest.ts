import { LANGUAGES } from '@talking-avatar/contract';
import { isBuiltInVoice } from '@talking-avatar/speech';
import { installedVoiceSchema, VOICE_KINDS } from '@talking-avatar/speech/neural';
import * as v from 'valibot';

/** A file of a voice. */
const fileSchema = v.strictObject({
  /** An http(s), `s3://bucket/key`, or file URL, or a path relative to the manifest. */
  url: v.pipe(v.string(), v.nonEmpty('must be a URL or a path relative to the manifest')),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be the file's SHA-256, 64 hexadecimal digits")),
});

export type VoiceFile = v.InferOutput<typeof fileSchema>;

const { sex, licence, sampleRate, speaker } = installedVoiceSchema.entries;

const name = v.pipe(
  installedVoiceSchema.entries.name,
  v.check(
    (name) => !isBuiltInVoice(name),
    ({ input }) => `must not be the name of an existing voice, got "${input}"; use a different name such as "own-${input}"`,
  ),
);

export const voiceEntrySchema = v.pipe(
  v.strictObject({
    name,
    kind: v.picklist(VOICE_KINDS, `must be one of ${VOICE_KINDS.join(', ')}`),
    language: v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`),
    sex,
    licence,
    sampleRate,
    speaker,
    /** The ONNX model. */
    model: fileSchema,
    /** Piper's `MODEL.onnx.json`, or Kokoro's `config.json`. */
    config: fileSchema,
    /** Kokoro style vectors for the voice. */
    style: v.optional(fileSchema),
  }),
  v.check(({ kind, style }) => (kind === 'kokoro') === (style !== undefined), 'must have "style" if, and only if, the kind is "kokoro"'),
);

export type VoiceEntry = v.InferOutput<typeof voiceEntrySchema>;

const manifestSchema = v.pipe(
  v.strictObject({ voices: v.array(voiceEntrySchema) }),
  v.check(({ voices }) => new Set(voices.map((voice) => voice.name)).size === voices.length, 'must have unique names'),
);

/**
 * Parses a manifest, which is `{"voices": […]}` or a single voice.
 * @param where source of the text, for the error message
 * @throws Error that lists each invalid field
 */
export function parseManifest(text: string, where: string): VoiceEntry[] {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'must be JSON')), text);
  const content = json.output as { voices?: unknown } | null;
  const result = json.success
    ? v.safeParse(manifestSchema, content && typeof content === 'object' && !('voices' in content) ? { voices: [content] } : content)
    : json;
  if (result.success) return (result.output as v.InferOutput<typeof manifestSchema>).voices;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'} ${issue.message}`);
  throw new Error(`${where} is not a valid voice manifest: ${problems.join('; ')}`);
}

/** Returns the SHA-256 hashes of the files of a voice, as recorded when a voice is installed. */
export const sourcesOf = ({ model, config, style }: VoiceEntry): string[] => [model, config, style].flatMap((file) => file?.sha256 ?? []);
