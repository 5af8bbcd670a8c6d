import { decodeClip } from '../../layers/animation/index.ts';
import {
  getObject,
  jobKeys,
  progressAt,
  readEnvironment,
  recordArtifacts,
  reportProgress,
  step,
} from '../../layers/jobs/OLD-INDEX.ts';
import { exportArtifacts } from './artifacts.ts';

const settings = readEnvironment('export');

/** The files of a job: its result and by-products. */
export const handler = step(settings.JOBS_TABLE, async (job) => {
  const clip = decodeClip(await getObject(settings.BUCKET, jobKeys(job.id).clip));
  await recordArtifacts(settings.JOBS_TABLE, job.id, await exportArtifacts(settings, job, clip));
  await reportProgress(settings.JOBS_TABLE, job.id, progressAt('made', job.specification.output.type));
});
