/** Number of floats per strand point: position, hair normal, width, and tone. */
export const POINT_FLOATS = 8;

/** Many thin strands, as polylines in one array. */
export interface StrandSet {
  /** `POINT_FLOATS` per point: x, y, and z (in meters), unit normal, width (in meters), and tone (1 is the mean of the hair). */
  readonly points: Float32Array;
  /** Index of each strand's first point, followed by the number of points. */
  readonly starts: Uint32Array;
}

/** Collects strands point by point, in memory that grows as needed. */
export class StrandCollector {
  #points = new Float32Array(1 << 20);
  #starts = new Uint32Array(1 << 14);
  #count = 0;
  #strands = 0;

  begin(): void {
    if (this.#strands + 1 >= this.#starts.length) {
      const grown = new Uint32Array(2 * this.#starts.length);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.#strands++] = this.#count;
  }

  add(x: number, y: number, z: number, nx: number, ny: number, nz: number, width: number, tone: number): void {
    const at = this.#count++ * POINT_FLOATS;
    if (at + POINT_FLOATS > this.#points.length) {
      const grown = new Float32Array(2 * this.#points.length);
      grown.set(this.#points);
      this.#points = grown;
    }
    const points = this.#points;
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    points[at + 3] = nx;
    points[at + 4] = ny;
    points[at + 5] = nz;
    points[at + 6] = width;
    points[at + 7] = tone;
  }

  finish(): StrandSet {
    const starts = this.#starts.slice(0, this.#strands + 1);
    starts[this.#strands] = this.#count;
    return { points: this.#points.subarray(0, this.#count * POINT_FLOATS), starts };
  }
}
