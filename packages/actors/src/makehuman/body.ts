import type { Assets, BodyTarget } from './types.ts';

/** A body, described by MakeHuman macro parameters. */
export interface Build {
  /** From 0 (female) to 1 (male). */
  gender: number;
  /** Age in years, 25..90. */
  age: number;
  /** Fractions, which sum to 1. */
  origin: { african: number; asian: number; caucasian: number };
  /** 0..1, where 0.5 is average. */
  muscle: number;
  weight: number;
  height: number;
}

/** Target weights by name. */
export type Targets = Readonly<Record<string, number>>;

/** Applies a build and detail targets to the base mesh. @returns vertex positions, in meters */
export function shapeBody(assets: Assets, build: Build, details: Targets): Float32Array {
  const positions = assets.base.positions.slice();
  for (const [name, weight] of Object.entries({ ...macroTargets(build), ...details }))
    for (const side of expandPairedName(name)) addTarget(positions, assets.target(side), weight);
  return positions;
}

/** Expands a paired name. For example, `l-r/eye-size-big` stands for the targets of the left and right eyes. */
function expandPairedName(name: string): string[] {
  const both = /^l-r\/((eye|cheek|ear)-.*)$/.exec(name);
  if (!both) return [name];
  const group = { eye: 'eyes', cheek: 'cheek', ear: 'ears' }[both[2]!];
  return [`${group}/l-${both[1]}`, `${group}/r-${both[1]}`];
}

export function addTarget(positions: Float32Array, { vertices, offsets }: BodyTarget, weight: number): void {
  if (weight === 0) return;
  for (let i = 0; i < vertices.length; i++) for (let k = 0; k < 3; k++) positions[3 * vertices[i]! + k]! += weight * offsets[3 * i + k]!;
}

/** Computes the macro-target weights for a build as products of trait weights, as MakeHuman does. */
function macroTargets({ gender, age, origin, muscle, weight, height }: Build): Record<string, number> {
  const old = Math.min(1, Math.max(0, (age - 25) / 65));
  const genders = { female: 1 - gender, male: gender };
  const ages = { young: 1 - old, old };
  const muscles = traitShares('muscle', muscle);
  const weights = traitShares('weight', weight);
  const heights = { maxheight: Math.max(0, height * 2 - 1), minheight: Math.max(0, 1 - height * 2) };
  const found: Record<string, number> = {};
  const add = (name: string, share: number): void => {
    if (share > 0) found[`macrodetails/${name}`] = share;
  };
  for (const [g, gShare] of Object.entries(genders))
    for (const [a, aShare] of Object.entries(ages)) {
      for (const [o, oShare] of Object.entries(origin)) add(`${o}-${g}-${a}`, gShare * aShare * oShare);
      for (const [m, mShare] of Object.entries(muscles))
        for (const [w, wShare] of Object.entries(weights)) {
          const share = gShare * aShare * mShare * wShare;
          add(`universal-${g}-${a}-${m}-${w}`, share);
          for (const [h, hShare] of Object.entries(heights)) add(`height/${g}-${a}-${m}-${w}-${h}`, share * hShare);
        }
    }
  return found;
}

function traitShares(trait: string, value: number): Record<string, number> {
  const max = Math.max(0, value * 2 - 1);
  const min = Math.max(0, 1 - value * 2);
  return { [`max${trait}`]: max, [`min${trait}`]: min, [`average${trait}`]: 1 - max - min };
}
