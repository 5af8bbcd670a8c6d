import { readFileSync } from 'node:fs';

/** Resident memory of this process, MB. */
export interface Resident {
  /** What only this process has: heap, buffers, and what native libraries allocated. The system cannot take it back. */
  readonly own: number;
  /** Pages of files that are mapped: the program itself, and tables of LevelDB. The system drops them when it needs the room. */
  readonly mapped: number;
}

/** Share that memory may grow by from the time when half of the jobs have ended to the end. */
export const GROWTH = 0.1;

/** The program and its libraries take 60 MB; LevelDB keeps at most 64 tables open, each of about 2 MB. */
export const MOST_MAPPED = 60 + 64 * 2 + 12;

/** Below, a run is over before every function has its processes and V8 its heap. */
export const FEWEST_JOBS = 1_000;

/** Ms between two looks, and how many of them a mean is of: a collection of V8's more or less does not show. */
const INTERVAL = 1_000;
const LOOKS = 30;

export function readResident(): Resident {
  const status = readFileSync('/proc/self/status', 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { own: megabytes('RssAnon') + megabytes('RssShmem'), mapped: megabytes('RssFile') };
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Looks at this process's memory every second, and at how far the work has come. */
export class Watch {
  readonly #samples: (Resident & { done: number })[] = [];
  readonly #timer: NodeJS.Timeout;

  /** @param progress share of the work that is done, 0..1 */
  constructor(progress: () => number) {
    const look = () => void this.#samples.push({ ...readResident(), done: progress() });
    look();
    this.#timer = setInterval(look, INTERVAL);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The most that was resident at once, MB. */
  get most(): number {
    return this.#samples.reduce((most, { own, mapped }) => Math.max(most, own + mapped), 0);
  }

  get mostMapped(): number {
    return this.#samples.reduce((most, { mapped }) => Math.max(most, mapped), 0);
  }

  /** Own memory when half of the work was done, and at the end, MB. */
  get halves(): { readonly half: number; readonly end: number } {
    const over = (samples: readonly Resident[]) => mean(samples.slice(-LOOKS).map(({ own }) => own));
    return { half: over(this.#samples.filter(({ done }) => done <= 0.5)), end: over(this.#samples) };
  }
}
