import { videoFileOf } from '@talking-avatar/contract';
import { deleteObject, jobKeys } from '#aws';
import { createStepHandler } from '#jobs';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('discard');

/** The `discard` step deletes the segments of a failed video. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id, video, specification }) => {
  const keys = jobKeys(id);
  const { format, poster } = videoFileOf(specification.output);
  const segments = Array.from({ length: video?.segments ?? 0 }, (_, index) => keys.segment(index, format));
  await Promise.all([keys.poster(poster.extension), ...segments].map((key) => deleteObject(settings.BUCKET, key)));
});
