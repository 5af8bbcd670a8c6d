import { deleteObject, jobKeys } from '../../layers/aws/index.ts';
import { videoFileOf } from '../../layers/contract/index.ts';
import { createStepHandler, recordArtifacts, reportProgress, stitchProgress } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { stitchArtifacts } from './artifacts.ts';

const settings = readEnvironment('stitch');

/** The film of a job out of its segments and its sound. The segments are not needed any more then. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job) => {
  const segments = job.film?.segments ?? 0;
  const tell = (share: number) => reportProgress(settings.JOBS_TABLE, job.id, stitchProgress(share));
  await tell(0);
  await recordArtifacts(settings.JOBS_TABLE, job.id, await stitchArtifacts(settings, job, segments, tell));
  const keys = jobKeys(job.id);
  const { format } = videoFileOf(job.specification.output);
  await Promise.all(
    Array.from({ length: segments }, (_, index) => deleteObject(settings.BUCKET, keys.segment(index, format))),
  );
});
