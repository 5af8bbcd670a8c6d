import { synthesize } from '../lib/synthesize.ts';

/** Origin whose pages may call the shared service. */
export const PAGE_ORIGIN = 'https://studio.example.com';

/**
 * Settings of the service that test files share. Tests send hundreds of requests from one address, so it may use the whole API's rate. The
 * canary only runs when a test invokes it.
 */
export const SHARED_SETTINGS = {
  tokenRate: 200,
  addressRate: 200,
  cors: [PAGE_ORIGIN, 'http://localhost:5173'],
  canaryMinutes: 1_440,
};

/** Bundles the functions once, so that the workers do not each bundle them. */
export async function setup(): Promise<void> {
  await synthesize({ stage: 'local', context: SHARED_SETTINGS });
}
