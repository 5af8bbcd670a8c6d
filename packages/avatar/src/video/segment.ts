import type { Clip } from '@talking-avatar/animation';
import type { VideoFormatName } from '@talking-avatar/contract';
import { startFfmpeg } from '@talking-avatar/speech/ffmpeg';
import type { ActorModel } from '../model/index.ts';
import { createRenderer, type FrameRegion, type Gpu, type Renderer, type ViewSettings } from '../render/index.ts';
import { createFramePool } from './canvas.ts';
import { encoderArguments } from './encoders.ts';
import type { Segment } from './plan.ts';

/** How many frames are rendered while earlier ones are converted and encoded. */
const RENDER_AHEAD = 2;

export interface SegmentRequest {
  actor: ActorModel;
  clip: Clip;
  view: ViewSettings;
  segment: Segment;
  /** Path of the output file. */
  file: string;
  /** File format. Defaults to `mp4`. `mov` requires a transparent view, and `webm` either a transparent view or a backdrop. */
  format?: VideoFormatName;
  /** Time limit in ms. */
  timeout: number;
  /** Called for each frame after it is rendered and before it is encoded. The pixels are overwritten afterward. */
  onFrame?: (frame: number, picture: FrameRegion) => void | Promise<void>;
}

/**
 * Renders a range of frames as H.264 in MP4, VP9 with alpha in WebM, or ProRes 4444 in QuickTime. Segments are joined without re-encoding.
 * @throws Error if rendering or ffmpeg fails, or the time limit is reached
 * @example
 * ```ts
 * const gpu = await openGpu();
 * try {
 *   const view = { camera: 0, width: 1280, height: 720, background: { red: 222, green: 226, blue: 231 } } as const;
 *   const segment = { index: 0, first: 0, end: clip.frames };
 *   await renderSegment(gpu, { actor, clip, view, segment, file: 'segment-0.mp4', timeout: 600_000 });
 * } finally {
 *   gpu.close();
 * }
 * ```
 */
export async function renderSegment(gpu: Gpu, request: SegmentRequest): Promise<void> {
  const { actor, clip, view, segment, file, format = 'mp4', timeout, onFrame } = request;
  const encoder = startFfmpeg(encoderArguments(format, view, clip.fps, file), { time: timeout });
  let renderer: Renderer | undefined;
  try {
    renderer = await createRenderer(gpu, actor, view);
    // While ffmpeg reads one canvas, the next frame is painted onto the other.
    const { canvases, pixelBuffers } = createFramePool(view, { canvases: 2, pixelBuffers: RENDER_AHEAD + 1 });
    const pending: Promise<FrameRegion>[] = [];
    let written: Promise<void> | undefined;
    for (let frame = segment.first; frame < segment.end + RENDER_AHEAD; frame++) {
      if (frame < segment.end) pending.push(deferRejection(renderer.render(clip, frame, pixelBuffers[frame % pixelBuffers.length])));
      const rendered = frame - RENDER_AHEAD;
      if (rendered < segment.first) continue;
      const picture = await pending.shift()!;
      await onFrame?.(rendered, picture);
      const canvas = canvases[rendered % canvases.length]!;
      canvas.paint(picture);
      await written;
      written = deferRejection(encoder.write(canvas.bytes));
    }
    await written;
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    renderer?.close();
  }
}

/** Prevents an unhandled rejection. The caller awaits the promise later and gets the error then. */
function deferRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
