import { hash } from '../../textures/noise.ts';
import { type Card, SPARSE } from '../groom/strand.ts';
import { cross, normalize, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import type { StrandLook } from './looks.ts';
import { StrandCollector, type StrandSet } from './strand-set.ts';
import { type Guide, type Own, traceCoil, traceStrand } from './trace.ts';

/** Fraction of the usual number of strands to grow around a single-strand guide. */
const SPARSE_SHARE = 0.3;
/** Variation in length of strands that end before bare skin, as a fraction of their length. */
const SHORTER = 0.75;
/** Hair density at which all strands grow. Density drops to 0 at the hairline. */
const FULL = 1.25;
/** Width, length, and tone of strands at the hairline, relative to strands within the hair. */
const EDGE = { width: 0.55, length: 0.6, tone: 1.12 } as const;
/** How far ahead of the guide root a strand next to a parting may begin, in meters. */
const PARTING = 0.0018;
/** The same, at the hairline and at the crown. If the roots were in a row there, the outline would look like a comb. */
const BEFORE = 0.012;
/**
 * Baby hair at the hairline: maximum hair density where it grows, its fraction of the hairs there, its minimum length and the range of
 * lengths in meters, its width relative to other hair, and how far its tips deviate, as a fraction of its length.
 */
const DOWN = { below: 0.62, share: 0.6, shortest: 0.004, range: 0.015, width: 0.5, astray: 0.6 } as const;

/**
 * Grows strands around each guide, across and below its card, from the innermost guide to the outermost.
 * @param density hair density at a point, starting from 0 at the hairline
 */
export function growStrands(cards: readonly Card[], look: StrandLook, size: number, density: (place: Vector) => number): StrandSet {
  const collector = new StrandCollector();
  const guides = cards.map((card, number) => toGuide(card, number)).sort((a, b) => a.layer - b.layer);
  for (const guide of guides) {
    // Where a parting meets the hairline, no other guides cover these strands.
    const share = guide.short || guide.kind >= SPARSE ? Math.max(SPARSE_SHARE, guide.sharp) : 1;
    const count = Math.round(look.count * share);
    for (let child = 0; child < count; child++)
      growStrand(collector, guide, look, size, density, (seed) => hash(guide.number * 256 + child, seed, 101));
  }
  return collector.finish();
}

function toGuide(card: Card, number: number): Guide {
  const last = card.points.length - 1;
  const alongs = card.points.map((_, k) => normalize(subtract(card.points[Math.min(last, k + 1)]!, card.points[Math.max(0, k - 1)]!)));
  return { ...card, number, alongs, sides: alongs.map((along, k) => normalize(cross(card.normals[k]!, along))) };
}

function growStrand(
  collector: StrandCollector,
  guide: Guide,
  look: StrandLook,
  size: number,
  density: (place: Vector) => number,
  random: (seed: number) => number,
): void {
  const half = look.spread * guide.width;
  const u = 2 * random(0) - 1;
  const root = guide.points[0]!;
  const side = guide.sides[0]!;
  const from = half * u;
  const along = guide.alongs[0]!;
  const before = Math.max(guide.sharp * PARTING, guide.raised ? BEFORE : (1 - guide.deep) * BEFORE) * size * random(12);
  const at = (k: 0 | 1 | 2): number => root[k] + side[k] * from - along[k] * before;
  const grown = density([at(0), at(1), at(2)]) / FULL;
  if (grown < 1 && random(1) > grown) return;
  const inner = smoothStep(0.3, 1.3, grown);
  const tuft = Math.min(look.tufts - 1, Math.floor(((u + 1) / 2) * look.tufts));
  const ofTuft = (seed: number): number => hash(guide.number * 16 + tuft, seed, 102);
  const middle = ((tuft + 0.25 + 0.5 * ofTuft(0)) / look.tufts) * 2 - 1;
  const long =
    guide.length * (EDGE.length + (1 - EDGE.length) * inner) * (1 - look.uneven * random(2) ** 1.5 - 0.4 * look.uneven * ofTuft(1));
  const stands = random(3) < look.stray.share;
  // Short, fine hairs grow between hair and bare skin.
  const downy = grown < DOWN.below && random(13) < DOWN.share;
  const short = guide.short
    ? long * (1 - SHORTER * random(14))
    : downy
      ? Math.min(long, (DOWN.shortest + DOWN.range * random(14)) * size)
      : long;
  const own: Own = {
    from,
    to: from + half * (middle - u) * (downy || guide.kind >= SPARSE ? 0 : look.clump),
    long: short,
    // At the crown, tufts are seen end-on. If they had different depths, they would look like a comb.
    below: look.depth * (guide.raised ? 0.25 * random(4) : 0.4 * random(4) + 0.6 * ofTuft(3)) * (guide.kind < SPARSE ? 1 : 0.3),
    width: look.width * size * (0.75 + 0.5 * random(5)) * (downy ? DOWN.width : EDGE.width + (1 - EDGE.width) * inner),
    tone:
      guide.tone *
      (1 + look.contrast * (random(6) + random(7) - 1) + look.tuftContrast * (2 * ofTuft(2) - 1)) *
      (EDGE.tone + (1 - EDGE.tone) * inner),
    before,
    wave: look.wave.size * size * (0.3 + 1.4 * random(8)),
    phase: 6.28 * random(9),
    off: stands ? Math.min(0.012, look.stray.off * long) * random(10) : 0,
    aside: downy
      ? DOWN.astray * short * (2 * random(11) - 1)
      : stands
        ? Math.min(0.016, 1.4 * look.stray.off * long) * (2 * random(11) - 1)
        : 0,
    own: random(15),
    spare: random(16),
  };
  if (look.coil) traceCoil(collector, guide, look.coil, own);
  else traceStrand(collector, guide, look, own);
}
