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

const { started, served, unbaked, folder } = vi.hoisted(() => ({
  started: [] as Started[],
  served: [] as ServeOptions[],
  unbaked: [] as string[],
  folder: { path: '' },
}));

vi.mock('@talking-avatar/actors', () => ({ removeOutdated: () => [...unbaked] }));
vi.mock('@talking-avatar/avatar/baked', () => ({
  get ACTORS_FOLDER() {
    return folder.path;
  },
}));
/** Jobs whose IDs are the actor, then the output type. */
vi.mock('#jobs', () => ({
  findJob: async (_table: string, id: string) => {
    const [actor, type] = id.split(' ');
    return { specification: { actor, output: { type } } };
  },
}));
vi.mock('../../bin/local/serve.ts', () => ({
  serve: async (options: ServeOptions) => {
    served.push(options);
    return { url: '', outputs: {}, addFiles: () => {}, stop: async () => {} };
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
  folder.path = mkdtempSync(join(tmpdir(), 'baking-'));
});

/** Reaches a state of an execution. @returns whether its task has started */
function enter(state: string, job: string): { isStarted: boolean } {
  const task = { isStarted: false };
  void served[0]!.beforeTask!(state, { id: job }).then(() => {
    task.isStarted = true;
  });
  return task;
}

const serve = () => serveWhileBaking({ port: 0, data: '', fresh: false }, { first: ['amara'], report: () => {} });

/** Writes an actor's file, as a process does before its line. */
const finishActor = (process: Started | undefined, id: string): void => {
  writeFileSync(join(folder.path, `${id}.glb`), '');
  process?.onBaked();
};

it('bakes the first actor during the start, then the actors of jobs, and the others in the background', async () => {
  unbaked.push('amara', 'grace', 'mei');
  const service = await serve();
  expect(started).toMatchObject([{ ids: ['amara'], inBackground: false }]);
  enter('Begin', 'mei video');
  // A CSV needs no actor.
  enter('Begin', 'grace csv');
  await vi.waitFor(() => expect(started.slice(1)).toMatchObject([{ ids: ['mei'], inBackground: false }]), TIMEOUT);
  started[0]?.finish();
  await vi.waitFor(() => expect(started.slice(2)).toMatchObject([{ ids: ['grace'], inBackground: true }]), TIMEOUT);
  await service.stop();
  expect(started.map(({ ended }) => ended)).toEqual([false, true, true]);
  enter('Begin', 'grace video');
  expect(started).toHaveLength(3);
});

it('starts a step that reads the actor once it is baked, and the others at once', async () => {
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

it('bakes actors of jobs in one process at a time, and ends waiting when an actor cannot be baked', async () => {
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
