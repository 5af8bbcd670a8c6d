import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useEmbeddedAws } from '../../../bin/local/embedded-aws.ts';
import { findFaults } from '../invariants.ts';
import { seeded } from '../random.ts';
import { DISTURBANCES } from './disturbances.ts';
import { Field } from './field.ts';
import { checkHistory } from './history.ts';
import { startHostileReceiver } from './receiver.ts';

/** Size of the disk that a campaign fills, in MB. */
const DISK = 512;

/** Number of plans with a given disturbance. */
export interface Counts {
  tried: number;
  failed: number;
}

export interface ProcessCampaign {
  jobs: number;
  webhooks: number;
  byDisturbance: Record<string, Counts>;
  violations: string[];
}

export interface ProcessCampaignOptions {
  plans: number;
  seed: number;
  /** No plan starts after this time. */
  minutes?: number;
  /** Disturbances to choose from. All of them by default. */
  only?: readonly string[];
  report?: (line: string) => void;
}

/**
 * Runs the service in a separate process and runs plans against it one after another, all in the same folder. Each plan submits jobs,
 * disturbs the service, and checks the history of its jobs once they have ended. At the end, all tables are checked.
 */
export async function runProcessCampaign(options: ProcessCampaignOptions): Promise<ProcessCampaign> {
  const { plans, seed, minutes = Number.POSITIVE_INFINITY, report = () => {} } = options;
  const began = performance.now();
  const random = seeded(seed);
  const root = mkdtempSync(join(tmpdir(), 'avatar-process-faults-'));
  const disk = makeDisk(join(root, 'disk'));
  const data = join(root, 'disk', 'data');
  mkdirSync(data);
  const clock = join(root, 'clock');
  writeFileSync(clock, '0');
  const receiver = await startHostileReceiver();
  const field = new Field({ data, clock, receiver });
  const weights = Object.entries(DISTURBANCES).filter(
    ([name]) => (options.only?.includes(name) ?? true) && (disk.limited || name !== 'full disk'),
  );
  if (!disk.limited) report('Skipping "full disk": mounting a disk is not permitted');
  /** Which disturbance each plan had. */
  const done: string[] = [];
  const violations: string[] = [];
  try {
    await field.start();
    for (let plan = 0; plan < plans && performance.now() - began < minutes * 60_000; plan += 1) {
      const [name, { disturb }] = chooseByWeight(weights, random());
      done.push(name);
      const before = violations.length;
      let what = '';
      try {
        what = await disturb(field, random, plan);
        if (!field.service) await field.start();
        const late = await field.waitForPlan(plan);
        if (late.length > 0) what += `; late: ${late.join(', ')}`;
        writeFileSync(clock, '0');
        violations.push(...field.wrong.splice(0), ...historyOf(field, plan).filter((line) => !isLate(line)));
      } catch (error) {
        violations.push(`plan ${plan}: ${(error as Error).stack}`);
        writeFileSync(clock, '0');
        await field.startAnew();
      }
      report(`plan ${plan}: ${name}: ${what}${violations.length > before ? '  FAILED' : ''}`);
      for (const violation of violations.slice(before)) report(`  ${violation}`);
    }
    // Jobs that were late have had the duration of all later plans to end.
    for (const plan of done.keys())
      for (const late of await field.waitForPlan(plan)) if (/^request/.test(late)) violations.push(`plan ${plan}: ${late}`);
    await field.rereadJobs();
    violations.push(...field.wrong.splice(0), ...historyOf(field), ...(await checkQuota(field)));
    violations.push(...(await checkTables(field)));
    const unique = [...new Set(violations)];
    return {
      jobs: field.jobs.size,
      webhooks: receiver.deliveries.length,
      byDisturbance: countFailures(done, unique),
      violations: unique,
    };
  } finally {
    await field.end('SIGKILL');
    await receiver.stop();
    disk.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

/** True if the violation may just be a delay, in which case the last check decides. */
const isLate = (violation: string) => / has no end| had no webhook for its end/.test(violation);

/** Counts the plans with each disturbance, and how many of those plans had violations. */
function countFailures(done: readonly string[], violations: readonly string[]): Record<string, Counts> {
  const broken = new Set(violations.map((line) => Number(/^plan (\d+):/.exec(line)?.[1])));
  const counts: Record<string, Counts> = {};
  for (const [plan, name] of done.entries()) {
    const { tried = 0, failed = 0 } = counts[name] ?? {};
    counts[name] = { tried: tried + 1, failed: failed + (broken.has(plan) ? 1 : 0) };
  }
  return counts;
}

const historyOf = (field: Field, plan?: number): string[] =>
  checkHistory(new Map([...field.jobs].filter(([, seen]) => plan === undefined || seen.plan === plan)), field.receiver.deliveries);

async function checkQuota(field: Field): Promise<string[]> {
  const { used, listed, refunded } = await field.count();
  return [
    ...(listed === field.jobs.size ? [] : [`the service lists ${listed} jobs, but its clients submitted ${field.jobs.size}`]),
    ...(used === listed - refunded ? [] : [`the quota counts ${used} jobs, but it should be ${listed - refunded}`]),
  ];
}

/** Checks leases, quotas, orphans, and signatures in the service's tables. */
async function checkTables({ service, receiver }: Field): Promise<string[]> {
  useEmbeddedAws(service!.environment);
  const { violations } = await findFaults({ service: service!, receiver }, 60_000);
  return violations;
}

function chooseByWeight<T extends [string, { often: number }]>(weighted: readonly T[], share: number): T {
  let left = share * weighted.reduce((sum, [, { often }]) => sum + often, 0);
  for (const one of weighted) {
    left -= one[1].often;
    if (left < 0) return one;
  }
  return weighted.at(-1)!;
}

/** Creates a small RAM disk, if this user is allowed to mount one. */
function makeDisk(path: string): { limited: boolean; remove(): void } {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', path], { stdio: 'ignore' });
    return { limited: true, remove: () => void execFileSync('umount', ['-l', path]) };
  } catch {
    return { limited: false, remove: () => {} };
  }
}
