/** Cells covered by triangles, in rasterization order, stored as a structure of arrays that grows as needed. */
export class CoveredCells {
  count = 0;
  /** Triangle numbers. */
  triangles = new Int32Array(1 << 16);
  cells = new Int32Array(1 << 16);
  /** Distance from the camera, in meters. */
  distances = new Float64Array(1 << 16);
  /** 0..255. */
  alphas = new Uint8Array(1 << 16);

  /** Removes all cells, but keeps the memory. */
  clear(): void {
    this.count = 0;
  }

  add(triangle: number, cell: number, distance: number, alpha: number): void {
    const at = this.count++;
    if (at === this.triangles.length) this.#grow();
    this.triangles[at] = triangle;
    this.cells[at] = cell;
    this.distances[at] = distance;
    this.alphas[at] = alpha;
  }

  #grow(): void {
    const size = this.triangles.length * 2;
    const { triangles, cells, distances, alphas } = this;
    this.triangles = new Int32Array(size);
    this.cells = new Int32Array(size);
    this.distances = new Float64Array(size);
    this.alphas = new Uint8Array(size);
    this.triangles.set(triangles);
    this.cells.set(cells);
    this.distances.set(distances);
    this.alphas.set(alphas);
  }
}
