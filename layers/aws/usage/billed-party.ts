import * as v from 'valibot';

const nonNegative = v.pipe(v.number(), v.minValue(0));

/** Size of a successful job, so that its costs can be related to it. */
const resultSchema = v.object({
  /** Duration of the result in seconds: the speech plus the silence before and after it. */
  seconds: nonNegative,
  /** Seconds from the first step to the end. */
  took: nonNegative,
  /** See `countSpokenCharacters`. */
  characters: nonNegative,
  /** Requested speech rate; 1 is normal. */
  speed: nonNegative,
  /** Name of the speech engine, or `recording`. */
  engine: v.string(),
  /** Work required to render one second of video, in frames of 1280 × 720; 0 for other outputs. */
  render_work: nonNegative,
  /** Frames per second of the video; 0 for other outputs. */
  fps: nonNegative,
  /** Silence before and after synthesized speech, in seconds each. */
  handles: nonNegative,
});

export type BilledJobFacts = v.InferOutput<typeof resultSchema>;

/** The party that usage is billed to. A request that covers several jobs, such as a listing, only has an account. */
export const usageSubjectSchema = v.object({
  job: v.optional(v.string()),
  account: v.optional(v.string()),
  output: v.optional(v.string()),
  actor: v.optional(v.string()),
  language: v.optional(v.string()),
  /** Labels that the client gave the job; see `metadata` of a job. */
  metadata: v.optional(v.record(v.string(), v.string())),
  /** Only present once the job has succeeded. */
  result: v.optional(resultSchema),
});

export type BilledParty = v.InferOutput<typeof usageSubjectSchema>;

/** The `engine` of jobs with a recording. */
export const RECORDING_ENGINE = 'recording';

/** Approximate number of spoken characters. Excludes markup, and counts each run of whitespace as one character. */
export const countSpokenCharacters = (text: string): number =>
  [
    ...text
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ].length;
