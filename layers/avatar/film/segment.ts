import type { Clip } from '../../animation/index.ts';
import type { ActorModel } from '../model/index.ts';
import { createRenderer, type Gpu, type Picture, type Renderer, type View } from '../render/index.ts';
import { setUpEasel } from './canvas.ts';
import { startFfmpeg } from './ffmpeg.ts';
import type { Segment } from './plan.ts';

/** Frames that are drawn while earlier ones are converted and encoded. */
const AHEAD = 2;

/**
 * Threads of the encoder: a fixed number, as the number decides the bytes. It works beside the renderer, for a tenth of a frame's
 * time; more threads of it cost more memory and processor time.
 */
const ENCODER_THREADS = 1;

/**
 * A talking head looks as good (SSIM 0.993) in as many bytes as by `veryfast`, for two thirds of the time. Bits are moved to where
 * later frames are drawn from, which `superfast` leaves out and which halves the file; frames to look ahead for it are memory, and
 * nothing in a studio fades or flashes so that where to look should be sought.
 */
const EFFORT = ['-preset', 'superfast', '-crf', '17.5', '-x264-params', 'rc-lookahead=6:mbtree=1:b-adapt=0:weightp=0'];

/** Parts of a frame in which the files count time: each frame begins on a whole one. */
export const TICKS = 1000;
export const timescale = (fps: number): string => String(fps * TICKS);

/** Seconds between two frames that can be jumped to. */
const KEY_SECONDS = 2;

export interface SegmentRequest {
  actor: ActorModel;
  clip: Clip;
  view: View;
  segment: Segment;
  /** MP4 file to write. */
  file: string;
  /** Milliseconds that it may take. */
  timeout: number;
  /** Told of each frame that is done. */
  onFrame?: (frame: number, picture: Picture) => void | Promise<void>;
}

/** Renders a run of frames and encodes them as H.264 that joins with its neighbours without encoding again. */
export async function renderSegment(gpu: Gpu, request: SegmentRequest): Promise<void> {
  const { actor, clip, view, segment, file, timeout, onFrame } = request;
  const encoder = startFfmpeg(encoderArguments(view, clip.fps, file), timeout);
  let renderer: Renderer | undefined;
  try {
    renderer = await createRenderer(gpu, actor, view);
    // While ffmpeg takes one canvas, the next frame is painted on the other.
    const { canvases, rooms } = setUpEasel(view, { canvases: 2, rooms: AHEAD + 1 });
    const drawn: Promise<Picture>[] = [];
    let taken: Promise<void> | undefined;
    for (let frame = segment.first; frame < segment.end + AHEAD; frame++) {
      if (frame < segment.end) drawn.push(quiet(renderer.draw(clip, frame, rooms[frame % rooms.length])));
      const done = frame - AHEAD;
      if (done < segment.first) continue;
      const picture = await drawn.shift()!;
      const canvas = canvases[done % canvases.length]!;
      canvas.paint(picture);
      await taken;
      taken = quiet(encoder.write(canvas.bytes));
      await onFrame?.(done, picture);
    }
    await taken;
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    renderer?.close();
  }
}

/** A rejection is met where the picture is waited for. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Tags of the colours, as a player needs them to get the background right. */
const COLOURS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

function encoderArguments({ width, height }: View, fps: number, file: string): string[] {
  return [
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      ...COLOURS,
      '-s',
      `${width}x${height}`,
      '-r',
      String(fps),
      '-i',
      'pipe:0',
    ],
    ...['-c:v', 'libx264', ...EFFORT, '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-threads', String(ENCODER_THREADS), '-g', String(Math.round(fps * KEY_SECONDS)), '-flags', '+cgop+bitexact'],
    ...[...COLOURS, '-video_track_timescale', timescale(fps), '-fflags', '+bitexact', '-f', 'mp4', file],
  ];
}
