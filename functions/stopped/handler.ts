import { metered } from '../../layers/billing/index.ts';
import { failStoppedTask } from './fail-stopped-task.ts';

/** A task of ECS has stopped: the state machine must not wait for a word that will not come. */
export const handler = metered(failStoppedTask);
