import type { Sex } from '../../contract/index.ts';

/**
 * An actor as it is baked: meshes with their 52 morph targets, a small skeleton, textures. Metres, y up, the face looks along
 * +z, the actor's left is +x; the rest pose looks straight ahead with the mouth closed.
 */
export interface ActorModel {
  id: string;
  sex: Sex;
  /** Parents before children; the first is the root. */
  joints: readonly Joint[];
  parts: readonly Part[];
  textures: readonly Texture[];
}

/** A joint; its rest rotation is none, so its place alone is its rest pose. */
export interface Joint {
  name: JointName;
  /** Index in `joints`, -1 for the root. */
  parent: number;
  /** Place in the model at rest, metres. */
  position: readonly [x: number, y: number, z: number];
}

/** Those that a clip turns are `head`, `leftEye` and `rightEye`; `jaw` carries the lower teeth and tongue of rigs that use it. */
export const JOINT_NAMES = ['root', 'spine', 'neck', 'head', 'jaw', 'leftEye', 'rightEye'] as const;
export type JointName = (typeof JOINT_NAMES)[number];

/** What a part is made of, which says how it is drawn. */
export type Substance = 'skin' | 'eye' | 'teeth' | 'tongue' | 'lashes' | 'brows' | 'hair' | 'cloth';

/** One mesh with one material. */
export interface Part {
  name: string;
  substance: Substance;
  /** 3 a vertex, metres. */
  positions: Float32Array;
  /** 3 a vertex, of length 1. */
  normals: Float32Array;
  /** 2 a vertex, (0, 0) at the upper left of the texture. */
  uvs: Float32Array;
  /** How open to the light each vertex is, 0 hidden..1 open. */
  occlusion: Float32Array;
  /** 3 a triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
  /** 4 a vertex, indices of `ActorModel.joints`. */
  joints: Uint8Array;
  /** 4 a vertex, summing to 1. */
  weights: Float32Array;
  /** By ARKit's names; shapes that do not move this part are not there. */
  morphs: ReadonlyMap<string, Morph>;
  material: Material;
}

/** A morph target: only the vertices that it moves. */
export interface Morph {
  /** Which vertices, rising. */
  vertices: Uint32Array;
  /** 3 for each of `vertices`, metres, at weight 1. */
  positions: Float32Array;
  /** 3 for each of `vertices`: what is added to the normal at weight 1. */
  normals: Float32Array;
}

export interface Material {
  /** Linear, 0..1, times the texture. */
  tint: readonly [red: number, green: number, blue: number];
  roughness: number;
  /** How pixels with alpha are drawn. */
  alpha: 'opaque' | 'cutout' | 'blend';
  doubleSided: boolean;
  /** Indices of `ActorModel.textures`. */
  colour?: number;
  normal?: number;
  /** Roughness in green and specular strength in blue, as glTF packs metallic-roughness. */
  surface?: number;
}

/** An encoded image. */
export interface Texture {
  name: string;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}
