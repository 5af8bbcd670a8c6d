import { AWAITED } from '@talking-avatar/avatar/baked';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BakeProcess } from '../../bin/local/bake-process.ts';
import type { ServeOptions } from '../../bin/local/serve.ts';
import { serveWhileBaking } from '../../bin/local/serve-while-baking.ts';

interface Started {
  ids: readonly string[];
  inBackground: boolean;
  ended: boolean;
  finish(): void;
}

const { started, served, marked } = vi.hoisted(() => ({
  started: [] as Started[],
  served: [] as ServeOptions[],
  marked: new Set<string>(),
}));

vi.mock('@talking-avatar/actors', () => ({
  markUnbaked: () => [...marked],
  unmarkUnbaked: (_out: string, ids: string[]) => ids.map((id) => marked.delete(id)),
}));
vi.mock('../../bin/local/serve.ts', () => ({
  serve: async (options: ServeOptions) => {
    served.push(options);
    return { url: '', outputs: {}, addFiles: () => {}, stop: async () => {} };
  },
}));
vi.mock('../../bin/local/bake-process.ts', () => ({
  BAKED: '',
  bake: (ids: readonly string[], { inBackground }: { inBackground: boolean }): BakeProcess => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const process = { ids, inBackground, ended: false, finish: resolve };
    started.push(process);
    return {
      done: promise,
      end: () => {
        process.ended = true;
      },
    };
  },
}));

beforeEach(() => {
  started.length = 0;
  served.length = 0;
  marked.clear();
});

const lineOf = (actor: string): string => `2026-01-01T00:00:00.000Z INFO ${JSON.stringify({ message: AWAITED, actor })}`;
const log = (line: string): void => served[0]?.onLog?.({ functionName: 'render', line });

it('bakes the first actor and those that jobs wait for at once, and the others in the background', async () => {
  for (const id of ['amara', 'grace', 'mei']) marked.add(id);
  const lines: string[] = [];
  const onLog = ({ line }: { line: string }) => lines.push(line);
  const service = await serveWhileBaking({ port: 0, data: '', fresh: false, onLog }, { first: ['amara'], report: () => {} });
  expect(started).toMatchObject([{ ids: ['amara'], inBackground: false }]);
  const awaited = lineOf('mei');
  // Both segments of a video wait for it.
  for (const line of ['START RequestId: 1', awaited, awaited]) log(line);
  expect(lines).toHaveLength(3);
  expect(started.slice(1)).toMatchObject([{ ids: ['mei'], inBackground: false }]);
  started[0]?.finish();
  await vi.waitFor(() => expect(started.slice(2)).toMatchObject([{ ids: ['grace'], inBackground: true }]), 60_000);
  await service.stop();
  expect(started.map(({ ended }) => ended)).toEqual([false, true, true]);
  log(lineOf('grace'));
  expect(started).toHaveLength(3);
});

it('bakes actors that jobs wait for in one process at a time, and keeps their marks when another process ends', async () => {
  for (const id of ['amara', 'bruno', 'elena', 'grace', 'mei']) marked.add(id);
  await serveWhileBaking({ port: 0, data: '', fresh: false }, { first: ['amara'], report: () => {} });
  started[0]?.finish();
  await vi.waitFor(() => expect(started).toHaveLength(2), 60_000);
  for (const id of ['mei', 'bruno', 'elena']) log(lineOf(id));
  expect(started.slice(2)).toMatchObject([{ ids: ['mei'] }]);
  started[1]?.finish();
  await vi.waitFor(() => expect([...marked]).toEqual(['bruno', 'elena', 'mei']), 60_000);
  started[2]?.finish();
  await vi.waitFor(() => expect(started.slice(3)).toMatchObject([{ ids: ['bruno', 'elena'], inBackground: false }]), 60_000);
  expect([...marked]).toEqual(['bruno', 'elena']);
  started[3]?.finish();
  await vi.waitFor(() => expect(marked.size).toBe(0), 60_000);
});
