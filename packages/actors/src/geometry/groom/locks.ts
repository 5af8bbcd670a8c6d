import { hash } from '../../textures/noise.ts';
import { add, cross, dot, normalize, scale, smoothStep, subtract, type Vector } from '../mesh/index.ts';
import { type Card, SPARSE } from './strand.ts';
import type { Cut, Locks } from './style.ts';

/** Distance from the root where strands are compared, in meters, up to a fraction of their length. */
const COMPARED = { at: 0.11, most: 0.6 } as const;
/** Minimum number of points in a shortened strand. */
const SHORTEST = 4;
/** Part of a strand over which waves grow, as fractions of its length, and the depth of waves relative to their width. */
const WAVES = { from: 0.2, to: 0.6, depth: 0.6 } as const;
/** Straying single strands: fraction of cards, maximum distance (in meters and as a fraction of length), and where straying starts. */
const STRAY = { cards: 0.45, off: 0.006, share: 0.045, from: 0.1, to: 0.7 } as const;

/**
 * Pulls strands toward the middle of wavy locks. Locks are lit as if they were round, and differ in length. Some single strands stray.
 * @param size head size relative to the head that styles are designed for
 */
export function formLocks(cards: readonly Card[], { locks }: Pick<Cut, 'locks'>, size: number): Card[] {
  const joined = locks ? join(cards, locks, size) : cards;
  return joined.map((card, number) => stray(card, (seed) => hash(number, seed, 82), size));
}

function join(cards: readonly Card[], locks: Locks, size: number): Card[] {
  const compared = cards.map((card) => pointAt(card, Math.min(COMPARED.at * size, COMPARED.most * card.length)));
  const guides: number[] = [];
  const distance = (a: number, b: number): number => Math.hypot(...subtract(compared[a]!, compared[b]!));
  cards.forEach(({ kind }, i) => {
    if (kind < SPARSE && guides.every((guide) => distance(guide, i) > locks.size * size)) guides.push(i);
  });
  if (guides.length === 0) return [...cards];
  return cards.map((card, i) => {
    const guide = guides.reduce((least, other) => (distance(other, i) < distance(least, i) ? other : least));
    return joinLock(card, cards[guide]!, compared[i]!, (seed) => hash(guide, seed, 83), locks, size);
  });
}

function joinLock(
  card: Card,
  guide: Card,
  compared: Vector,
  random: (seed: number) => number,
  { pull, from, round, uneven, wave, size: wide }: Locks,
  size: number,
): Card {
  const start = Math.min(COMPARED.at * size, COMPARED.most * card.length);
  const shift = nearestOn(guide, compared) - start;
  const long = card.length * (1 - uneven * random(1));
  const count = Math.min(card.gone.length, Math.max(SHORTEST, card.gone.filter((gone) => gone <= long).length));
  const phase = 6.28 * random(2);
  const points: Vector[] = [];
  const normals: Vector[] = [];
  for (let k = 0; k < count; k++) {
    const [point, out, gone] = [card.points[k]!, card.normals[k]!, card.gone[k]!];
    const share = gone / card.length;
    const along = normalize(subtract(card.points[Math.min(k + 1, card.points.length - 1)]!, card.points[Math.max(0, k - 1)]!));
    const off = subtract(point, pointAt(guide, gone + shift));
    const aside = subtract(off, scale(along, dot(off, along)));
    const side = normalize(cross(out, along));
    const high = wave.size * size * smoothStep(WAVES.from, WAVES.to, share);
    const turn = phase + (6.28 * gone) / (wave.length * size);
    const waved = add(scale(side, high * Math.sin(turn)), scale(out, high * WAVES.depth * (1 + Math.cos(turn))));
    points.push(add(subtract(point, scale(aside, pull * smoothStep(from, 1, share))), waved));
    normals.push(normalize(add(out, scale(aside, (round * smoothStep(0.04, 0.25, share)) / (wide * size)))));
  }
  return { ...card, points, normals, gone: card.gone.slice(0, count), length: card.gone[count - 1]! };
}

/** Lifts a single-strand card off the hair below it. */
function stray(card: Card, random: (seed: number) => number, size: number): Card {
  if (card.kind < SPARSE || random(1) > STRAY.cards) return card;
  const off = Math.min(STRAY.off * size, STRAY.share * card.length) * (0.3 + 0.7 * random(2) ** 2);
  const points = card.points.map((point, k) =>
    add(point, scale(card.normals[k]!, off * smoothStep(STRAY.from, STRAY.to, card.gone[k]! / card.length))),
  );
  return { ...card, points };
}

/** Returns the point on the strand at the given distance from its root. Beyond its ends, the strand continues straight. */
function pointAt({ points, gone }: Card, distance: number): Vector {
  const next = gone.findIndex((value) => value > distance);
  const to = next < 1 ? (next === 0 ? 1 : gone.length - 1) : next;
  const share = (distance - gone[to - 1]!) / (gone[to]! - gone[to - 1]! || 1);
  return add(points[to - 1]!, scale(subtract(points[to]!, points[to - 1]!), share));
}

/** Finds the point on the strand nearest to the given position, and returns its distance from the root. */
function nearestOn({ points, gone }: Card, place: Vector): number {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  points.forEach((point, k) => {
    const far = Math.hypot(...subtract(point, place));
    if (far < least) [nearest, least] = [gone[k]!, far];
  });
  return nearest;
}
