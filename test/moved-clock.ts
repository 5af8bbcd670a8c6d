/**
 * Moves the wall clock of a process, as a suspended laptop or a corrected system clock does: the time that `Date` tells is
 * shifted, and timers, which follow the monotonic clock, are not.
 *
 *     node --import 'test/moved-clock.ts?file=FILE&haste=60'
 *
 * FILE holds the milliseconds to add, and may change at any time; without it the clock is right. Intervals of an hour or more pass
 * `haste` times faster (1), so that a short run sees what a service does once an hour.
 */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get('file') ?? '';
const haste = Number(searchParams.get('haste') ?? 1);

/** Milliseconds between two looks at the file. */
const LOOK = 50;
const HOUR = 3_600_000;

const { now } = Date;
let shift = 0;
let looked = Number.NEGATIVE_INFINITY;

function movedNow(): number {
  if (performance.now() - looked > LOOK) {
    looked = performance.now();
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      shift = 0;
    }
  }
  return now() + shift;
}

Date.now = movedNow;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [movedNow()], newTarget),
  apply: (target) => new target(movedNow()).toString(),
});

// Node.js writes the header Date by a clock of its own, and the SDKs of AWS follow that header.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: [number]) {
  if (!this.headersSent) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, args);
};

const { setInterval } = globalThis;
globalThis.setInterval = ((work: () => void, ms = 0, ...args: []) =>
  setInterval(work, ms >= HOUR ? ms / haste : ms, ...args)) as typeof setInterval;
