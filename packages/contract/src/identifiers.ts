import * as v from 'valibot';

/** A name that clients use in a job: lowercase letters, digits, `-`, and `_`. */
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,31}$/));

/** The speech engines. A deployment may give its engine a different public name; see `identifiersSchema`. */
export const TTS_ENGINES = ['embedded', 'polly'] as const;

/** Amazon Polly engines that a deployment may prefer. Voices that do not support the preferred engine use their next best one. */
export const POLLY_ENGINES = ['neural', 'generative'] as const;

export type PreferredPollyEngine = (typeof POLLY_ENGINES)[number];

export type TtsEngine = (typeof TTS_ENGINES)[number];

/** The `identifiers` setting: this deployment's values for `target_rig` and `tts_params.engine`. */
export const identifiersSchema = v.strictObject({
  /** `target_rig` for the humanoid (MetaHuman-style) rig, used for video and CSV. */
  humanoid: v.optional(name, 'metahuman'),
  /** `target_rig` for the blendshape (ARKit-style) rig, used for FBX, GLB, and CSV. */
  blendshape: v.optional(name, 'arkit'),
  /** The only value of `tts_params.engine` that clients may use. */
  ttsEngine: v.optional(name, 'embedded'),
});

export type PublicNames = v.InferOutput<typeof identifiersSchema>;

export const DEFAULT_IDENTIFIERS: PublicNames = v.parse(identifiersSchema, {});
