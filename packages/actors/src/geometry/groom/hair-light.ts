import { smoothStep } from '../mesh/index.ts';
import { spreadPoints } from './card-points.ts';
import type { Card } from './strand.ts';

/** Maximum distance along the hair, and maximum height difference, for cards to count as being in the same place, in meters. */
const NEAR = 0.008;
const HIGHEST = 0.02;
/** Maximum number of points to compare with each point. */
const MOST = 400;
/** Fraction of neighbors that are below the outer surface of the hair. Single strands above it do not cast shadows. */
const SURFACE = 0.85;
/** Depth below the outer surface at which hair is darkest, in meters, and the light that remains there. */
const DEEP = 0.006;
const DEEP_LIGHT = 0.5;

/**
 * Computes the light at each point on each card, 0..1. It depends on position, so overlapping cards have no visible edges. Locks differ in
 * tone, and hair gets darker farther below the outer surface.
 */
export function lightCards(cards: readonly Card[]): number[][] {
  const near = spreadPoints(cards, NEAR);
  return cards.map(({ points, normals, tone }) =>
    points.map((point, k) => {
      const out = normals[k]!;
      const heights: number[] = [];
      const tones: number[] = [];
      const found = near(point);
      // Many cards meet where hair is tied back.
      const stride = Math.ceil(found.length / MOST);
      for (let i = 0; i < found.length; i += stride) {
        const { at, card } = found[i]!;
        const x = at[0] - point[0];
        const y = at[1] - point[1];
        const z = at[2] - point[2];
        const height = x * out[0] + y * out[1] + z * out[2];
        if (Math.abs(height) > HIGHEST || x * x + y * y + z * z - height * height > NEAR * NEAR) continue;
        heights.push(height);
        tones.push(card.tone);
      }
      const depth = Float64Array.from(heights).sort()[Math.floor(SURFACE * heights.length)] ?? 0;
      const mean = tones.reduce((sum, value) => sum + value, 0) / tones.length || tone;
      return mean * (1 - (1 - DEEP_LIGHT) * smoothStep(0, DEEP, depth));
    }),
  );
}
