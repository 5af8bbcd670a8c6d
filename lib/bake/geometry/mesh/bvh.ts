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
    this.#bound(node, from, to);
    if (to - from <= LEAF_TRIANGLES) {
      this.#links[2 * node] = from;
      this.#links[2 * node + 1] = to - from;
      return;
    }
    const [axis, middle] = this.#halve(from, to, middles);
    const child = this.#nodes;
    this.#nodes += 2;
    this.#links[2 * node] = child;
    this.#links[2 * node + 1] = -1 - axis;
    this.#split(child, from, middle, middles);
    this.#split(child + 1, middle, to, middles);
  }

  /**
   * Orders entries so that those whose middles lie in the lesser half of the space that all take come first: rays meet fewer boxes than
   * where both halves have as many triangles.
   *
   * @returns axis of the halves, and the first entry of the greater one
   */
  #halve(from: number, to: number, middles: Float32Array): [axis: number, middle: number] {
    const order = this.#order;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++)
      for (let k = 0; k < 3; k++) {
        const value = middles[3 * order[i]! + k]!;
        if (value < low[k]!) low[k] = value;
        if (value > high[k]!) high[k] = value;
      }
    const sizes = high.map((value, k) => value - low[k]!);
    const axis = sizes.indexOf(Math.max(...sizes));
    const border = (low[axis]! + high[axis]!) / 2;
    let middle = from;
    for (let i = from; i < to; i++) {
      const entry = order[i]!;
      if (middles[3 * entry + axis]! >= border) continue;
      order[i] = order[middle]!;
      order[middle++] = entry;
    }
    // Where all middles are one, any halves do.
    return [axis, middle === from ? (from + to) >> 1 : middle];
  }

  #bound(node: number, from: number, to: number): void {
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
  }

  /** Returns the share of the light that passes along a ray within `reach`, 0..1. The direction must have length 1. */
  transmittance(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): number {
    const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
    // Where a box begins and ends along the ray.
    const [nearX, nearY, nearZ] = [ix < 0 ? 3 : 0, iy < 0 ? 4 : 1, iz < 0 ? 5 : 2];
    const [farX, farY, farZ] = [3 - nearX, 5 - nearY, 7 - nearZ];
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
      let near = (boxes[b + nearX]! - ox) * ix;
      let far = (boxes[b + farX]! - ox) * ix;
      const y0 = (boxes[b + nearY]! - oy) * iy;
      const y1 = (boxes[b + farY]! - oy) * iy;
      const z0 = (boxes[b + nearZ]! - oz) * iz;
      const z1 = (boxes[b + farZ]! - oz) * iz;
      if (y0 > near) near = y0;
      if (z0 > near) near = z0;
      if (y1 < far) far = y1;
      if (z1 < far) far = z1;
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
