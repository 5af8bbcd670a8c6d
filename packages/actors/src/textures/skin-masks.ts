import { createRasterizer, type Rasterize, repackSkinUvs } from '../geometry/atlas.ts';
import type { Brows } from '../geometry/groom/brows.ts';
import { CUTS } from '../geometry/groom/cuts.ts';
import { type HeadFrame, measureHead, toStyle } from '../geometry/groom/hairline.ts';
import { at, bell, smoothStep, type Vector } from '../geometry/mesh/index.ts';
import { rasterizeGrowth } from '../geometry/scalp.ts';
import { densityOn, frameOf } from '../groom.ts';
import type { Assets, PolygonMesh, Recipe } from '../makehuman/index.ts';
import { type Eyeball, type Face, findEyeballs, Lids, lipCoordinates, mouthHeight } from '../shapes/index.ts';
import { foldDepth } from './folds.ts';
import { measureLipBorder } from './lip-border.ts';
import { paintHairs } from './painted-hair.ts';

/** Masks for painting the skin of a face, with one value per pixel, 0..1. */
export interface SkinMasks {
  size: number;
  /** The red of the lips. */
  lips: Float32Array;
  /** The shadow between the lips and in their corners. */
  seam: Float32Array;
  /** Forehead, nose, and chin, where skin is glossy. */
  oily: Float32Array;
  /** Cheeks, nose, and ears, where skin is also red in MakeHuman textures. */
  flush: Float32Array;
  /** Ears, which are a different red in the photographs. */
  ears: Float32Array;
  /** Areas where blood shows through. Like `flush`, but stronger around the wings of the nose and weaker on the ears. */
  vessels: Float32Array;
  /** Area below the eyes, where the skin is thin. */
  thin: Float32Array;
  /** Area where beards grow. */
  jaw: Float32Array;
  /** Depth of the folds made by facial muscles. */
  folds: Float32Array;
  /** Areas with pores, which are everywhere except the eyelids and lips. */
  pores: Float32Array;
  /** The neck and the skin below it, and pixel positions there, around the neck and up, in meters. */
  neck: { share: Float32Array; around: Float32Array; up: Float32Array };
  /** Edges of the eyelids, where lashes grow. */
  lashLine: Float32Array;
  /** Growth of short hairs for each hair in the recipe. Above 1 where hair hides the skin. */
  growth: readonly Float32Array[];
  /** Density of the brows. */
  brows: Float32Array;
  /** Opacity of single hairs at the edge of the hair, in any beard, and in the brows, 0..255 per pixel of the color map. */
  hairs: { scalp: Uint8Array | undefined; beard: Uint8Array | undefined; brows: Uint8Array };
}

/** Single hairs painted on the skin for hairlines, beards, and brows. Lengths are in meters, and angles in radians. */
const BEARD_HAIRS = { length: 0.0042, spacing: 0.00062, stray: 0.5 } as const;
const SCALP_HAIRS = { length: 0.009, spacing: 0.00085, stray: 0.2 } as const;
const CURLY_HAIRS = { length: 0.002, spacing: 0.0008, stray: 3 } as const;
const BROW_HAIRS = { length: 0.0055, spacing: 0.00072, stray: 0.22, opacity: 0.7 } as const;
/** Minimum density for hair to hide its roots. */
const HIDDEN_ROOTS = 1.35;
/** How far below the eyes and how far behind them the hairline can be, in meters. */
const HAIRLINE_BELOW = 0.04;
const HAIRLINE_BACK = 0.13;
/** Top edge of beards relative to the eyes, and back edge behind the eyes, in meters. */
const BEARD_TOP = 0.012;
const BEARD_BACK = 0.11;
/** How far below the mouth hair can grow, in meters. */
const BELOW_MOUTH = 0.09;
/** Distance from the eyelid edge where the dark line of lash roots has fully faded, in meters. */
const LASH_LINE = 0.0022;
/** Offset added to positions before they are rasterized, in meters. */
const MARGIN = 1;
/** Strength of the lash line on the lower eyelid. Without it, the wet rim would show as a white line. */
const LOWER_LINE = 0.35;

/** All actors have the same base mesh, and all masks have the same size. */
const rasterizers = new WeakMap<PolygonMesh, Rasterize>();

/** Rasterizes masks for the face of an actor. @param size mask size, in pixels @param fineSize color map size, in pixels */
export function createSkinMasks(recipe: Recipe, assets: Assets, face: Face, brows: Brows, size: number, fineSize: number): SkinMasks {
  const mesh = repackSkinUvs(assets.base);
  const skin = { mesh, triangles: assets.base.bodyTriangles, positions: face.positions };
  const rasterize = rasterizerOf(mesh, skin.triangles, size);
  const landmarks = findLandmarks(assets, face);
  const regions = measureRegions(face, landmarks);
  const places = rasterizePlaces(measurePlaces(face, landmarks), rasterize);
  const lips = paintLips(face, landmarks, rasterize(regions.mouth), places);
  const neck = measureNeck(face, landmarks);
  return {
    size,
    flush: rasterize(regions.flush),
    ears: rasterize(regions.ears),
    vessels: rasterize(regions.vessels),
    neck: { share: rasterize(neck.share), around: rasterize(neck.around), up: rasterize(neck.up) },
    thin: rasterize(regions.thin),
    jaw: rasterize(regions.jaw),
    folds: paintFolds(landmarks, places, lips.red),
    lips: lips.red,
    seam: lips.seam,
    oily: rasterize(regions.oily),
    pores: rasterize(regions.pores).map((share, i) => share * (1 - lips.red[i]!)),
    lashLine: rasterize(measureLashLine(face, landmarks)),
    growth: rasterizeHair(recipe, skin, landmarks, lips.red, size),
    brows: rasterizeGrowth(skin, brows.density, size, brows.within),
    hairs: {
      scalp: paintScalpHairs(recipe, skin, landmarks, fineSize),
      beard: paintBeardHairs(recipe, skin, landmarks, fineSize),
      brows: paintHairs(skin, fineSize, { ...BROW_HAIRS, ...brows }),
    },
  };
}

function rasterizerOf(mesh: PolygonMesh, triangles: number, size: number): Rasterize {
  const known = rasterizers.get(mesh);
  if (known) return known;
  const rasterize = createRasterizer(mesh, triangles, size);
  rasterizers.set(mesh, rasterize);
  return rasterize;
}

interface Landmarks {
  eyes: readonly [left: Eyeball, right: Eyeball];
  /** Center of the left eye. */
  eye: Vector;
  /** Height of the mouth, in meters. */
  mouthY: number;
  head: HeadFrame;
}

function findLandmarks(assets: Assets, { positions, line }: Face): Landmarks {
  const { left, right } = findEyeballs(assets, positions);
  const mouthY = mouthHeight(line);
  return { eyes: [left, right], eye: left.center, mouthY, head: measureHead(positions, left.center, mouthY) };
}

/** Measures the neck and the skin below it at each vertex. {@link MARGIN} is added to positions. */
function measureNeck({ positions }: Face, { eye: [, , eyeZ], mouthY }: Landmarks): SkinMasks['neck'] {
  const count = positions.length / 3;
  const neck = { share: new Float32Array(count), around: new Float32Array(count), up: new Float32Array(count) };
  for (let v = 0; v < count; v++) {
    const [x, y, z] = at(positions, v);
    neck.share[v] = smoothStep(mouthY - 0.058 - 0.3 * Math.max(0, z - eyeZ + 0.03), mouthY - 0.09, y);
    neck.around[v] = MARGIN + 0.06 * Math.atan2(x, z - eyeZ + 0.09);
    neck.up[v] = MARGIN + y;
  }
  return neck;
}

/** Returns true if the vertex is on or near the face. All regions are 0 at other vertices. */
const isNearFace = ([, y, z]: Vector, { eye, mouthY }: Landmarks): boolean => z >= eye[2] - 0.12 && y >= mouthY - 0.2;

/** Face regions that depend only on the vertex position, 0..1. */
const REGIONS = ['mouth', 'oily', 'ears', 'flush', 'vessels', 'thin', 'jaw', 'pores'] as const;
type Region = (typeof REGIONS)[number];

function measureRegions(face: Face, landmarks: Landmarks): Record<Region, Float32Array> {
  const { positions, line, open } = face;
  const count = positions.length / 3;
  const regions = Object.fromEntries(REGIONS.map((region) => [region, new Float32Array(count)])) as Record<Region, Float32Array>;
  for (let v = 0; v < count; v++) {
    const place = at(positions, v);
    if (!isNearFace(place, landmarks)) continue;
    const values = {
      mouth: measureMouth(place, line, open[3 * v + 1]!),
      ...measureBlood(place, landmarks),
      oily: measureOil(place, landmarks),
      thin: measureThinSkin(place, landmarks),
      jaw: measureBeardArea(place, landmarks),
      pores: measurePores(place, landmarks),
    };
    for (const region of REGIONS) regions[region][v] = values[region];
  }
  return regions;
}

/** @param drop displacement of the vertex when the jaw opens, in meters */
function measureMouth([x, y, z]: Vector, line: Face['line'], drop: number): number {
  const { above, within, inFront } = lipCoordinates(line, x, y, z, drop);
  const near = Math.abs(x) < line.half + 0.008 && inFront > -0.03;
  return near && Math.abs(above) < 0.02 ? within : 0;
}

/** Degree to which skin faces the camera, 0..1. */
const frontOf = (z: number, eyeZ: number): number => smoothStep(eyeZ - 0.02, eyeZ + 0.01, z);

const chinAt = (x: number, y: number, mouthY: number): number => bell(x, 0.02) * bell(y - mouthY + 0.034, 0.018);

function measureOil([x, y, z]: Vector, { eye: [, eyeY, eyeZ], mouthY }: Landmarks): number {
  const forehead = bell(x, 0.045) * bell(y - eyeY - 0.055, 0.035);
  const nose = bell(x, 0.016) * smoothStep(mouthY + 0.012, mouthY + 0.025, y) * smoothStep(eyeY + 0.03, eyeY, y);
  return frontOf(z, eyeZ) * Math.max(0.5 * forehead, 0.8 * nose, 0.6 * chinAt(x, y, mouthY));
}

function measureBlood([x, y, z]: Vector, { eye: [, eyeY, eyeZ], mouthY }: Landmarks): Record<'ears' | 'flush' | 'vessels', number> {
  const [front, chin] = [frontOf(z, eyeZ), chinAt(x, y, mouthY)];
  const cheek = bell(Math.abs(x) - 0.036, 0.023) * bell(y - mouthY - 0.034, 0.026);
  const tip = bell(x, 0.014) * bell(y - mouthY - 0.027, 0.014);
  const ears = smoothStep(0.064, 0.07, Math.abs(x)) * bell(y - (eyeY + mouthY) / 2 - 0.01, 0.045);
  // Blood vessels are close to the surface around the wings of the nose.
  const wings = bell(Math.abs(x) - 0.017, 0.006) * bell(y - mouthY - 0.022, 0.01);
  return {
    ears,
    flush: Math.max(front * Math.max(0.75 * cheek, tip, 0.45 * chin), 0.55 * ears),
    vessels: Math.max(front * Math.max(0.75 * cheek, tip, 0.9 * wings, 0.45 * chin), 0.15 * ears),
  };
}

const measureThinSkin = ([x, y, z]: Vector, { eye: [eyeX, eyeY, eyeZ] }: Landmarks): number =>
  frontOf(z, eyeZ) * bell(Math.abs(x) - eyeX + 0.005, 0.012) * bell(y - eyeY + 0.0165, 0.0055);

/** Beards extend from the upper lip, along the cheeks to the ears, and down to the throat. */
function measureBeardArea([x, y, z]: Vector, { eye: [, , eyeZ], mouthY }: Landmarks): number {
  const border = mouthY + 0.017 + 1.5 * Math.max(0, Math.abs(x) - 0.032);
  return (
    smoothStep(border + 0.005, border - 0.006, y) * smoothStep(mouthY - 0.1, mouthY - 0.07, y) * smoothStep(eyeZ - 0.09, eyeZ - 0.06, z)
  );
}

/** Eyelids do not have pores. On the neck, the texture is stretched, so painted pores would be stretched too. */
function measurePores([x, y, z]: Vector, { eyes, mouthY }: Landmarks): number {
  const lid = eyes.reduce(
    (least, { center, radius }) => Math.min(least, Math.hypot(x - center[0], y - center[1], z - center[2]) / radius),
    9,
  );
  return smoothStep(1.2, 1.7, lid) * (0.08 + 0.92 * smoothStep(mouthY - 0.085, mouthY - 0.052, y));
}

function measureLashLine({ positions, triangles }: Face, landmarks: Landmarks): Float32Array {
  const lids = landmarks.eyes.map((eye) => new Lids(eye, positions, triangles));
  const lashLine = new Float32Array(positions.length / 3);
  for (let v = 0; v < lashLine.length; v++) {
    const place = at(positions, v);
    if (!isNearFace(place, landmarks)) continue;
    for (const each of lids) {
      const { upper, lower } = each.fromEdges(...place);
      const line = Math.max(smoothStep(LASH_LINE, 0.0004, upper), LOWER_LINE * smoothStep(LASH_LINE, 0.0004, lower));
      lashLine[v] = Math.max(lashLine[v]!, line);
    }
  }
  return lashLine;
}

/** Positions on the front of the head relative to the middle of the face and the eyes, in meters, plus {@link MARGIN}. 0 elsewhere. */
interface Places {
  across: Float32Array;
  up: Float32Array;
}

function measurePlaces({ positions }: Face, landmarks: Landmarks): Places {
  const count = positions.length / 3;
  const places = { across: new Float32Array(count), up: new Float32Array(count) };
  const [, eyeY, eyeZ] = landmarks.eye;
  for (let v = 0; v < count; v++) {
    const place = at(positions, v);
    if (!isNearFace(place, landmarks) || place[2] <= eyeZ - 0.045) continue;
    places.across[v] = MARGIN + place[0];
    places.up[v] = MARGIN + place[1] - eyeY;
  }
  return places;
}

const rasterizePlaces = ({ across, up }: Places, rasterize: Rasterize): Places => ({ across: rasterize(across), up: rasterize(up) });

/** @param mouth mask of the mouth */
function paintLips(face: Face, { eye }: Landmarks, mouth: Float32Array, { across, up }: Places): Record<'red' | 'seam', Float32Array> {
  const paint = measureLipBorder(face);
  const [red, seam] = [new Float32Array(mouth.length), new Float32Array(mouth.length)];
  mouth.forEach((share, i) => {
    if (share === 0 || across[i]! < MARGIN / 2) return;
    const painted = paint(across[i]! - MARGIN, up[i]! - MARGIN + eye[1]);
    [red[i], seam[i]] = [share * painted.red, share * painted.seam];
  });
  return { red, seam };
}

function paintFolds({ eye, mouthY }: Landmarks, { across, up }: Places, red: Float32Array): Float32Array {
  const frame = { eyes: eye[0], mouth: mouthY - eye[1] };
  // Pixels between the face and the back of the head have values below half the margin.
  return across.map((x, i) => (x > MARGIN / 2 && up[i]! > MARGIN / 2 ? foldDepth(x - MARGIN, up[i]! - MARGIN, frame) * (1 - red[i]!) : 0));
}

type Skin = Parameters<typeof paintHairs>[0];

function rasterizeHair({ hair }: Recipe, skin: Skin, { head, mouthY }: Landmarks, red: Float32Array, size: number): Float32Array[] {
  return hair.map((each) => {
    const [frame, style] = [frameOf(head, each), CUTS[each.cut]];
    const shaded = { ...style, density: style.shade ?? style.density };
    const grown = rasterizeGrowth(
      skin,
      (place) => densityOn(frame, shaded, place),
      size,
      ([, y]) => y > mouthY - BELOW_MOUTH,
    );
    return each.beard ? grown.map((value, i) => value * Math.max(0, 1 - red[i]!)) : grown;
  });
}

/** Paints hairs for the first beard in the recipe. */
function paintBeardHairs({ hair }: Recipe, skin: Skin, { head, mouthY, eye }: Landmarks, fineSize: number): Uint8Array | undefined {
  const beard = hair.find(({ beard }) => beard);
  if (!beard) return undefined;
  const [frame, style] = [frameOf(head, beard), CUTS[beard.cut]];
  return paintHairs(skin, fineSize, {
    ...BEARD_HAIRS,
    density: (place) => densityOn(frame, style, place),
    comb: (place, random) => style.comb(toStyle(frame, place), random),
    within: ([, y, z]) => y > mouthY - BELOW_MOUTH && y < eye[1] + BEARD_TOP && z > eye[2] - BEARD_BACK,
  });
}

function paintScalpHairs({ hair }: Recipe, skin: Skin, { head, eye }: Landmarks, fineSize: number): Uint8Array | undefined {
  const crown = hair.find(({ beard }) => !beard);
  if (!crown) return undefined;
  const style = CUTS[crown.cut];
  return paintHairs(skin, fineSize, {
    ...(crown.curls ? CURLY_HAIRS : SCALP_HAIRS),
    density: (place) => {
      const grown = densityOn(head, style, place);
      return grown > HIDDEN_ROOTS ? 0 : grown ** (crown.curls ? 1.6 : 2.4);
    },
    comb: (place, random) => style.comb(toStyle(head, place), random),
    within: ([, y, z]) => y > eye[1] - HAIRLINE_BELOW && z > eye[2] - HAIRLINE_BACK,
  });
}
