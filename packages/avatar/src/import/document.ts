import { formatIssues } from '@talking-avatar/contract';
import * as v from 'valibot';
import { AvatarError } from './fault.ts';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Maximum number of items in a JSON array. It is higher than any limit and rejects huge arrays before their items are read. */
const MAX_ITEMS = 100_000;

const array = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(v.unknown()), v.maxLength(MAX_ITEMS, `a list of at most ${MAX_ITEMS} items`), v.array(item));
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(array(item), []);
const names = v.optional(v.object({ targetNames: v.optional(array(v.string())) }));
const textureReference = v.optional(v.object({ index }));
const reference = v.optional(index);
const extensions = v.optional(v.record(v.string(), v.unknown()));

/** The glTF JSON that is read before validation: counts, sizes, and references. */
const documentSchema = v.object({
  extensionsRequired: list(v.string()),
  extensionsUsed: list(v.string()),
  extensions,
  scene: reference,
  scenes: list(v.object({ nodes: list(index) })),
  nodes: list(v.object({ mesh: reference, skin: reference, children: list(index), name: v.optional(v.string()) })),
  meshes: list(
    v.object({
      extras: names,
      primitives: array(
        v.object({
          mode: v.optional(index, 4),
          indices: reference,
          material: reference,
          attributes: v.record(v.string(), index),
          targets: list(v.record(v.string(), index)),
          extras: names,
          extensions,
        }),
      ),
    }),
  ),
  accessors: list(
    v.object({
      count: v.pipe(index, v.minValue(1)),
      type: v.picklist(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
      componentType: v.picklist([5120, 5121, 5122, 5123, 5125, 5126]),
      bufferView: reference,
      byteOffset: v.optional(index, 0),
      sparse: v.optional(v.object({ count: v.pipe(index, v.minValue(1)) })),
    }),
  ),
  bufferViews: list(v.object({ buffer: index, byteOffset: v.optional(index, 0), byteLength: v.pipe(index, v.minValue(1)), extensions })),
  buffers: list(v.object({ uri: v.optional(v.string()), byteLength: index })),
  images: list(v.object({ uri: v.optional(v.string()), bufferView: reference, mimeType: v.optional(v.string()) })),
  textures: list(v.object({ source: reference, extensions })),
  materials: list(
    v.object({
      normalTexture: textureReference,
      pbrMetallicRoughness: v.optional(v.object({ baseColorTexture: textureReference, metallicRoughnessTexture: textureReference })),
    }),
  ),
  skins: list(v.object({ joints: array(index) })),
});

/** The glTF JSON that has limits. */
export type GltfDocument = v.InferOutput<typeof documentSchema>;

/** Parses glTF JSON. @throws AvatarError that names the property with an unexpected value */
export function readDocument(json: unknown): GltfDocument {
  const result = v.safeParse(documentSchema, json, { abortEarly: true, abortPipeEarly: true });
  if (!result.success) throw new AvatarError([`the GLB's JSON is not glTF: ${formatIssues(documentSchema, result.issues, 'it')}`]);
  return result.output;
}
