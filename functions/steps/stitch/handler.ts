import { videoFileOf } from '@talking-avatar/contract';
import { deleteObject, jobKeys } from '#aws';
import { createStepHandler, recordArtifacts, reportProgress, stitchProgress } from '#jobs';
import { readEnvironment } from '#runtime';
import { stitchArtifacts } from './artifacts.ts';

const settings = readEnvironment('stitch');

/** The `stitch` step joins the segments of a video, adds the audio, and deletes the segments. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const segments = job.video?.segments ?? 0;
  const report = (share: number) => reportProgress(settings.JOBS_TABLE, job.id, stitchProgress(share));
  await report(0);
  await recordArtifacts(settings.JOBS_TABLE, job.id, await stitchArtifacts(settings, job, segments, report));
  const keys = jobKeys(job.id);
  const { format } = videoFileOf(job.specification.output);
  await Promise.all(Array.from({ length: segments }, (_, index) => deleteObject(settings.BUCKET, keys.segment(index, format))));
});
