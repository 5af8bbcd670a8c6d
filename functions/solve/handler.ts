import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { encodeClip, measureLoudness, measurePitch, solve } from '../../layers/animation/index.ts';
import {
  getObject,
  jobKeys,
  progressAt,
  putObject,
  readEnvironment,
  reportProgress,
  step,
} from '../../layers/cloud/index.ts';
import { type JobSpecification, type OutputType, timelineSchema, VIDEO_FPS } from '../../layers/contract/index.ts';
import { decodeWav } from '../../layers/speech/index.ts';

const settings = readEnvironment('solve');

/** Frames per second of a CSV, whose importers take nothing else, and of an FBX that the job names no rate for. */
const CURVES_FPS = 60;

/** The animation of a job: curves from its speech. */
export const handler = step(settings.JOBS_TABLE, async ({ id, specification }) => {
  const keys = jobKeys(id);
  const { output } = specification;
  const [wav, json] = await Promise.all([
    getObject(settings.BUCKET, keys.audio),
    getObject(settings.BUCKET, keys.timeline),
  ]);
  const timeline = v.parse(timelineSchema, JSON.parse(Buffer.from(json).toString()));
  const voice = decodeWav(wav);
  const clip = solve({
    timeline,
    loudness: measureLoudness(voice),
    pitch: measurePitch(voice),
    emotion: specification.emotion,
    seed: seedOf(specification),
    fps: fpsOf(output),
  });
  await putObject(settings.BUCKET, keys.clip, encodeClip(clip), 'application/octet-stream');
  await reportProgress(settings.JOBS_TABLE, id, progressAt('solved', output.type));
});

/** The same speech moves the same way: what can differ between two submissions of it, or between two forms of it, is left out. */
function seedOf({ web_hooks, wait_time, audio_url, target_rig, output, camera, ...job }: JobSpecification): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('hex');
}

function fpsOf({ type, fps }: { type: OutputType; fps?: number | undefined }): number {
  if (type === 'csv') return CURVES_FPS;
  return fps ?? (type === 'video' ? VIDEO_FPS : CURVES_FPS);
}
