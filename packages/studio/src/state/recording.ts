import { signal } from '@preact/signals';

export interface VoiceRecording {
  blob: Blob;
  name: string;
}

export const recording = signal<VoiceRecording | undefined>(undefined);

const STORE = 'recordings';
const KEY = 'form';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('studio', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const request = use(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** Restores the recording after a reload. */
export async function restoreRecording(): Promise<void> {
  const kept = await withStore<VoiceRecording | undefined>('readonly', (store) => store.get(KEY)).catch(() => undefined);
  if (kept && !recording.value) recording.value = kept;
}

/** Sets or removes the recording. If storage is unavailable, the recording is lost on reload. */
export function keepRecording(next: VoiceRecording | undefined): void {
  recording.value = next;
  void withStore('readwrite', (store): IDBRequest => (next ? store.put(next, KEY) : store.delete(KEY))).catch(() => {});
}
