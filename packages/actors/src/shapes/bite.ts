import { at, bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { findLowerLipEdge } from '../geometry/teeth.ts';
import type { DentalArch } from './arch.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';
import { lipField } from './lips.ts';
import type { MedianPoint } from './tongue.ts';

/** How far the jaw opens for f and v, as a weight of jawOpen (its target in packages/animation/src/mouth/targets.ts). */
const JAW = 0.08;
/** Position of the lower lip edge relative to the front of the upper incisor edge, which it touches, in meters. */
const TOUCH = { above: 0.0006, inFront: 0.0012 };
/** How much of the lower lip moves along with its edge, below and behind it, in meters. The chin does not move. */
const REACH = { below: 0.013, behind: { from: -0.014, to: -0.004 } };
/** Fraction of the motion that remains at the corners of the mouth. */
const AT_CORNERS = 0.3;
/**
 * Between `from` and `to` from the middle, the edge of the lower lip must be at least `above` meters above the edges of the teeth. If the
 * lip dips lower there, all of it rises by the difference, fading out within `reach`. `near` is the search radius for the edge.
 */
const ASIDE = { above: 0.0008, from: 0.004, to: 0.009, step: 0.001, near: 0.002, reach: 0.009 };
/**
 * Behind its edge, the top of the lower lip slopes down away from the teeth by `falls` meters per meter, over a distance of `behind`. If it
 * were flat, it would be as high behind the edge of an incisor as in front of it.
 */
const TOP = { falls: 0.25, behind: 0.004 };
/** How far the upper lip moves up to make room, and its reach, in meters. */
const UPPER = { up: 0.0007, reach: 0.014 };

/**
 * Brings the lower lip to the edge of the upper teeth, as in f and v. The red of the lip stays visible, as do the teeth above it.
 * @param jawOpen field of the jaw, which is slightly open for these sounds
 * @param incisors front of the upper incisor edge
 */
export function biteField(face: Face, jawOpen: Field, incisors: MedianPoint, arch: DentalArch): Field {
  const { positions, line, open } = face;
  const edge = findLowerLipEdge(face);
  const lowered = displacementNear(positions, jawOpen, edge);
  const up = incisors.y + TOUCH.above - edge.y - JAW * lowered.y;
  const forward = Math.min(0, incisors.z + TOUCH.inFront - edge.z - JAW * lowered.z);
  const places = line.places.filter((x) => Math.abs(x) <= ASIDE.to);
  const edges = places.map(
    (x) => findLowerLipEdge(face, Math.abs(x) + ASIDE.near, Math.abs(x) - ASIDE.near).z - interpolate(line.places, line.z, x),
  );
  const acrossAt = (x: number): number => AT_CORNERS + (1 - AT_CORNERS) * bell(x, line.half);
  let short = 0;
  for (let x = ASIDE.from; x < ASIDE.to; x += ASIDE.step) {
    const own = findLowerLipEdge(face, x + ASIDE.near, x - ASIDE.near).y + JAW * lowered.y + up * acrossAt(x);
    short = Math.max(short, arch.edge(x) + ASIDE.above - own);
  }
  return lipField(positions, line, open, ({ above, inFront, within, lower }, x) => {
    const across = acrossAt(x);
    const share = within * smoothStep(REACH.behind.from, REACH.behind.to, inFront);
    const rise = up * across + short * bell(Math.max(0, Math.abs(x) - ASIDE.to), ASIDE.reach);
    const own = share * lower * bell(Math.min(0, above + 0.002), REACH.below);
    const other = share * (1 - lower) * bell(above, UPPER.reach);
    if (own + other === 0) return undefined;
    const fall = TOP.falls * across * Math.min(TOP.behind, Math.max(0, interpolate(places, edges, x) - inFront));
    return [0, own * (rise - fall) + other * UPPER.up, own * across * forward];
  });
}

function displacementNear(positions: Float32Array, field: Field, { y, z }: MedianPoint): MedianPoint {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let v = 0; v < positions.length / 3; v++) {
    const [px, py, pz] = at(positions, v);
    const distance = Math.hypot(px, py - y, pz - z);
    if (distance < least) [nearest, least] = [v, distance];
  }
  return { y: field[3 * nearest + 1]!, z: field[3 * nearest + 2]! };
}
