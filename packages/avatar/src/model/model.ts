import type { Sex } from '@talking-avatar/contract';

/** A baked actor, in meters, with y up, the face looking along +z, and the actor's left at +x. At rest, the mouth is closed. */
export interface ActorModel {
  id: string;
  sex: Sex;
  /** Parents come before children. The first joint is the root. */
  joints: readonly Joint[];
  parts: readonly Part[];
  textures: readonly Texture[];
  /** Additional morph targets for combinations of shapes. */
  correctives: readonly Corrective[];
  /** Hair as seen by cameras, which replaces the hair cards. Custom avatars don't have it. */
  relief?: HairRelief;
  /** Head heights of a custom avatar. Built-in actors are measured from their parts. */
  measures?: HeadMeasures;
}

/** Hair as seen from a few directions. It is for videos, which use only a few cameras; exported files contain hair cards instead. */
export interface HairRelief {
  /** Names of the parts that it replaces. */
  replaces: readonly string[];
  views: readonly ReliefView[];
}

/** Hair as seen from one direction. */
export interface ReliefView {
  /** Angle around the head, in radians, from the front toward the actor's left. */
  azimuth: number;
  /** Farthest first. Their color is in `texture`. */
  parts: readonly Part[];
  texture: Texture;
}

/** Heights of a head, in meters. */
export interface HeadMeasures {
  /** Top of the hair, or of the skull if there is no hair. */
  top: number;
  chin: number;
  /** From the top of the skull to the chin. */
  head: number;
  /** Bottom of the mesh. */
  bottom: number;
}

/** A morph target weighted by the product of other shapes. */
export interface Corrective {
  /** Name in `Part.morphs`. */
  name: string;
  shapes: readonly string[];
  /** Shapes whose weights reduce it. None by default. A shape that is also in `shapes` has the most effect at half weight. */
  without?: readonly string[];
}

/** Returns the weight of a corrective: the product of the `shapes` weights and of 1 minus each `without` weight. */
export function weighCorrective(
  { shapes, without = [] }: Pick<Corrective, 'shapes' | 'without'>,
  weightOf: (shape: string) => number,
): number {
  let weight = 1;
  for (const shape of shapes) weight *= weightOf(shape);
  for (const shape of without) weight *= 1 - weightOf(shape);
  return weight;
}

/** A joint. Joints have no rotation at rest, so the position alone describes the rest pose. */
export interface Joint {
  name: JointName;
  /** Index into `joints`, or -1 for the root. */
  parent: number;
  /** Position in the model at rest, in meters. */
  position: readonly [x: number, y: number, z: number];
}

/** Joint names. Clips rotate `head`, `leftEye`, and `rightEye`. In rigs that use it, `jaw` moves the lower teeth and the tongue. */
export const JOINT_NAMES = ['root', 'spine', 'neck', 'head', 'jaw', 'leftEye', 'rightEye'] as const;
export type JointName = (typeof JOINT_NAMES)[number];

/** Material type of a part, which selects the shader. All parts of custom avatars are `generic`, for metallic-roughness materials. */
export type Substance = 'skin' | 'eye' | 'teeth' | 'tongue' | 'lashes' | 'brows' | 'hair' | 'cloth' | 'generic';

/** One mesh with one material. */
export interface Part {
  name: string;
  substance: Substance;
  /** 3 per vertex, in meters. */
  positions: Float32Array;
  /** Unit vectors, 3 numbers per vertex. */
  normals: Float32Array;
  /** 2 per vertex; (0, 0) is the upper left corner of the texture. */
  uvs: Float32Array;
  /** Ambient occlusion of each vertex, from 0 (occluded) to 1 (open). */
  occlusion: Float32Array;
  /** Direction of the hair strands from root to tip, as unit vectors, 3 numbers per vertex. Absent for other substances. */
  strands?: Float32Array;
  /** 3 per triangle, counterclockwise when seen from outside. */
  indices: Uint32Array;
  /** 4 per vertex, as indices into `ActorModel.joints`. */
  joints: Uint8Array;
  /** 4 per vertex, summing to 1. */
  weights: Float32Array;
  /** By ARKit name. Shapes that don't move this part are absent. */
  morphs: ReadonlyMap<string, Morph>;
  material: Material;
  /** True for hair as seen by a camera, in which every triangle is visible. Set by the renderer. */
  relief?: true;
}

/** A sparse morph target. */
export interface Morph {
  /** Vertices that it moves, in ascending order. */
  vertices: Uint32Array;
  /** 3 for each of `vertices`: displacement at weight 1, in meters. */
  positions: Float32Array;
  /** 3 for each of `vertices`: added to the normals at weight 1. */
  normals: Float32Array;
}

export interface Material {
  /** Linear color, 0..1, that the texture is multiplied by. */
  tint: readonly [red: number, green: number, blue: number];
  roughness: number;
  /** For generic parts. Defaults to 0. */
  metallic?: number;
  alpha: 'opaque' | 'cutout' | 'blend';
  doubleSided: boolean;
  /** Indices into `ActorModel.textures`. */
  color?: number;
  normal?: number;
  /** Texture with roughness in green and specular strength in blue, packed like a glTF metallic-roughness texture. */
  surface?: number;
}

export interface Texture {
  name: string;
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}
