import { readEnvironment } from '#runtime';
import { createSegmentHandler } from './step.ts';

/** Time limit for rendering a segment, in ms. Shorter than the function timeout. */
const RENDER_TIMEOUT = 870_000;

/** The `render` step renders one segment of a video. */
export const handler = createSegmentHandler(readEnvironment('render'), RENDER_TIMEOUT);
