import type { ProxyMesh } from '../makehuman/index.ts';

/** Teeth are evened whose middles are within this of the middle of the mouth: those that the lips show, metres. */
const SHOWN = 0.0185;
/** The last of the tip of a tooth, in which its corners are rounded, metres, and what is left of that. */
const TIP = 0.0035;
const ROUND = 0.35;
/** How much of the distance of a tooth's edge from the mean of the edges is left. */
const UNEVEN = 0.3;
/** How much wider than its widest a tip is made, so that it meets its neighbours, as a share. */
const WIDER = 1.02;
/** A tooth has so few vertices, gums have more. */
const MOST = 300;

interface Tooth {
  vertices: readonly number[];
  /** Its middle seen from above, and its lowest, metres. */
  x: number;
  z: number;
  edge: number;
}

/**
 * Evens the edges of the upper front teeth and lets their tips meet: MakeHuman's are rounded pegs of different lengths, between
 * which the dark of the mouth shows.
 *
 * @param positions The vertices of both rows, changed in place.
 */
export function alignUpperIncisors(positions: Float32Array, { triangles }: ProxyMesh, lower: readonly boolean[]): void {
  const teeth = pieces(triangles, lower.length)
    .filter((own) => own.length > 1 && own.length < MOST && !lower[own[0]!])
    .map((own) => describe(positions, own))
    .sort((a, b) => a.x - b.x);
  const shown = teeth.filter(({ x }) => Math.abs(x) < SHOWN);
  const mean = shown.reduce((sum, { edge }) => sum + edge, 0) / shown.length;
  for (const tooth of shown) {
    const at = teeth.indexOf(tooth);
    const [before, after] = [teeth[at - 1] ?? tooth, teeth[at + 1] ?? tooth];
    const length = Math.hypot(after.x - before.x, after.z - before.z) || 1;
    const [ax, az] = [(after.x - before.x) / length, (after.z - before.z) / length];
    const along = (v: number): number => ax * (positions[3 * v]! - tooth.x) + az * (positions[3 * v + 2]! - tooth.z);
    const half = widest(tooth.vertices.map(along));
    const tip = tooth.vertices.filter((v) => positions[3 * v + 1]! < tooth.edge + TIP);
    const wider = Math.max(0, (half * WIDER) / widest(tip.map(along)) - 1);
    const shift = (UNEVEN - 1) * (tooth.edge - mean);
    for (const v of tip) {
      const above = (positions[3 * v + 1]! - tooth.edge) / TIP;
      const share = 1 - above ** 2;
      const aside = wider * share * along(v);
      positions[3 * v]! += ax * aside;
      positions[3 * v + 2]! += az * aside;
      positions[3 * v + 1]! += share * shift - TIP * above * (1 - above) * (1 - ROUND);
    }
  }
}

const widest = (aside: readonly number[]): number => (Math.max(...aside) - Math.min(...aside)) / 2;

function describe(positions: Float32Array, vertices: readonly number[]): Tooth {
  const middle = (k: number): number => {
    const values = vertices.map((v) => positions[3 * v + k]!);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return { vertices, x: middle(0), z: middle(2), edge: Math.min(...vertices.map((v) => positions[3 * v + 1]!)) };
}

/** The vertices that hang together by triangles. */
function pieces(triangles: Uint32Array, count: number): number[][] {
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
