import * as v from 'valibot';

/** Milliseconds that the container's own agent has for an answer: the bill is no reason to wait. */
const PATIENCE = 1_000;

/** What the agent says of the task (ECS developer guide, "Task metadata endpoint version 4"). */
const taskSchema = v.object({ PullStartedAt: v.pipe(v.string(), v.isoTimestamp()) });

/**
 * Milliseconds from the moment that the container's image began to be pulled, from which on Fargate bills, to the start of this
 * process; 0 where there is no metadata endpoint.
 */
export async function pullTime(address = process.env.ECS_CONTAINER_METADATA_URI_V4): Promise<number> {
  if (!address) return 0;
  try {
    const answer = await fetch(`${address}/task`, { signal: AbortSignal.timeout(PATIENCE) });
    const { PullStartedAt } = v.parse(taskSchema, await answer.json());
    return Math.max(0, Date.now() - process.uptime() * 1000 - Date.parse(PullStartedAt));
  } catch {
    return 0;
  }
}
