import * as v from 'valibot';
import { ACTORS, DEFAULT_ACTOR, VOICE_SEXES } from './actors.ts';
import { emotionSchema } from './emotion.ts';
import type { Identifiers } from './identifiers.ts';
import { findLanguage, LANGUAGE_SPELLINGS } from './languages.ts';
import { LIMITS } from './limits.ts';
import { oneOf } from './messages.ts';

/** What a job can produce. */
export const OUTPUT_TYPES = ['csv', 'fbx', 'video'] as const;

/** The view presets: 0 close-up front, 1 medium front, 2 wide bust, 6 three-quarter left, 7 three-quarter right. */
export const CAMERAS = [0, 1, 2, 6, 7] as const;

const DEFAULT_CAMERA = 1;

/** Frames per second of a film where the job says nothing. */
export const VIDEO_FPS = 30;

/** Frames per second of a CSV, whose importers take nothing else, and of an FBX that the job names no rate for. */
export const CSV_FPS = 60;

/** What stands behind the actor where the job says nothing. */
export const VIDEO_BACKGROUND = { red: 104, green: 116, blue: 130 } as const;

const wholeNumber = (from: number, to: number) =>
  v.pipe(v.number(), v.integer('a whole number'), v.minValue(from), v.maxValue(to));

const numberBetween = (from: number, to: number) => v.pipe(v.number(), v.finite(), v.minValue(from), v.maxValue(to));

const side = v.pipe(wholeNumber(LIMITS.minPixels, LIMITS.maxPixels), v.multipleOf(2, 'an even number of pixels'));

const channel = wholeNumber(0, 255);

const urlWith = (schemes: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.maxLength(LIMITS.urlCharacters, `at most ${LIMITS.urlCharacters} characters`),
    v.check((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), message),
  );

const webhookUrl = urlWith(['http:', 'https:'], 'an http(s) URL such as "https://example.com/hook"');

const colorSchema = v.strictObject({ red: channel, green: channel, blue: channel });

const outputSchema = v.pipe(
  v.strictObject({
    type: v.picklist(OUTPUT_TYPES),
    width: v.optional(side, 1280),
    height: v.optional(side, 720),
    background_color: v.optional(colorSchema),
    fps: v.optional(
      v.pipe(
        wholeNumber(LIMITS.minFps, LIMITS.maxFps),
        v.description(
          `A film has at most ${LIMITS.maxFilmFps}. A CSV has ${CSV_FPS}, which its importers take for granted.`,
        ),
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['type'], ['fps']],
      ({ type, fps }) => type !== 'video' || fps === undefined || fps <= LIMITS.maxFilmFps,
      `a number of at most ${LIMITS.maxFilmFps} for video output`,
    ),
    ['fps'],
  ),
);

/** The events that a job may name an address for. */
export const WEBHOOK_KEYS = ['on_running', 'on_success', 'on_fail'] as const;

const webhooksSchema = v.strictObject({
  on_success: v.optional(webhookUrl),
  on_fail: v.optional(webhookUrl),
  on_running: v.optional(webhookUrl),
});

const ttsSchema = (identifiers: Identifiers) =>
  v.strictObject({
    engine: v.picklist([identifiers.ttsEngine]),
    speed: v.optional(numberBetween(LIMITS.minSpeed, LIMITS.maxSpeed), 1),
    voice: v.optional(v.pipe(v.string(), v.nonEmpty('a voice name'), v.maxLength(64, 'at most 64 characters'))),
  });

const languageSchema = v.pipe(
  v.picklist(LANGUAGE_SPELLINGS),
  v.transform((spelling) => findLanguage(spelling)!),
);

const textSchema = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'a text with at least one word'),
  v.maxLength(LIMITS.textCharacters, `at most ${LIMITS.textCharacters} characters`),
  v.description(
    'What is said, in the language of the job: plain text, or SSML where it has ends of tags. Tags that are not known are left out with a warning.',
  ),
);

/**
 * The job specification (section 2 of the interface) for a deployment's identifiers. Parsing gives it in one form: defaults
 * filled in, the language in its canonical spelling. Fields that do not apply to the output type are checked all the same.
 */
export function jobSchema(identifiers: Identifiers) {
  const rigs = [identifiers.humanoid, identifiers.blendshape];
  const actorIds = ACTORS.map(({ id }) => id);
  return v.pipe(
    v.strictObject({
      target_rig: v.picklist(rigs),
      audio_url: v.optional(
        urlWith(
          ['http:', 'https:', 's3:', 'obs:'],
          'an http(s), s3 or obs URL such as "https://example.com/voice.wav"',
        ),
      ),
      tts_params: v.optional(ttsSchema(identifiers)),
      text: textSchema,
      language: languageSchema,
      actor: v.optional(v.picklist([...VOICE_SEXES, ...actorIds])),
      camera: v.optional(v.picklist(CAMERAS), DEFAULT_CAMERA),
      emotion: v.optional(emotionSchema, {}),
      wait_time: v.optional(numberBetween(0, LIMITS.waitSeconds)),
      output: v.optional(outputSchema, { type: 'csv' }),
      web_hooks: v.optional(webhooksSchema, {}),
    }),
    v.forward(
      v.partialCheck(
        [['target_rig'], ['output', 'type']],
        ({ target_rig, output }) => output.type !== 'video' || target_rig === identifiers.humanoid,
        `"${identifiers.humanoid}" for video output`,
      ),
      ['target_rig'],
    ),
    v.forward(
      v.partialCheck(
        [['target_rig'], ['output', 'type']],
        ({ target_rig, output }) => output.type !== 'fbx' || target_rig === identifiers.blendshape,
        `"${identifiers.blendshape}" for fbx output`,
      ),
      ['target_rig'],
    ),
    v.forward(
      v.partialCheck(
        [['actor'], ['output', 'type']],
        ({ actor, output }) =>
          output.type === 'video' || actor === undefined || VOICE_SEXES.some((sex) => sex === actor),
        `${oneOf(VOICE_SEXES)} for ${OUTPUT_TYPES.filter((type) => type !== 'video').join(' and ')} output`,
      ),
      ['actor'],
    ),
    v.forward(
      v.partialCheck(
        [['actor'], ['output', 'type']],
        ({ actor, output }) => output.type !== 'video' || actor === undefined || actorIds.includes(actor),
        `${oneOf(actorIds)} for video output`,
      ),
      ['actor'],
    ),
    v.transform((job) => (job.output.type === 'video' && !job.actor ? { ...job, actor: DEFAULT_ACTOR } : job)),
  );
}

/** What of a job is not done as it says, in sentences for its status. */
export const unheededOf = ({ output: { type, fps = CSV_FPS } }: JobSpecification): string[] =>
  type === 'csv' && fps !== CSV_FPS
    ? [
        `output.fps: a CSV has ${CSV_FPS} frames a second, which its importers take for granted, and not ${fps}; an FBX has what is asked.`,
      ]
    : [];

export type JobSchema = ReturnType<typeof jobSchema>;

/** A job specification in its parsed form. */
export type JobSpecification = v.InferOutput<JobSchema>;

export type OutputType = (typeof OUTPUT_TYPES)[number];
export type WebhookKey = (typeof WEBHOOK_KEYS)[number];
