import { openGpu } from '@talking-avatar/avatar/render';
import { describe, expect, it } from 'vitest';
import { runVideos, SHORT, VIDEOS } from './five-videos.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

describe.skipIf(!gpu || process.platform !== 'linux')('five videos in a new account, with matching settings', () => {
  it('all succeed, the API responds, and nothing is rendered twice', async () => {
    const context = { accountConcurrency: 10, capacity: 2, renderers: 2, webhookConcurrency: 2 };
    const { videos, answers, segments, renders } = await runVideos(context, SHORT);
    expect(videos.map(({ status, error }) => ({ status, error }))).toEqual(videos.map(() => ({ status: 'succeeded', error: null })));
    expect(segments).toBe(VIDEOS);
    expect(renders).toBe(segments);
    // Even when jobs use as much as they can, there are executions left for the API.
    expect(answers.busy).toBe(0);
  });
});
