import * as v from 'valibot';
import { createStepHandler } from '../../layers/jobs/index.ts';
import type { SettingsOf } from '../../layers/runtime/index.ts';
import { renderJobSegment } from './render-segment.ts';

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const stateSchema = v.object({ segment: v.object({ index: number, first: number, end: number }) });

/**
 * Makes the step that draws one segment of a film.
 *
 * @param timeout milliseconds that drawing may take
 */
export const createSegmentHandler = (settings: SettingsOf<'render'>, timeout: number) =>
  createStepHandler(settings.JOBS_TABLE, async (job, signal, state) => {
    const { segment } = v.parse(stateSchema, state);
    await renderJobSegment(settings, job, { segment, timeout, signal });
  });
