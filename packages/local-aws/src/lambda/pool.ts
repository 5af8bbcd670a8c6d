import type { Answer } from './definition.ts';
import type { InvocationEvent, Sandbox } from './sandbox.ts';

export interface PoolOptions {
  /** Maximum number of processes. Further events wait for a free process. */
  readonly processes: number;
  /** Time until an idle process is stopped, in ms. */
  readonly idleTimeout: number;
  readonly create: () => Sandbox;
  /** Waits until `size` MB of memory (or a default amount) is available for a process. @returns a function to call once it has loaded */
  readonly admit?: (size?: number) => Promise<() => void>;
}

interface Waiting {
  start(): void;
  fail(reason: unknown): void;
}

const STOPPED = 'The local service is stopping';

export class Pool {
  readonly #options: PoolOptions;
  readonly #sandboxes = new Set<Sandbox>();
  /** Free processes and when they became free. The most recently used one is used next, so that the others can be stopped. */
  readonly #free: { sandbox: Sandbox; since: number }[] = [];
  readonly #queue: Waiting[] = [];
  #busy = 0;
  /** Highest memory usage of any process so far, in MB. */
  #largest: number | undefined;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** @param signal removes a waiting event from the queue; a running event continues, as on Lambda */
  async invoke(event: InvocationEvent, signal?: AbortSignal, onStart?: () => void): Promise<Answer> {
    await this.#acquireSlot(signal);
    try {
      const sandbox = this.#takeFree() ?? (await this.#add());
      const answer = await sandbox.invoke(event, onStart);
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
    // The pool was stopped during the wait.
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

  /** Starts a process if there is none, and waits until it has loaded. */
  async warm(): Promise<void> {
    if (this.#stopped || this.#sandboxes.size > 0) return;
    const sandbox = await this.#add().catch((error: unknown) => {
      if (!this.#stopped) throw error;
    });
    if (!sandbox) return;
    // An event that arrives now waits for this process instead of starting another.
    this.#free.push({ sandbox, since: performance.now() });
    await sandbox.ready();
  }

  /** Stops processes that have been idle for too long, and removes dead ones. */
  async reap(now = performance.now()): Promise<void> {
    const { idleTimeout } = this.#options;
    const old = this.#free.filter(({ sandbox, since }) => now - since > idleTimeout || !sandbox.alive);
    for (const entry of old) this.#free.splice(this.#free.indexOf(entry), 1);
    await Promise.all(old.map(({ sandbox }) => this.#remove(sandbox)));
  }

  /** Time when the least recently used process became free, or undefined if no process is free. */
  get idleSince(): number | undefined {
    return this.#free[0]?.since;
  }

  /** Stops the least recently used idle process. @returns the freed memory, in MB */
  async endIdle(): Promise<number> {
    const sandbox = this.#free.shift()?.sandbox;
    if (!sandbox) return 0;
    const size = sandbox.measure('proportional');
    await this.#remove(sandbox);
    return size;
  }

  /** Memory of loaded processes, in MB. It assumes that each busy process may grow to the largest size so far. */
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

  /** Kills busy processes. Their events fail as if the process had crashed. */
  async kill(): Promise<void> {
    await Promise.all(this.#working.map((sandbox) => sandbox.stop()));
  }

  /** Number of loading or busy processes. */
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
