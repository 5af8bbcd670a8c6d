import type { Mesh } from '../makehuman/index.ts';

/** A sheet of its own has less than this share of the triangles; what has more is the hair's body. */
const LOOSE = 0.04;

/**
 * Finds loose sheets of hair that stand out to the side: from the front they are seen edge on, as lines in the air.
 *
 * @param positions of the mesh on the actor
 * @param reach metres from the middle of the face
 * @returns whether a triangle, by its first entry, is kept
 */
export function keepNearSheets(
  { triangles, uvTriangles, uvs }: Mesh,
  positions: Float32Array,
  reach: number,
): (triangle: number) => boolean {
  const parents = Int32Array.from({ length: uvs.length / 2 }, (_, i) => i);
  const sheetOf = (corner: number): number => {
    let root = corner;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  for (let t = 0; t < uvTriangles.length; t += 3) {
    for (const other of [t + 1, t + 2]) parents[sheetOf(uvTriangles[other]!)] = sheetOf(uvTriangles[t]!);
  }
  const sizes = new Map<number, number>();
  const reaches = new Map<number, number>();
  uvTriangles.forEach((corner, i) => {
    const sheet = sheetOf(corner);
    sizes.set(sheet, (sizes.get(sheet) ?? 0) + 1);
    reaches.set(sheet, Math.max(reaches.get(sheet) ?? 0, Math.abs(positions[3 * triangles[i]!]!)));
  });
  return (triangle) => {
    const sheet = sheetOf(uvTriangles[triangle]!);
    return sizes.get(sheet)! >= LOOSE * uvTriangles.length || reaches.get(sheet)! <= reach;
  };
}
