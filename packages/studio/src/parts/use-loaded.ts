import { type Signal, useSignal } from '@preact/signals';
import { type Inputs, useEffect } from 'preact/hooks';
import { recordError } from '../state/session.ts';

export interface Loaded<T> {
  value?: T;
  error?: string;
}

/** Loads on mount and when `inputs` change. @param load receives a signal that aborts when the result is no longer needed */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: Inputs): Signal<Loaded<T>> {
  const loaded = useSignal<Loaded<T>>({});
  useEffect(() => {
    const gone = new AbortController();
    load(gone.signal).then(
      (value) => {
        if (!gone.signal.aborted) loaded.value = { value };
      },
      (error: unknown) => {
        if (!gone.signal.aborted) loaded.value = { error: recordError(error) };
      },
    );
    return () => gone.abort();
  }, inputs);
  return loaded;
}
