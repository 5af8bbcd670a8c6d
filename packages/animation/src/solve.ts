import { CHANNELS, type Channel, ROTATIONS } from './channels.ts';
import type { Clip } from './clip.ts';
import { animateFace, colorSpeech, computeExpressionLevels, type FaceInput } from './face/index.ts';
import { type Curve, createCurve, GRID_RATE, glide, resampleCurve } from './motion/index.ts';
import { animateMouth, poseMouth } from './mouth/index.ts';
import { scaleParts } from './strengths.ts';
import { computeVocalEffort } from './vocal-effort.ts';

/** Input of `solve`: the speech, and the frame rate of the clip, from 24 / 1.001 (film on TV) to 120 fps. */
export interface SolveRequest extends FaceInput {
  fps: number;
}

const FPS_RANGE = [24_000 / 1001, 120] as const;
/** How long the mouth and the face take to leave the rest pose at the start of a clip, and to return to it at the end, in s. */
const MOUTH_EASE = 0.16;
const FACE_EASE = 0.3;
/** The same for lip closure, which may be part of the first sound. */
const CLOSURE_EASE = 0.1;
const CLOSED_LIPS = /^(mouthPress|mouthRollUpper)/;
/** How long the clip rests at the end, in s. One frame at the lowest frame rate, so that the last frame is always at rest. */
const REST_BEFORE_END = 1 / FPS_RANGE[0];
/** Minimum jaw opening. mouthClose is limited by jawOpen, so with a fully shut jaw, the lips could not close. */
const JAW_FLOOR = 0.01;

/** Maximum tongueOut with closed teeth, and its increase with jawOpen. Any more, and one actor's tongue would go through an incisor. */
const TONGUE_BEHIND_TEETH = 0.27;
const TONGUE_PER_JAW = 1.9;

const UNBOUNDED: ReadonlySet<Channel> = new Set(ROTATIONS);

/**
 * Animates a face to speech.
 * @returns a clip with every channel in `CHANNELS` and max(1, ceil(duration * fps)) frames. Shapes are 0..1, rotations
 * are in radians, `mouthClose <= jawOpen` in each frame, and the tongue only comes out between open teeth.
 * @throws RangeError if `fps` is out of range
 * @example
 * ```ts
 * const clip = solve({
 *   timeline,
 *   loudness: measureEnvelope(audio),
 *   pitch: measurePitch(audio),
 *   emotion: { expression: 'happy', level: 0.6 },
 *   seed: 'job-1',
 *   fps: 60,
 * });
 * ```
 */
export function solve(request: SolveRequest): Clip {
  const { timeline, loudness, fps } = request;
  if (!(fps >= FPS_RANGE[0] && fps <= FPS_RANGE[1])) {
    throw new RangeError(`fps must be from ${FPS_RANGE[0].toFixed(3)} to ${FPS_RANGE[1]}, got ${fps}`);
  }
  const emotions = computeExpressionLevels(timeline, request.emotion);
  const vocalEffort = computeVocalEffort(timeline, loudness);
  const mouth = colorSpeech(animateMouth(timeline, loudness, vocalEffort, request.seed), emotions);
  const curves = combineLayers(timeline.duration, [
    easeEnds(poseMouth(mouth), MOUTH_EASE),
    ...animateFace(request, mouth, emotions, vocalEffort).map((layer) => easeEnds(layer, FACE_EASE)),
  ]);
  scaleParts(curves, request.strengths ?? {});
  const jaw = curves.get('jawOpen')!;
  curves.set(
    'mouthClose',
    jaw.map((open, k) => open * mouth.closure[k]!),
  );
  const tongue = curves.get('tongueOut')!;
  curves.set(
    'tongueOut',
    tongue.map((out, k) => Math.min(out, TONGUE_BEHIND_TEETH + TONGUE_PER_JAW * jaw[k]!)),
  );
  const frames = Math.max(1, Math.ceil(timeline.duration * fps - 1e-6));
  const channels = new Map<Channel, Float32Array>();
  for (const channel of CHANNELS) {
    const values = resampleCurve(curves.get(channel)!, fps, frames);
    channels.set(channel, UNBOUNDED.has(channel) ? values : values.map(clampUnit));
  }
  limitCloseToJaw(channels.get('mouthClose')!, channels.get('jawOpen')!);
  return { fps, frames, channels };
}

/** Eases a layer out of and into rest, so that clips can be joined at the rest pose even if the recording starts or ends mid-sound. */
function easeEnds(layer: ReadonlyMap<Channel, Curve>, seconds: number): Map<Channel, Curve> {
  return new Map(
    [...layer].map(([channel, curve]) => {
      const floor = channel === 'jawOpen' ? JAW_FLOOR : 0;
      const last = curve.length - 2 - REST_BEFORE_END * GRID_RATE;
      const samples = (CLOSED_LIPS.test(channel) ? Math.min(CLOSURE_EASE, seconds) : seconds) * GRID_RATE;
      const weight = (k: number): number => glide(Math.min(k, last - k) / samples);
      return [channel, curve.map((value, k) => value * (floor + (1 - floor) * weight(k)))];
    }),
  );
}

/** Combines layers. Rotations are added. Shapes are screen-blended, 1 - (1 - a)(1 - b), so that all stay visible without clipping at 1. */
function combineLayers(duration: number, layers: readonly ReadonlyMap<Channel, Curve>[]): Map<Channel, Curve> {
  const curves = new Map<Channel, Curve>(CHANNELS.map((channel) => [channel, createCurve(duration)]));
  for (const layer of layers) {
    for (const [channel, values] of layer) {
      const curve = curves.get(channel)!;
      const adds = UNBOUNDED.has(channel);
      for (let k = 0; k < curve.length; k++) curve[k] = curve[k]! + values[k]! * (adds ? 1 : 1 - curve[k]!);
    }
  }
  return curves;
}

/** Needed because interpolation between grid samples can overshoot slightly. */
function limitCloseToJaw(close: Float32Array, jaw: Float32Array): void {
  for (let frame = 0; frame < close.length; frame++) close[frame] = Math.min(close[frame]!, jaw[frame]!);
}

function clampUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
