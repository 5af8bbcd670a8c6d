import { synthesize } from '../lib/synthesize.ts';

/** Origin from which pages may call the shared service. */
export const PAGE_ORIGIN = 'https://studio.example.com';

/**
 * Settings of the service that test files share. The tests send hundreds of requests from a single address, so one address is allowed the
 * full rate of the API. The canary only runs if a test invokes it.
 */
export const SHARED_SETTINGS = {
  tokenRate: 200,
  addressRate: 200,
  cors: [PAGE_ORIGIN, 'http://localhost:5173'],
  canaryMinutes: 1_440,
};

/** Bundles the functions once, so that each worker does not have to bundle them again. */
export async function setup(): Promise<void> {
  await synthesize({ stage: 'local', context: SHARED_SETTINGS });
}
