import { createRasterizer, type Rasterize, repackSkinUvs } from '../geometry/atlas.ts';
import type { Brows } from '../geometry/groom/brows.ts';
import { CUTS } from '../geometry/groom/cuts.ts';
import { measureHead, toStyle } from '../geometry/groom/hairline.ts';
import { bell, smoothStep } from '../geometry/mesh/index.ts';
import { rasterizeGrowth } from '../geometry/scalp.ts';
import { densityOn, frameOf } from '../groom.ts';
import type { Assets, PolygonMesh, Recipe } from '../makehuman/index.ts';
import { type Face, findEyeballs, Lids, lipCoordinates } from '../shapes/index.ts';
import { foldDepth } from './folds.ts';
import { measureLipBorder } from './lip-border.ts';
import { paintHairs } from './painted-hair.ts';

/** Masks of a face for painting its skin, one value per pixel, 0..1. */
export interface SkinMasks {
  size: number;
  /** The red of the lips. */
  lips: Float32Array;
  /** The shadow between the lips and in their corners. */
  seam: Float32Array;
  /** Forehead, nose and chin, where skin is glossy. */
  oily: Float32Array;
  /** Cheeks, nose and ears, where skin is red in MakeHuman's textures too. */
  flush: Float32Array;
  /** The ears, which the photographs show in a red of their own. */
  ears: Float32Array;
  /** Where blood shows: the same, more around the wings of the nose and less at the ears. */
  vessels: Float32Array;
  /** Below the eyes, where skin is thin. */
  thin: Float32Array;
  /** Where beards grow. */
  jaw: Float32Array;
  /** Depth of the folds that the face's muscles make. */
  folds: Float32Array;
  /** Where there are pores: not on lids and lips. */
  pores: Float32Array;
  /** The neck and what is below; places on it, around and upwards, metres. */
  neck: { share: Float32Array; around: Float32Array; up: Float32Array };
  /** Edges of the lids, where lashes grow. */
  lashLine: Float32Array;
  /** Growth of short hairs, for each hair of the recipe; more than 1 where hair hides the skin. */
  growth: readonly Float32Array[];
  /** Density of the brows. */
  brows: Float32Array;
  /**
   * Opacity of single hairs at the edge of the hair of the head, of the beards of the recipe, if any, and of the brows, 0..255 for
   * each pixel of the colour map.
   */
  hairs: { scalp: Uint8Array | undefined; beard: Uint8Array | undefined; brows: Uint8Array };
}

/** Single hairs of hairlines, beards and brows as they are painted on the skin. Metres, radians. */
const BEARD_HAIRS = { length: 0.0042, spacing: 0.00062, stray: 0.5 } as const;
const SCALP_HAIRS = { length: 0.009, spacing: 0.00085, stray: 0.2 } as const;
const CURLY_HAIRS = { length: 0.002, spacing: 0.0008, stray: 3 } as const;
const BROW_HAIRS = { length: 0.0055, spacing: 0.00072, stray: 0.22, opacity: 0.7 } as const;

/** Density of hair from which hair hides its roots. */
const HIDDEN_ROOTS = 1.35;
/** Hairlines are above this height below the eyes, and before this depth behind them, metres. */
const HAIRLINE_BELOW = 0.04;
const HAIRLINE_BACK = 0.13;
/** Beards end below this height above the eyes, and this far behind them, metres. */
const BEARD_TOP = 0.012;
const BEARD_BACK = 0.11;
/** Height below the mouth down to which hair grows, metres. */
const BELOW_MOUTH = 0.09;
/** Distance from the lid's edge at which the dark line of the lashes' roots has faded, metres. */
const LASH_LINE = 0.0022;
/** Added to places before they are rasterized, metres. */
const MARGIN = 1;
/** Strength of that line on the lower lid, whose wet rim would otherwise show as a white line. */
const LOWER_LINE = 0.35;

/** All actors have the same base mesh, and masks have one size. */
const rasterizers = new WeakMap<PolygonMesh, Rasterize>();

/**
 * Rasterizes the masks of an actor's face.
 *
 * @param brows where they grow
 * @param size width and height of the masks, pixels
 * @param fineSize width and height of the colour map, pixels
 */
export function createSkinMasks(recipe: Recipe, assets: Assets, face: Face, brows: Brows, size: number, fineSize: number): SkinMasks {
  const { base } = assets;
  const eyes = findEyeballs(assets, face.positions);
  const { positions, line, open } = face;
  const count = positions.length / 3;
  const [atMouth, oily, pores] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const lashLine = new Float32Array(count);
  const [flush, thin, jaw] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const [vessels, ears] = [new Float32Array(count), new Float32Array(count)];
  const [neck, around, heights] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  // Places above the eyes; a margin keeps them apart from 0, which stands for no skin.
  const [aside, height] = [new Float32Array(count), new Float32Array(count)];
  const lids = [eyes.left, eyes.right].map((eye) => new Lids(eye, positions, face.triangles));
  const [eyeX, eyeY, eyeZ] = eyes.left.centre;
  const mouthY = line.y[line.y.length >> 1]!;
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    neck[v] = smoothStep(mouthY - 0.058 - 0.3 * Math.max(0, z - eyeZ + 0.03), mouthY - 0.09, y);
    [around[v], heights[v]] = [MARGIN + 0.06 * Math.atan2(x, z - eyeZ + 0.09), MARGIN + y];
    if (z < eyeZ - 0.12 || y < mouthY - 0.2) continue;
    const { above, within, inFront } = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
    const near = Math.abs(x) < line.half + 0.008 && inFront > -0.03;
    atMouth[v] = near && Math.abs(above) < 0.02 ? within : 0;
    const front = smoothStep(eyeZ - 0.02, eyeZ + 0.01, z);
    const forehead = bell(x, 0.045) * bell(y - eyeY - 0.055, 0.035);
    const nose = bell(x, 0.016) * smoothStep(mouthY + 0.012, mouthY + 0.025, y) * smoothStep(eyeY + 0.03, eyeY, y);
    const chin = bell(x, 0.02) * bell(y - mouthY + 0.034, 0.018);
    oily[v] = front * Math.max(0.5 * forehead, 0.8 * nose, 0.6 * chin);
    const cheek = bell(Math.abs(x) - 0.036, 0.023) * bell(y - mouthY - 0.034, 0.026);
    const tip = bell(x, 0.014) * bell(y - mouthY - 0.027, 0.014);
    const ear = smoothStep(0.064, 0.07, Math.abs(x)) * bell(y - (eyeY + mouthY) / 2 - 0.01, 0.045);
    // Vessels are close to the surface around the wings of the nose.
    const wings = bell(Math.abs(x) - 0.017, 0.006) * bell(y - mouthY - 0.022, 0.01);
    ears[v] = ear;
    flush[v] = Math.max(front * Math.max(0.75 * cheek, tip, 0.45 * chin), 0.55 * ear);
    vessels[v] = Math.max(front * Math.max(0.75 * cheek, tip, 0.9 * wings, 0.45 * chin), 0.15 * ear);
    thin[v] = front * bell(Math.abs(x) - eyeX + 0.005, 0.012) * bell(y - eyeY + 0.0165, 0.0055);
    // Beards reach from the upper lip along the cheeks to the ears, and down to the throat.
    const border = mouthY + 0.017 + 1.5 * Math.max(0, Math.abs(x) - 0.032);
    jaw[v] =
      smoothStep(border + 0.005, border - 0.006, y) * smoothStep(mouthY - 0.1, mouthY - 0.07, y) * smoothStep(eyeZ - 0.09, eyeZ - 0.06, z);
    if (z > eyeZ - 0.045) [aside[v], height[v]] = [MARGIN + x, MARGIN + y - eyeY];
    const lid = [eyes.left, eyes.right].reduce(
      (least, { centre, radius }) => Math.min(least, Math.hypot(x - centre[0], y - centre[1], z - centre[2]) / radius),
      9,
    );
    for (const each of lids) {
      const { upper, lower } = each.fromEdges(x, y, z);
      const line = Math.max(smoothStep(LASH_LINE, 0.0004, upper), LOWER_LINE * smoothStep(LASH_LINE, 0.0004, lower));
      lashLine[v] = Math.max(lashLine[v]!, line);
    }
    // The texture is stretched along the neck, and what is painted on it would be too.
    const throat = 0.08 + 0.92 * smoothStep(mouthY - 0.085, mouthY - 0.052, y);
    pores[v] = smoothStep(1.2, 1.7, lid) * throat;
  }
  const mesh = repackSkinUvs(base);
  let rasterize = rasterizers.get(mesh);
  if (!rasterize) {
    rasterize = createRasterizer(mesh, base.bodyTriangles, size);
    rasterizers.set(mesh, rasterize);
  }
  const [across, up, mouth] = [rasterize(aside), rasterize(height), rasterize(atMouth)];
  const paintLips = measureLipBorder(face);
  const [red, seam] = [new Float32Array(mouth.length), new Float32Array(mouth.length)];
  mouth.forEach((share, i) => {
    if (share === 0 || across[i]! < MARGIN / 2) return;
    const painted = paintLips(across[i]! - MARGIN, up[i]! - MARGIN + eyeY);
    [red[i], seam[i]] = [share * painted.red, share * painted.seam];
  });
  const headFrame = measureHead(positions, eyes.left.centre, mouthY);
  const skin = { mesh, triangles: base.bodyTriangles, positions };
  const growth = recipe.hair.map((hair) => {
    const [frame, style] = [frameOf(headFrame, hair), CUTS[hair.cut]];
    const shaded = { ...style, density: style.shade ?? style.density };
    const grown = rasterizeGrowth(
      skin,
      (place) => densityOn(frame, shaded, place),
      size,
      ([, y]) => y > mouthY - BELOW_MOUTH,
    );
    return hair.beard ? grown.map((value, i) => value * Math.max(0, 1 - red[i]!)) : grown;
  });
  const beards = recipe.hair.filter(({ beard }) => beard);
  const [beard] = beards.map((hair) => {
    const [frame, style] = [frameOf(headFrame, hair), CUTS[hair.cut]];
    return paintHairs(skin, fineSize, {
      ...BEARD_HAIRS,
      density: (place) => densityOn(frame, style, place),
      comb: (place, random) => style.comb(toStyle(frame, place), random),
      within: ([, y, z]) => y > mouthY - BELOW_MOUTH && y < eyeY + BEARD_TOP && z > eyeZ - BEARD_BACK,
    });
  });
  const [scalp] = recipe.hair
    .filter((hair) => !hair.beard)
    .map(({ cut, curls }) => {
      const style = CUTS[cut];
      return paintHairs(skin, fineSize, {
        ...(curls ? CURLY_HAIRS : SCALP_HAIRS),
        density: (place) => {
          const grown = densityOn(headFrame, style, place);
          return grown > HIDDEN_ROOTS ? 0 : grown ** (curls ? 1.6 : 2.4);
        },
        comb: (place, random) => style.comb(toStyle(headFrame, place), random),
        within: ([, y, z]) => y > eyeY - HAIRLINE_BELOW && z > eyeZ - HAIRLINE_BACK,
      });
    });
  const neckMask = { share: rasterize(neck), around: rasterize(around), up: rasterize(heights) };
  const frame = { eyes: eyes.left.centre[0], mouth: mouthY - eyeY };
  // Half a margin is not reached on the face: those are pixels between it and the back of the head.
  const folds = across.map((x, i) =>
    x > MARGIN / 2 && up[i]! > MARGIN / 2 ? foldDepth(x - MARGIN, up[i]! - MARGIN, frame) * (1 - red[i]!) : 0,
  );
  return {
    size,
    flush: rasterize(flush),
    ears: rasterize(ears),
    vessels: rasterize(vessels),
    neck: neckMask,
    thin: rasterize(thin),
    jaw: rasterize(jaw),
    folds,
    lips: red,
    seam,
    oily: rasterize(oily),
    pores: rasterize(pores).map((share, i) => share * (1 - red[i]!)),
    lashLine: rasterize(lashLine),
    growth,
    brows: rasterizeGrowth(skin, brows.density, size, brows.within),
    hairs: { scalp, beard, brows: paintHairs(skin, fineSize, { ...BROW_HAIRS, ...brows }) },
  };
}
