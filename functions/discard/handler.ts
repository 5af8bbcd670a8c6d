import { deleteObject, jobKeys } from '../../layers/aws/index.ts';
import { createStepHandler } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';

const settings = readEnvironment('discard');

/** Step `discard`: deletes the segments of a video that has failed. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id, video }) => {
  const keys = jobKeys(id);
  const segments = Array.from({ length: video?.segments ?? 0 }, (_, index) => keys.segment(index));
  await Promise.all([keys.poster, ...segments].map((key) => deleteObject(settings.BUCKET, key)));
});
