import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBakedActor } from '@talking-avatar/avatar';
import { type CameraId, openGpu, paintBackdrop } from '@talking-avatar/avatar/render';
import { renderSegment } from '@talking-avatar/avatar/video';
import { BACKGROUND, SIZE, talk } from './talk.ts';

/** Resources used to render a segment. */
export interface Taken {
  /** Time from process startup to the first frame, in s. */
  firstFrame: number;
  /** Wall time per frame after the first one, including the time to finish encoding, in ms. */
  wall: number;
  /** CPU time per frame after the first one, including the encoder, in ms. */
  cpu: number;
  /** Peak memory, including the encoder, in MB. */
  memory: number;
}

/** Linux clock ticks per second, which is the unit of CPU time in /proc. */
const TICKS = 100;

/** Interval between memory samples, in ms. */
const SAMPLING = 50;

const status = (pid: number | string): string => readFileSync(`/proc/${pid}/status`, 'utf8');
const residentOf = (pid: number | string): number => Number(/VmRSS:\s+(\d+)/.exec(status(pid))?.[1] ?? 0) / 1024;

/** Returns the CPU time of this process and of its children that have exited, in s. */
function processorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Returns the memory that this process and its children use, in MB. */
function residentOfAll(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const held = children.map((pid) => {
    try {
      return residentOf(pid);
    } catch {
      return 0;
    }
  });
  return held.reduce((sum, value) => sum + value, residentOf('self'));
}

/** `node segment.ts ACTOR CAMERA FRAMES HEIGHT` renders a 16:9 segment of an actor talking, and prints the resources used as JSON. */
const [id = ''] = process.argv.slice(2);
const [camera, frames, height] = process.argv.slice(3).map(Number) as [CameraId, number, number];
const size = { width: (height * SIZE.width) / SIZE.height, height };
const clip = talk(frames);
const folder = await mkdtemp(join(tmpdir(), 'avatar-bench-'));
const [gpu, actor] = await Promise.all([openGpu(), readBakedActor(id)]);
let memory = 0;
const timer = setInterval(() => {
  memory = Math.max(memory, residentOfAll());
}, SAMPLING);
try {
  let first: { at: number; cpu: number } | undefined;
  await renderSegment(gpu, {
    actor,
    clip,
    view: { camera, ...size, background: BACKGROUND, backdrop: paintBackdrop('studio', size.width, size.height) },
    segment: { index: 0, first: 0, end: frames },
    file: join(folder, 'segment.mp4'),
    timeout: 300_000,
    onFrame: () => {
      first ??= { at: performance.now(), cpu: processorSeconds() };
    },
  });
  const taken: Taken = {
    firstFrame: (first?.at ?? Number.NaN) / 1000,
    wall: (performance.now() - (first?.at ?? Number.NaN)) / (frames - 1),
    cpu: ((processorSeconds() - (first?.cpu ?? Number.NaN)) * 1000) / (frames - 1),
    memory,
  };
  console.log(JSON.stringify(taken));
} finally {
  clearInterval(timer);
  gpu.close();
  await rm(folder, { recursive: true, force: true });
}
