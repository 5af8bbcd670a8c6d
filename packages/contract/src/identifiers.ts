import * as v from 'valibot';

/** A name that clients write in a job: lowercase letters, digits, `-`, and `_`. */
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,31}$/));

/** The speech engines. A deployment may give its engine another public name, see `identifiersSchema`. */
export const TTS_ENGINES = ['embedded', 'polly'] as const;

/** Amazon Polly engines that a deployment may prefer. A voice without the preferred engine uses its next best. */
export const POLLY_ENGINES = ['neural', 'generative'] as const;

export type PreferredPollyEngine = (typeof POLLY_ENGINES)[number];

export type TtsEngine = (typeof TTS_ENGINES)[number];

/** The setting `identifiers`: this deployment's values of `target_rig` and `tts_params.engine`. */
export const identifiersSchema = v.strictObject({
  /** `target_rig` of the humanoid (MetaHuman-style) rig: video and CSV. */
  humanoid: v.optional(name, 'metahuman'),
  /** `target_rig` of the blendshape (ARKit-style) rig: FBX, GLB, and CSV. */
  blendshape: v.optional(name, 'arkit'),
  /** `tts_params.engine`: the only value that clients may use. */
  ttsEngine: v.optional(name, 'embedded'),
});

export type PublicNames = v.InferOutput<typeof identifiersSchema>;

export const DEFAULT_IDENTIFIERS: PublicNames = v.parse(identifiersSchema, {});
