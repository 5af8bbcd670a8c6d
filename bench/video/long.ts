import { estimateRenderTime, planVideo, type RenderPool, TASK_START_SECONDS } from '@talking-avatar/avatar/video';
import { type PriceList, priceUsage, type Usage } from '#billing';
import { lambdaUsage, taskUsage } from '#billing/compute-usage';
import { FUNCTION_STORAGE, speedWithMemory, TASK_SIZE, TASK_SPEED } from '../../lib/pipeline/render-capacity.ts';
import { DEFAULT_TASK_AFTER, defaultsOf, MAX_MAP_CONCURRENCY } from '../../lib/settings/index.ts';
import type { Figure } from '../report.ts';

/** The longest video that is allowed, at the largest size. */
const VIDEO = { width: 3840, height: 2160, fps: 60 };
const SECONDS = 900;

/** Renderers on AWS, the speeds planned for them, and how their time is billed. */
const MEMORY = 10_240;
const FUNCTIONS = { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: speedWithMemory(MEMORY) };
const tasksOf = (concurrency: number) => ({
  concurrency,
  framesPerSecond: TASK_SPEED.deployed,
  starting: TASK_START_SECONDS,
});
const FUNCTION = { architecture: 'arm64', memory: MEMORY, storage: FUNCTION_STORAGE } as const;
const TASK = { architecture: 'arm64', ...TASK_SIZE } as const;

/** Plans the longest video on AWS, once with functions and once with tasks, at the highest concurrency setting. */
export function planLongest(list: PriceList): Figure[] {
  return [
    ...describe('functions', FUNCTIONS, Number.POSITIVE_INFINITY, (seconds) => lambdaUsage(FUNCTION, seconds)),
    ...[defaultsOf('live').tasks, MAX_MAP_CONCURRENCY].flatMap((tasks) =>
      describe(`tasks, ${tasks} at once`, tasksOf(tasks), DEFAULT_TASK_AFTER, (seconds) => taskUsage(TASK, seconds)),
    ),
  ];

  function describe(by: string, pool: RenderPool, taskAfter: number, bill: (seconds: number) => Usage): Figure[] {
    const { segments } = planVideo(SECONDS * VIDEO.fps, VIDEO, { functions: FUNCTIONS, tasks: pool, taskAfter });
    const { elapsed, work } = estimateRenderTime(segments, VIDEO, pool);
    const charges = segments.flatMap((segment) => priceUsage(bill(estimateRenderTime([segment], VIDEO, pool).work), list));
    const dollars = charges.reduce((sum, { amount }) => sum + amount, 0) / 1e12;
    const name = `plan of 15 minutes in 4K, ${by}`;
    return [
      { name: `${name}: segments`, value: segments.length, unit: '' },
      { name: `${name}: rendered in`, value: elapsed, unit: 's' },
      { name: `${name}: work of all`, value: work, unit: 's' },
      { name: `${name}: cost (${list.region}, ${list.version})`, value: dollars, unit: '$' },
    ];
  }
}
