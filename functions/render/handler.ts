import * as v from 'valibot';
import { readEnvironment, step } from '../../layers/cloud/index.ts';
import { drawSegment } from './draw.ts';

export { warm } from './warm.ts';

const settings = readEnvironment('render');

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const stateSchema = v.object({ segment: v.object({ index: number, first: number, end: number }) });

/** Draws one segment of a film. */
export const handler = step(settings.JOBS_TABLE, async (job, signal, state) => {
  const { segment } = v.parse(stateSchema, state);
  await drawSegment(settings, job, segment, signal);
});
