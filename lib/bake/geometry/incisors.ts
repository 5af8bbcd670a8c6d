import type { ProxyMesh } from '../makehuman/index.ts';

/** Teeth within this of the middle of the mouth are aligned: those that the lips show, metres. */
const VISIBLE_HALF_WIDTH = 0.0185;
/** Height of the tip of a tooth in which its corners are rounded, and share of the rounding that remains, metres. */
const TIP_HEIGHT = 0.0035;
const REMAINING_ROUNDING = 0.35;
/** Share of the difference between a tooth's edge and the mean edge that remains. */
const REMAINING_DIFFERENCE = 0.3;
/** Width of a tip relative to the tooth's greatest width, so that it meets its neighbours. */
const TIP_WIDTH = 1.02;
/** A tooth has fewer vertices than this; gums have more. */
const MAX_VERTICES = 300;

interface Tooth {
  vertices: readonly number[];
  /** Centre seen from above, and lowest height, metres. */
  x: number;
  z: number;
  edge: number;
}

/**
 * Aligns the edges of the upper front teeth and widens their tips until they meet. MakeHuman's teeth are rounded pegs
 * of different lengths, and the dark mouth shows between them.
 *
 * @param positions vertices of both rows, changed in place
 * @param lower whether each vertex belongs to the lower row
 */
export function alignUpperIncisors(positions: Float32Array, { triangles }: ProxyMesh, lower: readonly boolean[]): void {
  const teeth = connectedVertices(triangles, lower.length)
    .filter((own) => own.length > 1 && own.length < MAX_VERTICES && !lower[own[0]!])
    .map((own) => measureTooth(positions, own))
    .sort((a, b) => a.x - b.x);
  const visible = teeth.filter(({ x }) => Math.abs(x) < VISIBLE_HALF_WIDTH);
  const mean = visible.reduce((sum, { edge }) => sum + edge, 0) / visible.length;
  for (const tooth of visible) {
    const at = teeth.indexOf(tooth);
    const [before, after] = [teeth[at - 1] ?? tooth, teeth[at + 1] ?? tooth];
    const length = Math.hypot(after.x - before.x, after.z - before.z) || 1;
    const [ax, az] = [(after.x - before.x) / length, (after.z - before.z) / length];
    const along = (v: number): number => ax * (positions[3 * v]! - tooth.x) + az * (positions[3 * v + 2]! - tooth.z);
    const half = halfWidth(tooth.vertices.map(along));
    const tip = tooth.vertices.filter((v) => positions[3 * v + 1]! < tooth.edge + TIP_HEIGHT);
    const wider = Math.max(0, (half * TIP_WIDTH) / halfWidth(tip.map(along)) - 1);
    const shift = (REMAINING_DIFFERENCE - 1) * (tooth.edge - mean);
    for (const v of tip) {
      const above = (positions[3 * v + 1]! - tooth.edge) / TIP_HEIGHT;
      const share = 1 - above ** 2;
      const aside = wider * share * along(v);
      positions[3 * v]! += ax * aside;
      positions[3 * v + 2]! += az * aside;
      positions[3 * v + 1]! += share * shift - TIP_HEIGHT * above * (1 - above) * (1 - REMAINING_ROUNDING);
    }
  }
}

const halfWidth = (aside: readonly number[]): number => (Math.max(...aside) - Math.min(...aside)) / 2;

function measureTooth(positions: Float32Array, vertices: readonly number[]): Tooth {
  const middle = (k: number): number => {
    const values = vertices.map((v) => positions[3 * v + k]!);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return { vertices, x: middle(0), z: middle(2), edge: Math.min(...vertices.map((v) => positions[3 * v + 1]!)) };
}

/** Groups vertices that triangles connect. */
function connectedVertices(triangles: Uint32Array, count: number): number[][] {
  const parents = Uint32Array.from({ length: count }, (_, v) => v);
  const root = (v: number): number => {
    let top = v;
    while (parents[top] !== top) top = parents[top]!;
    parents[v] = top;
    return top;
  };
  for (let t = 0; t < triangles.length; t++) {
    if (t % 3) parents[root(triangles[t]!)] = root(triangles[t - 1]!);
  }
  const found = new Map<number, number[]>();
  for (let v = 0; v < count; v++) {
    const own = found.get(root(v)) ?? [];
    own.push(v);
    found.set(root(v), own);
  }
  return [...found.values()];
}
