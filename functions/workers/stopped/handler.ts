import { withLedger } from '#billing';
import { failStoppedTask } from './fail-stopped-task.ts';

/** Runs when an ECS task has stopped; see `failStoppedTask`. */
export const handler = withLedger(failStoppedTask);
