import { createHash } from 'node:crypto';
import { encodeClip, measureEnvelope, measurePitch, solve } from '../../layers/animation/index.ts';
import { jobKeys, putObject } from '../../layers/aws/index.ts';
import { CSV_FPS, type JobSpecification, type OutputType, VIDEO_FPS } from '../../layers/contract/index.ts';
import { createStepHandler, progressAt, readSpeech, reportProgress } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { decodeWav } from '../../layers/speech/index.ts';

const settings = readEnvironment('solve');

/** The animation of a job: curves from its speech. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id, specification }) => {
  const { output } = specification;
  const { wav, timeline } = await readSpeech(settings.BUCKET, id);
  const voice = decodeWav(wav);
  const clip = solve({
    timeline,
    loudness: measureEnvelope(voice),
    pitch: measurePitch(voice),
    emotion: specification.emotion,
    seed: seedOf(specification),
    fps: fpsOf(output),
  });
  await putObject(settings.BUCKET, jobKeys(id).clip, encodeClip(clip), 'application/octet-stream');
  await reportProgress(settings.JOBS_TABLE, id, progressAt('solved', output.type));
});

/** The same speech moves the same way: what can differ between two submissions of it, or between two forms of it, is left out. */
function seedOf({
  web_hooks,
  wait_time,
  audio_url,
  target_rig,
  output,
  camera,
  lighting,
  ...job
}: JobSpecification): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('hex');
}

function fpsOf({ type, fps }: { type: OutputType; fps?: number | undefined }): number {
  if (type === 'csv') return CSV_FPS;
  return fps ?? (type === 'video' ? VIDEO_FPS : CSV_FPS);
}
