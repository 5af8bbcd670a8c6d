import type { Material, Part } from '@talking-avatar/avatar/model';
import { bindVertex, type HairSettings, lightAs, middleOf } from '../groom/cards.ts';
import type { HeadFrame } from '../groom/hairline.ts';
import { normalize, type Vector } from '../mesh/index.ts';
import { CELL, type Grid } from './grid.ts';
import type { Picture } from './paint.ts';
import type { Sheet } from './sheet.ts';
import { type ReliefCamera, unproject } from './view.ts';

/** Minimum alpha of an opaque texel, and maximum alpha of an empty texel, 0..255. */
const OPAQUE = 140;
const EMPTY = 6;
/** Cells of a sheet, by column and row: those without gaps, and those with gaps or an edge. */
export interface Cells {
  core: [number, number][];
  fringe: [number, number][];
}

/** Sorts the cells of a sheet by the alpha of their texels and of the neighboring texels. */
export function sortCells({ width, data }: Picture, sheet: Sheet, left: number, isKept: (i: number, j: number) => boolean): Cells {
  const cells: Cells = { core: [], fringe: [] };
  for (let i = 0; i < sheet.width / CELL; i++)
    for (let j = 0; j < sheet.height / CELL; j++) {
      let [least, most] = [255, 0];
      for (let y = Math.max(0, j * CELL - 1); y < Math.min(sheet.height, (j + 1) * CELL + 1); y++)
        for (let x = Math.max(0, i * CELL - 1); x < Math.min(sheet.width, (i + 1) * CELL + 1); x++) {
          const alpha = data[4 * (y * width + left + x) + 3]!;
          least = Math.min(least, alpha);
          most = Math.max(most, alpha);
        }
      if (most <= EMPTY || !isKept(i, j)) continue;
      cells[least >= OPAQUE ? 'core' : 'fringe'].push([i, j]);
    }
  return cells;
}

/** Makes two triangles for each cell, counterclockwise as seen from the camera. */
export function triangulate({ rows }: Grid, cells: readonly [number, number][], first: number): number[] {
  return cells.flatMap(([i, j]) => {
    const v = first + i * rows + j;
    return [v, v + 1, v + rows, v + rows, v + 1, v + rows + 1];
  });
}

/** One side of the hair in a mesh: where its sheet starts in the picture, in texels, and the light at a point. */
export interface Layer {
  sheet: Sheet;
  grid: Grid;
  left: number;
  light: (place: Vector) => number;
}

export function joinGrids(
  { frame, settings }: { frame: HeadFrame; settings: Pick<HairSettings, 'bind'> },
  camera: ReliefCamera,
  picture: Picture,
  layers: readonly Layer[],
): (name: string, material: Material) => Part {
  const [positions, normals, strands, uvs, occlusion] = [[], [], [], [], []] as [number[], number[], number[], number[], number[]];
  const [joints, weights] = [[] as number[], [] as number[]];
  const middle = middleOf(frame);
  for (const { sheet, grid, left, light } of layers)
    for (let i = 0; i < grid.columns; i++)
      for (let j = 0; j < grid.rows; j++) {
        const v = 3 * (i * grid.rows + j);
        const place = unproject(camera, sheet.left + i * CELL * sheet.texel, sheet.top - j * CELL * sheet.texel, grid.depth[v / 3]!);
        const out = normalize([grid.normals[v]!, grid.normals[v + 1]!, grid.normals[v + 2]!]);
        positions.push(...place);
        normals.push(...lightAs(place, out, middle));
        strands.push(...normalize([grid.strands[v]!, grid.strands[v + 1]!, grid.strands[v + 2]!]));
        uvs.push((left + i * CELL) / picture.width, (j * CELL) / picture.height);
        occlusion.push(light(place));
        bindVertex(settings.bind(place), joints, weights);
      }
  const shared = {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    strands: Float32Array.from(strands),
    uvs: Float32Array.from(uvs),
    occlusion: Float32Array.from(occlusion),
    joints: Uint8Array.from(joints),
    weights: Float32Array.from(weights),
  };
  return (name, material) => ({
    name,
    substance: 'hair',
    material,
    ...shared,
    morphs: new Map(),
    indices: new Uint32Array(0),
  });
}

/** Returns a part that has only the given triangles and their vertices. */
export function compact(part: Part, triangles: readonly number[]): Part {
  const number = new Map<number, number>();
  const indices = Uint32Array.from(triangles, (v) => {
    const own = number.get(v) ?? number.size;
    number.set(v, own);
    return own;
  });
  const vertices = [...number.keys()];
  const pick = <Values extends Float32Array | Uint8Array>(values: Values, per: number): Values => {
    const picked = new (values.constructor as new (length: number) => Values)(per * vertices.length);
    vertices.forEach((v, i) => {
      for (let k = 0; k < per; k++) picked[per * i + k] = values[per * v + k]!;
    });
    return picked;
  };
  return {
    ...part,
    positions: pick(part.positions, 3),
    normals: pick(part.normals, 3),
    strands: pick(part.strands!, 3),
    uvs: pick(part.uvs, 2),
    occlusion: pick(part.occlusion, 1),
    joints: pick(part.joints, 4),
    weights: pick(part.weights, 4),
    indices,
  };
}
