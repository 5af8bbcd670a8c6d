/** Limits for avatar files, to bound the time and memory for checking one. */
export const AVATAR_LIMITS = {
  /** Size of the JSON chunk in a GLB, in bytes. VRM files with many expressions have 2 MB. */
  jsonBytes: 8 << 20,
  /** Nesting depth of the JSON. Real files have 10 levels. */
  jsonDepth: 48,
  nodes: 2_000,
  /** Depth of the node hierarchy. Skeletons have up to 30 levels. */
  nodeDepth: 256,
  meshes: 200,
  accessors: 20_000,
  materials: 200,
  skins: 50,
  joints: 1_000,
  /** Primitives, vertices, and triangles of all nodes. A mesh counts once per node that uses it. */
  primitives: 300,
  vertices: 100_000,
  triangles: 200_000,
  /**
   * How many times the bounding rectangles of all triangles may cover the model, seen from any side. This determines how long ambient
   * occlusion takes to bake (docs/decisions/0040-custom-avatars.md). The built-in actors, including their hair, have up to 8.
   */
  layers: 500,
  /** Morph targets per primitive. */
  targets: 400,
  /** Total size of all accessors after decoding, in bytes. */
  decodedBytes: 250_000_000,
  images: 64,
  /** Width and height of an image, in pixels. */
  imagePixels: 4096,
  /** Total number of pixels in all images. */
  allPixels: 120_000_000,
} as const;
