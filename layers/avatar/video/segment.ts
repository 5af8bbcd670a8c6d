import type { Clip } from '../../animation/index.ts';
import { startFfmpeg } from '../../media/ffmpeg.ts';
import type { ActorModel } from '../model/index.ts';
import { createRenderer, type Gpu, type Picture, type Renderer, type View } from '../render/index.ts';
import { createFramePool } from './canvas.ts';
import type { Segment } from './plan.ts';

/** Frames that are rendered while earlier ones are converted and encoded. */
const RENDER_AHEAD = 2;

/**
 * Threads of the encoder. The number is fixed because the bytes depend on it. Encoding takes a tenth of a frame's time
 * beside the renderer; more threads need more memory and processor time.
 */
const ENCODER_THREADS = 1;

/**
 * For a talking head these settings give the quality (SSIM 0.993) and size of `veryfast` in two thirds of the time.
 * Macroblock-tree rate control, which `superfast` omits, halves the file. The lookahead is short to save memory, and
 * adaptive B-frames and weighted prediction are off, because a studio scene has no fades or flashes.
 */
const ENCODER_SETTINGS = [
  '-preset',
  'superfast',
  '-crf',
  '17.5',
  '-x264-params',
  'rc-lookahead=6:mbtree=1:b-adapt=0:weightp=0',
];

/** Ticks per frame of the MP4 timescale, so that each frame starts on a whole number. */
export const FRAME_TICKS = 1000;
export const timescale = (fps: number): string => String(fps * FRAME_TICKS);

/** Seconds between two key frames. */
const KEY_FRAME_SECONDS = 2;

export interface SegmentRequest {
  actor: ActorModel;
  clip: Clip;
  view: View;
  segment: Segment;
  /** MP4 file to write. */
  file: string;
  /** Time limit, milliseconds. */
  timeout: number;
  /** Called for each frame that is rendered. */
  onFrame?: (frame: number, picture: Picture) => void | Promise<void>;
}

/**
 * Renders a run of frames and encodes it as H.264. Segments of a video can be joined without encoding again.
 *
 * @throws Error when rendering or ffmpeg fails or the time limit is reached
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
  const { actor, clip, view, segment, file, timeout, onFrame } = request;
  const encoder = startFfmpeg(encoderArguments(view, clip.fps, file), { time: timeout });
  let renderer: Renderer | undefined;
  try {
    renderer = await createRenderer(gpu, actor, view);
    // While ffmpeg takes one canvas, the next frame is painted on the other.
    const { canvases, pixelBuffers } = createFramePool(view, { canvases: 2, pixelBuffers: RENDER_AHEAD + 1 });
    const pending: Promise<Picture>[] = [];
    let written: Promise<void> | undefined;
    for (let frame = segment.first; frame < segment.end + RENDER_AHEAD; frame++) {
      if (frame < segment.end)
        pending.push(deferRejection(renderer.render(clip, frame, pixelBuffers[frame % pixelBuffers.length])));
      const rendered = frame - RENDER_AHEAD;
      if (rendered < segment.first) continue;
      const picture = await pending.shift()!;
      const canvas = canvases[rendered % canvases.length]!;
      canvas.paint(picture);
      await written;
      written = deferRejection(encoder.write(canvas.bytes));
      await onFrame?.(rendered, picture);
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

/** Avoids an unhandled rejection: the caller awaits the promise later and gets its error then. */
function deferRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Colour tags, which players need to show the background colour correctly. */
const COLOUR_TAGS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

function encoderArguments({ width, height }: View, fps: number, file: string): string[] {
  return [
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      ...COLOUR_TAGS,
      '-s',
      `${width}x${height}`,
      '-r',
      String(fps),
      '-i',
      'pipe:0',
    ],
    ...['-c:v', 'libx264', ...ENCODER_SETTINGS, '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...[
      '-threads',
      String(ENCODER_THREADS),
      '-g',
      String(Math.round(fps * KEY_FRAME_SECONDS)),
      '-flags',
      '+cgop+bitexact',
    ],
    ...[...COLOUR_TAGS, '-video_track_timescale', timescale(fps), '-fflags', '+bitexact', '-f', 'mp4', file],
  ];
}
