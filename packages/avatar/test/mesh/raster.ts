/** A grid of square cells across two of the three coordinates, in meters. */
export interface Grid {
  /** Coordinates across and up (0 is x, 1 is y, 2 is z). The third one is the depth. */
  axes: readonly [across: number, up: number, depth: number];
  from: readonly [across: number, up: number];
  columns: number;
  rows: number;
  cell: number;
  /** Depth of each cell in meters, or NaN if the cell is empty. */
  depths: Float32Array;
}

/** @param extent size of the grid in both coordinates, in meters */
export function createGrid(axes: Grid['axes'], from: Grid['from'], extent: readonly [number, number], cell: number): Grid {
  const [columns, rows] = extent.map((length) => Math.ceil(length / cell)) as [number, number];
  return { axes, from, columns, rows, cell, depths: new Float32Array(columns * rows).fill(Number.NaN) };
}

/**
 * Draws triangles into a grid. Each cell keeps the largest depth, or the smallest if `side` is -1.
 *
 * @param facing draws only triangles that face a viewer at large depths
 */
export function drawTriangles(
  grid: Grid,
  positions: Float32Array,
  triangles: Uint32Array,
  { side = 1, facing = false }: { side?: 1 | -1; facing?: boolean } = {},
): void {
  const { axes, from, cell, columns, rows, depths } = grid;
  const [across, up, depth] = axes;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const [ax, ay] = [positions[a + across]!, positions[a + up]!];
    const [bx, by] = [positions[b + across]! - ax, positions[b + up]! - ay];
    const [cx, cy] = [positions[c + across]! - ax, positions[c + up]! - ay];
    const area = bx * cy - cx * by;
    if (area === 0 || (facing && area < 0)) continue;
    const [x0, y0] = [(ax - from[0]) / cell, (ay - from[1]) / cell];
    const left = Math.max(0, Math.ceil(x0 + Math.min(0, bx, cx) / cell - 0.5));
    const right = Math.min(columns - 1, Math.floor(x0 + Math.max(0, bx, cx) / cell - 0.5));
    const low = Math.max(0, Math.ceil(y0 + Math.min(0, by, cy) / cell - 0.5));
    const high = Math.min(rows - 1, Math.floor(y0 + Math.max(0, by, cy) / cell - 0.5));
    for (let row = low; row <= high; row++)
      for (let column = left; column <= right; column++) {
        const [px, py] = [(column + 0.5 - x0) * cell, (row + 0.5 - y0) * cell];
        const [v, w] = [(px * cy - cx * py) / area, (bx * py - px * by) / area];
        if (v < 0 || w < 0 || v + w > 1) continue;
        const at = row * columns + column;
        const own = positions[a + depth]! * (1 - v - w) + positions[b + depth]! * v + positions[c + depth]! * w;
        if (!(side * own <= side * depths[at]!)) depths[at] = own;
      }
  }
}

/** Returns the depth at a point. NaN if it is outside the grid or in an empty cell. */
export function depthAt({ from, cell, columns, rows, depths }: Grid, across: number, up: number): number {
  const column = Math.floor((across - from[0]) / cell);
  const row = Math.floor((up - from[1]) / cell);
  return column >= 0 && column < columns && row >= 0 && row < rows ? depths[row * columns + column]! : Number.NaN;
}
