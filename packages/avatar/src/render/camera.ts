import type { ActorModel, HeadMeasures } from '../model/index.ts';
import { type Matrix, multiply, rotation, translation, type Vector } from './matrix.ts';

/** Camera presets in the contract. */
export type CameraId = 0 | 1 | 2 | 6 | 7;

export interface Camera {
  /** Transforms world points to clip space. Depth is 0..1. */
  readonly viewProjection: Matrix;
  /** Position in the world, in meters. */
  readonly position: Vector;
  /** Angle around the actor, in radians, from the front toward the actor's left. */
  readonly azimuth: number;
}

/** Framing of a preset, in head heights (from the top of the skull to the chin). */
interface CameraPreset {
  /** Angle around the actor, in degrees, from the front toward the actor's left. */
  azimuth: number;
  /** Space above the hair. */
  above: number;
  /** Visible height below the chin. */
  below: number;
  /** Minimum visible width. */
  across: number;
  /** Distance from the face, in meters: close enough for perspective, but far enough not to make the nose look big. */
  distance: number;
}

const PRESETS: Readonly<Record<CameraId, CameraPreset>> = {
  0: { azimuth: 0, above: 0.13, below: 0.42, across: 1.12, distance: 1.25 },
  1: { azimuth: 0, above: 0.2, below: 0.95, across: 1.6, distance: 1.6 },
  2: { azimuth: 0, above: 0.3, below: 1.55, across: 2.35, distance: 2 },
  6: { azimuth: 33, above: 0.18, below: 0.8, across: 1.5, distance: 1.6 },
  7: { azimuth: -33, above: 0.18, below: 0.8, across: 1.5, distance: 1.6 },
};

/** Fraction of the frame height above the eyes, as in portraits, and minimum space above the hair, in head heights. */
const EYES_FROM_TOP = 0.38;
const MIN_ABOVE = 0.11;
/** How far the actor extends below the frame, in head heights. Some margin is needed because the shoulders rise with each breath. */
const LOWER_MARGIN = 0.12;

const NEAR = 0.2;
const FAR = 6;

/** Measurements of an actor, in meters. */
export interface ActorMeasures extends HeadMeasures {
  eyes: number;
  /** Point between the eyes. */
  center: Vector;
}

/** Measures an actor. Assumes that the eyes are halfway between the top of the skull and the chin. */
export function measureActor(actor: ActorModel): ActorMeasures {
  const eye = (name: string): Vector => actor.joints.find((joint) => joint.name === name)?.position ?? [0, 0, 0];
  const [left, right] = [eye('leftEye'), eye('rightEye')];
  const center: Vector = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2];
  if (actor.measures) return { ...actor.measures, eyes: center[1], center };
  const heights = (substances: readonly string[]): number[] =>
    actor.parts.filter(({ substance }) => substances.includes(substance)).flatMap(({ positions }) => heightRange(positions));
  const skull = Math.max(...heights(['skin']));
  const eyes = center[1];
  const chin = eyes - 0.98 * (skull - eyes);
  return {
    top: Math.max(...heights(['skin', 'hair'])),
    eyes,
    chin,
    head: skull - chin,
    bottom: Math.max(Math.min(...heights(['cloth', 'skin'])), -10),
    center,
  };
}

function heightRange(positions: Float32Array): number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 1; k < positions.length; k += 3) {
    low = Math.min(low, positions[k]!);
    high = Math.max(high, positions[k]!);
  }
  return [low, high];
}

/**
 * Places a camera. A frame shows at least the area of the preset, with the eyes above the middle. Taller frames show more of the body, then
 * more space above. The camera looks horizontally from eye height with an off-center projection, so that vertical lines stay vertical.
 * @param aspect width / height of the frame
 */
export function placeCamera(id: CameraId, measures: ActorMeasures, aspect: number): Camera {
  const preset = PRESETS[id];
  const { head, eyes, center } = measures;
  const area = measures.top + preset.above * head - (measures.chin - preset.below * head);
  const height = Math.max(area, (preset.across * head) / aspect);
  let top = Math.max(measures.top + MIN_ABOVE * head, eyes + EYES_FROM_TOP * height);
  let bottom = top - height;
  const lowest = measures.bottom + LOWER_MARGIN * head;
  if (bottom < lowest) {
    top += lowest - bottom;
    bottom = lowest;
  }
  const azimuth = (preset.azimuth * Math.PI) / 180;
  const position: Vector = [center[0] + preset.distance * Math.sin(azimuth), eyes, preset.distance * Math.cos(azimuth)];
  const across = (height * aspect) / 2;
  const toNear = NEAR / preset.distance;
  const projection = frustum(across * toNear, (bottom - eyes) * toNear, (top - eyes) * toNear);
  const backward: Vector = [-position[0], -position[1], -position[2]];
  return {
    viewProjection: multiply(projection, multiply(rotation({ y: -azimuth }), translation(backward))),
    position,
    azimuth,
  };
}

/** Returns an off-center perspective. Its window in the near plane is -`side` to `side` by `bottom` to `top`, in meters from the axis. */
function frustum(side: number, bottom: number, top: number): Matrix {
  const depth = FAR / (NEAR - FAR);
  const height = top - bottom;
  // biome-ignore format: columns
  return Float32Array.of(
    NEAR / side, 0, 0, 0,
    0, (2 * NEAR) / height, 0, 0,
    0, (top + bottom) / height, depth, -1,
    0, 0, depth * NEAR, 0,
  );
}
