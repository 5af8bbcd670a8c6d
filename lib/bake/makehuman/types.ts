/** A polygon mesh as MakeHuman stores it, triangulated: corners name a vertex and a texture coordinate apart. Metres. */
export interface Mesh {
  /** 3 a vertex. */
  positions: Float32Array;
  /** 3 a triangle, vertices. */
  triangles: Uint32Array;
  /** 3 a triangle, texture coordinates. */
  uvTriangles: Uint32Array;
  /** 2 a texture coordinate, (0, 0) at the upper left. */
  uvs: Float32Array;
}

/** How much of each of the skeleton's bones a vertex follows. */
export interface Skinning {
  /** Bones and weights a vertex. */
  influences: number;
  bones: Uint16Array;
  weights: Float32Array;
}

/** The naked body with its helper geometry, before any target. */
export interface BaseMesh extends Mesh {
  /** The first so many triangles are the body; the rest are helpers. */
  bodyTriangles: number;
  skinning: Skinning;
  /** By the index that `skinning` uses; the two entries of a bone have one name. */
  boneNames: readonly string[];
  /** A bone's end (`jaw____head`, `jaw____tail`) is the mean of these vertices. */
  boneEnds: Readonly<Record<string, readonly number[]>>;
}

/** A garment, hairstyle, eye, tooth row: each vertex hangs on three vertices of the base mesh. */
export interface ProxyMesh extends Mesh {
  name: string;
  /** 3 a vertex, vertices of the base mesh. */
  anchors: Uint32Array;
  /** 3 a vertex, weights of `anchors`. */
  anchorWeights: Float32Array;
  /** 3 a vertex, metres, on top of the weighted anchors. */
  offsets: Float32Array;
  skinning: Skinning;
  /** 1 for each vertex of the base mesh that the proxy hides. */
  hides: Uint8Array;
}

/** A sparse displacement of the base mesh, metres. */
export interface Target {
  vertices: Uint32Array;
  /** 3 for each of `vertices`. */
  offsets: Float32Array;
}

/** What the bake reads; implementations read files. */
export interface Assets {
  base: BaseMesh;
  /** @param name Path below MakeHuman's `targets` without extension, such as `nose/nose-hump-morehump`. */
  target(name: string): Target;
  /** @param name Folder below MakeHuman's `proxies`, such as `hair/short01`. */
  proxy(name: string): ProxyMesh;
}
