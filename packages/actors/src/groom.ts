import type { Joint, Material, Part } from '@talking-avatar/avatar/model';
import { type Corner, type FineStyle, growFineHair, meanAt } from './geometry/fine-hair.ts';
import { BEARD_MOUTH } from './geometry/groom/beards.ts';
import type { HairSettings } from './geometry/groom/cards.ts';
import { CUTS } from './geometry/groom/cuts.ts';
import { type GroomedHair, groomHair } from './geometry/groom/groom.ts';
import { alignMouth, type HeadFrame, isEar, measureHead, toStyle } from './geometry/groom/hairline.ts';
import type { Style } from './geometry/groom/style.ts';
import { sampleSurface } from './geometry/groom/surface.ts';
import { at, normalize, smoothStep, type Vector } from './geometry/mesh/index.ts';
import type { Hair } from './makehuman/index.ts';
import { hash } from './textures/noise.ts';

/** Depths below the eyes where the head gives way to the neck, and the neck to the chest, in meters. */
const NECK = { from: 0.1, to: 0.16, chest: 0.2 } as const;
/** How far below the mouth the lowest roots are, in style units. */
const LOWEST_ROOT = 0.08;
/** Maximum distance below the eyes for hair to rest on skin and clothes, in meters. */
const LOWEST = 0.4;

export interface Groomer {
  groom(name: string, hair: Hair, material: Material): GroomedHair;
  bind: HairSettings['bind'];
  frame: HeadFrame;
}

/**
 * Creates a groomer for an actor.
 * @param eye center of one eye
 * @param mouth height of the mouth, in meters
 */
export function createGroomer(
  skin: Part,
  clothes: readonly Part[],
  joints: readonly Joint[],
  eye: Vector,
  mouth: number,
  lips: LipsAt,
): Groomer {
  const frame = measureHead(skin.positions, eye, mouth);
  const near = sampleSurface([skin, ...clothes], eye[1] - LOWEST);
  const nearHead = sampleSurface([skin, ...clothes], eye[1] - LOWEST, (place) => isEar(toStyle(frame, place)));
  const [head, neck, spine] = (['head', 'neck', 'spine'] as const).map((name) => joints.findIndex((joint) => joint.name === name)) as [
    number,
    number,
    number,
  ];
  const bind = ([, y]: Vector): [number, number][] => {
    const below = eye[1] - y;
    const off = smoothStep(NECK.from, NECK.to, below);
    const down = smoothStep(NECK.to, NECK.chest, below);
    return [
      [head, 1 - off],
      [neck, off * (1 - down)],
      [spine, off * down],
    ];
  };
  const groom = (name: string, hair: Hair, material: Material): GroomedHair =>
    hair.beard
      ? { parts: [growBeard(name, skin, hair, frameOf(frame, hair), lips, material)], guides: [] }
      : groomHair(name, skin, CUTS[hair.cut], frame, CUTS[hair.cut].behindEars ? nearHead : near, {
          material,
          bind,
          density: (place) => densityOn(frame, CUTS[hair.cut], place),
        });
  return { groom, bind, frame };
}

/** Returns the coordinate frame that the hairstyle uses. */
export const frameOf = (frame: HeadFrame, { beard }: Hair): HeadFrame => (beard ? alignMouth(frame, BEARD_MOUTH) : frame);

const HAIRLINE: Omit<FineStyle, 'material'> = {
  length: 0.014,
  width: 0.0024,
  lift: 0.16,
  stray: 0.22,
  spacing: 0.0036,
  segments: 2,
};
const CURLY: Omit<FineStyle, 'material'> = {
  length: 0.0035,
  width: 0.0026,
  lift: 0.7,
  stray: 3,
  spacing: 0.003,
  segments: 1,
};
const STUBBLE: Omit<FineStyle, 'material'> = {
  length: 0.007,
  width: 0.003,
  lift: 0.35,
  stray: 0.4,
  spacing: 0.0034,
  segments: 1,
};
/** Beard cards, each with a few hairs. */
const BEARD: Omit<FineStyle, 'material'> = {
  length: 0.01,
  width: 0.0044,
  lift: 0.35,
  stray: 0.35,
  spacing: 0.0026,
  segments: 2,
};

/** Cards for a mustache without a beard, which is small and dense. */
const MUSTACHE: Omit<FineStyle, 'material'> = { ...BEARD, width: 0.0032, spacing: 0.0017 };

/** Grows a beard as cards with a few hairs each, which move with the skin. */
function growBeard(name: string, skin: Part, hair: Hair, frame: HeadFrame, lips: LipsAt, material: Material): Part {
  const style = CUTS[hair.cut];
  return growFineHair(
    name,
    skin,
    (place, corner) => {
      const random = (seed: number): number => hash(Math.round(place[0] * 1e5), Math.round(place[1] * 1e5), seed);
      const inStyle = toStyle(frame, place);
      const growing = densityOn(frame, style, place) > 0 ? style.growAt(inStyle, random) : undefined;
      if (!growing || isOnLips(skin, corner, lips)) return undefined;
      const normal = normalize(meanAt(skin.normals, corner));
      const direction = style.comb(inStyle, random);
      return {
        direction,
        normal,
        size: growing.width ?? 1,
        lift: growing.lift,
        length: growing.length * frame.size,
      };
    },
    {
      ...(hair.cut === 'mustache' ? MUSTACHE : BEARD),
      within: (place) => toStyle(frame, place)[2] > -0.1 && toStyle(frame, place)[1] > -0.16,
      material,
    },
  );
}

/** Range of hair densities where the hairline has fine hair. */
const EDGE = { from: 0.16, to: 0.95 } as const;
/** Minimum cosine between the forward direction and the normal of skin with fine hair. No camera sees skin that faces farther back. */
const FACES_FRONT = -0.5;

/** How much of the skin is red lip at a texture coordinate, 0..1. */
type LipsAt = (u: number, v: number) => number;

/** Hair does not grow where there is more red lip than this. */
const ON_LIPS = 0.3;

function isOnLips(skin: Part, { vertices, weights }: Corner, lips: LipsAt): boolean {
  const [u, v] = [0, 1].map((axis) => vertices.reduce((sum, vertex, k) => sum + weights[k]! * skin.uvs[2 * vertex + axis]!, 0)) as [
    number,
    number,
  ];
  return lips(u, v) > ON_LIPS;
}

/** Returns the density of hair on the skin at a point. Hair does not grow on the neck and the shoulders. */
export function densityOn(frame: HeadFrame, style: Style, place: Vector): number {
  const inStyle = toStyle(frame, place);
  return inStyle[1] < frame.mouth - LOWEST_ROOT ? 0 : style.density(inStyle);
}

/** Grows single short hairs along the hairline. Without them, the hair would begin abruptly. */
export function growHairlineOf(hair: Hair, skin: Part, frame: HeadFrame, lips: LipsAt, material: Material, name: string): Part {
  const style = CUTS[hair.cut];
  const own = frameOf(frame, hair);
  return growFineHair(
    name,
    skin,
    (place, corner) => {
      if (at(skin.normals, corner.vertices[0])[2] < FACES_FRONT) return undefined;
      const density = densityOn(own, style, place);
      if (density < EDGE.from || density > EDGE.to) return undefined;
      if (isOnLips(skin, corner, lips)) return undefined;
      const random = (seed: number): number => hash(Math.round(place[0] * 1e5), Math.round(place[1] * 1e5), seed);
      const normal = normalize(meanAt(skin.normals, corner));
      const direction = style.comb(toStyle(own, place), random);
      return { direction, normal, size: 0.4 + 0.6 * smoothStep(0, 0.5, density) };
    },
    { ...(hair.beard ? STUBBLE : hair.curls ? CURLY : HAIRLINE), material },
  );
}
