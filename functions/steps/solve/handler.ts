import { createHash } from 'node:crypto';
import { encodeClip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { CSV_FPS, exactFps, type JobSpecification, type OutputType, type SpeechTimeline, VIDEO_FPS } from '@talking-avatar/contract';
import { decodeWav } from '@talking-avatar/speech';
import { jobKeys, putObject } from '#aws';
import { createStepHandler, progressAt, readSpeech, reportProgress } from '#jobs';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('solve');

/** The `solve` step computes the animation curves from the speech. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id, specification }) => {
  const { output } = specification;
  const { wav, timeline } = await readSpeech(settings.BUCKET, id);
  const voice = decodeWav(wav);
  const clip = solve({
    timeline,
    loudness: measureEnvelope(voice),
    pitch: measurePitch(voice),
    emotion: specification.emotion,
    seed: seedOf(specification, timeline),
    strengths: specification.strengths,
    fps: fpsOf(output),
  });
  await putObject(settings.BUCKET, jobKeys(id).clip, encodeClip(clip), 'application/octet-stream');
  await reportProgress(settings.JOBS_TABLE, id, progressAt('solved', output.type));
});

/**
 * Returns the seed for the animation. The same speech produces the same motion for any emotion, output type, and actor, unless the job sets
 * a `seed`.
 */
function seedOf({ seed }: JobSpecification, { language, words }: SpeechTimeline): string {
  const speech = [language, ...words.map(({ text }) => text)];
  return createHash('sha256')
    .update(JSON.stringify(seed ?? speech))
    .digest('hex');
}

function fpsOf({ type, fps }: { type: OutputType; fps?: number | undefined }): number {
  if (type === 'csv') return CSV_FPS;
  return exactFps(fps ?? (type === 'video' ? VIDEO_FPS : CSV_FPS));
}
