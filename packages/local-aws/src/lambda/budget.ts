import { setTimeout as pause } from 'node:timers/promises';
import { measureMemory } from './memory.ts';
import type { Pool } from './pool.ts';

/** Assumed memory usage of a loading process, in MB (Node.js with a bundle). */
const STARTING = 60;

/** Minimum time between messages in ms, because many starts in a row may exceed the limit. */
const MESSAGE_INTERVAL = 60_000;

/** Maximum time to wait for memory before a process starts even though it exceeds the limit, and the polling interval, both in ms. */
const MAX_WAIT = 5_000;
const INTERVAL = 250;

export interface MemoryBudgetOptions {
  /** Limit for this process and all functions, in MB. */
  readonly limit: number;
  readonly pools: () => Iterable<Pool>;
  /** Called with a message if busy processes alone exceed the limit. */
  readonly onExceeded: (message: string) => void;
}

/**
 * Limits the memory of all processes. Before one starts, idle processes are stopped, least recently used first, until there is room. Busy
 * processes are never stopped, so if they use all the memory, the new process waits, and then starts even though it exceeds the limit.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions;
  /** Memory reserved for loading processes, in MB. */
  #starting = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  /** True if the process can start without stopping another. */
  get hasRoom(): boolean {
    return this.#excess() <= 0;
  }

  /**
   * Makes room for a process.
   * @param urgent whether to start without waiting for busy processes
   * @param size expected memory, in MB; the default suits a function that has not run yet
   * @returns a function to call once the process has loaded and can be measured
   */
  async admit(urgent: boolean, size = STARTING): Promise<() => void> {
    const needed = Math.max(STARTING, size);
    for (let waited = 0; !(await this.#makeRoom(needed)); waited += INTERVAL) {
      // There are no busy or loading processes that could free memory.
      const isAlone = this.#starting === 0 && [...this.#options.pools()].every(({ working }) => working === 0);
      if (urgent || isAlone || waited >= MAX_WAIT) {
        // Memory may have been freed in the meantime.
        const missing = Math.ceil(this.#excess(needed));
        if (missing > 0) this.#warn(missing);
        break;
      }
      await pause(INTERVAL);
    }
    this.#starting += needed;
    return () => {
      this.#starting -= needed;
    };
  }

  #warn(missing: number): void {
    const now = performance.now();
    if (now - this.#warnedAt < MESSAGE_INTERVAL) return;
    this.#warnedAt = now;
    const { limit, onExceeded } = this.#options;
    onExceeded(`Busy functions exceed the service's memory limit of ${limit} MB by ${missing} MB`);
  }

  /** Stops idle processes until usage is within the limit. */
  async trim(): Promise<void> {
    await this.#makeRoom(0);
  }

  /** @returns true if there is room */
  async #makeRoom(needed: number): Promise<boolean> {
    let excess = this.#excess(needed);
    while (excess > 0) {
      const idle = [...this.#options.pools()].filter(({ idleSince }) => idleSince !== undefined);
      const [oldest] = idle.sort((one, other) => one.idleSince! - other.idleSince!);
      if (!oldest) return false;
      excess -= await oldest.endIdle();
      // Other processes may have started during the wait.
      if (excess <= 0) excess = this.#excess(needed);
    }
    return true;
  }

  /** Returns how much more memory is needed to start a process, in MB. */
  #excess(needed = STARTING): number {
    const wanted = this.#starting + needed - this.#options.limit;
    if (wanted === Number.NEGATIVE_INFINITY) return wanted;
    const resident = this.#sum('resident') + wanted;
    // Resident memory counts shared pages once per process, so it is too high, but it is fast to compute.
    return resident <= 0 ? resident : this.#sum('proportional') + wanted;
  }

  #sum(kind: 'resident' | 'proportional'): number {
    const own = measureMemory(process.pid, kind, { children: false });
    return [...this.#options.pools()].reduce((sum, pool) => sum + pool.measureMemory(kind), own);
  }
}
