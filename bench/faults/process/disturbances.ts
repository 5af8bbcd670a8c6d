import { cpSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assetFolder } from 'local-aws/assets';
import { StartError, startServiceProcess } from '../../process/start.ts';
import { pick } from '../random.ts';
import { damageFile, STORES } from './damage.ts';
import type { Field, JobKind } from './field.ts';
import { MANNERS, type startHostileReceiver } from './receiver.ts';
import { findBroken } from './salvage.ts';

type Random = () => number;

/** Disturbs the service while jobs are running. The service is up before and after. @returns a short description */
export type Disturbance = (field: Field, random: Random, plan: number) => Promise<string>;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Clock shifts in both directions, in ms: a small correction, a suspended laptop, a wrong time zone, a night, and a weekend. */
const SHIFTS = [-26 * HOUR, -HOUR, -600 * SECOND, -5 * SECOND, 5 * SECOND, 600 * SECOND, HOUR, 26 * HOUR] as const;

const someJobs = (random: Random): JobKind[] =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(random, ['text', 'text', 'text', 'recording', 'silence'] as const));

/** Kills the process, and sometimes kills it again while it is recovering. */
const kill: Disturbance = async (field, random, plan) => {
  const submitted = field.submit(plan, someJobs(random));
  await pause(random() * 2_500);
  await field.end('SIGKILL');
  await submitted;
  const again = random() < 0.4;
  if (again) {
    await field.start();
    await pause(random() * 1_500);
    await field.end('SIGKILL');
  }
  await field.start();
  return again ? 'killed twice' : 'killed';
};

/** Fills the disk for a while, and sometimes also kills the process. */
const fullDisk: Disturbance = async (field, random, plan) => {
  const ballast = join(field.data, '..', 'ballast');
  const { bavail, bsize } = statfsSync(field.data);
  const left = Math.floor(random() * 3) * 64 * 1024;
  const submitted = random() < 0.5 ? field.submit(plan, someJobs(random)) : undefined;
  await pause(submitted ? random() * 1_500 : 0);
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch {
    // The service has already taken some of the space, so the disk is full anyway.
  }
  await (submitted ?? field.submit(plan, someJobs(random)));
  await pause(500 + random() * 2_000);
  const killed = random() < 0.3;
  if (killed) {
    await field.end('SIGKILL');
    await field.start().catch(async (error: StartError) => {
      if (!/space|full|ENOSPC/i.test(error.message)) field.wrong.push(`plan ${plan}: with a full disk: ${firstLine(error)}`);
    });
  }
  rmSync(ballast, { force: true });
  if (!field.service) await field.start();
  return `disk with ${left / 1024} KB left${killed ? ', killed' : ''}`;
};

/** Shifts the clock while jobs are running, and shifts it back later. */
const moveClock: Disturbance = async (field, random, plan) => {
  const shift = pick(random, SHIFTS);
  const submitted = field.submit(plan, someJobs(random));
  await pause(random() * 1_500);
  writeFileSync(field.clock, String(shift));
  await submitted;
  await pause(random() * 2_000);
  const lasting = random() < 0.6;
  if (!lasting) writeFileSync(field.clock, '0');
  return `clock by ${shift / SECOND} s${lasting ? '' : ', and back'}`;
};

/** Starts a second service on the same folder. One of the two must run, and the other must report why it cannot. */
const startTwo: Disturbance = async (field, random, plan) => {
  const submitted = field.submit(plan, someJobs(random));
  await pause(random() * 1_000);
  const both = random() < 0.5;
  if (both) await field.end('SIGKILL');
  await submitted;
  const options = { data: field.data, clock: field.clock };
  const starts = await Promise.allSettled(
    both
      ? [field.start(), startServiceProcess({ ...options, haste: 20, context: { capacity: 3, lostAfter: 3 } })]
      : [startServiceProcess(options)],
  );
  const refusals = starts.filter(({ status }) => status === 'rejected').map((start) => (start as PromiseRejectedResult).reason);
  if (refusals.length !== 1) field.wrong.push(`plan ${plan}: ${starts.length - refusals.length} services run on one folder`);
  for (const refusal of refusals)
    if (!/is using the data folder/.test(String(refusal)))
      field.wrong.push(`plan ${plan}: the second start reported ${firstLine(refusal as Error)}`);
  const [, second] = starts;
  if (second?.status === 'fulfilled') {
    if (field.service !== undefined && starts[0]?.status === 'fulfilled') await second.value.end('SIGKILL');
    else field.service = second.value;
  }
  return both ? 'two simultaneous starts on the folder of a killed service' : 'a second start';
};

/**
 * Damages a file while the service is stopped. The service must either start without losing anything, or name the damaged file and work
 * again once that file has been moved away.
 */
const damage: Disturbance = async (field, random, plan) => {
  await field.submit(plan, someJobs(random));
  await field.end(random() < 0.5 ? 'SIGKILL' : 'SIGTERM');
  const copy = join(field.data, '..', 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(field.data, copy, { recursive: true });
  const told = field.receiver.deliveries.length;
  const store = pick(random, STORES);
  const done = damageFile(field.data, store, random);
  const what = done ? `${done.file} ${done.how}` : `nothing in ${store}`;
  let outcome = 'did not start, but works without the file';
  try {
    await field.start();
    outcome = (await isSound(field, plan, what)) ? 'started, undamaged' : 'started, some objects lost';
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (!error.message.includes(join(field.data, store)))
      field.wrong.push(`plan ${plan}: ${what}: the error message does not name the folder: ${firstLine(error)}`);
    const broken = await findBroken(field, store, error.message);
    for (const line of broken) field.wrong.push(`plan ${plan}: ${what}, without it: ${line}`);
  }
  // The damaged data is lost, so the plan continues with the copy and ignores newer jobs.
  await field.end('SIGKILL');
  field.receiver.deliveries.length = told;
  rmSync(field.data, { recursive: true, force: true });
  cpSync(copy, field.data, { recursive: true });
  rmSync(copy, { recursive: true, force: true });
  await field.start();
  return `${what}: ${outcome}`;
};

/** True if all earlier jobs are unchanged. Losing individual objects is allowed. */
async function isSound(field: Field, plan: number, what: string): Promise<boolean> {
  const before = field.wrong.length;
  const looks = [...field.jobs.values()].map((seen) => [seen, seen.looks.length] as const);
  await field.rereadJobs();
  // Anything that happened later is discarded along with the folder.
  for (const [seen, length] of looks) seen.looks.length = length;
  const lost = field.wrong.splice(before);
  if (lost.length > 0) field.wrong.push(`plan ${plan}: ${what}: the service started without an error, but ${lost.length} jobs are lost`);
  return lost.length === 0;
}

/** Removes ffmpeg while the service is running. Jobs with recordings must fail for that reason, and everything else must work. */
const withoutFfmpeg: Disturbance = async (field, _random, plan) => {
  const root = assetFolder(field.data);
  const programs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('bin/ffmpeg'));
  for (const name of programs) rmSync(join(root, name));
  await field.submit(plan, ['text'], ['succeeded']);
  await field.submit(plan, ['recording'], ['failed']);
  await field.waitForPlan(plan);
  await field.end('SIGTERM');
  await field.start();
  return `without ffmpeg in ${programs.length} layers`;
};

/** Makes the receiver misbehave the first time each webhook is delivered. */
const hostileReceiver: Disturbance = async (field, random, plan) => {
  const receiver = field.receiver as Awaited<ReturnType<typeof startHostileReceiver>>;
  const manner = pick(random, MANNERS);
  receiver.behave(manner);
  await field.submit(plan, ['text', pick(random, ['text', 'silence'] as const)]);
  await field.waitForPlan(plan);
  receiver.behave(undefined);
  return `a receiver that ${manner}`;
};

const firstLine = ({ message }: Error) => message.trim().split('\n').slice(0, 2).join(' ').slice(0, 300);

/** Disturbances by name, and roughly how often each occurs in ten plans. */
export const DISTURBANCES: Readonly<Record<string, { often: number; disturb: Disturbance }>> = {
  kill: { often: 3, disturb: kill },
  'full disk': { often: 2, disturb: fullDisk },
  clock: { often: 3, disturb: moveClock },
  'two services': { often: 2, disturb: startTwo },
  damage: { often: 3, disturb: damage },
  ffmpeg: { often: 0.5, disturb: withoutFfmpeg },
  receiver: { often: 2, disturb: hostileReceiver },
};
