import type { Card } from '../groom/strand.ts';
import { cross, smoothStep, type Vector } from '../mesh/index.ts';
import type { StrandLook } from './looks.ts';
import type { StrandCollector } from './strand-set.ts';

/** Radius of the head, in meters. Strands next to a guide lie on a round surface. */
const HEAD = 0.085;
/** Distance from the root where strands reach full width, and maximum length of the tapered tip, in meters. */
const ROOT = 0.006;
const TIP = { share: 0.45, width: 0.15 } as const;
/** Tone at the root and the tip. */
const TONE = { root: 0.84, tip: 1.1 } as const;

/** A guide, along with the directions across it at each point. */
export interface Guide extends Card {
  number: number;
  sides: Vector[];
  alongs: Vector[];
}

export interface Own {
  /** Position across the guide at the root and the tip, in meters. */
  from: number;
  to: number;
  /** Depth below the guide, in meters. */
  below: number;
  long: number;
  width: number;
  tone: number;
  wave: number;
  phase: number;
  /** How far ahead of the guide's root the strand begins, in meters. */
  before: number;
  /** How far the tip sticks out, outward and sideways, in meters. */
  off: number;
  aside: number;
  /** Two random numbers, 0..1. */
  own: number;
  spare: number;
}

/** How much deeper strands begin at the crown, relative to how far ahead of the guide root they begin. */
const SUNK = 0.4;

/** Adds the root of a strand that begins ahead of its guide's root. */
function addRoot(collector: StrandCollector, { points, normals, sides, alongs, raised }: Guide, own: Own): void {
  const below = own.below + (raised ? SUNK * own.before : 0);
  const place = [0, 1, 2].map((k) => points[0]![k]! + sides[0]![k]! * own.from - alongs[0]![k]! * own.before - normals[0]![k]! * below);
  const [x, y, z] = place as [number, number, number];
  const [nx, ny, nz] = normals[0]!;
  collector.add(x, y, z, nx, ny, nz, 0.4 * own.width, own.tone * TONE.root);
}

export function traceStrand(collector: StrandCollector, guide: Guide, look: StrandLook, own: Own): void {
  const { points, normals, sides, gone } = guide;
  collector.begin();
  if (own.before > 0) addRoot(collector, guide, own);
  const tip = Math.min(look.tip, TIP.share * own.long);
  const rootLong = Math.min(ROOT, 0.25 * own.long);
  const turns = 6.28 / look.wave.length;
  for (let k = 0; k < points.length; k++) {
    let at = gone[k]!;
    let back = 0;
    if (at > own.long) {
      // The last step ends where the strand ends.
      back = (at - own.long) / (at - gone[k - 1]!);
      at = own.long;
    }
    const [point, before] = [points[k]!, points[Math.max(0, k - 1)]!];
    const [out, side] = [normals[k]!, sides[k]!];
    const t = at / own.long;
    const high = own.wave * smoothStep(0.05, 0.5, t);
    const across = own.from + (own.to - own.from) * smoothStep(0.1, 1, t) + own.aside * t * t + high * Math.sin(own.phase + turns * at);
    const up =
      own.off * t * t - own.below - (own.from * own.from) / (2 * HEAD) + 0.6 * high * Math.cos(1.7 * own.phase + 0.83 * turns * at);
    const keep = 1 - back;
    const taper = TIP.width + (1 - TIP.width) * smoothStep(0, tip, own.long - at);
    collector.add(
      point[0] * keep + before[0] * back + side[0] * across + out[0] * up,
      point[1] * keep + before[1] * back + side[1] * across + out[1] * up,
      point[2] * keep + before[2] * back + side[2] * across + out[2] * up,
      out[0],
      out[1],
      out[2],
      own.width * taper * (0.5 + 0.5 * smoothStep(0, rootLong, at)),
      own.tone * (TONE.root + (TONE.tip - TONE.root) * Math.min(1, 1.6 * t)),
    );
    if (back > 0) return;
  }
}

/** Number of points per turn of a coil. */
const PER_TURN = 7;
/** Maximum number of turns of a coil. */
const MAX_TURNS = 10;
/** How much lighter the outer side of a coil is than its mean. The inner side is darker by the same amount. */
const COIL_LIGHT = 0.16;
/** Width of coils at the tip relative to the root. */
const OPENS = 0.35;

/** Adds the points of a strand that coils around a line next to its guide. */
export function traceCoil(collector: StrandCollector, guide: Guide, { radius, pitch }: NonNullable<StrandLook['coil']>, own: Own): void {
  const { points, normals, sides, alongs, gone } = guide;
  collector.begin();
  const turns = Math.min(MAX_TURNS, own.long / (pitch * (0.7 + 0.6 * own.own)));
  const steps = Math.ceil(turns * PER_TURN);
  const sense = own.phase > Math.PI ? 1 : -1;
  let k = 0;
  for (let step = 0; step <= steps; step++) {
    const t = step / steps;
    while (k + 2 < points.length && gone[k + 1]! < t * own.long) k++;
    const share = (t * own.long - gone[k]!) / (gone[k + 1]! - gone[k]! || 1);
    const [point, next] = [points[k]!, points[k + 1]!];
    const [out, side, along] = [normals[k]!, sides[k]!, alongs[k]!];
    const [ux, uy, uz] = cross(along, side);
    const wide = radius * (0.55 + 0.9 * own.spare) * (1 - OPENS + OPENS * t) * smoothStep(0, 0.12, t);
    const angle = own.phase + sense * 6.28 * turns * t;
    const across = own.from + own.aside * t + wide * Math.sin(angle);
    const up = wide * Math.cos(angle);
    const down = own.below - own.off * t + (own.from * own.from) / (2 * HEAD);
    collector.add(
      point[0] + (next[0] - point[0]) * share + side[0] * across + ux * up - out[0] * down,
      point[1] + (next[1] - point[1]) * share + side[1] * across + uy * up - out[1] * down,
      point[2] + (next[2] - point[2]) * share + side[2] * across + uz * up - out[2] * down,
      out[0],
      out[1],
      out[2],
      own.width * (1 - 0.5 * smoothStep(0.7, 1, t)),
      own.tone * (TONE.root + (TONE.tip - TONE.root) * t) * (1 + COIL_LIGHT * Math.cos(angle)),
    );
  }
}
