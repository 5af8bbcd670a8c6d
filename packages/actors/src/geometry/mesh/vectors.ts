export { add, cross, dot, normalize, scale, subtract, type Vector } from '@talking-avatar/avatar/model';

export const at = (values: Float32Array, vertex: number): [number, number, number] => [
  values[3 * vertex]!,
  values[3 * vertex + 1]!,
  values[3 * vertex + 2]!,
];

export const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Hermite interpolation that is 0 up to `from`, 1 beyond `to`, and flat at both ends. `from` may be greater than `to`. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** Bell curve that is 1 at a distance of 0, 0 beyond `reach`, and flat at both ends. */
export const bell = (distance: number, reach: number): number => 1 - smoothStep(0, reach, Math.abs(distance));

/** Interpolates linearly between values at ascending positions. The result is constant beyond the ends. */
export function interpolate(places: readonly number[], values: readonly number[], place: number): number {
  const next = places.findIndex((value) => value > place);
  if (next === 0) return values[0]!;
  if (next < 0) return values.at(-1)!;
  const t = (place - places[next - 1]!) / (places[next]! - places[next - 1]!);
  return values[next - 1]! * (1 - t) + values[next]! * t;
}

/** Fits a sphere to points by least squares. @param points 3 values per point */
export function fitSphere(points: Float32Array): { center: [number, number, number]; radius: number } {
  // |p|² = 2 p·c + (r² - |c|²), which is linear in c and in the constant.
  const rows = Array.from({ length: 4 }, () => [0, 0, 0, 0, 0]);
  for (let i = 0; i < points.length; i += 3) {
    const p = [points[i]!, points[i + 1]!, points[i + 2]!, 1];
    const square = p[0]! ** 2 + p[1]! ** 2 + p[2]! ** 2;
    const row = [2 * p[0]!, 2 * p[1]!, 2 * p[2]!, 1];
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) rows[a]![b]! += row[a]! * row[b]!;
      rows[a]![4]! += row[a]! * square;
    }
  }
  const [x, y, z, constant] = solve(rows) as [number, number, number, number];
  return { center: [x, y, z], radius: Math.sqrt(constant + x * x + y * y + z * z) };
}

/** Solves linear equations by Gauss-Jordan elimination. Each row ends with its right-hand side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let k = column; k <= size; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}
