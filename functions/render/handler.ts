import { readEnvironment } from '../../layers/runtime/index.ts';
import { segmentStep } from './step.ts';

export { warm } from './warm.ts';

/** Milliseconds that drawing a segment may take: the function's own time limit strikes after it. */
const TIME_LIMIT = 870_000;

/** Draws one segment of a film. */
export const handler = segmentStep(readEnvironment('render'), TIME_LIMIT);
