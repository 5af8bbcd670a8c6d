import type { Hair } from '../makehuman/index.ts';
import { smoothStep, type Vector } from './mesh/index.ts';

/**
 * Heights relative to the eyes between which hair is narrowed increasingly, metres, and share of the excess width that
 * remains.
 */
const NARROWED = { from: 0, to: -0.09, share: 0.12 } as const;
/**
 * A fringe is combed up to `top` above the eyes, in front of `behind` (fully from `whole` on) behind the eyes, and
 * between `middle` and `side` from the centre; metres.
 */
const FRINGE = { top: 0.085, behind: 0.06, whole: 0.025, side: 0.075, middle: 0.05 } as const;

/**
 * Adapts hair to the styling options of its recipe.
 *
 * @param positions of its mesh on the actor, changed in place, metres
 * @param eye centre of an eye
 */
export function styleHair(
  { lift = 0, width, fringe }: Pick<Hair, 'lift' | 'width' | 'fringe'>,
  positions: Float32Array,
  [, eyeY, eyeZ]: Vector,
): void {
  const frontness = (z: number): number => smoothStep(eyeZ - FRINGE.behind, eyeZ - FRINGE.whole, z);
  let lowest = 0;
  for (let at = 0; at < positions.length; at += 3) {
    positions[at + 1]! += lift;
    if (frontness(positions[at + 2]!) === 1) lowest = Math.min(lowest, positions[at + 1]! - eyeY);
  }
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]! - eyeY, positions[at + 2]!];
    if (width !== undefined && Math.abs(x) > width) {
      const share = smoothStep(NARROWED.from, NARROWED.to, y);
      positions[at] = Math.sign(x) * (Math.abs(x) - share * (1 - NARROWED.share) * (Math.abs(x) - width));
    }
    if (fringe !== undefined && y < FRINGE.top) {
      const raised = FRINGE.top - ((FRINGE.top - y) * (FRINGE.top - fringe)) / (FRINGE.top - lowest);
      positions[at + 1]! += frontness(z) * smoothStep(FRINGE.side, FRINGE.middle, Math.abs(x)) * (raised - y);
    }
  }
}
