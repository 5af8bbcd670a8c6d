import * as v from 'valibot';

/**
 * A speech mark (see the Amazon Polly Developer Guide): `time` is in ms from the start of the audio, and `start` and `end` are byte offsets
 * in the document.
 */
const markSchema = v.variant('type', [
  v.object({
    type: v.picklist(['word', 'sentence']),
    time: v.number(),
    start: v.number(),
    end: v.number(),
    value: v.string(),
  }),
  v.object({ type: v.picklist(['viseme', 'ssml']), time: v.number(), value: v.string() }),
]);

export type PollyMark = v.InferOutput<typeof markSchema>;

/** Parses Polly's speech marks, one JSON object per line. @throws Error that quotes the first invalid line */
export function readMarks(bytes: Uint8Array): PollyMark[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map(readMark);
}

const lineSchema = v.pipe(v.string(), v.parseJson(), markSchema);

function readMark(line: string): PollyMark {
  const result = v.safeParse(lineSchema, line);
  if (result.success) return result.output;
  throw new Error(`Amazon Polly sent an invalid speech mark: ${line.slice(0, 200)}`);
}
