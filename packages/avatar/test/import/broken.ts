import { randomBytes } from 'node:crypto';
import { LIMITS } from '@talking-avatar/contract';
import sharp, { type Sharp } from 'sharp';
import { type AnyJson, edit, pack, unpack } from './glb.ts';
import { type HeadOptions, makeHead } from './head.ts';

/** A file that must be rejected, with its fault and the error message. */
export interface Broken {
  fault: string;
  make: (good: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  message: RegExp;
}

const inJson = (change: (json: AnyJson, binary: Buffer) => unknown) => (good: Uint8Array) => edit(good, change);
const head = (options: HeadOptions) => () => makeHead(options);
const extension = (name: string) =>
  inJson((json) => {
    json.extensionsUsed = [name];
    json.extensionsRequired = [name];
  });
const positionOf = (json: AnyJson) => json.accessors[json.meshes[0].primitives[0].attributes.POSITION];
const viewOf = (json: AnyJson, accessor: AnyJson) => json.bufferViews[accessor.bufferView];

/** Creates the header of a PNG of any size, without pixels. */
function pngHeader(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.set([8, 2, 0, 0, 0], 24);
  return bytes;
}

const replaceImage = (image: Buffer) =>
  inJson((json, binary) => {
    const view = json.bufferViews[json.images[0].bufferView];
    image.copy(binary, view.byteOffset ?? 0);
  });

/** Replaces an image with another of any size. The new image is in a new buffer view at the end of the binary data. */
const appendImage = (image: (from: Buffer) => Buffer | Promise<Buffer>) => async (good: Uint8Array) => {
  const { json, binary } = unpack(good);
  const { byteOffset = 0, byteLength } = json.bufferViews[json.images[0].bufferView];
  const bytes = await image(binary.subarray(byteOffset, byteOffset + byteLength));
  const view = { buffer: 0, byteOffset: binary.length, byteLength: bytes.length };
  const end = Buffer.concat([binary, bytes, Buffer.alloc((4 - ((binary.length + bytes.length) % 4)) % 4)]);
  json.images[0].bufferView = json.bufferViews.push(view) - 1;
  json.images[0].mimeType = bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
  json.buffers[0].byteLength = end.length;
  return pack(json, end);
};

const noise = (): Sharp => sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } });

export const BROKEN: readonly Broken[] = [
  { fault: 'a different format', make: () => Buffer.from('%PDF-1.7 and so on, and so on'), message: /is not a GLB or VRM/ },
  { fault: 'an empty file', make: () => new Uint8Array(), message: /is not a GLB or VRM/ },
  { fault: 'glTF 1', make: (good) => Buffer.from(good).fill(1, 4, 5), message: /is glTF 1; only glTF 2.0/ },
  {
    fault: 'an incomplete upload',
    make: (good) => good.subarray(0, 9_000),
    message: /is incomplete: it has 9000 bytes, but its header declares \d+/,
  },
  {
    fault: 'too many bytes',
    make: () => new Uint8Array(LIMITS.avatarBytes + 1),
    message: /has 50000001 bytes; at most 50000000/,
  },
  {
    fault: 'a chunk beyond its end',
    make: (good) => {
      const bytes = Buffer.from(good);
      bytes.writeUInt32LE(0x7fffffff, 12);
      return bytes;
    },
    message: /GLB chunk extends past the end/,
  },
  {
    fault: 'binary data before the JSON',
    make: (good) => Buffer.from(good).fill(0x21, 16, 17),
    message: /GLB's first chunk is not JSON/,
  },
  {
    fault: 'broken JSON',
    make: (good) => pack('{"asset": ', unpack(good).binary),
    message: /GLB's JSON cannot be read/,
  },
  {
    fault: 'JSON with a million levels',
    make: (good) => pack('['.repeat(1e6) + ']'.repeat(1e6), unpack(good).binary),
    message: /nested more than 48 levels/,
  },
  {
    fault: 'JSON of 9 MB',
    make: (good) => pack(`"${'x'.repeat(9 << 20)}"`, unpack(good).binary),
    message: /GLB's JSON has \d+ bytes/,
  },
  {
    fault: 'JSON with a different structure',
    make: inJson((json) => (json.meshes = { primitives: 3 })),
    message: /is not glTF: meshes: must be an array/,
  },
  {
    fault: 'a buffer in another file',
    make: inJson((json) => (json.buffers[0].uri = 'file:///etc/passwd')),
    message: /buffers must be inside the GLB, without "uri"/,
  },
  {
    fault: 'an image on a server',
    make: inJson((json) => (json.images[0] = { uri: 'http://169.254.169.254/latest/meta-data' })),
    message: /images must be inside the GLB, without "uri"/,
  },
  { fault: 'Draco', make: extension('KHR_draco_mesh_compression'), message: /export the file without Draco/ },
  { fault: 'meshopt', make: extension('EXT_meshopt_compression'), message: /export the file without meshopt/ },
  { fault: 'KTX2', make: extension('KHR_texture_basisu'), message: /as PNG, JPEG, or WebP instead of KTX2/ },
  {
    fault: 'an unknown required extension',
    make: extension('ACME_quantum'),
    message: /"ACME_quantum" is not supported/,
  },
  {
    fault: 'too many nodes',
    make: inJson((json) => json.nodes.push(...Array.from({ length: 2_001 }, () => ({})))),
    message: /has \d+ nodes; at most 2000/,
  },
  {
    fault: 'a mesh that is shown a thousand times',
    make: inJson((json) => {
      const first = json.nodes.length;
      for (let k = 0; k < 1_000; k++) json.nodes.push({ mesh: 0 });
      json.scenes[0].nodes.push(...Array.from({ length: 1_000 }, (_, k) => first + k));
    }),
    message: /primitives; at most 300 .*vertices; at most 100000/,
  },
  {
    fault: 'an accessor of four billion zeros',
    make: inJson((json) => json.accessors.push({ count: 4e9, type: 'VEC4', componentType: 5126 })),
    message: /accessor bytes; at most/,
  },
  {
    fault: 'an accessor beyond its buffer view',
    make: inJson((json) => (positionOf(json).count += 50_000)),
    message: /ACCESSOR_TOO_LONG/,
  },
  {
    fault: 'a buffer view beyond its buffer',
    make: inJson((json) => (viewOf(json, positionOf(json)).byteLength = 1 << 30)),
    message: /BUFFER_VIEW_TOO_LONG/,
  },
  {
    fault: 'positions that are not numbers',
    make: inJson((json, binary) => {
      const { byteOffset = 0 } = viewOf(json, positionOf(json));
      binary.writeFloatLE(Number.NaN, byteOffset + (positionOf(json).byteOffset ?? 0));
    }),
    message: /ACCESSOR_INVALID_FLOAT/,
  },
  {
    fault: 'triangles of vertices that do not exist',
    make: inJson((json, binary) => {
      const indices = json.accessors[json.meshes[0].primitives[0].indices];
      binary.writeUInt16LE(65_000, (viewOf(json, indices).byteOffset ?? 0) + (indices.byteOffset ?? 0));
    }),
    message: /ACCESSOR_INDEX_OOB/,
  },
  {
    fault: 'a cycle of nodes',
    make: inJson((json) => {
      const parent = json.nodes.findIndex((node: { children?: number[] }) => node.children);
      const [child] = json.nodes[parent].children;
      json.nodes[child].children = [parent];
    }),
    message: /NODE_LOOP/,
  },
  {
    fault: 'sparse values beyond the accessor',
    make: inJson((json) => {
      const accessor = positionOf(json);
      const { bufferView } = accessor;
      accessor.sparse = { count: 9, indices: { bufferView, componentType: 5125 }, values: { bufferView } };
    }),
    message: /ACCESSOR_SPARSE_INDEX_OOB|ACCESSOR_SPARSE_INDICES_NON_INCREASING/,
  },
  {
    fault: 'a reference to a mesh that does not exist',
    make: inJson((json) => (json.nodes[0].mesh = 99)),
    message: /UNRESOLVED_REFERENCE/,
  },
  {
    fault: 'an image of 30,000 × 30,000 pixels',
    make: replaceImage(pngHeader(30_000, 30_000)),
    message: /image 0 is 30000 × 30000 pixels/,
  },
  {
    fault: 'an SVG as an image',
    make: replaceImage(Buffer.from('<svg onload="alert(1)"/>'.padEnd(40))),
    message: /image 0 is not a PNG/,
  },
  {
    fault: 'a PNG with destroyed pixels',
    make: appendImage(async () => {
      const png = await noise().png().toBuffer();
      const at = png.indexOf('IDAT') + 4;
      return png.fill(0xff, at, at + 200);
    }),
    message: /textures are damaged or incomplete: image0 \(image\/png\)/,
  },
  {
    fault: 'a truncated JPEG',
    make: appendImage(async (png) => (await sharp(png).jpeg().toBuffer()).subarray(0, -400)),
    message: /textures are damaged or incomplete: image0 \(image\/jpeg\)/,
  },
  {
    fault: 'a nested skeleton',
    make: inJson((json) => {
      const first = json.nodes.length;
      for (let k = 0; k < 300; k++) json.nodes.push(k < 299 ? { children: [first + k + 1] } : {});
      json.scenes[0].nodes.push(first);
    }),
    message: /has 300 node levels; at most 256/,
  },
  {
    fault: 'a mesh with 90,000 primitives',
    make: inJson((json) => (json.meshes[1] = { primitives: Array.from({ length: 90_000 }, () => ({ attributes: {} })) })),
    message: /has \d+ primitives; at most 300/,
  },
  {
    fault: 'half a million skins',
    make: inJson((json) => (json.skins = Array.from({ length: 500_000 }, () => ({ joints: [] })))),
    message: /skins: .*at most 100000 items/,
  },
  {
    fault: 'a million broken nodes',
    make: inJson((json) => (json.nodes = new Array(1_000_000).fill(0))),
    message: /nodes: .*at most 100000 items/,
  },
  { fault: 'no blend shapes', make: head({ shapes: [] }), message: /no mesh has morph targets named after/ },
  {
    fault: 'missing shapes',
    make: head({ shapes: ['jawOpen', 'eyeBlinkLeft'] }),
    message: /50 of the 52 ARKit shapes are missing: .*eyeBlinkRight/,
  },
  {
    fault: 'shapes that do not move anything',
    make: inJson((json) => {
      for (const target of json.meshes[0].primitives[0].targets)
        target.POSITION =
          json.accessors.push({
            count: positionOf(json).count,
            type: 'VEC3',
            componentType: 5126,
            min: [0, 0, 0],
            max: [0, 0, 0],
          }) - 1;
    }),
    message: /no head found: eyeBlinkLeft, eyeBlinkRight, jawOpen do not move any vertex/,
  },
  {
    fault: 'an upside-down head',
    make: inJson((json) => {
      json.nodes.find((node: { name: string }) => node.name === 'Armature').rotation = [0, 0, 1, 0];
    }),
    message: /the head is not upright/,
  },
  {
    fault: 'a head lying on its side',
    make: inJson((json) => {
      json.nodes.find((node: { name: string }) => node.name === 'Armature').rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    }),
    message: /do not move two eyes side by side/,
  },
  {
    fault: 'an empty scene',
    make: inJson((json) => (json.scenes[0].nodes = [0].slice(1))),
    message: /SCENE|EMPTY|does not show any/,
  },
];
