import { decodeClip } from '@talking-avatar/animation';
import { findPosterFrame, planVideo, type VideoPlan } from '@talking-avatar/avatar/video';
import { videoFileOf } from '@talking-avatar/contract';
import { getObject, jobKeys } from '#aws';
import { createStepHandler, recordVideoPlan } from '#jobs';
import { readEnvironment } from '#runtime';
import { storeBackground } from './background.ts';

const settings = readEnvironment('plan');

/** The `plan` step divides a video into segments, decides whether functions or tasks render them, and downloads the background image. */
export const handler = createStepHandler(settings.JOBS_TABLE, async (job): Promise<VideoPlan> => {
  const { id, specification } = job;
  const clip = decodeClip(await getObject(settings.BUCKET, jobKeys(id).clip));
  const { width, height } = specification.output as { width: number; height: number };
  const plan = planVideo(
    clip.frames,
    { width, height, fps: clip.fps, format: videoFileOf(specification.output).format },
    settings.RENDERING,
  );
  const plannedVideo = { frames: clip.frames, segments: plan.segments.length, poster: findPosterFrame(clip) };
  await storeBackground(settings, job);
  await recordVideoPlan(settings.JOBS_TABLE, id, plannedVideo);
  return plan;
});
