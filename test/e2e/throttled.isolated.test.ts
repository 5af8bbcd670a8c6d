import { openGpu } from '@talking-avatar/avatar/render';
import { describe, expect, it } from 'vitest';
import { LONG, runVideos, VIDEOS } from './five-videos.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

describe.skipIf(!gpu || process.platform !== 'linux')('five videos that need more executions than the account has', () => {
  it('all succeed, the API responds, and nothing is rendered twice', async () => {
    // According to its settings, the account has 100 executions, but 90 of them are taken by other functions.
    const context = { accountConcurrency: 100, capacity: 5, renderers: 3 };
    const { videos, segments, renders, throttles } = await runVideos(context, LONG);
    expect(videos.map(({ status, error }) => ({ status, error }))).toEqual(videos.map(() => ({ status: 'succeeded', error: null })));
    expect(segments).toBe(3 * VIDEOS);
    expect(renders).toBe(segments);
    expect(throttles).toContain('PipelineRender');
  });
});
