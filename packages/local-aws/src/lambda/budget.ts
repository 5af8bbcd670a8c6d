import { setTimeout as pause } from 'node:timers/promises';
import { measureMemory } from './memory.ts';
import type { Pool } from './pool.ts';

/** Assumed memory of a loading process, MB: Node.js with a bundle. */
const STARTING = 60;

/** Minimum time between messages, ms: many starts may exceed the limit. */
const MESSAGE_INTERVAL = 60_000;

/** Maximum wait for memory before a start exceeds the limit, and polling interval, ms. */
const MAX_WAIT = 5_000;
const INTERVAL = 250;

export interface MemoryBudgetOptions {
  /** For this process and all functions, MB. */
  readonly limit: number;
  readonly pools: () => Iterable<Pool>;
  /** Called with a message when busy processes alone exceed the limit. */
  readonly onExceeded: (message: string) => void;
}

/**
 * Memory of all processes. Before one starts, idle ones end, least recently used first, until there is room. Busy processes are never
 * ended: if they fill the memory, the start waits and then exceeds the limit.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions;
  /** MB of loading processes. */
  #starting = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  /** Whether a process can start without ending another. */
  get hasRoom(): boolean {
    return this.#excess() <= 0;
  }

  /**
   * Makes room for a process.
   * @param urgent starts without waiting for busy processes
   * @param size expected MB; the default is for a function without earlier events
   * @returns to be called when the process has loaded and is measured
   */
  async admit(urgent: boolean, size = STARTING): Promise<() => void> {
    const needed = Math.max(STARTING, size);
    for (let waited = 0; !(await this.#makeRoom(needed)); waited += INTERVAL) {
      // No busy or loading process will free memory.
      const isAlone = this.#starting === 0 && [...this.#options.pools()].every(({ working }) => working === 0);
      if (urgent || isAlone || waited >= MAX_WAIT) {
        this.#warn(Math.ceil(this.#excess(needed)));
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
    onExceeded(`The functions at work need ${missing} MB more than the ${limit} MB that the service may take`);
  }

  /** Ends idle processes while over the limit. */
  async trim(): Promise<void> {
    await this.#makeRoom(0);
  }

  /** @returns whether there is room */
  async #makeRoom(needed: number): Promise<boolean> {
    let excess = this.#excess(needed);
    while (excess > 0) {
      const idle = [...this.#options.pools()].filter(({ idleSince }) => idleSince !== undefined);
      const [oldest] = idle.sort((one, other) => one.idleSince! - other.idleSince!);
      if (!oldest) return false;
      excess -= await oldest.endIdle();
      // Others may have started during the wait.
      if (excess <= 0) excess = this.#excess(needed);
    }
    return true;
  }

  /** MB missing for a process. */
  #excess(needed = STARTING): number {
    const wanted = this.#starting + needed - this.#options.limit;
    if (wanted === Number.NEGATIVE_INFINITY) return wanted;
    const resident = this.#sum('resident') + wanted;
    // Resident memory counts shared pages for each process: too high, but fast to compute.
    return resident <= 0 ? resident : this.#sum('proportional') + wanted;
  }

  #sum(kind: 'resident' | 'proportional'): number {
    const own = measureMemory(process.pid, kind, { children: false });
    return [...this.#options.pools()].reduce((sum, pool) => sum + pool.measureMemory(kind), own);
  }
}
