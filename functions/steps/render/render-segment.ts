import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeClip } from '@talking-avatar/animation';
import { paintBackdrop, TextureError, type ViewSettings } from '@talking-avatar/avatar/render';
import { encodePoster, renderSegment, type Segment } from '@talking-avatar/avatar/video';
import { VIDEO_BACKGROUND, videoFileOf } from '@talking-avatar/contract';
import { getObject, jobKeys, putObject } from '#aws';
import { JobFailedError, type JobItem, recordRenderedFrames, renderProgress, reportProgress } from '#jobs';
import type { SettingsOf } from '#runtime';
import { readJobActor } from './actor.ts';
import { readBackground } from './background.ts';
import { openRenderer } from './device.ts';

type Settings = SettingsOf<'render'>;

interface SegmentTask {
  segment: Segment;
  /** Time limit, in ms. */
  timeout: number;
  /** Aborts once the job has ended. */
  signal: AbortSignal;
}

/** Interval of progress reports, in ms. */
const REPORT_INTERVAL = 1500;

/** Renders and stores one segment of the job's video, and reports progress. @throws the reason of `signal` if the job has ended */
export async function renderJobSegment(settings: Settings, job: JobItem, { segment, timeout, signal }: SegmentTask): Promise<void> {
  const { specification, video, id } = job;
  const keys = jobKeys(id);
  const [device, clip, actor] = await Promise.all([
    openRenderer(),
    getObject(settings.BUCKET, keys.clip).then(decodeClip),
    readJobActor(settings, job),
  ]);
  const view = await viewOf(settings, job);
  const { format, content_type, poster } = videoFileOf(specification.output);
  const folder = await mkdtemp(join(tmpdir(), 'segment-'));
  const file = join(folder, `segment.${format}`);
  const report = createProgressReporter(settings, id, segment);
  try {
    await renderSegment(device, {
      actor,
      clip,
      view,
      segment,
      file,
      format,
      timeout,
      onFrame: async (frame, picture) => {
        signal.throwIfAborted();
        report(frame + 1 - segment.first);
        if (frame === video?.poster) {
          const image = await encodePoster(picture, view);
          // If the job was cancelled in the meantime, its files have already been deleted.
          signal.throwIfAborted();
          await putObject(settings.BUCKET, keys.poster(poster.extension), image, poster.content_type);
        }
      },
    }).catch(refuseTexture);
    signal.throwIfAborted();
    await putObject(settings.BUCKET, keys.segment(segment.index, format), await readFile(file), content_type);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await reportRenderProgress(settings, id, segment, segment.end - segment.first);
}

async function viewOf(settings: Settings, job: JobItem): Promise<ViewSettings> {
  const { camera, output, lighting = 'studio' } = job.specification;
  const { width, height, background_color: background } = output as Extract<typeof output, { width: number }>;
  const { transparent } = videoFileOf(output);
  const view = { camera, width, height, transparent, lighting, background: background ?? VIDEO_BACKGROUND };
  if (typeof output.background === 'object')
    return { ...view, backdrop: await readBackground(settings, job.id, view, output.background.blur) };
  return { ...view, ...(!background && !transparent && { backdrop: paintBackdrop(lighting, width, height) }) };
}

/** @throws JobFailedError for a texture that cannot be decoded, because a retry would not help */
function refuseTexture(error: unknown): never {
  if (!(error instanceof TextureError)) throw error;
  throw new JobFailedError({ title: 'Invalid avatar', message: `actor: ${error.message}`, code: 400 }, { cause: error });
}

/** Reports progress every `REPORT_INTERVAL` ms without waiting for the write. Failed reports are ignored. */
function createProgressReporter(settings: Settings, id: string, segment: Segment): (frames: number) => void {
  let last = performance.now();
  return (frames) => {
    if (performance.now() - last < REPORT_INTERVAL) return;
    last = performance.now();
    reportRenderProgress(settings, id, segment, frames).catch(() => {});
  };
}

async function reportRenderProgress(settings: Settings, id: string, segment: Segment, frames: number): Promise<void> {
  const share = await recordRenderedFrames(settings.JOBS_TABLE, id, segment.index, frames);
  if (share !== undefined) await reportProgress(settings.JOBS_TABLE, id, renderProgress(share));
}
