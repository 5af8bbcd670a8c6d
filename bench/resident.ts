import { readFileSync } from 'node:fs';

/** Resident memory of this process, in MB. */
export interface Resident {
  /** Private memory: the heap, buffers, and native libraries' allocations. The system cannot reclaim it. */
  readonly own: number;
  /** File-backed pages: the program and LevelDB's tables. The system can reclaim them. */
  readonly mapped: number;
}

/** Maximum memory growth between half of the jobs and the end, as a share. */
export const GROWTH = 0.1;

/** Maximum mapped memory, in MB. The program and its libraries take 60 MB, and LevelDB keeps up to 64 tables open, of about 2 MB each. */
export const MOST_MAPPED = 60 + 64 * 2 + 12;

/** Minimum number of jobs. With fewer, a run ends before all processes have started and V8's heap has grown. */
export const FEWEST_JOBS = 1_000;

/** Sampling interval, ms, and number of samples per mean, which smooths out individual garbage collections. */
const INTERVAL = 1_000;
const LOOKS = 30;

export function readResident(): Resident {
  const status = readFileSync('/proc/self/status', 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { own: megabytes('RssAnon') + megabytes('RssShmem'), mapped: megabytes('RssFile') };
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Samples this process's memory and progress every second. */
export class Watch {
  readonly #samples: (Resident & { done: number })[] = [];
  readonly #timer: NodeJS.Timeout;

  /** @param progress completed share of the work, 0..1 */
  constructor(progress: () => number) {
    const look = () => void this.#samples.push({ ...readResident(), done: progress() });
    look();
    this.#timer = setInterval(look, INTERVAL);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Maximum resident memory, in MB. */
  get most(): number {
    return this.#samples.reduce((most, { own, mapped }) => Math.max(most, own + mapped), 0);
  }

  get mostMapped(): number {
    return this.#samples.reduce((most, { mapped }) => Math.max(most, mapped), 0);
  }

  /** Private memory halfway through the work and at the end, in MB. */
  get halves(): { readonly half: number; readonly end: number } {
    const over = (samples: readonly Resident[]) => mean(samples.slice(-LOOKS).map(({ own }) => own));
    return { half: over(this.#samples.filter(({ done }) => done <= 0.5)), end: over(this.#samples) };
  }
}
