import { CEPSTRA, type Frames } from './features.ts';

/**
 * Weight of each cepstral coefficient and its deltas. It is the square root of a ratio: how much the coefficient differs between unrelated
 * frames, divided by how much it differs between matched frames of two voices (measured on human and synthetic voices in 14 languages).
 */
const PHONETIC_WEIGHTS = [0.9, 1.33, 1.1, 1.15, 1.13, 1.07, 0.97, 0.88, 0.91, 0.87, 0.84, 0.83, 0.72];

/** Weights features so that their distances reflect phones rather than voices. */
export function applyPhoneticWeights(frames: Frames): Frames {
  return {
    ...frames,
    data: frames.data.map((value, index) => value * PHONETIC_WEIGHTS[(index % frames.size) % CEPSTRA]!),
  };
}
