import type { ActorModel, JointName } from '../model/index.ts';
import { normalize, type Vector } from './matrix.ts';
import { findSlit, type Slit } from './slit.ts';
import type { VertexData } from './vertex-data.ts';

/** Number of points across an eye, from corner to corner, where the edges of the eyelids are measured. */
export const LID_STATIONS = 7;

/** An eye: its center at rest, its radius in meters, and the vertices on the edges of its eyelids. */
export interface Eye {
  center: Vector;
  radius: number;
  /** Direction from the center to the iris at rest. */
  axis: Vector;
  lids: Slit;
}

/** Finds the left and right eyes. */
export function findEyes(actor: ActorModel, { firstVertices }: VertexData): readonly [Eye, Eye] {
  return [findEye(actor, firstVertices, 'Left'), findEye(actor, firstVertices, 'Right')];
}

function findEye(actor: ActorModel, firstVertices: readonly number[], side: 'Left' | 'Right'): Eye {
  const name: JointName = side === 'Left' ? 'leftEye' : 'rightEye';
  const center = actor.joints.find((joint) => joint.name === name)?.position ?? [0, 0, 0];
  const number = actor.parts.findIndex(({ substance }) => substance === 'skin');
  const { radius, axis } = measureBall(actor, center);
  const lids = actor.parts[number]
    ? findSlit(actor.parts[number], firstVertices[number]!, {
        shape: `eyeBlink${side}`,
        closes: true,
        center,
        extent: [1.6 * radius, 1.2 * radius, 0],
        contact: { near: 0.0022, parted: 0.0025 },
        shares: { still: 0.3, moving: 0.5 },
        moves: 'upper',
        side: { high: 0.004, across: 0.0004, behind: 0.001 },
        stations: LID_STATIONS,
      })
    : [];
  return { center, radius, axis, lids };
}

/** A vertex belongs to the iris or the cornea if it is this close to the viewing axis and this far off the ball, in meters. */
const IRIS = { aside: 0.006, off: 0.0012 };

/** Measures an eyeball: the median distance of its vertices from the center, and the direction of its iris. */
function measureBall({ parts }: ActorModel, [x, y, z]: Vector): { radius: number; axis: Vector } {
  const around = parts
    .filter(({ substance }) => substance === 'eye')
    .flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, v) => {
        const at: Vector = [positions[3 * v]! - x, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z];
        return { at, distance: Math.hypot(...at) };
      }),
    )
    .filter(({ distance }) => distance < 0.03)
    .sort((a, b) => a.distance - b.distance);
  const radius = around[around.length >> 1]?.distance ?? 0.012;
  const iris = around.filter(
    ({ at, distance }) => at[2] > 0 && Math.hypot(at[0], at[1]) < IRIS.aside && Math.abs(distance - radius) > IRIS.off,
  );
  const mean = (k: 0 | 1): number => iris.reduce((sum, { at }) => sum + at[k], 0) / Math.max(1, iris.length);
  return { radius, axis: normalize([mean(0), mean(1), radius]) };
}
