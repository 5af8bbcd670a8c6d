import { renderWork } from '@talking-avatar/contract';
import { expectJob, type PriceList } from '#billing';
import type { Context } from '../settings/index.ts';
import { renderersOf } from './renderers.ts';

/** Deployments to compare, with the settings that differ from the defaults. */
const CONFIGURATIONS: readonly (readonly [name: string, settings: Context])[] = [
  ['New account', {}],
  ['Production', { accountConcurrency: 1_000, rendererMemory: 10_240 }],
  ['Fastest', { accountConcurrency: 1_000, rendererMemory: 10_240, renderers: 40 }],
  ['Fast', { accountConcurrency: 1_000, rendererMemory: 10_240, renderers: 40, segmentSeconds: 10 }],
  ['Production on x86', { accountConcurrency: 1_000, rendererMemory: 10_240, architecture: 'x86_64' }],
];

/** The video to price: one minute at the standard size. */
const SECONDS = 60;
const FPS = 30;
const WORK = renderWork({ width: 1280, height: 720, fps: FPS }, 1);

/** Cost and time of a minute of video in a configuration, as planned. */
export interface PricedConfiguration {
  name: string;
  settings: Context;
  architecture: 'arm64' | 'x86';
  /** Memory of a renderer, in MB. */
  memory: number;
  segments: number;
  /** Seconds from the first step to the end. */
  seconds: number;
  /** In dollars, including one download. */
  cost: number;
  /** The part of the cost that is for starting renderers, in dollars. */
  starting: number;
}

/** Prices a minute of video in each configuration. */
export function priceConfigurations(prices: PriceList): PricedConfiguration[] {
  return CONFIGURATIONS.map(([name, settings]) => {
    const renderers = renderersOf({ stage: 'live', ...settings }, prices);
    const { cost, took, rendering } = expectJob(
      { output: 'video', isRecording: false, seconds: SECONDS, framesPerSecond: FPS, workPerSecond: WORK },
      renderers,
    );
    if (!rendering) throw new Error('A video has no rendering');
    const { by, segments, work } = rendering;
    const { architecture, memory } = renderers[by].size;
    const starting = rendering.cost * (rendering.starting / work);
    return { name, settings, architecture, memory, segments, seconds: took, cost, starting };
  });
}

/** Formats configurations as a table. Returns the header, the rows, and the indexes of the columns with numbers. */
export function formatConfigurations(configurations: readonly PricedConfiguration[]): {
  header: string[];
  rows: string[][];
  numbers: number[];
} {
  const rows = configurations.map(({ name, settings, architecture, memory, segments, seconds, cost, starting }) => [
    name,
    Object.entries(settings)
      .filter(([setting]) => setting !== 'accountConcurrency')
      .map(([setting, value]) => `\`${setting}=${value}\``)
      .join(' ') || 'defaults',
    architecture,
    `${memory.toLocaleString('en-US')} MB`,
    String(segments),
    `${seconds.toFixed(0)} s`,
    `$${cost.toFixed(4)}`,
    `$${starting.toFixed(4)}`,
  ]);
  const header = ['Configuration', 'Settings', 'Processor', 'Memory', 'Segments', 'Time', 'Per minute', 'Of it starting'];
  return { header, rows, numbers: [3, 4, 5, 6, 7] };
}
