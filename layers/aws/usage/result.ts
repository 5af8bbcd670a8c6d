import * as v from 'valibot';

const nonNegative = v.pipe(v.number(), v.minValue(0));

/** What a job that succeeded was and has made: what its costs are put in proportion to. */
export const resultSchema = v.object({
  /** Seconds of speech, of animation, of film. */
  seconds: nonNegative,
  /** Seconds from its first step to its end. */
  took: nonNegative,
  /** See `characters`. */
  characters: nonNegative,
  /** Factor of the usual speed of speech. */
  speed: nonNegative,
  /** Who spoke: the name of an engine, or `recording`. */
  engine: v.string(),
  /** Frames of 1280 by 720 that a second of the film is worth; 0 where nothing is drawn, absent from rows that were told in pixels. */
  drawing: v.optional(nonNegative),
  /** Frames of a second of the film; absent from rows of before, whose films are taken to have 30. */
  frames: v.optional(nonNegative),
});

export type JobResult = v.InferOutput<typeof resultSchema>;

/** The engine of a job whose voice was recorded. */
export const RECORDING_ENGINE = 'recording';

/** Characters of a text that are said, about: those outside of markup, white space counted once. */
export const countSpokenCharacters = (text: string): number =>
  [
    ...text
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ].length;
