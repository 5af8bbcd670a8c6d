import { CEPSTRA, type Frames } from './features.ts';

/**
 * How much each cepstrum and its slopes tell of the sound that is spoken, beside the voice: the root of how much more unmatched frames
 * of two voices differ in it than matched ones (measured on people and synthesizers in fourteen languages).
 */
const TELLING = [0.9, 1.33, 1.1, 1.15, 1.13, 1.07, 0.97, 0.88, 0.91, 0.87, 0.84, 0.83, 0.72];

/** Frames whose distances tell sounds apart rather than voices. */
export function weighFrames(frames: Frames): Frames {
  return { ...frames, data: frames.data.map((value, index) => value * TELLING[(index % frames.size) % CEPSTRA]!) };
}
