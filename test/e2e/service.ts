import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SUBSCRIPTION_PLANS, type SubscriptionPlan } from '@talking-avatar/contract';
import { createToken } from '#runtime';
import type { Service } from '../../bin/demo/client.ts';
import { type Served, type ServeOptions, serve } from '../../bin/local/serve.ts';
import { SHARED_SETTINGS } from '../bundles.ts';

/** A local service of a test's own: the real bundles on the embedded parts, in a folder that goes with it. */
export interface TestService extends Served {
  data: string;
  /** Issues a token for an account. */
  tokenFor(account: string, plan?: SubscriptionPlan): Promise<string>;
  /** The service as a client of an account sees it. */
  as(account: string, plan?: SubscriptionPlan): Promise<Service>;
  /**
   * Stops the service.
   *
   * @throws Error when a function asked for what its role does not allow, whether or not it went on without
   */
  end(): Promise<void>;
}

/** More jobs than any test submits. */
export const AMPLE: SubscriptionPlan = { ...SUBSCRIPTION_PLANS[0]!, quota: 1_000_000 };

/**
 * Starts a service with settings of its own, or with faults. Tests that want neither share one: {@link sharedService}. A function
 * starts with its first event: most tests need a third of them.
 */
export async function startService(
  context: Record<string, unknown> = {},
  listeners: Omit<ServeOptions, 'port' | 'data' | 'fresh' | 'context'> = {},
): Promise<TestService> {
  const denied: string[] = [];
  const onDenied = (message: string) => denied.push(message);
  const data = await mkdtemp(join(tmpdir(), 'avatar-test-'));
  // As a path from here, which is how people write it.
  const options = { port: 0, data: relative(process.cwd(), data), fresh: false, context, onDenied };
  const served = await serve({ ...options, warm: false, ...listeners });
  const tokenFor = (account: string, plan = AMPLE) => createToken(served.outputs.TokensTable ?? '', account, plan);
  return {
    ...served,
    data,
    tokenFor,
    as: async (account, plan) => ({ url: served.url, token: await tokenFor(account, plan) }),
    end: async () => {
      await served.stop();
      await rm(data, { recursive: true, force: true });
      throwDenied(denied);
    },
  };
}

type LogListener = NonNullable<ServeOptions['onLog']>;

let shared: Promise<TestService> | undefined;
const logListeners = new Set<LogListener>();
const denials: string[] = [];

/**
 * The service that the files of a test process share, one after the other: starting one, and loading and optimizing its functions,
 * takes longer than most tests. It ends with the process. Accounts are those of one file alone.
 *
 * @param onLog is called with the lines of the functions until the file calls `end`
 * @returns `end` throws as that of {@link startService} does, for what was denied since the service was last ended
 */
export async function sharedService(onLog?: LogListener): Promise<TestService> {
  shared ??= startService(SHARED_SETTINGS, {
    warm: true,
    onLog: (entry) => {
      for (const listen of logListeners) listen(entry);
    },
    onDenied: (message) => denials.push(message),
  });
  if (onLog) logListeners.add(onLog);
  return {
    ...(await shared),
    end: async () => {
      if (onLog) logListeners.delete(onLog);
      throwDenied(denials.splice(0));
    },
  };
}

function throwDenied(messages: readonly string[]): void {
  if (messages.length > 0) throw new Error(`Not allowed on AWS:\n${[...new Set(messages)].join('\n')}`);
}

/** The smallest job there is. */
export const tinyJob = { target_rig: 'arkit', text: 'Hi.', language: 'en-US', output: { type: 'csv' } };
