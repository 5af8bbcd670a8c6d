import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ecs, startEcs } from '../../src/ecs/index.ts';
import { createFaults, type Fault } from '../../src/faults/index.ts';

const CLUSTER = 'arn:aws:ecs:us-east-1:000000000000:cluster/videos';

interface StopEvent {
  detail: {
    stopCode: string;
    containers: { exitCode?: number; reason?: string }[];
    overrides: { containerOverrides: { environment: { name: string; value: string }[] }[] };
  };
}

let dir: string;
let ecs: Ecs;
let stops: StopEvent[];
let lines: string[];

/** Starts the service with a single task definition, which runs `program`. */
function begin(program: string, { memory = 512, faults = [] as Fault[] } = {}): void {
  const image = join(dir, 'image');
  mkdirSync(image, { recursive: true });
  writeFileSync(join(image, 'task.mjs'), program);
  ecs = startEcs({
    dir: join(dir, 'ecs'),
    place: { region: 'us-east-1', account: '000000000000' },
    definitions: [
      {
        family: 'videos',
        arn: 'arn:videos:1',
        roleArn: 'arn:role',
        container: 'draw',
        image,
        program: 'task.mjs',
        memory,
        variables: { SIZE: 'large', WORD: 'of the definition' },
      },
    ],
    endpoint: 'http://127.0.0.1:1',
    secretOf: (family) => `secret of ${family}`,
    publish: (event) => stops.push(event as unknown as StopEvent),
    takeFault: createFaults({ timeScale: 1, faults }).takeFault,
    onLog: ({ line }) => lines.push(line),
  });
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecs-'));
  stops = [];
  lines = [];
});
afterEach(async () => {
  await ecs.stop();
  await rm(dir, { recursive: true, force: true });
});

const fault = (kind: Fault['do'], ms = 0): Fault => ({ on: 'task:draw', call: 1, times: 1, do: kind, ms, error: 'x' });
const stopped = (count = 1) => expect.poll(() => stops.length).toBe(count);
const containerOf = (event: StopEvent | undefined) => event?.detail.containers[0];

describe('a local task', () => {
  it("has its definition's variables, its overrides, and its own key, but none of this machine's variables", async () => {
    process.env.SECRET_OF_THE_MACHINE = 'x';
    begin('console.log(JSON.stringify(process.env)); process.exit(3)');
    await ecs.run('videos', CLUSTER, { WORD: 'of the start', TASK_TOKEN: 't' });
    await stopped();
    const environment = JSON.parse(lines.find((line) => line.startsWith('{"')) ?? '{}') as Record<string, string>;
    expect(environment).toMatchObject({
      SIZE: 'large',
      WORD: 'of the start',
      AWS_ACCESS_KEY_ID: 'videos',
      AWS_SECRET_ACCESS_KEY: 'secret of videos',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    });
    expect(environment.SECRET_OF_THE_MACHINE).toBeUndefined();
    expect(stops[0]?.detail).toMatchObject({ stopCode: 'EssentialContainerExited', containers: [{ exitCode: 3 }] });
    expect(stops[0]?.detail.overrides.containerOverrides[0]?.environment).toContainEqual({
      name: 'TASK_TOKEN',
      value: 't',
    });
    expect(readdirSync(join(dir, 'ecs', 'tmp'))).toEqual([]);
  });

  it('is killed if it exceeds its memory limit, and ECS reports why', async () => {
    begin('const kept = []; setInterval(() => kept.push(Buffer.alloc(2e7, 1)), 20)', { memory: 256 });
    await ecs.run('videos', CLUSTER, {});
    await stopped();
    expect(containerOf(stops[0])).toMatchObject({ exitCode: 137, reason: expect.stringContaining('OutOfMemoryError') });
  });

  it.each([
    ['is killed', ''],
    ['dies', 'setInterval(() => existsSync(mark) && process.exit(1), 20);'],
  ])('that %s ends together with its child processes', async (_, end) => {
    const mark = join(dir, 'alive');
    const beat = `const fs = require('node:fs'); setInterval(() => fs.writeFileSync(${JSON.stringify(mark)}, ''), 20)`;
    begin(`import { spawn } from 'node:child_process';
      import { existsSync } from 'node:fs';
      const mark = ${JSON.stringify(mark)};
      spawn(process.execPath, ['-e', ${JSON.stringify(beat)}]); ${end}`);
    await ecs.run('videos', CLUSTER, {});
    await expect.poll(() => existsSync(mark)).toBe(true);
    if (end === '') await ecs.stop();
    else await stopped();
    await rm(mark, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(existsSync(mark)).toBe(false);
  });

  it('is rejected if its definition does not exist', async () => {
    begin('');
    await expect(ecs.run('plays', CLUSTER, {})).rejects.toMatchObject({ code: 'ClientException' });
  });

  it('is rejected while the maximum number of tasks is running', async () => {
    begin('setInterval(() => {}, 1000)');
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => ecs.run('videos', CLUSTER, {})));
    expect(all.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'AmazonECSException' } }]);
  });
});

describe('a fault plan', () => {
  const forever = 'setInterval(() => {}, 1000)';

  it.each([
    ['fail', 'process.exit(0)', 0],
    ['lose', 'process.exit(0)', 1],
  ] as const)('makes a task start %s', async (kind, program, ran) => {
    begin(program, { faults: [fault(kind)] });
    await expect(ecs.run('videos', CLUSTER, {})).rejects.toMatchObject({ code: 'x', status: 503 });
    await stopped(ran);
  });

  it('drops a task start, so it does not run and the request times out later', async () => {
    begin('process.exit(0)', { faults: [fault('drop', 150)] });
    const began = performance.now();
    await expect(ecs.run('videos', CLUSTER, {})).rejects.toMatchObject({ code: 'RequestTimeout', status: 503 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(149);
    expect(lines).toEqual([]);
  });

  it('kills a task after a delay', async () => {
    begin(forever, { faults: [fault('kill', 50)] });
    await ecs.run('videos', CLUSTER, {});
    await stopped();
    expect(containerOf(stops[0])?.exitCode).toBe(137);
  });

  it('starts a task twice', async () => {
    begin('process.exit(0)', { faults: [fault('duplicate')] });
    await ecs.run('videos', CLUSTER, {});
    await stopped(2);
  });
});
