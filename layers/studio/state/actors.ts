import { signal } from '@preact/signals';
import type { Actor } from '../../client/index.ts';
import { client, noted } from './session.ts';

/** The actors of the service with their posters; undefined until they are known. */
export const actors = signal<readonly Actor[] | undefined>(undefined);

/** The names that this deployment has for its rigs and its engine. */
export const names = signal({ humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' });

/** Reads what a job may name. */
export async function readCatalogue(): Promise<void> {
  const [known, listed] = await noted(Promise.all([client.value.names(), client.value.actors()]));
  names.value = known;
  actors.value = listed;
}
