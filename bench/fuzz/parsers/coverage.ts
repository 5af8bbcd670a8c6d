import { Session } from 'node:inspector';

/** Uses V8's coverage to track which blocks of this project and its parser packages have been executed. */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Number of blocks executed so far. */
  get size(): number {
    return this.#seen.size;
  }

  /** True if new blocks have been executed since the last call. @param keep true to record them */
  sawNew(keep: boolean): boolean {
    const fresh: string[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { url, functions } of result) {
        if (!/\/(layers|packages)\/|busboy|saxes|valibot|gltf/.test(url)) continue;
        for (const { ranges } of functions)
          for (const { count, startOffset, endOffset } of ranges) {
            const block = `${url}:${startOffset}-${endOffset}`;
            if (count > 0 && !this.#seen.has(block)) fresh.push(block);
          }
      }
    });
    if (keep) for (const block of fresh) this.#seen.add(block);
    return fresh.length > 0;
  }
}
