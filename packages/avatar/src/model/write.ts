import { type Accessor, type Buffer, Document, NodeIO, type Primitive } from '@gltf-transform/core';
import { addJoints, addMaterial, createAccessor, isSparseSmaller, toDense } from './gltf.ts';
import type { ActorModel, Part } from './model.ts';
import { WebpTextures } from './webp.ts';

/**
 * Writes an actor as binary glTF: a mesh per part, sparse morph targets, and the rest in `extras`.
 * @returns bytes that are always the same for a given model
 */
export async function writeActor(model: ActorModel): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene(model.id).setExtras({
    id: model.id,
    sex: model.sex,
    correctives: model.correctives,
    ...(model.measures && { measures: { ...model.measures } }),
    ...(model.relief && { reliefReplaces: [...model.relief.replaces] }),
  });
  const { skin } = addJoints(document, buffer, scene, model.joints);
  if (model.relief) document.createExtension(WebpTextures).setRequired(true);
  const textures = model.textures.map(({ name, mediaType, bytes }) => document.createTexture(name).setMimeType(mediaType).setImage(bytes));
  const addPart = (part: Part, extras: { azimuth?: number } = {}): void => {
    const material = addMaterial(document, textures, part).setExtras({ substance: part.substance });
    const primitive = toPrimitive(document, buffer, part).setMaterial(material);
    const mesh = document
      .createMesh(part.name)
      .addPrimitive(primitive)
      .setExtras({ targetNames: [...part.morphs.keys()], ...extras })
      .setWeights([...part.morphs.keys()].map(() => 0));
    scene.addChild(document.createNode(part.name).setMesh(mesh).setSkin(skin));
  };
  for (const part of model.parts) addPart(part);
  for (const { azimuth, parts, texture } of model.relief?.views ?? []) {
    const { name, mediaType, bytes } = texture;
    const color = textures.push(document.createTexture(name).setMimeType(mediaType).setImage(bytes)) - 1;
    // Very short hair might not have a blended part.
    for (const part of parts.filter(({ indices }) => indices.length > 0))
      addPart({ ...part, material: { ...part.material, color } }, { azimuth });
  }
  return new NodeIO().registerExtensions([WebpTextures]).writeBinary(document);
}

function toPrimitive(document: Document, buffer: Buffer, part: Part): Primitive {
  const count = part.positions.length / 3;
  const add = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR', values: Float32Array | Uint8Array): Accessor =>
    createAccessor(document, buffer, type, values);
  const indices = count < 65535 ? Uint16Array.from(part.indices) : part.indices;
  const primitive = document
    .createPrimitive()
    .setIndices(createAccessor(document, buffer, 'SCALAR', indices))
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
      target.setAttribute(attribute, add('VEC3', toDense(morph, values, count)).setSparse(isSparseSmaller(morph, count)));
    set('POSITION', morph.positions);
    if (turns) set('NORMAL', morph.normals);
    primitive.addTarget(target);
  }
  return primitive;
}
