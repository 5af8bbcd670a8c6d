import { runAsTask, TASK_TIME_LIMIT } from '#jobs';
import { readEnvironment } from '#runtime';
import { createSegmentHandler } from './step.ts';

/** Part of the task's time limit that is reserved for startup and shutdown, in ms. */
const MARGIN = 30_000;

// An ECS task renders one segment and exits.
process.exit(await runAsTask(createSegmentHandler(readEnvironment('render'), TASK_TIME_LIMIT * 1000 - MARGIN), TASK_TIME_LIMIT));
