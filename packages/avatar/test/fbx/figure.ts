import { type Clip, ROTATIONS, SHAPES } from '@talking-avatar/animation';
import { encode } from 'fast-png';
import type { ActorModel, Joint, Morph, Part } from '../../src/model/model.ts';

const JOINTS: readonly Joint[] = [
  { name: 'root', parent: -1, position: [0, 0, 0] },
  { name: 'spine', parent: 0, position: [0, 1.2, 0] },
  { name: 'neck', parent: 1, position: [0, 1.5, 0] },
  { name: 'head', parent: 2, position: [0, 1.6, 0.01] },
  { name: 'jaw', parent: 3, position: [0, 1.58, 0.03] },
  { name: 'leftEye', parent: 3, position: [0.032, 1.66, 0.09] },
  { name: 'rightEye', parent: 3, position: [-0.032, 1.66, 0.09] },
];

/**
 * Creates a doll with the parts of an actor, for tests that do not need a baked actor. It has a ball with a spot for each shape as its
 * head, two eyeballs, and a textured seam. @param rows at least 10, so that there is room for all spots
 */
export function makeFigure(rows = 14): ActorModel {
  return {
    id: 'doll',
    sex: 'female',
    joints: JOINTS,
    parts: [
      { ...ball('skin', [0, 1.65, 0], 0.11, rows, skinWeights), morphs: spots(rows), substance: 'skin' },
      { ...ball('leftEyeball', [0.032, 1.66, 0.09], 0.013, 6, () => [[5, 1]]), substance: 'eye' },
      { ...ball('rightEyeball', [-0.032, 1.66, 0.09], 0.013, 6, () => [[6, 1]]), substance: 'eye' },
    ],
    correctives: [],
    textures: [{ name: 'doll_skin', mediaType: 'image/png', bytes: pixel(200, 150, 120) }],
  };
}

/** Part of the head is bound to the neck. */
const skinWeights = (y: number): [joint: number, weight: number][] =>
  y < 1.6
    ? [
        [3, 0.75],
        [2, 0.25],
      ]
    : [[3, 1]];

function ball(
  name: string,
  [cx, cy, cz]: readonly [number, number, number],
  radius: number,
  rows: number,
  weightsAt: (y: number) => [number, number][],
): Part {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const indices: number[] = [];
  const columns = 2 * rows;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      // The last column is in the same place as the first, but has different texture coordinates, which makes it a seam.
      const [up, around] = [(Math.PI * row) / rows, (2 * Math.PI * (column % columns)) / columns];
      const n = [Math.sin(up) * Math.sin(around), Math.cos(up), -Math.sin(up) * Math.cos(around)];
      if (row === 0 || row === rows) n.splice(0, 3, 0, row === 0 ? 1 : -1, 0);
      normals.push(...n);
      positions.push(cx + radius * n[0]!, cy + radius * n[1]!, cz + radius * n[2]!);
      uvs.push(column / columns, row / rows);
      const held = weightsAt(positions.at(-2)!);
      for (let i = 0; i < 4; i++) {
        joints.push(held[i]?.[0] ?? 0);
        weights.push(held[i]?.[1] ?? 0);
      }
    }
  }
  const at = (row: number, column: number) => row * (columns + 1) + column;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (row > 0) indices.push(at(row, column), at(row, column + 1), at(row + 1, column));
      if (row < rows - 1) indices.push(at(row, column + 1), at(row + 1, column + 1), at(row + 1, column));
    }
  }
  return {
    name,
    substance: 'skin',
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: Float32Array.from(uvs),
    occlusion: new Float32Array(positions.length / 3).fill(1),
    indices: Uint32Array.from(indices),
    joints: Uint8Array.from(joints),
    weights: Float32Array.from(weights),
    morphs: new Map(),
    material: { tint: [1, 1, 1], roughness: 0.5, alpha: 'opaque', doubleSided: false, color: 0 },
  };
}

/** Each shape moves two vertices, plus a third that it shares with the next shape. None of them are at the seam or at a pole. */
function spots(rows: number): ReadonlyMap<string, Morph> {
  const columns = 2 * rows + 1;
  const within = Array.from({ length: (rows + 1) * columns }, (_, vertex) => vertex).filter(
    (vertex) => vertex >= columns && vertex < rows * columns && vertex % columns > 0 && vertex % columns < columns - 1,
  );
  return new Map(
    SHAPES.map((name, i) => [
      name,
      {
        vertices: Uint32Array.of(within[3 * i]!, within[3 * i + 1]!, within[3 * i + 3]!),
        positions: Float32Array.from([0, 0, 0.01, 0.005, -0.01 - i * 1e-4, 0, 0, 0.002, 0]),
        normals: Float32Array.from([0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1]),
      },
    ]),
  );
}

/** Creates speech-like curves in every channel, with bumps, plateaus, and steps. They are the same on every run. */
export function makeClip(seconds: number, fps = 60): Clip {
  const frames = Math.round(seconds * fps);
  const channels = new Map<string, Float32Array>();
  for (const [i, name] of SHAPES.entries()) {
    const [pace, phase] = [1.3 + (i % 7) * 0.9, i * 1.7];
    channels.set(
      name,
      Float32Array.from({ length: frames }, (_, frame) => {
        const wave = Math.sin(pace * (frame / fps) * Math.PI + phase);
        return Math.max(0, wave) ** 2 * (0.4 + 0.6 * Math.abs(Math.sin(frame / fps + i)));
      }),
    );
  }
  for (const [i, name] of ROTATIONS.entries()) {
    const reach = name.startsWith('head') ? 0.3 : 0.4;
    const pace = 0.5 + 0.21 * i;
    channels.set(
      name,
      Float32Array.from({ length: frames }, (_, frame) => reach * Math.sin(pace * (frame / fps) * Math.PI + i)),
    );
  }
  return { fps, frames, channels };
}

/** Creates a PNG that is a single pixel. */
export const pixel = (red: number, green: number, blue: number): Uint8Array =>
  encode({ width: 1, height: 1, channels: 3, data: Uint8Array.of(red, green, blue) });
