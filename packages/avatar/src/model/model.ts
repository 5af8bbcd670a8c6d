import type { Sex } from '@talking-avatar/contract';

/** A baked actor. Meters, y up; the face looks along +z, the actor's left is +x. At rest it looks straight ahead with the mouth closed. */
export interface ActorModel {
  id: string;
  sex: Sex;
  /** Parents before children; the first is the root. */
  joints: readonly Joint[];
  parts: readonly Part[];
  textures: readonly Texture[];
  /** Morph targets besides the 52, for combinations of shapes. */
  correctives: readonly Corrective[];
  /** Hair as cameras see it, replacing its cards; absent from custom avatars. */
  relief?: HairRelief;
  /** Heights of a custom avatar's head; baked actors are measured from their parts. */
  measures?: HeadMeasures;
}

/** Hair as seen from a few directions, for videos, which use few cameras. Exported files contain hair cards instead. */
export interface HairRelief {
  /** Names of the parts it replaces. */
  replaces: readonly string[];
  views: readonly ReliefView[];
}

/** Hair as seen from one direction. */
export interface ReliefView {
  /** Angle around the head from the front toward the actor's left, in radians. */
  azimuth: number;
  /** Farthest first; their color is `texture`. */
  parts: readonly Part[];
  texture: Texture;
}

/** Heights of a head, in meters. */
export interface HeadMeasures {
  /** Top of the hair, or of the skull without hair. */
  top: number;
  chin: number;
  /** From the top of the skull to the chin. */
  head: number;
  /** Lower end of the mesh. */
  bottom: number;
}

/** A morph target weighted by the product of other shapes. */
export interface Corrective {
  /** Its name in `Part.morphs`. */
  name: string;
  shapes: readonly string[];
  /** Shapes whose weights reduce it; none by default. A shape that is also in `shapes` has the most effect halfway. */
  without?: readonly string[];
}

/** Returns a corrective's weight: the product of the weights of `shapes` and of 1 minus each weight of `without`. */
export function weighCorrective(
  { shapes, without = [] }: Pick<Corrective, 'shapes' | 'without'>,
  weightOf: (shape: string) => number,
): number {
  let weight = 1;
  for (const shape of shapes) weight *= weightOf(shape);
  for (const shape of without) weight *= 1 - weightOf(shape);
  return weight;
}

/** A joint. Joints are not rotated at rest, so the position is the entire rest pose. */
export interface Joint {
  name: JointName;
  /** Index in `joints`, -1 for the root. */
  parent: number;
  /** Position in the model at rest, in meters. */
  position: readonly [x: number, y: number, z: number];
}

/** Joints. A clip rotates `head`, `leftEye`, and `rightEye`. In rigs that use it, `jaw` moves the lower teeth and tongue. */
export const JOINT_NAMES = ['root', 'spine', 'neck', 'head', 'jaw', 'leftEye', 'rightEye'] as const;
export type JointName = (typeof JOINT_NAMES)[number];

/** Material type of a part; selects the shader. All parts of custom avatars are generic: glTF's metallic-roughness material. */
export type Substance = 'skin' | 'eye' | 'teeth' | 'tongue' | 'lashes' | 'brows' | 'hair' | 'cloth' | 'generic';

/** One mesh with one material. */
export interface Part {
  name: string;
  substance: Substance;
  /** 3 per vertex, in meters. */
  positions: Float32Array;
  /** 3 per vertex, of length 1. */
  normals: Float32Array;
  /** 2 per vertex; (0, 0) is the upper left of the texture. */
  uvs: Float32Array;
  /** Ambient occlusion of each vertex, 0 occluded..1 open. */
  occlusion: Float32Array;
  /** 3 per vertex, of length 1: direction of the hair strands, from root to tip; absent for other substances. */
  strands?: Float32Array;
  /** 3 per triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
  /** 4 per vertex, indices of `ActorModel.joints`. */
  joints: Uint8Array;
  /** 4 per vertex, summing to 1. */
  weights: Float32Array;
  /** By their ARKit names; shapes that do not move this part are absent. */
  morphs: ReadonlyMap<string, Morph>;
  material: Material;
  /** True for hair as a camera sees it, where every triangle is visible; set by the renderer. */
  relief?: true;
}

/** A sparse morph target. */
export interface Morph {
  /** Vertices that it moves, ascending. */
  vertices: Uint32Array;
  /** 3 for each of `vertices`, meters, at weight 1. */
  positions: Float32Array;
  /** 3 for each of `vertices`: added to the normal at weight 1. */
  normals: Float32Array;
}

export interface Material {
  /** Linear, 0..1; multiplies the texture. */
  tint: readonly [red: number, green: number, blue: number];
  roughness: number;
  /** 0 by default; for generic parts. */
  metallic?: number;
  alpha: 'opaque' | 'cutout' | 'blend';
  doubleSided: boolean;
  /** Indices of `ActorModel.textures`. */
  color?: number;
  normal?: number;
  /** Texture with roughness in green and specular strength in blue, packed like glTF's metallic-roughness. */
  surface?: number;
}

export interface Texture {
  name: string;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}
