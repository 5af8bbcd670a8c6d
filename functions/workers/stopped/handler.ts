import { withLedger } from '#billing';
import { failStoppedTask } from './fail-stopped-task.ts';

/** Runs when an ECS task stops; see `failStoppedTask`. */
export const handler = withLedger(failStoppedTask);
