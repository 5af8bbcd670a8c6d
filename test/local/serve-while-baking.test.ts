import { expect, it, vi } from 'vitest';
import type { BakeProcess } from '../../bin/local/bake-process.ts';
import type { ServeOptions } from '../../bin/local/serve.ts';
import { serveWhileBaking } from '../../bin/local/serve-while-baking.ts';
import { AWAITED } from '../../layers/avatar/baked.ts';

interface Started {
  ids: readonly string[];
  inBackground: boolean;
  ended: boolean;
  finish(): void;
}

const { started, served } = vi.hoisted(() => ({ started: [] as Started[], served: [] as ServeOptions[] }));

vi.mock('../../lib/bake/index.ts', () => ({ markUnbaked: () => ['amara', 'grace', 'mei'], unmarkUnbaked: () => {} }));
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

it('bakes the first actor and those that jobs wait for at once, and the others in the background', async () => {
  const lines: string[] = [];
  const onLog = ({ line }: { line: string }) => lines.push(line);
  const service = await serveWhileBaking(
    { port: 0, data: '', fresh: false, onLog },
    { first: ['amara'], report: () => {} },
  );
  expect(started).toMatchObject([{ ids: ['amara'], inBackground: false }]);
  const log = (line: string) => served[0]?.onLog?.({ functionName: 'render', line });
  const awaited = `2026-01-01T00:00:00.000Z INFO ${JSON.stringify({ message: AWAITED, actor: 'mei' })}`;
  // Both segments of a video wait for it.
  for (const line of ['START RequestId: 1', awaited, awaited]) log(line);
  expect(lines).toHaveLength(3);
  expect(started.slice(1)).toMatchObject([{ ids: ['mei'], inBackground: false }]);
  started[0]?.finish();
  await vi.waitFor(() => expect(started.slice(2)).toMatchObject([{ ids: ['grace'], inBackground: true }]));
  await service.stop();
  expect(started.every(({ ended }) => ended)).toBe(true);
  log(awaited.replace('mei', 'grace'));
  expect(started).toHaveLength(3);
});
