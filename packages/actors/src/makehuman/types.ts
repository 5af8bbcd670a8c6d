/** A triangulated MakeHuman mesh. Each corner has separate indices for its vertex and its texture coordinate. Lengths are in meters. */
export interface PolygonMesh {
  /** 3 values per vertex. */
  positions: Float32Array;
  /** 3 vertex indices per triangle. */
  triangles: Uint32Array;
  /** 3 texture coordinate indices per triangle. */
  uvTriangles: Uint32Array;
  /** 2 values per texture coordinate. (0, 0) is the upper left. */
  uvs: Float32Array;
}

/** Bone weights for each vertex. */
export interface Skinning {
  /** Number of bones and weights per vertex. */
  influences: number;
  bones: Uint16Array;
  weights: Float32Array;
}

/** The naked body with its helper geometry, before any targets are applied. */
export interface BaseMesh extends PolygonMesh {
  /** Number of body triangles. They come first, followed by the helpers. */
  bodyTriangles: number;
  skinning: Skinning;
  /** Indexed as in `skinning`. The two ends of a bone share a name. */
  boneNames: readonly string[];
  /** For each bone end (such as `jaw____head` and `jaw____tail`), the vertices to average to get its position. */
  boneEnds: Readonly<Record<string, readonly number[]>>;
}

/** A garment, hairstyle, eye, or row of teeth. Each vertex is anchored to three vertices of the base mesh. */
export interface ProxyMesh extends PolygonMesh {
  name: string;
  /** 3 base mesh vertices per vertex. */
  anchors: Uint32Array;
  /** Weights of `anchors`, 3 per vertex. */
  anchorWeights: Float32Array;
  /** Offsets added to the weighted anchors, 3 values per vertex, in meters. */
  offsets: Float32Array;
  skinning: Skinning;
  /** 1 for each base mesh vertex that the proxy hides. */
  hides: Uint8Array;
}

/** A sparse displacement of the base mesh, in meters. */
export interface BodyTarget {
  vertices: Uint32Array;
  /** 3 values for each of `vertices`. */
  offsets: Float32Array;
}

export interface Assets {
  base: BaseMesh;
  /** @param name path within the MakeHuman `targets` folder without the extension, such as `nose/nose-hump-morehump` */
  target(name: string): BodyTarget;
  /** @param name path within the MakeHuman `proxies` folder, such as `hair/short01` */
  proxy(name: string): ProxyMesh;
}
