import type { JobStatusView } from '@talking-avatar/contract';
import type { Delivery } from '../../../test/e2e/receiver.ts';

/** A job as its client sees it: all of its statuses, in order. */
export interface Seen {
  /** The plan that submitted it. */
  plan: number;
  looks: Pick<JobStatusView, 'status' | 'progress' | 'finished_at'>[];
  /** Statuses that the job may end with. */
  mayEnd: readonly string[];
}

const TERMINAL = new Set(['succeeded', 'failed', 'cancelled']);

/**
 * Checks the responses that clients received. Once a job has ended, it must not change or end again, and its progress must never decrease.
 * A webhook must have the same body every time it is sent, and must report how the job ended.
 *
 * @param jobs accepted jobs by ID
 * @returns the violations, each with its plan
 */
export function checkHistory(jobs: ReadonlyMap<string, Seen>, deliveries: readonly Delivery[]): string[] {
  const wrong: string[] = [];
  for (const [id, { plan, looks, mayEnd }] of jobs) {
    const report = (what: string) => wrong.push(`plan ${plan}: job ${id} ${what}`);
    const ends = looks.filter(({ status }) => TERMINAL.has(status));
    const [first] = ends;
    const after = first ? looks.slice(looks.indexOf(first)) : [];
    if (!first) report(`has no end; it is ${looks.at(-1)?.status ?? 'unknown'}`);
    else if (!mayEnd.includes(first.status)) report(`is ${first.status}, not ${mayEnd.join(' or ')}`);
    if (after.some(({ status, finished_at }) => status !== first?.status || finished_at !== first.finished_at))
      report(`ended as ${first?.status} and was ${after.map(({ status }) => status).join(', ')} after that`);
    for (const [index, { progress }] of looks.entries())
      if (progress < (looks[index - 1]?.progress ?? 0)) report(`went back from ${looks[index - 1]?.progress} to ${progress}`);
    const own = deliveries.filter(({ body }) => body.data.id === id);
    for (const [webhook, all] of Map.groupBy(own, ({ headers }) => String(headers['webhook-id'])))
      if (new Set(all.map(({ raw }) => raw)).size > 1) report(`sent ${webhook} with different bodies`);
    const told = new Set(own.map(({ body }) => body.data.status).filter((status) => TERMINAL.has(status)));
    if (first && [...told].some((status) => status !== first.status))
      report(`sent webhooks for ${[...told].join(' and ')}, but is ${first.status}`);
    if (first && !own.some(({ status, body }) => status === 204 && body.data.status === first.status))
      report(`had no webhook for its end (${first.status})`);
  }
  return wrong;
}
