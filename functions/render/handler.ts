import { readEnvironment } from '../../layers/runtime/index.ts';
import { createSegmentHandler } from './step.ts';

export { warm } from './warm.ts';

/** Milliseconds that drawing a segment may take: the function's own time limit strikes after it. */
const RENDER_TIMEOUT = 870_000;

/** Draws one segment of a film. */
export const handler = createSegmentHandler(readEnvironment('render'), RENDER_TIMEOUT);
