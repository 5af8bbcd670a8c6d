import { lambdaUsage, type Size, type TaskSize, taskUsage } from '../compute-usage.ts';
import type { PriceList } from '../prices/prices.ts';
import { priceUsage } from '../row.ts';
import { expectedBy, isKind, kindOf, PRIORS } from './priors.ts';

/** A video to render. */
interface Video {
  seconds: number;
  fps: number;
  /** Work required to render one second, in frames of 1280 × 720. */
  workPerSecond: number;
}

/** Plan for rendering a video. */
interface RenderPlan {
  by: 'functions' | 'tasks';
  segments: number;
  /** Seconds from the start of the first renderer to the end of the last one. */
  elapsed: number;
  /** Total seconds of work by all renderers. */
  work: number;
  /** Part of `work` that is spent starting renderers, in s. */
  starting: number;
}

/** The renderers in a deployment: how they share the work, and what they cost. */
export interface Renderers {
  plan: (video: Video) => RenderPlan;
  functions: { size: Size };
  tasks: { size: TaskSize };
  prices: PriceList;
}

export interface JobFacts {
  output: string;
  isRecording: boolean;
  /** Duration of the result, in s. */
  seconds: number;
  /** Frames per second of a video, and the work required to render one second of it, in frames of 1280 × 720; 0 for other outputs. */
  framesPerSecond: number;
  workPerSecond: number;
}

export interface ExpectedJob {
  /** Key of the group of jobs to compare it with: its kind, and whether tasks render it. */
  group: string;
  /** In dollars. */
  cost: number;
  /** Seconds from the first step to the end. */
  took: number;
  /** Render plan for a video, and the part of the cost that is for rendering. */
  rendering: (RenderPlan & { cost: number }) | undefined;
}

/**
 * Returns the cost and time expected of a job in the absence of measurements: the prior for its kind, plus the planned rendering.
 * @throws RangeError for an unknown kind
 */
export function expectJob({ output, isRecording, seconds, framesPerSecond, workPerSecond }: JobFacts, renderers: Renderers): ExpectedJob {
  const kind = kindOf(output, isRecording);
  if (!isKind(kind)) throw new RangeError(`There is no estimate for ${kind}`);
  const rendering = workPerSecond > 0 ? priceRendering(renderers, { seconds, fps: framesPerSecond, workPerSecond }) : undefined;
  const { cost, took } = PRIORS[kind];
  return {
    group: groupOf(kind, rendering?.by === 'tasks'),
    cost: expectedBy(cost, seconds) + (rendering?.cost ?? 0),
    took: expectedBy(took, seconds) + (rendering?.elapsed ?? 0),
    rendering,
  };
}

/** See `group` of `ExpectedJob`. */
export const groupOf = (kind: string, byTasks: boolean): string => (byTasks ? `${kind}/tasks` : kind);

function priceRendering({ plan, functions, tasks, prices }: Renderers, video: Video): RenderPlan & { cost: number } {
  const planned = plan(video);
  const { by, work, segments } = planned;
  const usage =
    by === 'tasks' ? taskUsage(tasks.size, work) : new Map([...lambdaUsage(functions.size, work), ['lambda.requests', segments] as const]);
  return { ...planned, cost: priceUsage(usage, prices).reduce((sum, { amount }) => sum + amount, 0) / 1e12 };
}
