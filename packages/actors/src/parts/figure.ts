import type { Joint, JointName, Texture } from '@talking-avatar/avatar/model';
import { CUT_BELOW_EYES } from '../geometry/garment.ts';
import { type Assets, placeJoints, type Recipe } from '../makehuman/index.ts';
import { buildShapes, type Face, type Field, findEyeballs, type Shapes } from '../shapes/index.ts';
import type { ActorTextures } from '../textures/actor-textures.ts';

/** Minimum distance of a collar below the head joint, in meters. */
export const COLLAR_BELOW_HEAD = 0.03;

/** Everything needed to build the parts of an actor. */
export interface Figure {
  recipe: Recipe;
  assets: Assets;
  face: Face;
  painted: ActorTextures;
  eyes: ReturnType<typeof findEyeballs>;
  joints: Joint[];
  shapes: Shapes;
  /** Displacements for each shape and corrective, by name. */
  fields: ReadonlyMap<string, Field>;
  /** Height where parts are cut off, in meters. */
  cutHeight: number;
  collarHeight: number;
  /** Textures of the parts built so far. Materials refer to them by index. */
  textures: Texture[];
}

export function measureFigure(recipe: Recipe, assets: Assets, face: Face, painted: ActorTextures): Figure {
  const eyes = findEyeballs(assets, face.positions);
  const joints = placeJoints(assets.base, face.positions).map((joint) => {
    const eye = { leftEye: eyes.left, rightEye: eyes.right }[joint.name as string];
    return eye ? { ...joint, position: eye.center } : joint;
  });
  const shapes = buildShapes(assets, face, eyes);
  return {
    recipe,
    assets,
    face,
    painted,
    eyes,
    joints,
    shapes,
    fields: new Map([...shapes.fields, ...shapes.correctives.map(({ name, field }) => [name, field] as const)]),
    cutHeight: positionOf(joints, 'leftEye')[1] - CUT_BELOW_EYES,
    collarHeight: positionOf(joints, 'head')[1] - COLLAR_BELOW_HEAD,
    textures: [],
  };
}

export const positionOf = (joints: readonly Joint[], name: JointName): Joint['position'] =>
  joints.find((joint) => joint.name === name)!.position;

/** Adds a texture to the figure. @returns its index */
export const addTexture = ({ textures }: Figure, texture: Texture): number => textures.push(texture) - 1;
