import type { PolygonMesh } from '../makehuman/index.ts';

/** A loose sheet has a smaller share of the triangles than this; a larger sheet is the body of the hair. */
const MAX_LOOSE_SHARE = 0.04;

/**
 * Removes loose sheets of hair that stand out to the side: from the front they are seen edge on, as lines in the air.
 *
 * @param positions of the mesh on the actor, metres
 * @param reach distance from the middle of the face, metres
 * @returns predicate for the triangles to keep, by their first index
 */
export function selectNearSheets(
  { triangles, uvTriangles, uvs }: PolygonMesh,
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
    return sizes.get(sheet)! >= MAX_LOOSE_SHARE * uvTriangles.length || reaches.get(sheet)! <= reach;
  };
}
