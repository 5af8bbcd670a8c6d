import { effect, type Signal, signal } from '@preact/signals';

/**
 * A signal whose value outlives a reload of the page.
 * @param storage `localStorage` for what belongs to the browser, `sessionStorage` for what belongs to one tab
 * @param initial the value where none is stored, or where it cannot be read
 */
export function storedSignal<T>(storage: Storage, key: string, initial: T): Signal<T> {
  const stored = signal<T>(read(storage, key) ?? initial);
  effect(() => {
    try {
      storage.setItem(key, JSON.stringify(stored.value));
    } catch {
      // The storage is full or forbidden: the page works without it.
    }
  });
  return stored;
}

function read<T>(storage: Storage, key: string): T | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
