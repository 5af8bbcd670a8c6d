import { BEARDS } from './beards.ts';
import { bob, crop, parted, tied } from './long-cuts.ts';
import { afro, buzz, fringe, rim, swept } from './short-cuts.ts';
import type { Style } from './style.ts';

/** Names of styles. */
export type CutName =
  | 'parted'
  | 'loose'
  | 'bob'
  | 'tied'
  | 'swept'
  | 'fringe'
  | 'crop'
  | 'buzz'
  | 'afro'
  | 'rim'
  | keyof typeof BEARDS;

/** Styles of hair, by name. */
export const CUTS: Readonly<Record<CutName, Style>> = {
  ...BEARDS,
  parted: parted({
    parting: 0.001,
    length: 0.4,
    cut: -0.15,
    back: 0.8,
    wave: 0.002,
    fall: { aside: 0.07, behind: -0.165 },
  }),
  loose: parted({ parting: -0.012, length: 0.32, cut: -0.135, back: 0.4, wave: 0.004, fall: { aside: 0.078 } }),
  ...{ afro, bob, tied, fringe, crop, buzz, rim },
  swept: swept({ aside: 0.35, top: 0.05, sides: 0.026, lift: 0.38 }),
};
