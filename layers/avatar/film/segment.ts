import type { Clip } from '../../animation/index.ts';
import type { ActorModel } from '../model/index.ts';
import { createRenderer, type Gpu, type Picture, type View } from '../render/index.ts';
import { createCanvas } from './canvas.ts';
import { startFfmpeg } from './ffmpeg.ts';
import type { Segment } from './plan.ts';

/** Frames that are drawn while earlier ones are converted and encoded. */
const AHEAD = 2;

/** Threads of the encoder: a fixed number, as the number decides the bytes. */
const ENCODER_THREADS = 2;

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
  const canvas = createCanvas(view.width, view.height, view.background);
  const encoder = startFfmpeg(encoderArguments(view, clip.fps, file), timeout);
  const renderer = await createRenderer(gpu, actor, view);
  try {
    const drawn: Promise<Picture>[] = [];
    for (let frame = segment.first; frame < segment.end + AHEAD; frame++) {
      if (frame < segment.end) drawn.push(quiet(renderer.draw(clip, frame)));
      const done = frame - AHEAD;
      if (done < segment.first) continue;
      const picture = await drawn.shift()!;
      canvas.paint(picture);
      await encoder.write(Buffer.from(canvas.bytes));
      await onFrame?.(done, picture);
    }
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    renderer.close();
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
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '19', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-threads', String(ENCODER_THREADS), '-g', String(Math.round(fps * KEY_SECONDS)), '-flags', '+cgop+bitexact'],
    ...[...COLOURS, '-video_track_timescale', timescale(fps), '-fflags', '+bitexact', '-f', 'mp4', file],
  ];
}
