import { readFileSync } from 'node:fs';

/** Resident memory of this process, in MB. */
export interface Resident {
  /** Private memory, which the system cannot reclaim: the heap, buffers, and allocations by native libraries. */
  readonly own: number;
  /** File-backed pages, which the system can reclaim: the program and LevelDB tables. */
  readonly mapped: number;
}

/** How much memory may grow between the halfway point and the end, as a share. */
export const GROWTH = 0.1;

/** Maximum mapped memory, in MB. The program and its libraries take 60 MB, and LevelDB keeps up to 64 tables of about 2 MB each open. */
export const MOST_MAPPED = 60 + 64 * 2 + 12;

/** Minimum number of jobs. With fewer, the run would end before all processes have started and V8's heap has stopped growing. */
export const FEWEST_JOBS = 1_000;

/** Sampling interval in ms, and number of samples to average, which smooths out individual garbage collections. */
const INTERVAL = 1_000;
const LOOKS = 30;

export function readResident(): Resident {
  const status = readFileSync('/proc/self/status', 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { own: megabytes('RssAnon') + megabytes('RssShmem'), mapped: megabytes('RssFile') };
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Samples the memory and progress of this process every second. */
export class Watch {
  readonly #samples: (Resident & { done: number })[] = [];
  readonly #timer: NodeJS.Timeout;

  /** @param progress share of the work that is complete, 0..1 */
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

  /** Private memory at the halfway point and at the end, in MB. */
  get halves(): { readonly half: number; readonly end: number } {
    const over = (samples: readonly Resident[]) => mean(samples.slice(-LOOKS).map(({ own }) => own));
    return { half: over(this.#samples.filter(({ done }) => done <= 0.5)), end: over(this.#samples) };
  }
}
