import * as v from 'valibot';
import { storable } from './numbers.ts';

/** Largest factor of a movement. */
const MOST = 2;

const factor = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MOST), storable));

/** Movement factors by part of the face: 0 none, 1 as solved, 2 twice as far. */
export const strengthsSchema = v.strictObject({
  jaw: factor,
  lips: factor,
  brows: factor,
  blinks: factor,
  head: factor,
  gaze: factor,
});

export type Strengths = v.InferOutput<typeof strengthsSchema>;
