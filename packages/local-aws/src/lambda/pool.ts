import type { Answer } from './definition.ts';
import type { Sandbox } from './sandbox.ts';

export interface PoolOptions {
  /** Most processes at once; further events wait for one to become free. */
  readonly processes: number;
  /** A process without events ends after this time, ms. */
  readonly idleTimeout: number;
  readonly create: () => Sandbox;
  /** Waits until there are so many MB for a process, or undefined: as much as any. @returns to be called when it has loaded */
  readonly admit?: (size?: number) => Promise<() => void>;
}

interface Waiting {
  start(): void;
  fail(reason: unknown): void;
}

const STOPPED = 'The local service stops';

/** The processes of one function. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #sandboxes = new Set<Sandbox>();
  /** Free processes with the time since when they are free; the one used last is used next, so that the others can go. */
  readonly #free: { sandbox: Sandbox; since: number }[] = [];
  readonly #queue: Waiting[] = [];
  #busy = 0;
  /** The most that a process has needed, MB. */
  #largest: number | undefined;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * @param signal removes a pending event from the queue; a running one continues, as on Lambda
   * @param onStart called when a process gets the event
   */
  async invoke(payload: string, signal?: AbortSignal, onStart?: () => void): Promise<Answer> {
    await this.#acquireSlot(signal);
    try {
      const sandbox = this.#takeFree() ?? (await this.#add());
      const answer = await sandbox.invoke(payload, onStart);
      this.#largest = Math.max(this.#largest ?? 0, sandbox.maxMemory);
      if (sandbox.alive) this.#free.push({ sandbox, since: performance.now() });
      else await this.#remove(sandbox);
      return answer;
    } finally {
      this.#busy -= 1;
      this.#queue.shift()?.start();
    }
  }

  async #acquireSlot(signal?: AbortSignal): Promise<void> {
    if (this.#stopped) throw new Error(STOPPED);
    signal?.throwIfAborted();
    if (this.#busy >= this.#options.processes) {
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
          fail: reject,
        };
        const leave = () => {
          this.#queue.splice(this.#queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        this.#queue.push(waiting);
      });
    }
    this.#busy += 1;
  }

  #takeFree(): Sandbox | undefined {
    const index = this.#free.findLastIndex(({ sandbox }) => sandbox.alive);
    return index < 0 ? undefined : this.#free.splice(index, 1)[0]?.sandbox;
  }

  async #add(): Promise<Sandbox> {
    const loaded = await this.#options.admit?.(this.#largest);
    // It was stopped in the meantime: do not start a process.
    if (this.#stopped) throw new Error(STOPPED);
    const freed = this.#takeFree();
    if (freed) {
      loaded?.();
      return freed;
    }
    const sandbox = this.#options.create();
    this.#sandboxes.add(sandbox);
    if (loaded) void sandbox.ready().finally(loaded);
    await sandbox.start();
    return sandbox;
  }

  async #remove(sandbox: Sandbox): Promise<void> {
    this.#sandboxes.delete(sandbox);
    await sandbox.stop();
  }

  /** Starts a process before its first event, unless there is one, and waits until it has loaded. */
  async warm(): Promise<void> {
    if (this.#stopped || this.#sandboxes.size > 0) return;
    const sandbox = await this.#add().catch((error: unknown) => {
      if (!this.#stopped) throw error;
    });
    if (!sandbox) return;
    // An event that comes in the meantime waits for this process instead of starting another one.
    this.#free.push({ sandbox, since: performance.now() });
    await sandbox.ready();
  }

  /** Ends processes that had no event for long, and those that died while they waited. */
  async reap(now = performance.now()): Promise<void> {
    const { idleTimeout } = this.#options;
    const old = this.#free.filter(({ sandbox, since }) => now - since > idleTimeout || !sandbox.alive);
    for (const entry of old) this.#free.splice(this.#free.indexOf(entry), 1);
    await Promise.all(old.map(({ sandbox }) => this.#remove(sandbox)));
  }

  /** When the process that was used longest ago became free; undefined without a free process. */
  get idleSince(): number | undefined {
    return this.#free[0]?.since;
  }

  /** Ends the least recently used idle process. @returns the memory freed, MB */
  async endIdle(): Promise<number> {
    const sandbox = this.#free.shift()?.sandbox;
    if (!sandbox) return 0;
    const size = sandbox.measure('proportional');
    await this.#remove(sandbox);
    return size;
  }

  /** Memory of the processes that have loaded, MB, with what those at work may still need: as much as the largest before them. */
  measureMemory(kind: 'resident' | 'proportional'): number {
    const growth = this.#working
      .map((sandbox) => sandbox.measure('resident'))
      .reduce((sum, size) => sum + (size === 0 ? 0 : Math.max(0, (this.#largest ?? 0) - size)), 0);
    return [...this.#sandboxes].reduce((sum, sandbox) => sum + sandbox.measure(kind), growth);
  }

  get #working(): Sandbox[] {
    const free = new Set(this.#free.map(({ sandbox }) => sandbox));
    return [...this.#sandboxes].filter((sandbox) => !free.has(sandbox));
  }

  /** Kills the processes that are at work. Their events fail as if the process had crashed. */
  async kill(): Promise<void> {
    await Promise.all(this.#working.map((sandbox) => sandbox.stop()));
  }

  /** Processes that are loading or at work. */
  get working(): number {
    return this.#working.length;
  }

  get size(): number {
    return this.#sandboxes.size;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const waiting of this.#queue.splice(0)) waiting.fail(new Error(STOPPED));
    await Promise.all([...this.#sandboxes].map((sandbox) => this.#remove(sandbox)));
  }
}
