import type { Part } from '@talking-avatar/avatar/model';
import type { Color } from '../../makehuman/index.ts';
import { hash } from '../../textures/noise.ts';
import type { HairSettings } from '../groom/cards.ts';
import type { HeadFrame } from '../groom/hairline.ts';
import { smoothStep, type Vector } from '../mesh/index.ts';
import { BLOCK, type Blocks, sumBlocks } from './blocks.ts';
import { type Cover, coverAt, drawCover, NOTHING } from './cover.ts';
import { addDirections, CELL, type Grid, makeGrid } from './grid.ts';
import { compact, joinGrids, sortCells, triangulate } from './mesh.ts';
import { type Picture, paintSheet } from './paint.ts';
import { createSheet, drawStrands, type Sheet } from './sheet.ts';
import { POINT_FLOATS, type StrandSet } from './strand-set.ts';
import { aimCamera, project, type ReliefCamera } from './view.ts';
import { halve, type Window } from './window.ts';

/**
 * Cosines between the hair normal and the direction to the camera. The near side has all hair above the first value, and the far side all
 * hair below the second. Hair in between is on both sides, so that no gap opens when the head turns.
 */
const SIDES = { near: -0.3, far: 0.1 } as const;
/** Maximum random increase per strand. Otherwise, all strands around a guide would end at the same height, in a visible step. */
const VARIES = 0.3;
/** Marks for points on the near side and the far side. */
const NEAR = 1;
const FAR = 2;
/** Minimum distance behind the skin for a strand to also be on the far side, in meters. */
const BEHIND_SKIN = 0.004;
/** Maximum number of texels in a window, and minimum texel size in meters. */
const MOST = { texels: 1.35e6, finest: 0.00022 } as const;
/** Empty margin around the hair, in meters. */
const MARGIN = 0.008;
/** Minimum distance between the two sides, in meters. */
const APART = 0.002;
/** Light on the near side and the far side. On the far side, it increases from `inside` to `crown` with height above the eyes in meters. */
const LIGHT = { near: 0.94, inside: 0.12, crown: 0.6, from: 0.05, to: 0.09 } as const;
/** Minimum mean coverage for hair to hide everything behind it. */
const CLOSED = 0.97;
/** How far hidden hair can move relative to the hair that hides it, in far-side cells. */
const SHIFT = 2;

export interface Relief {
  /** Opaque cells (`core`), and cells with gaps or edges (`fringe`). */
  core: Part;
  fringe: Part;
  picture: Picture;
}

export interface ReliefSource {
  strands: StrandSet;
  /** Skin and clothes. */
  surfaces: readonly Part[];
  frame: HeadFrame;
  settings: Pick<HairSettings, 'material' | 'bind'>;
  color: Color;
  /** Point between the eyes. */
  center: Vector;
  /** True if hair falls to both sides of a parting. */
  parted: boolean;
}

/** Renders hair as seen from the given azimuth, and creates a mesh for the picture that has the relief of its depth. */
export function makeRelief(source: ReliefSource, azimuth: number): Relief {
  const { strands, surfaces } = source;
  const camera = aimCamera(azimuth, source.center);
  const projected = project(camera, strands.points, POINT_FLOATS);
  const window = fitWindow(projected);
  const cover = drawCover(surfaces, camera, window);
  const sides = splitSides(strands, projected, camera, cover, window);
  const near = createSheet(window);
  const far = createSheet(halve(window));
  drawStrands(near, strands, projected, sides, NEAR);
  drawStrands(far, strands, projected, sides, FAR);
  const [nearBlocks, farBlocks] = [sumBlocks(near), sumBlocks(far)];
  const picture: Picture = { width: near.width + far.width, height: near.height, data: new Uint8Array(0) };
  picture.data = new Uint8Array(4 * picture.width * picture.height);
  paintSheet(picture, near, nearBlocks, source.color, 0);
  paintSheet(picture, far, farBlocks, source.color, near.width);
  const nearGrid = makeGrid(near, nearBlocks, cover);
  const farGrid = makeGrid(far, farBlocks);
  keepBehind(farGrid, nearGrid);
  const isTurned = source.parted ? turnsLeft(strands, camera) : () => false;
  addDirections(nearGrid, near, strands, projected, sides, NEAR, isTurned);
  addDirections(farGrid, far, strands, projected, sides, FAR, isTurned);
  const cells = {
    near: sortCells(picture, near, 0, () => true),
    far: sortCells(picture, far, near.width, isSeen(near, nearBlocks, cover)),
  };
  const farLight = ([, y]: Vector): number =>
    LIGHT.inside + (LIGHT.crown - LIGHT.inside) * smoothStep(LIGHT.from, LIGHT.to, y - source.center[1]);
  const mesh = joinGrids(source, camera, picture, [
    { sheet: far, grid: farGrid, left: near.width, light: farLight },
    { sheet: near, grid: nearGrid, left: 0, light: () => LIGHT.near },
  ]);
  const farther = farGrid.columns * farGrid.rows;
  const trianglesOf = (kind: 'core' | 'fringe'): number[] => [
    ...triangulate(farGrid, cells.far[kind], 0),
    ...triangulate(nearGrid, cells.near[kind], farther),
  ];
  const { material } = source.settings;
  return {
    core: compact(mesh('core', { ...material, alpha: 'opaque', doubleSided: false }), trianglesOf('core')),
    fringe: compact(mesh('fringe', { ...material, alpha: 'cutout', doubleSided: true }), trianglesOf('fringe')),
    picture,
  };
}

/** Keeps the far side behind the near side. Both include strands seen from the side, so their smoothed depths could cross. */
function keepBehind(far: Grid, near: Grid): void {
  for (let i = 0; i < far.columns; i++)
    for (let j = 0; j < far.rows; j++)
      for (let x = Math.max(0, 2 * i - 1); x <= Math.min(near.columns - 1, 2 * i + 1); x++)
        for (let y = Math.max(0, 2 * j - 1); y <= Math.min(near.rows - 1, 2 * j + 1); y++)
          if (near.found[x * near.rows + y])
            far.depth[i * far.rows + j] = Math.min(far.depth[i * far.rows + j]!, near.depth[x * near.rows + y]! - APART);
}

/** Returns true if the strand begins on the left. It is then reversed, because directions that cancel at a parting would cause a glint. */
function turnsLeft({ points, starts }: StrandSet, { right }: ReliefCamera): (strand: number) => boolean {
  return (strand) => {
    const a = starts[strand]! * POINT_FLOATS;
    const b = a + POINT_FLOATS * Math.min(3, starts[strand + 1]! - starts[strand]! - 1);
    return (points[b]! - points[a]!) * right[0] + (points[b + 2]! - points[a + 2]!) * right[2] < 0;
  };
}

/** Fits a window to the projected points, with texels as fine as the maximum number allows. */
function fitWindow(projected: Float32Array): Window {
  let [left, right, bottom, top] = [9, -9, 9, -9];
  for (let k = 0; k < projected.length; k += 3) {
    left = Math.min(left, projected[k]!);
    right = Math.max(right, projected[k]!);
    bottom = Math.min(bottom, projected[k + 1]!);
    top = Math.max(top, projected[k + 1]!);
  }
  const [wide, high] = [right - left + 2 * MARGIN, top - bottom + 2 * MARGIN];
  const texel = Math.max(MOST.finest, Math.sqrt((wide * high) / MOST.texels));
  const texels = (long: number): number => 2 * CELL * Math.ceil(long / texel / (2 * CELL));
  return { left: left - MARGIN, top: top + MARGIN, texel, width: texels(wide), height: texels(high) };
}

/**
 * Marks points by side. The near side faces the camera or is seen from the side, and has no skin in front of it. If a strand emerges from
 * behind skin, below an ear, it stays on the far side until it rests on skin or clothes. Otherwise, it would begin there with a step.
 */
function splitSides(
  { points, starts }: StrandSet,
  projected: Float32Array,
  { toward }: ReliefCamera,
  cover: Cover,
  { left, top, texel }: Window,
): Uint8Array {
  const sides = new Uint8Array(projected.length / 3);
  for (let strand = 0; strand + 1 < starts.length; strand++) {
    const nearFrom = SIDES.near + VARIES * hash(strand, 0, 103);
    const farUpTo = SIDES.far + VARIES * hash(strand, 1, 103);
    let behind = false;
    for (let k = starts[strand]!; k < starts[strand + 1]!; k++) {
      const at = 3 * k;
      const facing = points[k * POINT_FLOATS + 3]! * toward[0] + points[k * POINT_FLOATS + 5]! * toward[2];
      const skin = coverAt(cover, (projected[at]! - left) / texel, (top - projected[at + 1]!) / texel);
      if (skin > NOTHING) behind = projected[at + 2]! < skin - BEHIND_SKIN;
      if (facing > nearFrom && !behind) sides[k]! |= NEAR;
      if (facing < farUpTo || behind) sides[k]! |= FAR;
    }
  }
  return sides;
}

/** Returns true if the far-side cell may be visible because a nearby cell is covered neither by skin nor by closed hair. */
function isSeen(near: Sheet, blocks: Blocks, cover: Cover): (i: number, j: number) => boolean {
  const hidden = (i: number, j: number): boolean => {
    const [x, y] = [(i + 0.5) * 2 * CELL, (j + 0.5) * 2 * CELL];
    if (x < 0 || y < 0 || x >= near.width || y >= near.height) return false;
    if (coverAt(cover, x, y) > NOTHING) return true;
    return blocks.mean[Math.floor(x / BLOCK) * blocks.height + Math.floor(y / BLOCK)]! > CLOSED;
  };
  return (i, j) => {
    for (let x = i - SHIFT; x <= i + SHIFT; x++) for (let y = j - SHIFT; y <= j + SHIFT; y++) if (!hidden(x, y)) return true;
    return false;
  };
}
