import { at, bell, smoothStep, type Vector } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import { createField, type Field } from './field.ts';
import { type Eyeball, Lids } from './lids.ts';

export interface BrowLine {
  /** Height of the brow's center line at a given distance from the middle of the face, in meters. */
  height(aside: number): number;
  /** Density of the brows at a point, 0..1. */
  density(place: Vector): number;
}

/** Range of distances from the brow's center line over which skin stops moving uniformly with it, in meters. */
const WITH_BROW = { from: 0.0055, to: 0.012 } as const;
/** Width over which a brow moves uniformly, in meters. It is small because the two ends of a brow rise independently. */
const ALIKE = 0.009;
/** Range of distances from the edge of the upper eyelid over which its hold on the skin fades, in meters. */
const LID = { from: 0.0025, to: 0.006 } as const;
/** Maximum depth behind the eyes for brows to grow, in meters. */
const BEHIND = 0.03;
/** Maximum distance of eyelid skin from the eyeball, in meters, and how much of it brows keep. Otherwise, eyelids would sink into eyes. */
const OVER_EYE = { near: 0.007, kept: 0.8 } as const;

/** Makes brows rise and drop without stretching. In the scans, the two edges move differently, so painted hairs would double in height. */
export function keepBrowsInShape(
  fields: ReadonlyMap<string, Field>,
  { positions, triangles }: Pick<Face, 'positions' | 'triangles'>,
  eyes: { left: Eyeball; right: Eyeball },
  brows: BrowLine,
): Map<string, Field> {
  const [left, right] = [eyes.left, eyes.right].map((eye) => new Lids(eye, positions, triangles)) as [Lids, Lids];
  const [hairs, skin] = [[] as (readonly [vertex: number, density: number])[], new Set<number>()];
  for (let v = 0; v < positions.length / 3; v++) {
    const place = at(positions, v);
    if (place[2] < eyes.left.center[2] - BEHIND || Math.abs(place[1] - brows.height(Math.abs(place[0]))) > WITH_BROW.to) continue;
    skin.add(v);
    const density = brows.density(place);
    if (density > 0) hairs.push([v, density]);
  }
  return new Map(
    [...fields].map(([name, field]) => {
      if (!name.startsWith('brow')) return [name, field];
      const kept = createField(positions, (x, y, z, v) => {
        const own = at(field, v);
        const eye = x > 0 ? eyes.left : eyes.right;
        if (!skin.has(v)) return keepOff(eye, [x, y, z], own);
        let dx = 0;
        let dy = 0;
        let dz = 0;
        let near = 0;
        let weights = 1e-12;
        for (let k = 0; k < hairs.length; k++) {
          const [hair, density] = hairs[k]!;
          const away = positions[3 * hair]! - x;
          if (Math.abs(away) >= ALIKE) continue;
          const mx = field[3 * hair]!;
          const my = field[3 * hair + 1]!;
          const mz = field[3 * hair + 2]!;
          const beside = density * bell(away, ALIKE);
          // The part that moves the most takes the lead, because the eyelid holds back the lower edge.
          const weight = beside * (mx * mx + my * my + mz * mz);
          dx += weight * mx;
          dy += weight * my;
          dz += weight * mz;
          near += beside;
          weights += weight;
        }
        const off = Math.abs(y - brows.height(Math.abs(x)));
        // Beyond the ends of a brow, there is no hair, so the skin keeps its own motion.
        const { upper } = (x > 0 ? left : right).fromEdges(x, y, z);
        const free = smoothStep(LID.from, LID.to, upper) * smoothStep(0, 0.2, near);
        const share = free * smoothStep(WITH_BROW.to, WITH_BROW.from, off);
        const toward = (value: number, brow: number): number => value + share * (brow / weights - value);
        return keepOff(eye, [x, y, z], [toward(own[0], dx), toward(own[1], dy), toward(own[2], dz)]);
      });
      return [name, kept];
    }),
  );
}

/** Shortens an eyelid movement that gets too close to the eyeball. */
function keepOff({ center, radius }: Eyeball, place: Vector, move: Vector): Vector {
  const from = place.map((value, k) => value - center[k]!);
  const over = Math.hypot(...from) - radius;
  if (over <= 0 || over >= OVER_EYE.near) return move;
  const to = from.map((value, k) => value + move[k]!);
  const away = Math.hypot(...to);
  const least = radius + OVER_EYE.kept * over;
  return away >= least ? move : (to.map((value, k) => (value * least) / away - from[k]!) as unknown as Vector);
}
