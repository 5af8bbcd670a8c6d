/** A triangulated MakeHuman mesh. Corners refer to a vertex and a texture coordinate separately. Meters. */
export interface PolygonMesh {
  /** 3 per vertex. */
  positions: Float32Array;
  /** 3 per triangle, vertices. */
  triangles: Uint32Array;
  /** 3 per triangle, texture coordinates. */
  uvTriangles: Uint32Array;
  /** 2 per texture coordinate; (0, 0) is the upper left. */
  uvs: Float32Array;
}

/** Bone weights for each vertex. */
export interface Skinning {
  /** Number of bones and weights per vertex. */
  influences: number;
  bones: Uint16Array;
  weights: Float32Array;
}

/** The naked body with its helper geometry, before any target. */
export interface BaseMesh extends PolygonMesh {
  /** Number of body triangles, which come first. The others are helpers. */
  bodyTriangles: number;
  skinning: Skinning;
  /** By the index that `skinning` uses. The two ends of a bone share a name. */
  boneNames: readonly string[];
  /** Vertices whose mean is the end of a bone (`jaw____head`, `jaw____tail`). */
  boneEnds: Readonly<Record<string, readonly number[]>>;
}

/** A garment, hairstyle, eye, or row of teeth. Each vertex is anchored to three vertices of the base mesh. */
export interface ProxyMesh extends PolygonMesh {
  name: string;
  /** 3 per vertex, vertices of the base mesh. */
  anchors: Uint32Array;
  /** 3 per vertex, weights of `anchors`. */
  anchorWeights: Float32Array;
  /** 3 per vertex, meters, added to the weighted anchors. */
  offsets: Float32Array;
  skinning: Skinning;
  /** 1 for each vertex of the base mesh that the proxy hides. */
  hides: Uint8Array;
}

/** A sparse displacement of the base mesh, in meters. */
export interface BodyTarget {
  vertices: Uint32Array;
  /** 3 for each of `vertices`. */
  offsets: Float32Array;
}

export interface Assets {
  base: BaseMesh;
  /** @param name path below MakeHuman's `targets` without extension, such as `nose/nose-hump-morehump` */
  target(name: string): BodyTarget;
  /** @param name folder below MakeHuman's `proxies`, such as `hair/short01` */
  proxy(name: string): ProxyMesh;
}
