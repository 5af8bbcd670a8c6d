import { decodeClip } from '../../layers/animation/index.ts';
import { findPosterFrame, planSegments, type Segment } from '../../layers/avatar/film/index.ts';
import { getObject, jobKeys, readEnvironment, recordFilm, step } from '../../layers/cloud/index.ts';

const settings = readEnvironment('plan');

/** Cuts a film into segments that are drawn at once. */
export const handler = step(settings.JOBS_TABLE, async ({ id, specification }): Promise<{ segments: Segment[] }> => {
  const clip = decodeClip(await getObject(settings.BUCKET, jobKeys(id).clip));
  const { width, height } = specification.output as { width: number; height: number };
  const pool = { concurrency: settings.RENDERERS, framesPerSecond: settings.RENDERER_SPEED };
  const segments = planSegments(clip.frames, { width, height, fps: clip.fps }, pool);
  const film = { frames: clip.frames, segments: segments.length, poster: findPosterFrame(clip) };
  await recordFilm(settings.JOBS_TABLE, id, film);
  return { segments };
});
