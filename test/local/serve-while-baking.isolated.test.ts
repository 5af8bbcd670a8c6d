import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BakeListener, BakeProcess } from '../../bin/local/bake-process.ts';
import type { ServeOptions } from '../../bin/local/serve.ts';
import { serveWhileBaking } from '../../bin/local/serve-while-baking.ts';

interface Started {
  ids: readonly string[];
  inBackground: boolean;
  ended: boolean;
  onBaked(): void;
  finish(): void;
}

const { started, served, unbaked, folder, start, addFiles } = vi.hoisted(() => ({
  started: [] as Started[],
  served: [] as ServeOptions[],
  unbaked: [] as string[],
  folder: { path: '' },
  start: { done: Promise.resolve() },
  addFiles: vi.fn(),
}));

vi.mock('@talking-avatar/actors', () => ({ removeOutdated: () => [...unbaked] }));
vi.mock('@talking-avatar/avatar/baked', () => ({
  get ACTORS_FOLDER() {
    return folder.path;
  },
}));
/** Jobs whose ID is the actor followed by the output type. */
vi.mock('#jobs', () => ({
  findJob: async (_table: string, id: string) => {
    const [actor, type] = id.split(' ');
    if (type === undefined) throw new Error('no such table');
    return { specification: { actor, output: { type } } };
  },
}));
vi.mock('../../bin/local/serve.ts', () => ({
  serve: async (options: ServeOptions) => {
    served.push(options);
    await start.done;
    return { url: '', outputs: {}, addFiles, stop: async () => {} };
  },
}));
vi.mock('../../bin/local/bake-process.ts', () => ({
  bake: (ids: readonly string[], { inBackground }: { inBackground: boolean }, { onBaked }: BakeListener): BakeProcess => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const process = { ids, inBackground, ended: false, onBaked, finish: resolve };
    started.push(process);
    return {
      done: promise,
      end: () => {
        process.ended = true;
      },
    };
  },
}));

const TIMEOUT = 60_000;

beforeEach(() => {
  started.length = 0;
  served.length = 0;
  unbaked.length = 0;
  start.done = Promise.resolve();
  addFiles.mockReset();
  folder.path = mkdtempSync(join(tmpdir(), 'baking-'));
});

/** Makes an execution enter a state. @returns whether its task has started */
function enter(state: string, job: string): { isStarted: boolean } {
  const task = { isStarted: false };
  void served[0]!.beforeTask!(state, { id: job }).then(() => {
    task.isStarted = true;
  });
  return task;
}

const serve = (report: (line: string) => void = () => {}) =>
  serveWhileBaking({ port: 0, data: '', fresh: false }, { first: ['amara'], report });

/** Writes the file of an actor, as a process does before it prints its line. */
const finishActor = (process: Started | undefined, id: string): void => {
  writeFileSync(join(folder.path, `${id}.glb`), '');
  process?.onBaked();
};

it("bakes the first actor during the start, then jobs' actors, and the others in the background", async () => {
  unbaked.push('amara', 'grace', 'mei');
  const service = await serve();
  expect(started).toMatchObject([{ ids: ['amara'], inBackground: false }]);
  enter('Begin', 'mei video');
  // No actor is needed for a CSV.
  enter('Begin', 'grace csv');
  await vi.waitFor(() => expect(started.slice(1)).toMatchObject([{ ids: ['mei'], inBackground: false }]), TIMEOUT);
  started[0]?.finish();
  await vi.waitFor(() => expect(started.slice(2)).toMatchObject([{ ids: ['grace'], inBackground: true }]), TIMEOUT);
  await service.stop();
  expect(started.map(({ ended }) => ended)).toEqual([false, true, true]);
  enter('Begin', 'grace video');
  expect(started).toHaveLength(3);
});

it('starts a step that reads the actor once it is baked, and other steps immediately', async () => {
  unbaked.push('amara', 'mei');
  await serve();
  finishActor(started[0], 'amara');
  const [speech, render, both, csv] = [
    enter('Synthesize', 'mei video'),
    enter('Render', 'mei video'),
    enter('Render', 'mei video'),
    enter('Export', 'mei csv'),
  ];
  const head = enter('Export', 'amara glb');
  await vi.waitFor(() => expect([speech, csv, head].every(({ isStarted }) => isStarted)).toBe(true), TIMEOUT);
  await vi.waitFor(() => expect(started.slice(1)).toMatchObject([{ ids: ['mei'] }]), TIMEOUT);
  expect([render.isStarted, both.isStarted]).toEqual([false, false]);
  finishActor(started[1], 'mei');
  await vi.waitFor(() => expect([render.isStarted, both.isStarted]).toEqual([true, true]), TIMEOUT);
});

it("bakes jobs' actors in one process at a time, and stops waiting if an actor cannot be baked", async () => {
  unbaked.push('amara', 'bruno', 'elena', 'grace', 'mei');
  await serve();
  const tasks = ['mei', 'bruno', 'elena'].map((id) => enter('Export', `${id} fbx`));
  await vi.waitFor(() => expect(started.slice(1)).toMatchObject([{ ids: ['mei'] }]), TIMEOUT);
  started[0]?.finish();
  await vi.waitFor(() => expect(started.slice(2)).toMatchObject([{ ids: ['grace'], inBackground: true }]), TIMEOUT);
  started[1]?.finish();
  await vi.waitFor(() => expect(started.slice(3)).toMatchObject([{ ids: ['bruno', 'elena'], inBackground: false }]), TIMEOUT);
  expect(tasks.map(({ isStarted }) => isStarted)).toEqual([true, false, false]);
  started[3]?.finish();
  await vi.waitFor(() => expect(tasks.every(({ isStarted }) => isStarted)).toBe(true), TIMEOUT);
});

it("starts a resumed job's step only after functions can access the actor baked during the start", async () => {
  unbaked.push('amara');
  const { promise, resolve } = Promise.withResolvers<void>();
  start.done = promise;
  const serving = serve();
  finishActor(started[0], 'amara');
  const [speech, render] = [enter('Synthesize', 'amara video'), enter('Render', 'amara video')];
  await vi.waitFor(() => expect(speech.isStarted).toBe(true), TIMEOUT);
  expect([render.isStarted, addFiles.mock.calls.length]).toEqual([false, 0]);
  resolve();
  await serving;
  await vi.waitFor(() => expect(render.isStarted).toBe(true), TIMEOUT);
  expect(addFiles).toHaveBeenCalled();
});

it('does not start steps that wait for an actor when it stops', async () => {
  unbaked.push('amara', 'mei');
  const service = await serve();
  const render = enter('Render', 'mei video');
  await vi.waitFor(() => expect(started).toHaveLength(2), TIMEOUT);
  await service.stop();
  for (const process of started) process.finish();
  await new Promise(setImmediate);
  expect(render.isStarted).toBe(false);
});

it('reports a job whose actor cannot be found, and starts its step', async () => {
  unbaked.push('amara');
  const report = vi.fn();
  await serve(report);
  const render = enter('Render', 'j1');
  await vi.waitFor(() => expect(render.isStarted).toBe(true), TIMEOUT);
  expect(report).toHaveBeenLastCalledWith('Could not find the actor of job j1: no such table');
});
