import { type Signal, useSignal } from '@preact/signals';
import { type Inputs, useEffect } from 'preact/hooks';
import { noteError } from '../state/session.ts';

/** What is being loaded: its value, or why there is none. */
export interface Loaded<T> {
  value?: T;
  error?: string;
}

/**
 * Loads something when a component appears, and again when `inputs` change.
 * @param load gets a signal that is aborted when the result is not needed any more
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Signal<Loaded<T>> {
  const loaded = useSignal<Loaded<T>>({});
  useEffect(() => {
    const gone = new AbortController();
    load(gone.signal).then(
      (value) => {
        if (!gone.signal.aborted) loaded.value = { value };
      },
      (error: unknown) => {
        if (!gone.signal.aborted) loaded.value = { error: noteError(error) };
      },
    );
    return () => gone.abort();
  }, inputs);
  return loaded;
}
