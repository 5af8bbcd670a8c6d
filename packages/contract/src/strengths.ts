import * as v from 'valibot';
import { storable } from './numbers.ts';

/** Maximum movement factor. */
const MOST = 2;

const factor = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MOST), storable));

/** Movement factors by part of the face: 0 removes the movement, 1 leaves it as solved, and 2 doubles it. */
export const strengthsSchema = v.strictObject({
  jaw: factor,
  lips: factor,
  brows: factor,
  blinks: factor,
  head: factor,
  gaze: factor,
});

export type Strengths = v.InferOutput<typeof strengthsSchema>;
