import type { Accessor, Buffer, Document, Material, Node, Scene, Skin, Texture } from '@gltf-transform/core';
import type { Joint, Morph, Part } from './model.ts';

/** Adds joints to a scene as nodes, and a skin that binds meshes at the origin to them. */
export function addJoints(document: Document, buffer: Buffer, scene: Scene, joints: readonly Joint[]): { nodes: Node[]; skin: Skin } {
  const nodes = joints.map(({ name, parent, position }) => {
    const origin = joints[parent]?.position ?? [0, 0, 0];
    return document.createNode(name).setTranslation([position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]]);
  });
  const skin = document.createSkin('joints');
  joints.forEach(({ parent }, i) => {
    (parent < 0 ? scene : nodes[parent]!).addChild(nodes[i]!);
    skin.addJoint(nodes[i]!);
  });
  const binds = joints.flatMap(({ position: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
  skin.setInverseBindMatrices(createAccessor(document, buffer, 'MAT4', Float32Array.from(binds)));
  return { nodes, skin };
}

/** Adds the material of a part. @param textures textures, in the same order as in the actor */
export function addMaterial(document: Document, textures: readonly Texture[], { name, material }: Part): Material {
  const { tint, roughness, metallic = 0, alpha, doubleSided, color, normal, surface } = material;
  const added = document
    .createMaterial(name)
    .setBaseColorFactor([...tint, 1])
    .setRoughnessFactor(roughness)
    .setMetallicFactor(metallic)
    .setAlphaMode(({ opaque: 'OPAQUE', cutout: 'MASK', blend: 'BLEND' } as const)[alpha])
    .setDoubleSided(doubleSided);
  if (color !== undefined) added.setBaseColorTexture(textures[color]!);
  if (normal !== undefined) added.setNormalTexture(textures[normal]!);
  if (surface !== undefined) added.setMetallicRoughnessTexture(textures[surface]!);
  return added;
}

export function createAccessor(
  document: Document,
  buffer: Buffer,
  type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
  values: Float32Array | Uint8Array | Uint16Array | Uint32Array,
): Accessor {
  return document
    .createAccessor()
    .setType(type)
    .setArray(values as Float32Array<ArrayBuffer>)
    .setBuffer(buffer);
}

/** Returns true if a sparse list, which stores an index per vertex, would be smaller than a dense one. */
export function isSparseSmaller({ vertices }: Pick<Morph, 'vertices'>, count: number): boolean {
  return vertices.length < count / 2;
}

/** Expands a morph to all vertices. Vertices that it does not move are zero. */
export function toDense({ vertices }: Pick<Morph, 'vertices'>, values: Float32Array, count: number): Float32Array {
  const dense = new Float32Array(count * 3);
  vertices.forEach((vertex, i) => {
    dense.set(values.subarray(3 * i, 3 * i + 3), 3 * vertex);
  });
  return dense;
}
