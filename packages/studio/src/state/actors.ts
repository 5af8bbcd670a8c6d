import { signal } from '@preact/signals';
import type { Actor, Voice } from '@talking-avatar/client';
import { client, trackOnline } from './session.ts';

/** Actors with their posters; undefined until loaded. */
export const actors = signal<readonly Actor[] | undefined>(undefined);

export const voices = signal<readonly Voice[]>([]);

/** This deployment's names for its rigs and engine. */
export const names = signal({ humanoid: 'metahuman', blendshape: 'arkit', ttsEngine: 'embedded' });

export async function readCatalogue(): Promise<void> {
  const { value: service } = client;
  const [known, listed, spoken] = await trackOnline(Promise.all([service.names(), service.actors(), service.voices()]));
  names.value = known;
  actors.value = listed;
  voices.value = spoken;
}
