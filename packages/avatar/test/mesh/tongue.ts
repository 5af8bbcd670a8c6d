import type { ActorModel, Part } from '../../src/model/index.ts';
import { createGrid, depthAt, drawTriangles, type Grid } from './raster.ts';
import { selectVertices } from './subset.ts';

const MM = 1e-3;
/** Teeth that are farther than this behind the frontmost tooth are not measured, because the tongue rests between the molars. */
const FRONT = 16 * MM;
/** When the jaw opens, it lowers the vertices in the lower row of teeth by more than this. */
const LOWER = 5 * MM;
/** Size of the cells in which teeth are drawn from above and from below. */
const CELL = 0.4 * MM;
const SHAPES_OF_JAW = ['jawOpen', 'jawForward', 'jawLeft', 'jawRight'] as const;

/** Lowest and highest points of a row of teeth above the xz plane, in meters. */
interface Row {
  bottom: Grid;
  top: Grid;
}

/**
 * Returns a function that measures how deep the tongue is inside a tooth, in meters. This is the shortest way out of the tooth: up, down,
 * or back.
 */
export function findTongue(actor: ActorModel): (weights: ReadonlyMap<string, number>) => number {
  const [teeth, tongue] = (['teeth', 'tongue'] as const).map((substance) => actor.parts.find((part) => part.substance === substance)!) as [
    Part,
    Part,
  ];
  const drop = new Float32Array(teeth.positions.length / 3);
  teeth.morphs.get('jawOpen')!.vertices.forEach((v, i) => {
    drop[v] = -teeth.morphs.get('jawOpen')!.positions[3 * i + 1]!;
  });
  const foremost = Math.max(...teeth.positions.filter((_, i) => i % 3 === 2));
  const isTooth = (v: number): boolean => teeth.uvs[2 * v]! >= 0.5;
  const rows = [false, true].map((lower) =>
    drawRow(selectVertices(teeth, (v, _, __, z) => isTooth(v) && z > foremost - FRONT && drop[v]! > LOWER === lower)),
  ) as [Row, Row];
  const undo = jawMotion(teeth, drop);
  const all = selectVertices(tongue, () => true);
  return (weights) => {
    const posed = all.pose(weights);
    const back = undo(weights);
    let most = 0;
    for (let at = 0; at < posed.length; at += 3) {
      const [x, y, z] = [posed[at]!, posed[at + 1]!, posed[at + 2]!];
      most = Math.max(most, depthIn(rows[0], x, y, z), depthIn(rows[1], ...back(x, y, z)));
    }
    return most;
  };
}

function drawRow({ rest, triangles }: { rest: Float32Array; triangles: Uint32Array }): Row {
  const range = (k: number): [number, number] => {
    const values = rest.filter((_, i) => i % 3 === k);
    return [Math.min(...values), Math.max(...values)];
  };
  const [xs, zs] = [range(0), range(2)];
  const draw = (side: 1 | -1): Grid => {
    const grid = createGrid([0, 2, 1], [xs[0], zs[0]], [xs[1] - xs[0], zs[1] - zs[0]], CELL);
    drawTriangles(grid, rest, triangles, { side });
    return grid;
  };
  return { bottom: draw(-1), top: draw(1) };
}

function depthIn({ bottom, top }: Row, x: number, y: number, z: number): number {
  const [from, to] = [depthAt(bottom, x, z), depthAt(top, x, z)];
  if (!(y > from && y < to)) return 0;
  let depth = Math.min(y - from, to - y);
  // Toward the back, which is where the tongue came from.
  for (let away = CELL; away < depth; away += CELL) {
    const [low, high] = [depthAt(bottom, x, z - away), depthAt(top, x, z - away)];
    if (!(y > low && y < high)) depth = away;
  }
  return depth;
}

/**
 * Returns a function that takes the weights of the jaw shapes and creates a mapping from the pose back to the rest position of the lower
 * row.
 */
function jawMotion(teeth: Part, drop: Float32Array) {
  const lower = [...drop.keys()].filter((v) => drop[v]! > LOWER);
  const fields = SHAPES_OF_JAW.flatMap((name) => {
    const morph = teeth.morphs.get(name);
    if (!morph) return [];
    const at = new Map([...morph.vertices].map((v, i) => [v, 3 * i]));
    const samples = lower.map((v) => [0, 1, 2].map((k) => morph.positions[(at.get(v) ?? Number.NaN) + k] ?? 0));
    return [
      {
        name,
        affine: [0, 1, 2].map((k) =>
          fitPlane(
            teeth,
            lower,
            samples.map((sample) => sample[k]!),
          ),
        ),
      },
    ];
  });
  return (weights: ReadonlyMap<string, number>) => {
    // Displacement k is c0 + c1 y + c2 z.
    const sums = [0, 1, 2].map((k) =>
      [0, 1, 2].map((c) => fields.reduce((sum, { name, affine }) => sum + (weights.get(name) ?? 0) * affine[k]![c]!, 0)),
    );
    const [[x0, xy, xz], [y0, yy, yz], [z0, zy, zz]] = sums as [number[], number[], number[]] as unknown as [
      [number, number, number],
      [number, number, number],
      [number, number, number],
    ];
    const det = (1 + yy) * (1 + zz) - yz * zy;
    return (x: number, y: number, z: number): [number, number, number] => {
      const [dy, dz] = [y - y0, z - z0];
      const [ry, rz] = [((1 + zz) * dy - yz * dz) / det, ((1 + yy) * dz - zy * dy) / det];
      return [x - x0 - xy * ry - xz * rz, ry, rz];
    };
  };
}

/** Fits c0 + c1 y + c2 z to the values, using least squares. */
function fitPlane({ positions }: Part, vertices: readonly number[], values: readonly number[]): number[] {
  const n = vertices.length;
  const mean = (of: (i: number) => number): number => vertices.reduce((sum, _, i) => sum + of(i), 0) / n;
  const y = (i: number): number => positions[3 * vertices[i]! + 1]!;
  const z = (i: number): number => positions[3 * vertices[i]! + 2]!;
  const [my, mz, mv] = [mean(y), mean(z), mean((i) => values[i]!)];
  const yy = mean((i) => (y(i) - my) ** 2);
  const zz = mean((i) => (z(i) - mz) ** 2);
  const yz = mean((i) => (y(i) - my) * (z(i) - mz));
  const vy = mean((i) => (values[i]! - mv) * (y(i) - my));
  const vz = mean((i) => (values[i]! - mv) * (z(i) - mz));
  const det = yy * zz - yz * yz;
  const [b, c] = [(vy * zz - vz * yz) / det, (vz * yy - vy * yz) / det];
  return [mv - b * my - c * mz, b, c];
}
