import { readEnvironment } from '#runtime';
import { createSegmentHandler } from './step.ts';

/** Time limit for rendering a segment, in ms. It is shorter than the function's timeout. */
const RENDER_TIMEOUT = 870_000;

/** Step `render` renders one segment of a video. */
export const handler = createSegmentHandler(readEnvironment('render'), RENDER_TIMEOUT);
