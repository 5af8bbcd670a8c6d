import { smoothStep } from '../geometry/mesh/index.ts';
import { type Assets, addTarget, type Build } from '../makehuman/index.ts';

/** Displacements of all base mesh vertices, 3 values per vertex, in meters. */
export type Field = Float32Array;

/** Half the width over which left and right are blended, in meters. */
const BLEND_HALF_WIDTH = 0.012;

/** Creates a field from the displacement of each vertex, where undefined means none. */
export function createField(
  positions: Float32Array,
  move: (x: number, y: number, z: number, vertex: number) => readonly [number, number, number] | undefined,
): Field {
  const field = new Float32Array(positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    const moved = move(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!, v);
    if (moved) field.set(moved, 3 * v);
  }
  return field;
}

export function addFields(...terms: readonly (readonly [weight: number, field: Field])[]): Field {
  const sum = new Float32Array(terms[0]![1].length);
  for (const [weight, field] of terms) for (let i = 0; i < sum.length; i++) sum[i]! += weight * field[i]!;
  return sum;
}

export function maskField(
  positions: Float32Array,
  field: Field,
  share: (x: number, y: number, z: number, vertex: number) => number,
): Field {
  return createField(positions, (x, y, z, v) => {
    if (field[3 * v] === 0 && field[3 * v + 1] === 0 && field[3 * v + 2] === 0) return undefined;
    const factor = share(x, y, z, v);
    return [factor * field[3 * v]!, factor * field[3 * v + 1]!, factor * field[3 * v + 2]!];
  });
}

/** Weight of the actor's left side at x, 0..1. The rest is the weight of the right side. */
export const leftSideWeight = (x: number, strip = BLEND_HALF_WIDTH): number => smoothStep(-strip, strip, x);

/** Mirrors fields about the median plane. */
export class Symmetry {
  readonly #twins: Uint32Array;

  /** @param base vertex positions of the base mesh, which is symmetric */
  constructor(base: Float32Array) {
    this.#twins = findTwins(base);
  }

  mirror(field: Field): Field {
    const mirrored = new Float32Array(field.length);
    this.#twins.forEach((twin, v) => {
      mirrored[3 * v] = -field[3 * twin]!;
      mirrored[3 * v + 1] = field[3 * twin + 1]!;
      mirrored[3 * v + 2] = field[3 * twin + 2]!;
    });
    return mirrored;
  }

  /** Returns the mean of a field and its mirror image. */
  symmetrize(field: Field): Field {
    return addFields([0.5, field], [0.5, this.mirror(field)]);
  }

  /** Splits a symmetrized field into left and right halves that add up to the whole. */
  halves(positions: Float32Array, field: Field, strip = BLEND_HALF_WIDTH): { left: Field; right: Field } {
    const left = maskField(positions, this.symmetrize(field), (x) => leftSideWeight(x, strip));
    return { left, right: this.mirror(left) };
  }
}

/** Finds the mirrored counterpart of each vertex. */
function findTwins(base: Float32Array): Uint32Array {
  const known = twins.get(base);
  if (known) return known;
  const found = searchTwins(base);
  twins.set(base, found);
  return found;
}

/** All actors have the same base mesh. */
const twins = new WeakMap<Float32Array, Uint32Array>();

function searchTwins(base: Float32Array): Uint32Array {
  const grid = 1e-4;
  const keyOf = (x: number, y: number, z: number): string => `${Math.round(x / grid)},${Math.round(y / grid)},${Math.round(z / grid)}`;
  const known = new Map<string, number>();
  const count = base.length / 3;
  for (let v = 0; v < count; v++) known.set(keyOf(base[3 * v]!, base[3 * v + 1]!, base[3 * v + 2]!), v);
  return Uint32Array.from({ length: count }, (_, v) => {
    const [x, y, z] = [-base[3 * v]!, base[3 * v + 1]!, base[3 * v + 2]!];
    for (const dx of [0, grid, -grid])
      for (const dy of [0, grid, -grid])
        for (const dz of [0, grid, -grid]) {
          const found = known.get(keyOf(x + dx, y + dy, z + dz));
          if (found !== undefined) return found;
        }
    return v;
  });
}

/** Returns a MakeHuman expression unit, mixed according to the origin of the build. */
export function unitField(assets: Assets, { origin }: Build, unit: string): Field {
  const field = new Float32Array(assets.base.positions.length);
  for (const [people, share] of Object.entries(origin))
    if (share > 0) addTarget(field, assets.target(`expression/units/${people}/${unit}`), share);
  return field;
}
