import { setTimeout as pause } from 'node:timers/promises';
import { measureMemory } from './memory.ts';
import type { Pool } from './pool.ts';

/** Memory that a process is taken to need until it has loaded, MB: Node.js with a bundle. */
const STARTING = 60;

/** Time between two messages, ms: many starts may be over the limit. */
const MESSAGE_INTERVAL = 60_000;

/** Time that a start waits for memory before it goes over the limit, ms, and the interval at which it looks. */
const PATIENCE = 5_000;
const INTERVAL = 250;

export interface MemoryBudgetOptions {
  /** Memory for this process and all functions, MB. */
  readonly limit: number;
  readonly pools: () => Iterable<Pool>;
  /** Called with a message when the processes at work alone are over the limit. */
  readonly onExceeded: (message: string) => void;
}

/**
 * The memory of all processes. Before a process starts, idle ones end, the one that was used longest ago first, until there is room.
 * Processes at work are never ended: where they fill the memory, the start waits, and then goes over the limit.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions;
  /** MB of processes that load. */
  #starting = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  /** Whether a process can start without another one's end. */
  get hasRoom(): boolean {
    return this.#excess() <= 0;
  }

  /**
   * Makes room for a process.
   * @param urgent does not wait for processes at work
   * @param size MB that it may need; a function without events before needs as much as any that starts
   * @returns to be called when the process has loaded, and is measured
   */
  async admit(urgent: boolean, size = STARTING): Promise<() => void> {
    const needed = Math.max(STARTING, size);
    for (let waited = 0; !(await this.#makeRoom(needed)); waited += INTERVAL) {
      // Without a process at work or one that loads, no memory will come free.
      const isAlone = this.#starting === 0 && [...this.#options.pools()].every(({ working }) => working === 0);
      if (urgent || isAlone || waited >= PATIENCE) {
        this.#tell(Math.ceil(this.#excess(needed)));
        break;
      }
      await pause(INTERVAL);
    }
    this.#starting += needed;
    return () => {
      this.#starting -= needed;
    };
  }

  #tell(missing: number): void {
    const now = performance.now();
    if (now - this.#toldAt < MESSAGE_INTERVAL) return;
    this.#toldAt = now;
    const { limit, onExceeded } = this.#options;
    onExceeded(`The functions at work need ${missing} MB more than the ${limit} MB that the service may take`);
  }

  /** Ends idle processes while the limit is exceeded. */
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
      // Meanwhile others may have started.
      if (excess <= 0) excess = this.#excess(needed);
    }
    return true;
  }

  /** MB that are missing for a process. */
  #excess(needed = STARTING): number {
    const wanted = this.#starting + needed - this.#options.limit;
    if (wanted === Number.NEGATIVE_INFINITY) return wanted;
    const resident = this.#sum('resident') + wanted;
    // Shared memory is counted for each process, so the sum is too high, but fast to compute.
    return resident <= 0 ? resident : this.#sum('proportional') + wanted;
  }

  #sum(kind: 'resident' | 'proportional'): number {
    const own = measureMemory(process.pid, kind, { children: false });
    return [...this.#options.pools()].reduce((sum, pool) => sum + pool.measureMemory(kind), own);
  }
}
