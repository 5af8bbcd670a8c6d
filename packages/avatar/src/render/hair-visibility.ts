import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { CoveredCells } from './covered-cells.ts';
import { alphaMaskOf, createDepthGrid, type DepthGrid, OPAQUE, projectVertices, rasterizePart } from './depth-grid.ts';
import { addEdges, addVisibility, BLENDED_ALPHA } from './hair-coverage.ts';
import { isRelief } from './hair-relief.ts';
import { fillHoles, selectMostVisible } from './hair-selection.ts';
import { growNearlyVisible, numberTriangles, sortByDistance, type VisibleTriangles } from './hair-triangles.ts';
import { multiply } from './matrix.ts';
import { poseActor } from './pose.ts';
import type { Mips } from './textures.ts';

/** Number of rows in the depth grid for the visibility test. */
const GRID_ROWS = 240;

/** Head rotations in speech (yaw and pitch, in radians). A triangle that is hidden in all of them counts as hidden. */
const HEAD_ROTATIONS = [
  [0, 0],
  [-0.3, -0.15],
  [0.3, -0.15],
  [0, 0.2],
  [0.35, 0.12],
] as const;

/** Fraction of visible hair to draw, most visible triangles first. The rest has other hair behind it and would double the cost. */
const DRAWN_SHARE = { solid: 0.86, wisps: 0.7 } as const;
/** Triangles are drawn until they cover the area of uncapped hair this many times. */
const BUDGET_LAYERS = 2;

/**
 * Finds the hair triangles that are worth drawing. Most are hidden, and drawing all of them would dominate the frame time.
 * @param images hair textures, by index
 */
export function findVisibleHair(
  actor: ActorModel,
  images: ReadonlyMap<number, Mips>,
  camera: Camera,
  aspect: number,
): Map<Part, VisibleTriangles> {
  const isCap = ({ substance, material }: Part): boolean => substance === 'hair' && material.alpha === 'opaque';
  const hair = actor.parts.filter((part) => part.substance === 'hair' && !isCap(part) && !isRelief(part));
  if (hair.length === 0) return new Map();
  const occluders = actor.parts.filter(({ substance }) => substance === 'skin' || substance === 'cloth');
  const caps = actor.parts.filter(isCap);
  const masks = new Map([...images].map(([index, image]) => [index, alphaMaskOf(image)]));
  const triangles = numberTriangles(hair, ({ material: { color = -1, alpha } }) => {
    const mask = masks.get(color) ?? OPAQUE;
    // Fine hair doesn't hide anything, because all of it is blended.
    return alpha === 'blend' ? { ...mask, alpha: mask.alpha.map((value) => Math.min(value, BLENDED_ALPHA)) } : mask;
  });
  const channels = new Map([
    ['headYaw', Float32Array.from(HEAD_ROTATIONS, ([yaw]) => yaw)],
    ['headPitch', Float32Array.from(HEAD_ROTATIONS, ([, pitch]) => pitch)],
  ]);
  const covered = new CoveredCells();
  const rotations = HEAD_ROTATIONS.map((_, turn) => {
    const grid = createDepthGrid(Math.max(2, Math.round(GRID_ROWS * aspect)), GRID_ROWS);
    const { joints } = poseActor(actor, { fps: 1, frames: HEAD_ROTATIONS.length, channels }, camera, turn);
    const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
    for (const part of occluders) rasterizeOccluder(grid, part, projectVertices(part, matrices, grid));
    const uncapped = grid.nearest.slice();
    for (const part of caps) rasterizeOccluder(grid, part, projectVertices(part, matrices, grid));
    const bare = grid.nearest.slice();
    const capped = bare.map((distance, cell) => Number(distance < uncapped[cell]!));
    covered.clear();
    for (const { part, mask, first } of triangles.parts) {
      rasterizePart(grid, part, projectVertices(part, matrices, grid), mask, (triangle, cell, distance, tile) =>
        covered.add(first + triangle, cell, distance, mask.alpha[tile]!),
      );
    }
    return { grid, capped, ...addVisibility(grid, triangles, covered, bare) };
  });
  growNearlyVisible(triangles);
  const open = rotations.map(({ grid, capped }) => grid.foremost.filter((triangle, cell) => triangle >= 0 && !capped[cell]).length);
  const budget = BUDGET_LAYERS * open.reduce((sum, cells) => sum + cells, 0);
  const solid = selectMostVisible(triangles, triangles.nearlyVisible, triangles.solid, {
    share: DRAWN_SHARE.solid,
    budget,
  });
  for (const { grid, ...rotation } of rotations) fillHoles(grid, rotation.capped, rotation.covers, solid, triangles.solid);
  for (const { capped, covers, edges } of rotations) addEdges(capped, { covers, edges }, solid, triangles.wisps);
  const wisps = selectMostVisible(triangles, triangles.wisps, triangles.wisps, { share: DRAWN_SHARE.wisps, budget: 0 });
  return new Map(triangles.parts.map(({ part, first }) => [part, sortByDistance(part, first, { solid, wisps }, camera)]));
}

function rasterizeOccluder(grid: DepthGrid, part: Part, projected: Float32Array): void {
  const { nearest } = grid;
  rasterizePart(grid, part, projected, OPAQUE, (_, cell, distance) => {
    if (distance < nearest[cell]!) nearest[cell] = distance;
  });
}
