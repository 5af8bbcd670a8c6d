/** An event in virtual time. The event queue is a binary heap. */
interface Event {
  at: number;
  order: number;
  run(): void;
}

/**
 * Virtual time, which jumps from each event in the queue to the next. While it is installed, `Date`, `setTimeout`, and `performance.now`
 * follow it, so the code under test does not need to be changed.
 */
export class VirtualClock {
  readonly #heap: Event[] = [];
  #order = 0;
  /** Time in ms since 1970. */
  now: number;

  constructor(start: number) {
    this.now = start;
  }

  /** Schedules a callback after a delay, in ms. */
  after(delay: number, run: () => void): void {
    this.#push({ at: this.now + Math.max(0, delay), order: this.#order++, run });
  }

  wait(delay: number): Promise<void> {
    return new Promise((resolve) => this.after(delay, resolve));
  }

  /** Runs all events up to a given time. After each event, waits for the promises that it resolved. */
  async runUntil(end: number): Promise<void> {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.now = next.at;
      while (this.#heap[0]?.at === this.now) this.#pop()?.run();
      // The code under test waits for nothing but the model, so it is idle once the pending promises have settled.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.now = end;
  }

  /** Replaces the clocks of this process with this one. @returns a function that restores them */
  install(): () => void {
    const [RealDate, realTimeout, realNow] = [globalThis.Date, globalThis.setTimeout, performance.now];
    const clock = this;
    globalThis.Date = class extends RealDate {
      constructor(...values: []) {
        super(...((values.length === 0 ? [clock.now] : values) as []));
      }
      static override now(): number {
        return clock.now;
      }
    } as DateConstructor;
    globalThis.setTimeout = ((run: () => void, delay = 0) => this.after(delay, run)) as never;
    performance.now = () => this.now;
    return () => {
      globalThis.Date = RealDate;
      globalThis.setTimeout = realTimeout;
      performance.now = realNow;
    };
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(heap[parent] as Event, event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (isBefore(last, heap[child] as Event)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
