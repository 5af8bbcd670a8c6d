import { runTask, TASK_TIME_LIMIT } from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { createSegmentHandler } from './step.ts';

/** Milliseconds of a task's time that are left for the beginning and the end. */
const MARGIN = 30_000;

// A container has no caller that a handler could answer: it draws its one segment and ends.
process.exit(
  await runTask(createSegmentHandler(readEnvironment('render'), TASK_TIME_LIMIT * 1000 - MARGIN), TASK_TIME_LIMIT),
);
