import { effect, type Signal, signal } from '@preact/signals';

/**
 * Creates a signal whose value survives a reload.
 * @param storage `localStorage` for the browser, `sessionStorage` for one tab
 * @param initial used when nothing readable is stored
 */
export function storedSignal<T>(storage: Storage, key: string, initial: T): Signal<T> {
  const stored = signal<T>(read(storage, key) ?? initial);
  effect(() => {
    try {
      storage.setItem(key, JSON.stringify(stored.value));
    } catch {
      // Storage is full or blocked. The page works without it.
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
