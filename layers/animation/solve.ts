import { CHANNELS, type Channel, ROTATIONS } from './channels.ts';
import type { Clip } from './clip.ts';
import { animateFace, type Performance } from './face/index.ts';
import { type Curve, createCurve, readCurve } from './motion/index.ts';
import { animateMouth, poseMouth } from './mouth/index.ts';

/** A performance, and the frames per second to show it at, 24..120. */
export interface SolveRequest extends Performance {
  fps: number;
}

const FPS_RANGE = [24, 120] as const;

const UNBOUNDED: ReadonlySet<Channel> = new Set(ROTATIONS);

/**
 * Animates a face to speech.
 * @returns every channel of `CHANNELS`; shapes within 0..1, rotations in radians, `mouthClose <= jawOpen` in each frame, and
 * ceil(duration * fps) frames, at least one
 * @throws RangeError when `fps` is outside 24..120
 */
export function solve(request: SolveRequest): Clip {
  const { timeline, loudness, fps } = request;
  if (!(fps >= FPS_RANGE[0] && fps <= FPS_RANGE[1])) {
    throw new RangeError(`fps must be from ${FPS_RANGE[0]} to ${FPS_RANGE[1]}, got ${fps}`);
  }
  const mouth = animateMouth(timeline, loudness);
  const curves = layOver(timeline.duration, [poseMouth(mouth), ...animateFace(request, mouth)]);
  const jaw = curves.get('jawOpen')!;
  curves.set(
    'mouthClose',
    jaw.map((open, k) => open * mouth.seal[k]!),
  );
  const frames = Math.max(1, Math.ceil(timeline.duration * fps - 1e-6));
  const channels = new Map<Channel, Float32Array>();
  for (const channel of CHANNELS) {
    const values = readCurve(curves.get(channel)!, fps, frames);
    channels.set(channel, UNBOUNDED.has(channel) ? values : values.map(clampUnit));
  }
  keepCloseUnderJaw(channels.get('mouthClose')!, channels.get('jawOpen')!);
  return { fps, frames, channels };
}

/** Rotations add up. Shapes join, 1 - (1 - a)(1 - b): both are seen, and nothing is cut off at 1 with a kink. */
function layOver(duration: number, layers: readonly ReadonlyMap<Channel, Curve>[]): Map<Channel, Curve> {
  const curves = new Map<Channel, Curve>(CHANNELS.map((channel) => [channel, createCurve(duration)]));
  for (const layer of layers) {
    for (const [channel, over] of layer) {
      const curve = curves.get(channel)!;
      const adds = UNBOUNDED.has(channel);
      for (let k = 0; k < curve.length; k++) curve[k] = curve[k]! + over[k]! * (adds ? 1 : 1 - curve[k]!);
    }
  }
  return curves;
}

/** Interpolation between grid samples may put a value past its neighbours by a hair. */
function keepCloseUnderJaw(close: Float32Array, jaw: Float32Array): void {
  for (let frame = 0; frame < close.length; frame++) close[frame] = Math.min(close[frame]!, jaw[frame]!);
}

function clampUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
