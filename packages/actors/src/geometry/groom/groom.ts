import type { Part } from '@talking-avatar/avatar/model';
import { hash } from '../../textures/noise.ts';
import { listRoots, meanAt } from '../fine-hair.ts';
import { normalize, subtract, type Vector } from '../mesh/index.ts';
import { makeCap } from './cap.ts';
import { AROUND, cellOf } from './card-points.ts';
import { buildCards, type HairSettings } from './cards.ts';
import { type HeadFrame, toStyle } from './hairline.ts';
import { formLocks } from './locks.ts';
import { straightenCard } from './straighten.ts';
import { type Card, traceCard } from './strand.ts';
import type { Cut } from './style.ts';
import type { Nearest } from './surface.ts';

/** The hair on a head: its parts, and the strands that its cards follow, with one point per step. */
export interface GroomedHair {
  parts: Part[];
  guides: Card[];
}

/**
 * Grows hair on the host's skin: a cap, and cards that follow strands. Cards are combed, droop under their weight, and rest on the surface.
 * @param near finds the surface below the given point
 */
export function groomHair(
  name: string,
  host: Part,
  cut: Cut,
  frame: HeadFrame,
  near: (place: Vector) => Nearest | undefined,
  settings: HairSettings,
): GroomedHair {
  const { size } = frame;
  const roots = spreadRoots(listRoots(host, 0.6 * cut.spacing * size), cut.spacing * size);
  const traced = roots.flatMap(({ place, corner, number }) => {
    const random = (seed: number): number => hash(number, seed, 281);
    const growing = cut.growAt(toStyle(frame, place), random);
    if (!growing) return [];
    return traceCard(place, corner, normalize(meanAt(host.normals, corner)), growing, cut, frame, near, random) ?? [];
  });
  const guides = formLocks(traced, cut, size);
  const cards = guides.filter(({ short }) => !short).map((card) => straightenCard(card, cut.segments, size));
  const cap = makeCap(`${name}-cap`, host, cards, frame, settings);
  // Very short hair does not need a cap, because its cards are barely above the skin.
  return { guides, parts: [buildCards(name, cards, frame, settings), ...(cap.indices.length > 0 ? [cap] : [])] };
}

/** Minimum distance between roots, relative to their spacing. */
const APART = 0.75;

/** Drops roots that are too close to others. Evenly spread cards cover the head in the fewest layers. */
function spreadRoots<Root extends { place: Vector }>(roots: readonly Root[], spacing: number): Root[] {
  const cell = APART * spacing;
  const grid = new Map<number, Vector>();
  return roots.filter(({ place }) => {
    const middle = cellOf(place, cell);
    for (const step of AROUND) {
      const other = grid.get(middle + step);
      if (other && Math.hypot(...subtract(other, place)) < cell) return false;
    }
    grid.set(middle, place);
    return true;
  });
}
