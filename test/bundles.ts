import { synthesize } from '../lib/synthesize.ts';

/** Pages of this origin may call the shared service. */
export const PAGE_ORIGIN = 'https://studio.example.com';

/**
 * Settings of the service that test files share. Tests send hundreds of requests from one address, so it gets the rate of the whole API.
 * The canary runs only when a test invokes it.
 */
export const SHARED_SETTINGS = {
  tokenRate: 200,
  addressRate: 200,
  cors: [PAGE_ORIGIN, 'http://localhost:5173'],
  canaryMinutes: 1_440,
};

/** Bundles the functions once; otherwise each worker would. */
export async function setup(): Promise<void> {
  await synthesize({ stage: 'local', context: SHARED_SETTINGS });
}
