import * as v from 'valibot';

/** Timeout for the metadata endpoint, in ms. */
const TIMEOUT = 1_000;

/** The part of the task metadata that is used (ECS developer guide, "Task metadata endpoint version 4"). */
const taskSchema = v.object({ PullStartedAt: v.pipe(v.string(), v.isoTimestamp()) });

/**
 * Returns the time from the start of the image pull (when billing begins) to the start of this process, in ms; 0 if there is no metadata
 * endpoint.
 */
export async function pullTime(address = process.env.ECS_CONTAINER_METADATA_URI_V4): Promise<number> {
  if (!address) return 0;
  try {
    const response = await fetch(`${address}/task`, { signal: AbortSignal.timeout(TIMEOUT) });
    const { PullStartedAt } = v.parse(taskSchema, await response.json());
    return Math.max(0, Date.now() - process.uptime() * 1000 - Date.parse(PullStartedAt));
  } catch {
    return 0;
  }
}
