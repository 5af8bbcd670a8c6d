import {
  type Capacity,
  cancelOverdue,
  deadlineOf,
  fillCapacity,
  findExecution,
  findJob,
  handOver,
  listWaiting,
  readCapacity,
  type SettlementResources,
  sendJob,
  settle,
} from '../../layers/cloud/index.ts';
import { isTerminal } from '../../layers/contract/index.ts';

export interface SweepResources extends SettlementResources {
  stateMachineArn: string;
}

/** What was mended. */
export interface Sweep {
  resent: number;
  settled: number;
  released: number;
  started: number;
  cancelled: number;
}

/** ms after which a message that should have had an effect counts as lost: far longer than a healthy queue takes. */
const LOST_AFTER = 60_000;

/** Jobs looked at per sweep; the next sweep goes on. */
const MOST_JOBS = 200;

/** Leases looked at per sweep: each asks Step Functions, which refills ten such requests a second. */
const MOST_LEASES = 100;

/**
 * Mends what a crash between two writes can leave behind. In a healthy service it finds nothing.
 *
 * - accepted, but the dispatcher never saw it   → sent to the queue again
 * - parked past its deadline                    → cancelled
 * - a lease whose job has ended                 → passed on
 * - a lease whose execution has ended           → settled
 * - a lease whose job never began               → sent to the queue again
 * - free capacity and parked jobs               → started
 */
export async function sweep(resources: SweepResources, now = Date.now()): Promise<Sweep> {
  const result: Sweep = { resent: 0, settled: 0, released: 0, started: 0, cancelled: 0 };
  await resendLost(resources, now, result);
  await cancelParked(resources, now, result);
  const capacity = await readCapacity(resources.capacity);
  result.started = await fillCapacity(resources);
  await mendLeases(resources, capacity, now, result);
  return result;
}

async function resendLost(resources: SweepResources, now: number, result: Sweep): Promise<void> {
  const until = new Date(now - LOST_AFTER).toISOString();
  for (const job of await listWaiting(resources.jobs, 'accepted', MOST_JOBS, until)) {
    await sendJob(resources.jobsQueue, job);
    result.resent += 1;
  }
}

async function cancelParked(resources: SweepResources, now: number, result: Sweep): Promise<void> {
  for (const job of await listWaiting(resources.jobs, 'parked', MOST_JOBS)) {
    const deadline = deadlineOf(job);
    if (deadline !== undefined && deadline < now && (await cancelOverdue(resources.jobs, resources.bus, job.id))) {
      result.cancelled += 1;
    }
  }
}

/** The leases to look at in this sweep: old enough to be suspicious, and another part of them every minute. */
function pickLeases(leases: Capacity['leases'], now: number): string[] {
  const old = Object.keys(leases).filter((id) => Date.parse(leases[id]?.since ?? '') <= now - LOST_AFTER);
  const parts = Math.ceil(old.length / MOST_LEASES);
  const part = Math.floor(now / LOST_AFTER) % Math.max(parts, 1);
  return old.sort().slice(part * MOST_LEASES, (part + 1) * MOST_LEASES);
}

async function mendLeases(resources: SweepResources, { leases }: Capacity, now: number, result: Sweep): Promise<void> {
  for (const id of pickLeases(leases, now)) {
    const job = await findJob(resources.jobs, id);
    if (!job || isTerminal(job.status)) {
      await handOver(resources, id);
      result.released += 1;
      continue;
    }
    const execution = await findExecution(resources.stateMachineArn, id);
    if (execution === 'running') continue;
    if (execution === 'unknown') {
      await sendJob(resources.jobsQueue, job);
      result.resent += 1;
    } else {
      await settle(resources, id, execution);
      result.settled += 1;
    }
  }
}
