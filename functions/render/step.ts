import * as v from 'valibot';
import { step } from '../../layers/jobs/index.ts';
import type { SettingsOf } from '../../layers/runtime/index.ts';
import { drawSegment } from './draw.ts';

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const stateSchema = v.object({ segment: v.object({ index: number, first: number, end: number }) });

/**
 * Makes the step that draws one segment of a film.
 *
 * @param timeout milliseconds that drawing may take
 */
export const segmentStep = (settings: SettingsOf<'render' | 'draw'>, timeout: number) =>
  step(settings.JOBS_TABLE, async (job, signal, state) => {
    const { segment } = v.parse(stateSchema, state);
    await drawSegment(settings, job, { segment, timeout, signal });
  });
