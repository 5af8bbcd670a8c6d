import * as v from 'valibot';
import { ACTORS, DEFAULT_ACTOR, VOICE_SEXES } from './actors.ts';
import { isAvatarId } from './avatar-id.ts';
import { emotionSchema } from './emotion.ts';
import { withFirstIssueOnly } from './first-issue.ts';
import type { PublicNames } from './identifiers.ts';
import { findLanguage, findNearestLanguage, LANGUAGE_SPELLINGS } from './languages.ts';
import { LIGHTINGS } from './lightings.ts';
import { LIMITS } from './limits.ts';
import { oneOf } from './messages.ts';
import { metadataSchema } from './metadata.ts';
import { numberBetween, wholeNumber } from './numbers.ts';
import { CLIP_HANDLES, CSV_FPS, type OutputType, outputSchema } from './output.ts';
import { quote } from './quote.ts';
import { type Rule, withRules } from './rules.ts';
import { strengthsSchema } from './strengths.ts';
import type { TargetsName } from './targets.ts';
import { editedTimelineSchema } from './timeline.ts';
import { urlWith } from './urls.ts';

/** Camera presets: 0 close-up front, 1 medium front, 2 wide bust, 6 three-quarter left, 7 three-quarter right. */
const CAMERAS = [0, 1, 2, 6, 7] as const;

const DEFAULT_CAMERA = 1;

const webhookUrl = urlWith(['http:', 'https:'], 'an http(s) URL such as "https://example.com/hook"');

/** Keys of `web_hooks`. */
export const WEBHOOK_EVENTS = ['on_running', 'on_success', 'on_fail'] as const;

export const webhooksSchema = v.strictObject({
  on_success: v.optional(webhookUrl),
  on_fail: v.optional(webhookUrl),
  on_running: v.optional(webhookUrl),
});

const ttsSchema = (identifiers: PublicNames) =>
  v.strictObject({
    engine: v.picklist([identifiers.ttsEngine]),
    speed: v.optional(numberBetween(LIMITS.minSpeed, LIMITS.maxSpeed), 1),
    voice: v.optional(v.pipe(v.string(), v.nonEmpty('a voice name'), v.maxLength(64, 'at most 64 characters'))),
  });

const spellings = v.picklist(LANGUAGE_SPELLINGS);

/** Language codes in any case, including codes close to a supported language, such as "es-MX". The value is not normalized. */
const languageSchema: typeof spellings = {
  ...spellings,
  '~run': (dataset, config) => {
    const written = dataset.value;
    const known = typeof written === 'string' ? (findNearestLanguage(written) ?? written) : written;
    return Object.assign(spellings['~run']({ typed: false, value: known }, config), { value: written as string });
  },
};

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** A sex, an actor, or the ID of one of the account's custom avatars. */
function actorSchema(actorIds: readonly string[]) {
  const names = v.picklist([...VOICE_SEXES, ...actorIds]);
  return {
    ...names,
    /** For the OpenAPI document. */
    alternative: { type: 'string', format: 'uuid', description: "The ID of one of the account's own avatars, for videos." },
    '~run': (dataset, config) =>
      isAvatarId(lowerCase(dataset.value)) ? { typed: true, value: lowerCase(dataset.value) as string } : names['~run'](dataset, config),
  } satisfies typeof names & { alternative: object };
}

const textSchema = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'must contain at least one word'),
  v.maxLength(LIMITS.transcriptCharacters, `at most ${LIMITS.transcriptCharacters} characters`),
  v.description(
    `The transcript in the job's language: plain text, or SSML if it contains closing tags. Unknown tags are ignored with a warning. At most ${LIMITS.textCharacters} characters for synthesized speech and for videos, ${LIMITS.transcriptCharacters} for other recordings.`,
  ),
);

/**
 * Schema of a job specification (interface specification, section 2). Parsing fills in defaults and replaces short, alternative, and
 * similar language codes with codes from `LANGUAGES`. Fields that do not apply to the output type are validated anyway.
 * @param identifiers the deployment's names for its rigs and its speech engine
 * @example
 * ```ts
 * const result = v.safeParse(jobSchema(DEFAULT_IDENTIFIERS), {
 *   target_rig: 'metahuman',
 *   text: 'Good morning.',
 *   language: 'en',
 * });
 * if (result.success) result.output.language; // 'en-US'
 * ```
 */
export function jobSchema(identifiers: PublicNames) {
  const rigs = [identifiers.humanoid, identifiers.blendshape];
  const actorIds = ACTORS.map(({ id }) => id);
  const fields = v.strictObject({
    target_rig: v.picklist(rigs),
    audio_url: v.optional(urlWith(['http:', 'https:', 's3:', 'obs:'], 'an http(s), s3 or obs URL such as "https://example.com/voice.wav"')),
    tts_params: v.optional(ttsSchema(identifiers)),
    text: textSchema,
    language: v.pipe(
      languageSchema,
      v.description(
        'A BCP 47 code in any case. Unlisted codes close to a listed one are accepted with a warning; for example, "es-MX" is spoken as "es-US". "pr-BR", "vi-VI", and "ko-KO" may also be written as "pt-BR", "vi-VN", and "ko-KR".',
      ),
    ),
    actor: v.optional(actorSchema(actorIds)),
    camera: v.optional(v.picklist(CAMERAS), DEFAULT_CAMERA),
    lighting: v.optional(v.pipe(v.picklist(LIGHTINGS), v.description(`Light on the actor of a video; "${LIGHTINGS[0]}" by default.`))),
    emotion: v.optional(emotionSchema, {}),
    seed: v.optional(
      v.pipe(
        wholeNumber(0, LIMITS.seed),
        v.description('Selects a different take of the same speech: blinks, gaze, head, and brows. Default: derived from the speech.'),
      ),
    ),
    strengths: v.optional(
      v.pipe(
        strengthsSchema,
        v.description('Factors for the movement of parts of the face, 0 to 2. 1 (the default) leaves it as solved; 0 removes it.'),
      ),
    ),
    timeline: v.optional(
      v.pipe(
        withFirstIssueOnly(editedTimelineSchema),
        v.description(
          "An edited `timeline` artifact from an earlier job. Its word and phone times are used instead of aligning the recording. Only with a recording. `duration` is the recording's.",
        ),
      ),
    ),
    wait_time: v.optional(numberBetween(0, LIMITS.waitSeconds)),
    output: v.optional(outputSchema, { type: 'csv' }),
    web_hooks: v.optional(webhooksSchema, {}),
    metadata: v.optional(withFirstIssueOnly(metadataSchema)),
  });
  return v.pipe(
    withRules(fields, jobRules(identifiers, actorIds)),
    // The idempotency fingerprint depends on the order of the fields, so `language` must not move.
    v.transform((job) => ({
      ...job,
      language: findNearestLanguage(job.language)!,
      ...(findLanguage(job.language) === undefined && { language_requested: job.language }),
    })),
    v.transform((job) => (job.output.type === 'video' && !job.actor ? { ...job, actor: DEFAULT_ACTOR } : job)),
  );
}

interface Checked {
  target_rig: string;
  actor?: string | undefined;
  output: { type: OutputType; targets?: TargetsName | undefined };
}

/** Rules about which rigs and actors each output type allows. */
function jobRules({ humanoid, blendshape }: PublicNames, actorIds: readonly string[]): Rule<Checked>[] {
  const onHumanoid = ({ target_rig }: Checked) => target_rig === humanoid;
  const onBlendshape = ({ target_rig }: Checked) => target_rig === blendshape;
  const isArkit = ({ output }: Checked) => output.targets === undefined || output.targets === 'arkit';
  const isBuiltIn = ({ actor }: Checked) => !isAvatarId(actor);
  const isSex = ({ actor }: Checked) => actor === undefined || VOICE_SEXES.some((sex) => sex === actor);
  const isHead = ({ actor }: Checked) => actor === undefined || actorIds.includes(actor) || isAvatarId(actor);
  const builtIn = oneOf([...VOICE_SEXES, ...actorIds]);
  const rules: [OutputType, 'target_rig' | 'actor', Rule<Checked>['accepts'], expected: string, purpose?: string][] = [
    ['video', 'target_rig', onHumanoid, `"${humanoid}"`],
    ['fbx', 'target_rig', onBlendshape, `"${blendshape}"`],
    ['csv', 'target_rig', (job) => isArkit(job) || onBlendshape(job), `"${blendshape}"`, 'output.targets'],
    ['glb', 'target_rig', onBlendshape, `"${blendshape}"`],
    ['csv', 'actor', isSex, oneOf(VOICE_SEXES)],
    ['fbx', 'actor', isBuiltIn, builtIn],
    ['glb', 'actor', isBuiltIn, builtIn],
    ['video', 'actor', isHead, `${oneOf(actorIds)}, or the ID of your own avatar,`],
  ];
  return rules.map(([type, field, accepts, expected, purpose = `${type} output`]) => ({
    field,
    reads: [['output', 'type'], ...(purpose === 'output.targets' ? [['output', 'targets']] : [])],
    accepts: (job) => job.output.type !== type || accepts(job),
    expected: `${expected} for ${purpose}`,
  }));
}

/**
 * Returns warnings about ignored or replaced fields, one sentence each.
 * @param hasRecording true for a recording in `audio_url` or in the request's `audio` part
 */
export function ignoredFieldWarnings(job: JobSpecification, hasRecording = job.audio_url !== undefined): string[] {
  const { output, language, language_requested: requested, lighting } = job;
  const { type, fps = CSV_FPS, handles = 0 } = output;
  const warnings: string[] = [];
  if (type === 'csv' && fps !== CSV_FPS)
    warnings.push(
      `output.fps: ${fps} is ignored because a CSV always has ${CSV_FPS} frames per second; use fbx or glb output for another rate.`,
    );
  const background = typeof output.background === 'object' ? 'image' : output.background;
  const looks = { lighting, 'output.background': background, 'output.format': output.format };
  for (const [field, value] of Object.entries(looks))
    if (type !== 'video' && value) warnings.push(`${field}: "${value}" is ignored because it only applies to videos.`);
  if (type !== 'video' && output.curves) warnings.push('output.curves: true is ignored because it only applies to videos.');
  const ofHeads = { gaze: output.gaze, mesh: output.mesh };
  for (const [field, value] of Object.entries(ofHeads))
    if (type !== 'fbx' && type !== 'glb' && value !== undefined)
      warnings.push(`output.${field}: ${JSON.stringify(value)} is ignored because it only applies to fbx and glb output.`);
  const isBare = type === 'glb' && output.targets !== undefined && output.targets !== 'arkit';
  if (isBare && output.mesh)
    warnings.push(`output.mesh: true is ignored because a GLB for "${output.targets}" contains only the animation.`);
  if (output.targets !== undefined && type !== 'csv' && type !== 'glb')
    warnings.push(`output.targets: "${output.targets}" is ignored because it only applies to csv and glb output.`);
  if (requested) warnings.push(`language: ${quote(requested)} is not a supported language; using the nearest one, "${language}".`);
  if (hasRecording && handles > 0) warnings.push(`output.handles: ${handles} is ignored because a recording keeps its length.`);
  return warnings;
}

/** Checks the text length. The limit is higher for a recording without a video. @returns a message, or undefined if the length is valid */
export function textLengthFault({ text, output }: JobSpecification, hasRecording: boolean): string | undefined {
  const most = hasRecording && output.type !== 'video' ? LIMITS.transcriptCharacters : LIMITS.textCharacters;
  if (text.length <= most) return undefined;
  const scope = hasRecording ? `for a video of at most ${LIMITS.videoSeconds} s` : 'for synthesized speech';
  return `text: must be at most ${most} characters ${scope}, got ${text.length}; split it into several jobs`;
}

/** Returns the silence before and after a job's synthesized speech, in seconds. */
export const handlesOf = ({ output: { type, handles } }: JobSpecification): number => handles ?? (type === 'video' ? 0 : CLIP_HANDLES);

/** Returns the URL of a job's background image, if any. */
export const backgroundUrlOf = ({ output: { background } }: Pick<JobSpecification, 'output'>): string | undefined =>
  typeof background === 'object' ? background.url : undefined;

export type JobSchema = ReturnType<typeof jobSchema>;

export type JobSpecification = v.InferOutput<JobSchema>;

export type WebhookKey = (typeof WEBHOOK_EVENTS)[number];
