import { interpolate, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import { createField, type Field } from './field.ts';
import { lipCoordinates } from './lips.ts';

/** Shape of the upper teeth, by distance from the middle. All values are in meters. */
export interface DentalArch {
  /** Depth of the front of the teeth. */
  front(aside: number): number;
  /** Height of the edge of the teeth. */
  edge(aside: number): number;
}

/** Spacing of the columns in which teeth are measured, and position of the last column, in meters. */
const COLUMN = 0.001;
const LAST = 0.03;
/** Search radius for edges, in meters. Between two teeth, the lower edge counts. */
const TOOTH = 0.003;
/** How much of the teeth is behind the lips, measured up from the edge, in meters. */
const COVERED = 0.006;
/** Minimum distance of a lip in front of the teeth, in meters. Leaves room for speech shapes. A lip that is closer does not move back. */
const CLEARANCE = 0.0015;
/** Depths behind the front of the teeth where skin turns into lining, in meters. Skin moves fully before `from`, and not past `to`. */
const LINING = { from: -0.006, to: -0.001 };
/** How far the upper lip extends above its edge and below the lip line, in meters. */
const LIP = { above: 0.012, below: 0.004 };

/** @param upper vertex positions of the upper teeth, in meters */
export function measureArch(upper: readonly (readonly [x: number, y: number, z: number])[]): DentalArch {
  const edge = Math.min(...upper.map(([, y]) => y));
  const places = Array.from({ length: Math.round(LAST / COLUMN) }, (_, i) => i * COLUMN);
  // The front only recedes toward the sides, because lips span the gaps between teeth.
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

/** Computes a correction to a field that keeps the upper lip in front of the teeth. */
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
