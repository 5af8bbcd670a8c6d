import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { estimateRenderTime, planSegments } from '@talking-avatar/avatar/video';
import { type PriceList, priceOfQuantity, unitPrice } from '#billing';
import { submit, watch } from '../../bin/demo/client.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { bundleProgram } from '../../lib/bundle/index.ts';
import { RENDERER_MEMORY, speedWithMemory } from '../../lib/pipeline/render-capacity.ts';
import { MAX_MAP_CONCURRENCY } from '../../lib/settings/index.ts';
import { startService } from '../../test/e2e/service.ts';
import type { Figure, Section } from '../report.ts';
import { planLongest } from '../video/long.ts';
import type { Taken } from '../video/segment.ts';
import { ACTOR, COSTLIEST_ACTOR, SIZE as FRAME } from '../video/talk.ts';

/** Number of frames in the five-second segments that are measured. */
const FRAMES = 150;

/** Height of the larger frames, which are 1920 × 1080. */
const LARGE = 1080;

/** Number of cores that the thresholds assume. */
const CORES = 2;

const SIZE = { ...FRAME, fps: 30 };

/** Renderers on AWS, which are functions with 10,240 MB and six vCPUs, and the speed that is planned for them. */
const DEPLOYED = { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: speedWithMemory(10_240) };
const GIGABYTES = 10;

/** Time limit for a segment, in ms. */
const SEGMENT_TIMEOUT = 300_000;

const SENTENCE = 'People who walk by the river in the morning often meet a man with a big brown dog, who looks at boats. ';

/** Approximate speaking rate of the English voices, in characters per second. */
const CHARACTERS_PER_SECOND = 18.5;

/** The program that renders a segment, bundled in the same way as the render function. */
const PROGRAM = 'out/bench/segment.mjs';
let bundled: Promise<void> | undefined;

/** Renders a segment in a separate process. */
export async function renderApart(camera: number, frames: number, actor: string = ACTOR, height: number = SIZE.height): Promise<Taken> {
  bundled ??= bundleProgram(join(import.meta.dirname, '..', 'video', 'segment.ts'), PROGRAM);
  await bundled;
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, actor, ...[camera, frames, height].map(String)], {
    timeout: SEGMENT_TIMEOUT,
    env: { ...process.env, ...RENDERER_MEMORY },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Taken;
}

/** Returns the threshold for CPU time per frame on two cores. Other work on the machine hardly affects it. */
const processorBar = (fps: number): string => `<= ${((CORES * 1000) / fps).toFixed(1)}`;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Measures 1280 × 720 segments at 30 fps: speed, memory, concurrent rendering, and the planned cost of a minute. */
export async function measureVideo(): Promise<Section> {
  const figures: Figure[] = [];
  for (const [actor, camera, fps] of [
    [ACTOR, 0, 30],
    [ACTOR, 2, 36],
    [COSTLIEST_ACTOR, 0, 30],
    [COSTLIEST_ACTOR, 2, 36],
  ] as const) {
    const { firstFrame, wall, cpu, memory } = await renderApart(camera, FRAMES, actor);
    const name = actor === ACTOR ? `camera ${camera}` : `camera ${camera}, ${actor}`;
    figures.push(
      { name: `${name}, end to end`, value: 1000 / wall, unit: 'fps', bar: `>= ${fps}` },
      { name: `${name}, processor time a frame`, value: cpu, unit: 'ms', bar: processorBar(fps) },
      { name: `${name}, first frame`, value: firstFrame, unit: 's', bar: '<= 1.5' },
      { name: `${name}, peak memory with ffmpeg`, value: memory, unit: 'MB', bar: '<= 450' },
    );
  }
  const large = await renderApart(0, FRAMES / 2, ACTOR, LARGE);
  figures.push(
    { name: `camera 0, ${LARGE} rows, end to end`, value: 1000 / large.wall, unit: 'fps' },
    { name: `camera 0, ${LARGE} rows, processor time a frame`, value: large.cpu, unit: 'ms' },
  );
  const list = readPrices();
  const half = FRAMES / 2;
  const apart = await seconds(async () => {
    await renderApart(0, half);
    await renderApart(0, half);
  });
  const together = await seconds(() => Promise.all([renderApart(0, half), renderApart(0, half)]));
  figures.push(
    { name: 'two segments, one after the other', value: apart, unit: 's' },
    { name: 'two segments, at once', value: together, unit: 's' },
    { name: 'at once / one after the other', value: together / apart, unit: '', bar: '<= 1' },
    ...planMinute(list),
    ...planLongest(list),
  );
  return { title: 'Video, 1280 by 720 and 1920 by 1080, 30 fps', figures };
}

/** Plans a minute of video on AWS. */
function planMinute(list: PriceList): Figure[] {
  const segments = planSegments(60 * SIZE.fps, SIZE, DEPLOYED);
  const { elapsed, work } = estimateRenderTime(segments, SIZE, DEPLOYED);
  const picodollars =
    priceOfQuantity(work * GIGABYTES, unitPrice(list, 'lambda.compute.arm64')) +
    priceOfQuantity(segments.length, unitPrice(list, 'lambda.requests'));
  const pool = `plan of a minute, ${DEPLOYED.concurrency} × 6 vCPU`;
  return [
    { name: `${pool}: segments`, value: segments.length, unit: '' },
    { name: `${pool}: rendered in`, value: elapsed, unit: 's' },
    { name: `${pool}: work of all`, value: work, unit: 's' },
    { name: `${pool}: cost (${list.region}, ${list.version})`, value: picodollars / 1e12, unit: '$' },
  ];
}

/** Measures complete videos of about ten seconds and about a minute, from the POST request to `succeeded`. */
export async function measureVideos(): Promise<Section> {
  const service = await startService();
  try {
    const client = await service.as('bench');
    const figures: Figure[] = [];
    for (const [length, bar] of [
      [10, undefined],
      [60, '<= 75'],
    ] as const) {
      const text = SENTENCE.repeat(40).slice(0, length * CHARACTERS_PER_SECOND);
      const began = performance.now();
      const output = { type: 'video', width: SIZE.width, height: SIZE.height, fps: SIZE.fps };
      const job = { target_rig: 'metahuman', text, language: 'en-US', actor: 'amara', camera: 0, output };
      const ended = await watch(client, await submit(client, job));
      if (ended.status !== 'succeeded') throw new Error(`A video ${ended.status}: ${ended.error?.message}`);
      const took = (performance.now() - began) / 1000;
      figures.push(
        { name: `${length} s of video: its length`, value: ended.output.duration ?? Number.NaN, unit: 's' },
        { name: `${length} s of video: POST to succeeded`, value: took, unit: 's', ...(bar && { bar }) },
      );
    }
    return { title: 'Videos, POST to succeeded', figures };
  } finally {
    await service.end();
  }
}
