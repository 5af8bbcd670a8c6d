import { billPull, readEnvironment, runTask } from '../../layers/cloud/index.ts';
import { segmentStep } from './step.ts';

/** Seconds that a task has: six times what the longest segment takes by the plan. The state machine's time limit strikes after it. */
const SECONDS = 3_600;

/** Milliseconds of them that are left for the beginning and the end. */
const MARGIN = 30_000;

// A container has no caller that a handler could answer: it draws its one segment and ends.
process.exit(await runTask(segmentStep(readEnvironment('draw'), SECONDS * 1000 - MARGIN, billPull), SECONDS));
