import { SHAPES } from '@talking-avatar/animation';
import type { ActorModel, Morph } from '../model/model.ts';

/** Side length of the triangle, and how far each shape moves a corner, in meters. */
const SIDE = 0.01;

/**
 * Replaces the meshes with a triangle of the same name that has the 52 shapes. Without such a mesh, tools ignore the blend shape curves.
 */
export function standIn(model: ActorModel): ActorModel {
  const head = model.joints.findIndex(({ name }) => name === 'head');
  const [x, y, z] = model.joints[head]!.position;
  const corner: Morph = {
    vertices: Uint32Array.of(0),
    positions: Float32Array.of(0, 0, SIDE),
    normals: new Float32Array(3),
  };
  const part = {
    name: 'animation',
    substance: 'skin' as const,
    positions: Float32Array.of(x, y, z, x + SIDE, y, z, x, y + SIDE, z),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    uvs: Float32Array.of(0, 1, 1, 1, 0, 0),
    occlusion: new Float32Array(3).fill(1),
    indices: Uint32Array.of(0, 1, 2),
    joints: Uint8Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? head : 0)),
    weights: Float32Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    morphs: new Map(SHAPES.map((shape) => [shape, corner])),
    material: { tint: [1, 1, 1] as const, roughness: 1, alpha: 'opaque' as const, doubleSided: false },
  };
  return { ...model, parts: [part], textures: [], correctives: [] };
}
