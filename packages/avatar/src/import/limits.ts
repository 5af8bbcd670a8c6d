/** Limits for an avatar file, which bound the time and memory that checking it takes. */
export const AVATAR_LIMITS = {
  /** Bytes of a GLB's JSON; VRM files with many expressions have 2 MB. */
  jsonBytes: 8 << 20,
  /** Nesting depth of the JSON; real files have 10. */
  jsonDepth: 48,
  nodes: 2_000,
  /** Depth of the node hierarchy; skeletons have up to 30. */
  nodeDepth: 256,
  meshes: 200,
  accessors: 20_000,
  materials: 200,
  skins: 50,
  joints: 1_000,
  /** Primitives, vertices, and triangles of all nodes; a mesh counts once per node that shows it. */
  primitives: 300,
  vertices: 100_000,
  triangles: 200_000,
  /**
   * How often all triangles together may cover the model, seen from any side and counting the rectangle around each: the work of baking
   * ambient occlusion (docs/decisions/0040-custom-avatars.md). The service's actors, with their hair, have up to 8.
   */
  layers: 500,
  /** Morph targets in a primitive. */
  targets: 400,
  /** Bytes of all accessors after they are decoded. */
  decodedBytes: 250_000_000,
  images: 64,
  /** Width and height of an image, in pixels. */
  imagePixels: 4096,
  /** Pixels of all images. */
  allPixels: 120_000_000,
} as const;
