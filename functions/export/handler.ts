import { decodeClip } from '../../layers/animation/index.ts';
import { getObject, jobKeys } from '../../layers/aws/index.ts';
import { createStepHandler, progressAt, recordArtifacts, reportProgress } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { exportArtifacts } from './artifacts.ts';

const settings = readEnvironment('export');

/** Step `export`: writes the artifacts of a CSV, FBX or GLB job. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const clip = decodeClip(await getObject(settings.BUCKET, jobKeys(job.id).clip));
  await recordArtifacts(settings.JOBS_TABLE, job.id, await exportArtifacts(settings, job, clip));
  await reportProgress(settings.JOBS_TABLE, job.id, progressAt('made', job.specification.output.type));
});
