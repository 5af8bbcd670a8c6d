import { BEARDS } from './beards.ts';
import { ROUNDED } from './combing.ts';
import { bob, crop, parted, tied } from './long-cuts.ts';
import { afro, buzz, rim, swept } from './short-cuts.ts';
import type { Style } from './style.ts';

export type CutName = 'parted' | 'loose' | 'bob' | 'tied' | 'swept' | 'sidePart' | 'crop' | 'buzz' | 'afro' | 'rim' | keyof typeof BEARDS;

export const CUTS: Readonly<Record<CutName, Style>> = {
  ...BEARDS,
  parted: parted({
    parting: 0.001,
    length: 0.46,
    cut: -0.26,
    back: 0.8,
    framing: 0.2,
    locks: { size: 0.024, pull: 0.5, from: 0.25, round: 0.6, uneven: 0.14, wave: { size: 0.0025, length: 0.11 } },
    fall: { aside: 0.07, shoulders: true },
  }),
  loose: parted({
    parting: -0.012,
    length: 0.44,
    cut: -0.24,
    back: 0.4,
    framing: 0.4,
    rise: 0.01,
    locks: { size: 0.013, pull: 0.22, from: 0.25, round: 0.3, uneven: 0.08, wave: { size: 0.003, length: 0.1 } },
    fall: { aside: 0.078, shoulders: true },
  }),
  afro,
  bob,
  tied,
  crop,
  buzz,
  rim,
  sidePart: swept({ line: ROUNDED, aside: 0.9, top: 0.055, sides: 0.02, lift: 0.5 }),
  swept: swept({ aside: 0.35, top: 0.05, sides: 0.026, lift: 0.38 }),
};
