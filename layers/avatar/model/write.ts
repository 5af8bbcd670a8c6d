import { type Accessor, type Buffer, Document, NodeIO, type Primitive } from '@gltf-transform/core';
import type { ActorModel, Morph, Part } from './model.ts';

/**
 * Writes an actor as binary glTF: one mesh per part, sparse morph targets; data without a place in glTF goes into
 * `extras`.
 *
 * @returns the same bytes for the same model
 */
export async function writeActor(model: ActorModel): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene(model.id).setExtras({
    ...{ id: model.id, sex: model.sex, correctives: model.correctives },
    ...(model.measures && { measures: { ...model.measures } }),
  });
  const nodes = model.joints.map(({ name, parent, position }) => {
    const origin = model.joints[parent]?.position ?? [0, 0, 0];
    return document
      .createNode(name)
      .setTranslation([position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]]);
  });
  const skin = document.createSkin('joints');
  model.joints.forEach(({ parent }, i) => {
    (parent < 0 ? scene : nodes[parent]!).addChild(nodes[i]!);
    skin.addJoint(nodes[i]!);
  });
  const binds = model.joints.flatMap(({ position: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
  skin.setInverseBindMatrices(accessor(document, buffer, 'MAT4', Float32Array.from(binds)));
  const textures = model.textures.map(({ name, mediaType, bytes }) =>
    document.createTexture(name).setMimeType(mediaType).setImage(bytes),
  );
  for (const part of model.parts) {
    const { tint, roughness, metallic = 0, alpha, doubleSided, colour, normal, surface } = part.material;
    const material = document
      .createMaterial(part.name)
      .setBaseColorFactor([...tint, 1])
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metallic)
      .setAlphaMode(({ opaque: 'OPAQUE', cutout: 'MASK', blend: 'BLEND' } as const)[alpha])
      .setDoubleSided(doubleSided)
      .setExtras({ substance: part.substance });
    if (colour !== undefined) material.setBaseColorTexture(textures[colour]!);
    if (normal !== undefined) material.setNormalTexture(textures[normal]!);
    if (surface !== undefined) material.setMetallicRoughnessTexture(textures[surface]!);
    const primitive = toPrimitive(document, buffer, part).setMaterial(material);
    const mesh = document
      .createMesh(part.name)
      .addPrimitive(primitive)
      .setExtras({ targetNames: [...part.morphs.keys()] })
      .setWeights([...part.morphs.keys()].map(() => 0));
    scene.addChild(document.createNode(part.name).setMesh(mesh).setSkin(skin));
  }
  return new NodeIO().writeBinary(document);
}

function toPrimitive(document: Document, buffer: Buffer, part: Part): Primitive {
  const count = part.positions.length / 3;
  const add = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR', values: Float32Array | Uint8Array): Accessor =>
    accessor(document, buffer, type, values);
  const indices = count < 65535 ? Uint16Array.from(part.indices) : part.indices;
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, buffer, 'SCALAR', indices))
    .setAttribute('POSITION', add('VEC3', part.positions))
    .setAttribute('NORMAL', add('VEC3', part.normals))
    .setAttribute('TEXCOORD_0', add('VEC2', part.uvs))
    .setAttribute('_OCCLUSION', add('SCALAR', part.occlusion))
    .setAttribute('JOINTS_0', add('VEC4', part.joints))
    .setAttribute('WEIGHTS_0', add('VEC4', part.weights));
  if (part.strands) primitive.setAttribute('_STRAND', add('VEC3', part.strands));
  const turns = [...part.morphs.values()].some(({ normals }) => normals.some((value) => value !== 0));
  for (const [name, morph] of part.morphs) {
    const target = document.createPrimitiveTarget(name);
    const set = (attribute: string, values: Float32Array): unknown =>
      target.setAttribute(
        attribute,
        add('VEC3', toDense(morph, values, count)).setSparse(isSparseSmaller(morph, count)),
      );
    set('POSITION', morph.positions);
    if (turns) set('NORMAL', morph.normals);
    primitive.addTarget(target);
  }
  return primitive;
}

function accessor(
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

/** Returns whether a sparse list, which stores an index per vertex, is smaller than all values. */
function isSparseSmaller({ vertices }: Morph, count: number): boolean {
  return vertices.length < count / 2;
}

/** Expands a morph to all vertices; others are zero. */
function toDense({ vertices }: Morph, values: Float32Array, count: number): Float32Array {
  const dense = new Float32Array(count * 3);
  vertices.forEach((vertex, i) => {
    dense.set(values.subarray(3 * i, 3 * i + 3), 3 * vertex);
  });
  return dense;
}
