import * as v from 'valibot';
import { expressionSchema } from './emotion.ts';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/**
 * A phone. `symbol` is in IPA. `stress` is 0 (none), 1 (primary), or 2 (secondary). `word` is an index into `words`, or null for a pause.
 */
const phoneSchema = v.strictObject({
  symbol: v.string(),
  start: seconds,
  end: seconds,
  stress: v.picklist([0, 1, 2]),
  word: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** A word, spelled as in the transcript. */
const wordSchema = v.strictObject({ text: v.string(), start: seconds, end: seconds });

/**
 * Sentences, emotion spans, spans with a different volume (as a factor of the normal amplitude), and SSML `<mark>` tags (which have the
 * same start and end).
 */
const markSchema = v.variant('type', [
  v.strictObject({ type: v.literal('sentence'), start: seconds, end: seconds, text: v.string() }),
  v.strictObject({
    type: v.literal('emotion'),
    start: seconds,
    end: seconds,
    expression: expressionSchema,
    level: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  }),
  v.strictObject({
    type: v.literal('volume'),
    start: seconds,
    end: seconds,
    factor: v.pipe(v.number(), v.minValue(0)),
  }),
  v.strictObject({ type: v.literal('mark'), start: seconds, end: seconds, name: v.string() }),
]);

/**
 * Schema of a speech timeline: words, phones, and their times. The speech steps pass it to the solver, and clients download it as the
 * `timeline` artifact. Times are in seconds from the start of the audio, `0 <= start <= end <= duration`. Phones are in order and do not
 * overlap.
 */
export const timelineSchema = v.strictObject({
  language: v.string(),
  engine: v.string(),
  voice: v.string(),
  duration: seconds,
  words: v.array(wordSchema),
  phones: v.array(phoneSchema),
  marks: v.array(markSchema),
});

/** Tolerance for rounding in edited times, in seconds. */
const ROUNDING = 1e-3;

/**
 * Checks that a list is in time order and that each item ends after it starts.
 * @param earliest returns the earliest start after the previous item, in seconds
 */
const ordered = <T extends { start: number; end: number }>(earliest: (before: T) => number, expected: string) => ({
  ends: v.checkItems<T[], string>(({ start, end }) => end >= start, 'must not end before it starts'),
  order: v.checkItems<T[], string>(({ start }, i, all) => i === 0 || start >= earliest(all[i - 1]!) - ROUNDING, expected),
});

const wordChecks = ordered<v.InferOutput<typeof wordSchema>>(({ start }) => start, 'must start after the previous word');
const phoneChecks = ordered<v.InferOutput<typeof phoneSchema>>(({ end }) => end, 'must start after the previous phone ends');

/**
 * Schema of a timeline edited by a client: a job's `timeline` artifact with different times, symbols, or marks. `engine` and `voice` are
 * ignored.
 */
export const editedTimelineSchema = v.pipe(
  v.strictObject({
    language: v.optional(v.string()),
    engine: v.optional(v.string()),
    voice: v.optional(v.string()),
    duration: v.optional(seconds),
    words: v.pipe(v.array(wordSchema), wordChecks.ends, wordChecks.order),
    phones: v.pipe(v.array(phoneSchema), v.minLength(1, 'must have at least one phone'), phoneChecks.ends, phoneChecks.order),
    marks: v.optional(v.array(markSchema), []),
  }),
  v.forward(
    v.partialCheck(
      [['words'], ['phones']],
      ({ words, phones }) => phones.every(({ word }) => word === null || word < words.length),
      'must have an index of `words` or null as each `word`',
    ),
    ['phones'],
  ),
);

export type EditedTimeline = v.InferOutput<typeof editedTimelineSchema>;
export type Phone = v.InferOutput<typeof phoneSchema>;
export type Word = v.InferOutput<typeof wordSchema>;
export type Mark = v.InferOutput<typeof markSchema>;
export type SpeechTimeline = v.InferOutput<typeof timelineSchema>;
