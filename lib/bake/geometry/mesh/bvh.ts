/** Triangles for ray casting. */
export interface TriangleSoup {
  /** 9 per triangle: its corners. */
  corners: Float32Array;
  /** Share of the light that each triangle absorbs, 0..1. */
  opacities: Float32Array;
}

const LEAF_TRIANGLES = 4;
/** Less light than this counts as none. */
const MIN_LIGHT = 0.02;

/** A bounding volume hierarchy over triangles. */
export class Bvh {
  readonly #soup: TriangleSoup;
  readonly #order: Uint32Array;
  /** 6 per node: least and greatest corner. */
  readonly #boxes: Float32Array;
  /**
   * 2 per node: first child, which has the lesser middles (the other follows it), and -1 - axis; or first entry of the
   * order and count.
   */
  readonly #links: Int32Array;
  #nodes = 1;
  readonly #stack = new Int32Array(128);

  constructor(soup: TriangleSoup) {
    this.#soup = soup;
    const count = soup.opacities.length;
    this.#order = Uint32Array.from({ length: count }, (_, i) => i);
    const middles = Float32Array.from({ length: count * 3 }, (_, i) => {
      const at = Math.floor(i / 3) * 9 + (i % 3);
      return (soup.corners[at]! + soup.corners[at + 3]! + soup.corners[at + 6]!) / 3;
    });
    this.#links = new Int32Array(4 * count + 4);
    this.#boxes = new Float32Array(12 * count + 12);
    this.#split(0, 0, count, middles);
  }

  #split(node: number, from: number, to: number, middles: Float32Array): void {
    const box = this.#bound(node, from, to);
    if (to - from <= LEAF_TRIANGLES) {
      this.#links[2 * node] = from;
      this.#links[2 * node + 1] = to - from;
      return;
    }
    const sizes = [0, 1, 2].map((k) => box[k + 3]! - box[k]!);
    const axis = sizes.indexOf(Math.max(...sizes));
    const middle = from + ((to - from) >> 1);
    this.#select(from, to - 1, middle, middles, axis);
    const child = this.#nodes;
    this.#nodes += 2;
    this.#links[2 * node] = child;
    this.#links[2 * node + 1] = -1 - axis;
    this.#split(child, from, middle, middles);
    this.#split(child + 1, middle, to, middles);
  }

  /** Orders the entries from `low` to `high` so that those before `at` have lesser middles (Hoare's quickselect). */
  #select(low: number, high: number, at: number, middles: Float32Array, axis: number): void {
    const order = this.#order;
    while (low < high) {
      const pivot = middles[3 * order[(low + high) >> 1]! + axis]!;
      let [i, j] = [low, high];
      while (i <= j) {
        while (middles[3 * order[i]! + axis]! < pivot) i++;
        while (middles[3 * order[j]! + axis]! > pivot) j--;
        if (i > j) break;
        const kept = order[i]!;
        order[i++] = order[j]!;
        order[j--] = kept;
      }
      if (at <= j) high = j;
      else if (at >= i) low = i;
      else return;
    }
  }

  #bound(node: number, from: number, to: number): number[] {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const { corners } = this.#soup;
    for (let i = from; i < to; i++)
      for (let c = 9 * this.#order[i]!, end = c + 9; c < end; c += 3)
        for (let k = 0; k < 3; k++) {
          const value = corners[c + k]!;
          if (value < box[k]!) box[k] = value;
          if (value > box[k + 3]!) box[k + 3] = value;
        }
    for (let k = 0; k < 6; k++) this.#boxes[6 * node + k] = box[k]!;
    return box;
  }

  /** Returns the share of the light that passes along a ray within `reach`, 0..1. The direction must have length 1. */
  transmittance(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): number {
    const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
    const boxes = this.#boxes;
    const links = this.#links;
    const stack = this.#stack;
    const { opacities } = this.#soup;
    let light = 1;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth]!;
      const b = 6 * node;
      const x0 = (boxes[b]! - ox) * ix;
      const x1 = (boxes[b + 3]! - ox) * ix;
      const y0 = (boxes[b + 1]! - oy) * iy;
      const y1 = (boxes[b + 4]! - oy) * iy;
      const z0 = (boxes[b + 2]! - oz) * iz;
      const z1 = (boxes[b + 5]! - oz) * iz;
      let near = Math.min(x0, x1);
      let far = Math.max(x0, x1);
      const nearY = Math.min(y0, y1);
      const nearZ = Math.min(z0, z1);
      const farY = Math.max(y0, y1);
      const farZ = Math.max(z0, z1);
      if (nearY > near) near = nearY;
      if (nearZ > near) near = nearZ;
      if (farY < far) far = farY;
      if (farZ < far) far = farZ;
      if (near > far || far < 0 || near > reach) continue;
      const count = links[2 * node + 1]!;
      const first = links[2 * node]!;
      if (count < 0) {
        // The nearer child comes first: what it hides need not be looked for.
        const forwards = (count === -1 ? dx : count === -2 ? dy : dz) > 0 ? 1 : 0;
        stack[depth++] = first + forwards;
        stack[depth++] = first + 1 - forwards;
        continue;
      }
      for (let i = first; i < first + count; i++) {
        const triangle = this.#order[i]!;
        if (this.#hits(triangle, ox, oy, oz, dx, dy, dz, reach)) light *= 1 - opacities[triangle]!;
      }
      if (light < MIN_LIGHT) return 0;
    }
    return light;
  }

  /** Ray-triangle intersection after Möller and Trumbore. */
  #hits(
    triangle: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
  ): boolean {
    const c = this.#soup.corners;
    const a = 9 * triangle;
    const ax = c[a]!;
    const ay = c[a + 1]!;
    const az = c[a + 2]!;
    const ux = c[a + 3]! - ax;
    const uy = c[a + 4]! - ay;
    const uz = c[a + 5]! - az;
    const vx = c[a + 6]! - ax;
    const vy = c[a + 7]! - ay;
    const vz = c[a + 8]! - az;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const det = ux * px + uy * py + uz * pz;
    if (Math.abs(det) < 1e-14) return false;
    const tx = ox - ax;
    const ty = oy - ay;
    const tz = oz - az;
    const u = (tx * px + ty * py + tz * pz) / det;
    if (u < 0 || u > 1) return false;
    const qx = ty * uz - tz * uy;
    const qy = tz * ux - tx * uz;
    const qz = tx * uy - ty * ux;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) return false;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    return t > 0 && t < reach;
  }
}
