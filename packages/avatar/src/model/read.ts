import { type Material as GltfMaterial, type Texture as GltfTexture, type Mesh, NodeIO, type PrimitiveTarget } from '@gltf-transform/core';
import type { ActorModel, HairRelief, JointName, Material, Morph, Part, ReliefView, Substance, Texture } from './model.ts';
import { WebpTextures } from './webp.ts';

/** Reads a baked actor from binary glTF. @throws Error if the bytes are not a glTF or have no actor data */
export async function readActor(glb: Uint8Array): Promise<ActorModel> {
  const root = (await new NodeIO().registerExtensions([WebpTextures]).readBinary(glb)).getRoot();
  const scene = root.listScenes()[0];
  const extras = (scene?.getExtras() ?? {}) as Partial<Extras>;
  const { id, sex, correctives = [], measures, reliefReplaces = [] } = extras;
  const skin = root.listSkins()[0];
  if (!id || !sex || !skin) throw new Error('This glTF is not a baked actor, because its ID, sex, or joints are missing');
  const nodes = skin.listJoints();
  const textures = root.listTextures();
  const meshes = root.listNodes().flatMap((node) => node.getMesh() ?? []);
  const partOf = (mesh: Mesh): Part => readPart(mesh, (material) => readMaterial(material, textures));
  const relief = readRelief(meshes.filter(isRelief), partOf, textures, reliefReplaces);
  const parts = meshes.filter((mesh) => !isRelief(mesh)).map(partOf);
  return {
    id,
    sex,
    correctives,
    ...(measures && { measures }),
    joints: nodes.map((node) => {
      const [x = 0, y = 0, z = 0] = node.getWorldTranslation();
      const parent = node.getParentNode();
      return { name: node.getName() as JointName, parent: parent ? nodes.indexOf(parent) : -1, position: [x, y, z] };
    }),
    parts,
    ...(relief && { relief }),
    // Relief textures come last.
    textures: textures.slice(0, textures.length - (relief?.views.length ?? 0)).map(readTexture),
  };
}

/** Actor data in the `extras` of the scene. */
interface Extras extends Pick<ActorModel, 'id' | 'sex' | 'correctives' | 'measures'> {
  reliefReplaces: string[];
}

/** Returns the azimuth of the view that the mesh is for, in radians, or undefined if it is for all views. */
const azimuthOf = (mesh: Mesh): number | undefined => (mesh.getExtras() as { azimuth?: number }).azimuth;
const isRelief = (mesh: Mesh): boolean => azimuthOf(mesh) !== undefined;

function readRelief(
  meshes: readonly Mesh[],
  partOf: (mesh: Mesh) => Part,
  textures: readonly GltfTexture[],
  replaces: readonly string[],
): HairRelief | undefined {
  if (meshes.length === 0) return undefined;
  const views = [...new Set(meshes.map(azimuthOf))].map((azimuth): ReliefView => {
    const parts = meshes.filter((mesh) => azimuthOf(mesh) === azimuth).map(partOf);
    return { azimuth: azimuth!, parts, texture: readTexture(textures[parts[0]!.material.color!]!) };
  });
  return { replaces, views };
}

const readTexture = (texture: GltfTexture): Texture => ({
  name: texture.getName(),
  mediaType: texture.getMimeType() as Texture['mediaType'],
  bytes: texture.getImage() ?? new Uint8Array(),
});

function readPart(mesh: Mesh, toMaterial: (material: GltfMaterial) => Material): Part {
  const primitive = mesh.listPrimitives()[0];
  const material = primitive?.getMaterial();
  if (!primitive || !material) throw new Error(`The actor's part "${mesh.getName()}" is missing its geometry or material`);
  const floats = (name: string): Float32Array => {
    const values = primitive.getAttribute(name)?.getArray();
    if (!(values instanceof Float32Array)) throw new Error(`The actor's part "${mesh.getName()}" is missing its ${name}`);
    return values;
  };
  return {
    name: mesh.getName(),
    substance: (material.getExtras() as { substance: Substance }).substance,
    positions: floats('POSITION'),
    normals: floats('NORMAL'),
    uvs: floats('TEXCOORD_0'),
    occlusion: floats('_OCCLUSION'),
    ...(primitive.getAttribute('_STRAND') && { strands: floats('_STRAND') }),
    indices: Uint32Array.from(primitive.getIndices()?.getArray() ?? []),
    joints: Uint8Array.from(primitive.getAttribute('JOINTS_0')?.getArray() ?? []),
    weights: floats('WEIGHTS_0'),
    morphs: new Map(
      primitive.listTargets().map((target, i) => [(mesh.getExtras() as { targetNames: string[] }).targetNames[i]!, readMorph(target)]),
    ),
    material: toMaterial(material),
  };
}

function readMorph(target: PrimitiveTarget): Morph {
  const positions = target.getAttribute('POSITION')!.getArray() as Float32Array;
  // Absent if the shape moves vertices without turning their normals.
  const normals = (target.getAttribute('NORMAL')?.getArray() ?? new Float32Array(positions.length)) as Float32Array;
  const vertices: number[] = [];
  for (let at = 0; at < positions.length; at += 3)
    if (positions[at] || positions[at + 1] || positions[at + 2] || normals[at] || normals[at + 1] || normals[at + 2]) vertices.push(at / 3);
  const gather = (values: Float32Array): Float32Array => {
    const gathered = new Float32Array(vertices.length * 3);
    vertices.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) gathered[3 * i + k] = values[3 * vertex + k]!;
    });
    return gathered;
  };
  return { vertices: Uint32Array.from(vertices), positions: gather(positions), normals: gather(normals) };
}

function readMaterial(material: GltfMaterial, textures: readonly GltfTexture[]): Material {
  const [red, green, blue] = material.getBaseColorFactor();
  const read: Material = {
    tint: [red, green, blue],
    roughness: material.getRoughnessFactor(),
    ...(material.getMetallicFactor() > 0 && { metallic: material.getMetallicFactor() }),
    alpha: ({ OPAQUE: 'opaque', MASK: 'cutout', BLEND: 'blend' } as const)[material.getAlphaMode()],
    doubleSided: material.getDoubleSided(),
  };
  const maps = {
    color: material.getBaseColorTexture(),
    normal: material.getNormalTexture(),
    surface: material.getMetallicRoughnessTexture(),
  };
  for (const name of ['color', 'normal', 'surface'] as const) {
    const map = maps[name];
    if (map) read[name] = textures.indexOf(map);
  }
  return read;
}
