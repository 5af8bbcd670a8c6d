import { CEPSTRA, type Frames } from './features.ts';
import type { Path } from './warping.ts';

/**
 * Weight of the identity transform in the ridge regression, in matched frames. It is needed because a short recording provides little
 * evidence.
 */
const REGULARIZATION = 30;

/**
 * Fits the affine cepstral transform that maps the reference frames to their matched target frames with the least squared error. Its linear
 * part also applies to the deltas.
 */
export function fitSpeakerTransform(reference: Frames, target: Frames, path: Path): (frames: Frames) => Frames {
  const width = CEPSTRA + 1;
  const normal = Array.from({ length: width }, () => new Float64Array(width));
  const products = Array.from({ length: width }, () => new Float64Array(CEPSTRA));
  for (const [index, row] of path.reference.entries()) {
    const source = reference.data.subarray(row * reference.size, row * reference.size + CEPSTRA);
    const wanted = target.data.subarray(path.target[index]! * target.size, path.target[index]! * target.size + CEPSTRA);
    for (let one = 0; one < width; one++) {
      const value = source[one] ?? 1;
      for (let other = 0; other < width; other++) normal[one]![other]! += value * (source[other] ?? 1);
      for (let column = 0; column < CEPSTRA; column++) products[one]![column]! += value * wanted[column]!;
    }
  }
  for (let index = 0; index < width; index++) normal[index]![index]! += REGULARIZATION;
  for (let index = 0; index < CEPSTRA; index++) products[index]![index]! += REGULARIZATION;
  const map = solve(normal, products);
  return (frames) => applyTransform(frames, map);
}

function applyTransform(frames: Frames, map: Float64Array[]): Frames {
  const data = new Float32Array(frames.data.length);
  const blocks = frames.size / CEPSTRA;
  for (let start = 0; start < data.length; start += CEPSTRA) {
    const offset = (start / CEPSTRA) % blocks === 0 ? 1 : 0;
    for (let column = 0; column < CEPSTRA; column++) {
      let sum = offset * map[CEPSTRA]![column]!;
      for (let row = 0; row < CEPSTRA; row++) sum += frames.data[start + row]! * map[row]![column]!;
      data[start + column] = sum;
    }
  }
  return { ...frames, data };
}

/** Solves `matrix * x = right` by Gaussian elimination. `matrix` is symmetric and positive definite, so no pivoting is needed. */
function solve(matrix: Float64Array[], right: Float64Array[]): Float64Array[] {
  const rows = matrix.map((values, index) => Float64Array.of(...values, ...right[index]!));
  for (const [pivot, row] of rows.entries()) {
    const scale = 1 / row[pivot]!;
    for (let column = pivot; column < row.length; column++) row[column]! *= scale;
    for (const other of rows) {
      const factor = other[pivot]!;
      if (other === row || factor === 0) continue;
      for (let column = pivot; column < row.length; column++) other[column]! -= factor * row[column]!;
    }
  }
  return rows.map((row) => row.subarray(rows.length));
}
