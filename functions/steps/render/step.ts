import * as v from 'valibot';
import { createStepHandler } from '#jobs';
import type { SettingsOf } from '#runtime';
import { renderJobSegment } from './render-segment.ts';

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const stateSchema = v.object({ segment: v.object({ index: number, first: number, end: number }) });

/** Creates the handler for the `render` step, for both the function and the task. @param timeout time limit, in ms */
export const createSegmentHandler = (settings: SettingsOf<'render'>, timeout: number) =>
  createStepHandler(settings.JOBS_TABLE, async (job, signal, state) => {
    const { segment } = v.parse(stateSchema, state);
    await renderJobSegment(settings, job, { segment, timeout, signal });
  });
