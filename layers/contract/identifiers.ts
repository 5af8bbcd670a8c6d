import * as v from 'valibot';

/** A name that a client writes in a job: lowercase letters, digits, `-` and `_`. */
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,31}$/));

/** The engines that a deployment can speak with; also what clients write as `tts_params.engine` unless it chooses a name. */
export const TTS_ENGINES = ['embedded', 'polly'] as const;

export type TtsEngine = (typeof TTS_ENGINES)[number];

/**
 * The identifiers that a deployment chooses: what clients write as `target_rig` and as `tts_params.engine`.
 * cdk.json's context key `identifiers` sets them.
 */
export const identifiersSchema = v.strictObject({
  /** `target_rig` of the humanoid (MetaHuman-style) rig: video and CSV. */
  humanoid: v.optional(name, 'metahuman'),
  /** `target_rig` of the blendshape (ARKit-style) rig: FBX and CSV. */
  blendshape: v.optional(name, 'arkit'),
  /** `tts_params.engine`: the one engine that clients may ask for. */
  ttsEngine: v.optional(name, 'embedded'),
});

export type Identifiers = v.InferOutput<typeof identifiersSchema>;

export const DEFAULT_IDENTIFIERS: Identifiers = v.parse(identifiersSchema, {});
