import { decodeClip } from '@talking-avatar/animation';
import { getObject, jobKeys } from '#aws';
import { createStepHandler, progressAt, recordArtifacts, reportProgress } from '#jobs';
import { readEnvironment } from '#runtime';
import { exportArtifacts } from './artifacts.ts';

const settings = readEnvironment('export');

/** The `export` step writes the artifacts of a CSV, FBX, or GLB job. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const clip = decodeClip(await getObject(settings.BUCKET, jobKeys(job.id).clip));
  await recordArtifacts(settings.JOBS_TABLE, job.id, await exportArtifacts(settings, job, clip));
  await reportProgress(settings.JOBS_TABLE, job.id, progressAt('made', job.specification.output.type));
});
