import { interpolate, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import { createField, type Field } from './field.ts';
import { lipCoordinates } from './lips.ts';

/** The upper teeth at a distance from the middle, in meters. */
export interface DentalArch {
  /** Depth of their front. */
  front(aside: number): number;
  /** Height of their edge. */
  edge(aside: number): number;
}

/** Spacing of the columns in which the teeth are measured, and the last column, in meters. */
const COLUMN = 0.001;
const LAST = 0.03;
/** Search radius for edges, in meters. Between two teeth, the lower tooth's edge counts. */
const TOOTH = 0.003;
/** Height of the teeth, from their edge upward, that is behind the lips, in meters. */
const COVERED = 0.006;
/** Minimum distance of a lip in front of the teeth, in meters, with room for shapes that speech adds. A nearer lip does not move back. */
const CLEARANCE = 0.0015;
/** Depths behind the teeth's front, meters, where skin becomes the mouth's lining. It moves fully before `from` and not beyond `to`. */
const LINING = { from: -0.006, to: -0.001 };
/** Height of the upper lip above its edge, and of its part below the lip line, in meters. */
const LIP = { above: 0.012, below: 0.004 };

/** @param upper positions of the upper teeth's vertices, in meters */
export function measureArch(upper: readonly (readonly [x: number, y: number, z: number])[]): DentalArch {
  const edge = Math.min(...upper.map(([, y]) => y));
  const places = Array.from({ length: Math.round(LAST / COLUMN) }, (_, i) => i * COLUMN);
  // The arch widens toward the sides, because lips span the gaps between teeth.
  const fronts = places.map((place) =>
    upper.reduce(
      (front, [x, y, z]) => (Math.abs(x) > place - COLUMN && y < edge + COVERED ? Math.max(front, z) : front),
      Number.NEGATIVE_INFINITY,
    ),
  );
  const edges = places.map((place) =>
    upper.reduce((low, [x, y]) => (Math.abs(Math.abs(x) - place) < TOOTH ? Math.min(low, y) : low), Number.POSITIVE_INFINITY),
  );
  const along = (values: readonly number[]): ((aside: number) => number) => {
    const last = values.findIndex((value) => !Number.isFinite(value));
    const measured = last < 0 ? values : values.slice(0, last);
    return (aside) => interpolate(places.slice(0, measured.length), measured, Math.abs(aside));
  };
  return { front: along(fronts), edge: along(edges) };
}

/** Computes the correction to a field that keeps the upper lip in front of the teeth. */
export function keepBeforeTeeth({ positions, line, open }: Face, field: Field, arch: DentalArch): Field {
  return createField(positions, (x, y, z, v) => {
    if (Math.abs(x) > line.half) return undefined;
    const { above, lower } = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
    if (above > LIP.above || above < -LIP.below) return undefined;
    const before = z - arch.front(x);
    const after = z + field[3 * v + 2]! - arch.front(x + field[3 * v]!);
    const share = (1 - lower) * smoothStep(LINING.from, LINING.to, before);
    const forward = share * (Math.min(before, CLEARANCE) - after);
    return forward > 0 ? [0, 0, forward] : undefined;
  });
}
