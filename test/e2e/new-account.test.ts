import { describe, expect, it } from 'vitest';
import { openGpu } from '../../layers/avatar/render/index.ts';
import { FILMS, runFilms, SHORT } from './five-films.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

describe.skipIf(!gpu || process.platform !== 'linux')('five films in a new account, with the settings for it', () => {
  it('all succeed, the API answers, and nothing is rendered twice', async () => {
    const context = { accountConcurrency: 10, capacity: 2, renderers: 2, webhookConcurrency: 2 };
    const { films, answers, segments, renders } = await runFilms(context, SHORT);
    expect(films.map(({ status, error }) => ({ status, error }))).toEqual(
      films.map(() => ({ status: 'succeeded', error: null })),
    );
    expect(segments).toBe(FILMS);
    expect(renders).toBe(segments);
    // What the jobs may use at most leaves it room all the time.
    expect(answers.most).toBeLessThanOrEqual(3);
  }, 600_000);
});
