import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SUBSCRIPTION_PLANS, type SubscriptionPlan } from '@talking-avatar/contract';
import { createFaults, type Faults } from 'local-aws';
import { createToken } from '#runtime';
import type { Service } from '../../bin/demo/client.ts';
import { type Served, type ServeOptions, serve } from '../../bin/local/serve.ts';
import { SHARED_SETTINGS } from '../bundles.ts';

/** A local service for tests. It runs the real bundles on the embedded AWS services, in a temporary folder. */
export interface TestService extends Served {
  data: string;
  /** Issues a token for an account. */
  tokenFor(account: string, plan?: SubscriptionPlan): Promise<string>;
  /** Returns access to the service as a client of an account. */
  as(account: string, plan?: SubscriptionPlan): Promise<Service>;
  /**
   * Stops the service.
   *
   * @throws Error if a function attempted anything that its role does not allow, even if the function carried on afterward
   */
  end(): Promise<void>;
}

/** A plan that allows more jobs than any test submits. */
export const AMPLE: SubscriptionPlan = { ...SUBSCRIPTION_PLANS[0]!, quota: 1_000_000 };

/**
 * Starts a service with special settings. Tests that do not need any use {@link sharedService}. Functions start when their first event
 * arrives, because most tests need only a third of them.
 */
export async function startService(
  context: Record<string, unknown> = {},
  listeners: Omit<ServeOptions, 'port' | 'data' | 'fresh' | 'context'> = {},
): Promise<TestService> {
  const denied: string[] = [];
  const onDenied = (message: string) => denied.push(message);
  const data = await mkdtemp(join(tmpdir(), 'avatar-test-'));
  // Use a relative path, as someone typing the command would.
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

type Listeners = Pick<ServeOptions, 'onLog' | 'onFault'>;

/** The service that test files share. */
export interface SharedService extends TestService {
  /** Faults that a test file injects. `end` clears them. */
  faults: Faults;
}

const faults = createFaults({ timeScale: 1, faults: [] });
const listening = new Set<Listeners>();
const denials: string[] = [];
let shared: Promise<TestService> | undefined;

/**
 * Returns the service that all test files in a process share, and starts it if needed. The files use it one after another, because starting
 * it and loading its functions takes longer than most tests. It ends together with the process. Each file uses its own accounts.
 *
 * @param listeners called until the file calls `end`
 */
export async function sharedService(listeners: Listeners = {}): Promise<SharedService> {
  shared ??= startService(SHARED_SETTINGS, {
    warm: true,
    faults,
    onLog: (entry) => {
      for (const { onLog } of listening) onLog?.(entry);
    },
    onFault: (error) => {
      for (const { onFault } of listening) onFault?.(error);
    },
    onDenied: (message) => denials.push(message),
  });
  listening.add(listeners);
  return {
    ...(await shared),
    faults,
    end: async () => {
      listening.delete(listeners);
      faults.disarm();
      throwDenied(denials.splice(0));
    },
  };
}

function throwDenied(messages: readonly string[]): void {
  if (messages.length > 0) throw new Error(`Not allowed on AWS:\n${[...new Set(messages)].join('\n')}`);
}

/** The smallest job. */
export const tinyJob = { target_rig: 'arkit', text: 'Hi.', language: 'en-US', output: { type: 'csv' } };
