import { signal } from '@preact/signals';
import type { Actor, Voice } from '@talking-avatar/client';
import { client, noted } from './session.ts';

/** The actors of the service with their posters; undefined until they are known. */
export const actors = signal<readonly Actor[] | undefined>(undefined);

/** The voices of the service. */
export const voices = signal<readonly Voice[]>([]);

/** The names that this deployment has for its rigs and its engine. */
export const names = signal({ humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' });

/** Reads what a job may name. */
export async function readCatalogue(): Promise<void> {
  const { value: service } = client;
  const [known, listed, spoken] = await noted(Promise.all([service.names(), service.actors(), service.voices()]));
  names.value = known;
  actors.value = listed;
  voices.value = spoken;
}
