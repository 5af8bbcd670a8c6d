import { synthesize } from '../lib/synthesize.ts';

/**
 * Settings of the service that test files share: from this one address, as many requests a second as the API takes from all. Some
 * files send hundreds.
 */
export const SHARED_SETTINGS = { tokenRate: 200, addressRate: 200 };

/** Bundles the functions once: the workers, which begin at the same time, would each do so. */
export async function setup(): Promise<void> {
  await synthesize({ stage: 'local', context: SHARED_SETTINGS });
}
