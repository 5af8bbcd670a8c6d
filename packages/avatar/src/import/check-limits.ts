import { quote } from '@talking-avatar/contract';
import { readImageHeader } from '../image/header.ts';
import type { Container } from './container.ts';
import type { GltfDocument } from './document.ts';
import { AVATAR_LIMITS as LIMITS } from './limits.ts';

/** Supported extensions that affect decoding or appearance. */
const SUPPORTED = new Set(['KHR_texture_transform', 'KHR_mesh_quantization', 'EXT_texture_webp', 'KHR_materials_unlit', 'VRM', 'VRMC_vrm']);

/** Rejected extensions, each with how to fix it. */
const REJECTED: Readonly<Record<string, string>> = {
  KHR_draco_mesh_compression: 'export the file without Draco compression',
  EXT_meshopt_compression: 'export the file without meshopt compression',
  KHR_meshopt_compression: 'export the file without meshopt compression',
  KHR_texture_basisu: 'export the textures as PNG, JPEG, or WebP instead of KTX2',
};

const BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

/**
 * Lists forbidden or excessive content in a glTF. Reads only JSON and image headers, so a rejected file never causes a large allocation.
 */
export function listLimitFaults(document: GltfDocument, container: Container): string[] {
  const first = [...extensionFaults(document), ...uriFaults(document), ...countFaults(document)];
  return first.length > 0 ? first : [...depthFaults(document), ...shownFaults(document), ...imageFaults(document, container)];
}

function extensionFaults({ extensionsRequired, extensionsUsed }: GltfDocument): string[] {
  return [...new Set([...extensionsRequired, ...extensionsUsed.filter((name) => Object.hasOwn(REJECTED, name))])]
    .filter((name) => !SUPPORTED.has(name))
    .map((name) => {
      const remedy = Object.hasOwn(REJECTED, name) ? REJECTED[name] : 'export the file without it';
      return `the extension ${quote(name)} is not supported: ${remedy}`;
    });
}

function uriFaults({ buffers, images }: GltfDocument): string[] {
  const named = { buffers, images };
  return Object.entries(named).flatMap(([kind, entries]) =>
    entries.some(({ uri }) => uri !== undefined) ? [`${kind} must be inside the GLB, without "uri": export as a single binary file`] : [],
  );
}

function countFaults(document: GltfDocument): string[] {
  const kinds = ['nodes', 'meshes', 'accessors', 'materials', 'skins', 'images'] as const;
  const faults = kinds.flatMap((kind) => tooMany(kind, document[kind].length, LIMITS[kind]));
  const joints = document.skins.reduce((most, skin) => Math.max(most, skin.joints.length), 0);
  let [primitives, targets] = [0, 0];
  for (const mesh of document.meshes) {
    primitives += mesh.primitives.length;
    for (const primitive of mesh.primitives) targets = Math.max(targets, primitive.targets.length);
  }
  let decoded = 0;
  for (const { count, type, componentType } of document.accessors) decoded += count * COMPONENTS[type] * BYTES[componentType]!;
  return [
    ...faults,
    ...tooMany('primitives', primitives, LIMITS.primitives),
    ...tooMany('joints in a skin', joints, LIMITS.joints),
    ...tooMany('morph targets in a primitive', targets, LIMITS.targets),
    ...tooMany('accessor bytes', decoded, LIMITS.decodedBytes),
  ];
}

const tooMany = (name: string, number: number, most: number): string[] =>
  number > most ? [`the file has ${number} ${name}; at most ${most} are allowed`] : [];

/** The number of nodes has already been checked, and the validator finds cycles. */
function depthFaults({ nodes }: GltfDocument): string[] {
  const parents = new Map(nodes.flatMap(({ children }, parent) => children.map((child) => [child, parent] as const)));
  let deepest = 0;
  for (const first of nodes.keys()) {
    let depth = 1;
    for (let node = parents.get(first); node !== undefined && depth <= nodes.length; node = parents.get(node)) depth++;
    if (depth <= nodes.length) deepest = Math.max(deepest, depth);
  }
  return tooMany('node levels', deepest, LIMITS.nodeDepth);
}

/** Counts each mesh once per node that uses it. */
function shownFaults({ nodes, meshes, accessors }: GltfDocument): string[] {
  const shown = { primitives: 0, vertices: 0, triangles: 0 };
  for (const { mesh } of nodes) {
    for (const { indices, attributes } of meshes[mesh ?? -1]?.primitives ?? []) {
      const vertices = accessors[attributes.POSITION ?? -1]?.count ?? 0;
      shown.primitives += 1;
      shown.vertices += vertices;
      shown.triangles += Math.floor((accessors[indices ?? -1]?.count ?? vertices) / 3);
    }
  }
  return (['primitives', 'vertices', 'triangles'] as const).flatMap((name) => tooMany(name, shown[name], LIMITS[name]));
}

function imageFaults({ images, bufferViews }: GltfDocument, { binary }: Container): string[] {
  let pixels = 0;
  const faults = images.flatMap(({ bufferView }, number) => {
    const { byteOffset = 0, byteLength = 0 } = bufferViews[bufferView ?? -1] ?? {};
    const header = readImageHeader(binary.subarray(byteOffset, byteOffset + byteLength));
    if (!header) return [`image ${number} is not a PNG, JPEG, or WebP`];
    const { width, height } = header;
    pixels += width * height;
    if (Math.max(width, height) <= LIMITS.imagePixels) return [];
    return [`image ${number} is ${width} × ${height} pixels; each side may be up to ${LIMITS.imagePixels}`];
  });
  return [...faults, ...tooMany('pixels in all images', pixels, LIMITS.allPixels)];
}
