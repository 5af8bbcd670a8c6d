import { describe, expect, it } from 'vitest';
import { openGpu } from '../../layers/avatar/render/index.ts';
import { FILMS, LONG, runFilms } from './five-films.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

describe.skipIf(!gpu || process.platform !== 'linux')(
  'five films that want more executions than the account has',
  () => {
    it('all succeed, the API answers, and nothing is rendered twice', async () => {
      // The settings believe in a hundred executions, of which the account's other functions have taken ninety.
      const context = { accountConcurrency: 100, capacity: 5, renderers: 4 };
      const { films, segments, renders, throttles } = await runFilms(context, LONG);
      expect(films.map(({ status, error }) => ({ status, error }))).toEqual(
        films.map(() => ({ status: 'succeeded', error: null })),
      );
      expect(segments).toBe(4 * FILMS);
      expect(renders).toBe(segments);
      expect(throttles).toContain('PipelineRender');
    }, 600_000);
  },
);
