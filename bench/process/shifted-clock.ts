/**
 * Shifts the wall clock of a process, as if a laptop had been suspended or the system clock corrected. `Date` is shifted. Timers are not,
 * because they follow the monotonic clock.
 *
 *     node --import 'bench/process/shifted-clock.ts?file=FILE&haste=60'
 *
 * FILE contains the number of milliseconds to add, and may change at any time. If it does not exist, the clock is correct. Intervals of an
 * hour or more pass `haste` times faster (default 1), so that hourly work is covered by a short run.
 */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get('file') ?? '';
const haste = Number(searchParams.get('haste') ?? 1);

/** How often the file is read, in ms. */
const REFRESH = 50;
const HOUR = 3_600_000;

const { now } = Date;
let shift = 0;
let readAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  if (performance.now() - readAt > REFRESH) {
    readAt = performance.now();
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      shift = 0;
    }
  }
  return now() + shift;
}

Date.now = shiftedNow;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [shiftedNow()], newTarget),
  apply: (target) => new target(shiftedNow()).toString(),
});

// Node.js sets the Date header from its own clock, and the AWS SDK adjusts its clock to that header.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: [number]) {
  if (!this.headersSent) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, args);
};

const { setInterval } = globalThis;
globalThis.setInterval = ((work: () => void, ms = 0, ...args: []) =>
  setInterval(work, ms >= HOUR ? ms / haste : ms, ...args)) as typeof setInterval;
